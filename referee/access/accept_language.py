"""The language of an answer: chosen by the metadata `accept-language`, and said in `content-language`.

The value is that of the HTTP header of this name. One that names no language of the title means English.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gunbai_record.text.negotiation import lookup
from referee.access.peers import Context
from referee.game.titles import Rulebook
from referee.game.translator import Translator

ASKED, SAID = "accept-language", "content-language"
LONGEST = 500
"""The most characters of a value that are read."""


class Negotiation:
    """The language of the answers to one call, or to one stream."""

    def __init__(self, context: Context) -> None:
        self._send: Any = context.send_initial_metadata  # type: ignore[attr-defined]  # its types differ by protocol
        self._accept_language = asked_for(context)
        self._answering = not self._accept_language

    async def translator(self, book: Rulebook) -> Translator:
        """Return the translator of a title in the language of the call, and say which it is before the first answer."""
        (language,) = await self.languages([book])
        return book.translator(language)

    async def languages(self, books: Iterable[Rulebook]) -> list[str]:
        """Return the language for each of these titles, and say before the first answer which they are."""
        chosen = [lookup(self._accept_language, book.languages) for book in books]
        if not self._answering:
            self._answering = True
            await self._send(((SAID, ", ".join(dict.fromkeys(chosen))),))
        return chosen

    def answered(self) -> None:
        """Note that an answer was sent, so its language can no longer be announced."""
        self._answering = True


def asked_for(context: Context) -> str:
    """Return the languages that a caller asks for; "" if there are none."""
    for key, value in context.invocation_metadata() or ():
        if key == ASKED and isinstance(value, str):
            return value[:LONGEST]
    return ""
