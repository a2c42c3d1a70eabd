"""The language of an answer: chosen by the metadata `accept-language`, and said in `content-language`.

The value is that of the HTTP header of this name (RFC 9110, section 12.5.4); the language is looked up as RFC 4647,
section 3.4, describes: "cs-CZ" finds "cs". A value that cannot be read or names no language of the title means English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from referee.access.peers import Context
from referee.game.titles import Rulebook
from referee.game.voice import ENGLISH, Voice

ASKED, SAID = "accept-language", "content-language"
LONGEST = 500
"""The most characters of a value that are read."""
RANGE = re.compile(r"\s*(?P<tag>\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=(?P<weight>[01](?:\.\d{0,3})?)\s*)?")


class Speech:
    """The language of the answers to one call, or to one stream."""

    def __init__(self, context: Context) -> None:
        self._send: Any = context.send_initial_metadata  # type: ignore[attr-defined]  # its types differ by protocol
        self._asked = asked_for(context)
        self._answering = not self._asked

    async def voice(self, book: Rulebook) -> Voice:
        """Return the voice of a title in the language of the call, and say which it is before the first answer."""
        (language,) = await self.languages([book])
        return book.voice(language)

    async def languages(self, books: Iterable[Rulebook]) -> list[str]:
        """Return the language for each of these titles, and say before the first answer which they are."""
        chosen = [lookup(self._asked, book.languages) for book in books]
        if not self._answering:
            self._answering = True
            await self._send(((SAID, ", ".join(dict.fromkeys(chosen))),))
        return chosen

    def answered(self) -> None:
        """Note that an answer was sent: its language can no longer be said."""
        self._answering = True


def asked_for(context: Context) -> str:
    """Return the languages that a caller asks for; "" if there are none."""
    for key, value in context.invocation_metadata() or ():
        if key == ASKED and isinstance(value, str):
            return value[:LONGEST]
    return ""


def lookup(asked: str, spoken: Sequence[str]) -> str:
    """Return the first of the languages asked for that is spoken, the most wanted first; English if none is."""
    for tag in _wanted(asked):
        parts = tag.lower().split("-")
        while parts:
            if "-".join(parts) in spoken:
                return "-".join(parts)
            parts.pop()
            if parts and len(parts[-1]) == 1:
                parts.pop()  # A subtag of one letter only introduces the one after it.
    return ENGLISH


def _wanted(asked: str) -> Iterator[str]:
    """Yield the language ranges of a value by their weight, without wildcards and those that are not acceptable."""
    ranges = [found for each in asked.split(",") if (found := RANGE.fullmatch(each))]
    for found in sorted(ranges, key=lambda found: -float(found["weight"] or 1)):
        if found["tag"] != "*" and float(found["weight"] or 1):
            yield found["tag"]
