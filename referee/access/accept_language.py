"""The language of an answer: the metadata `accept-language` chooses it, and `content-language` announces it.

The value is that of the HTTP header with the same name. A value without a language that the title supports means
English.
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
"""The maximum number of characters of a value that are read."""


class Negotiation:
    """The language of the answers in one call or stream."""

    def __init__(self, context: Context) -> None:
        # Most calls are answered without words: nothing is read before the first ones.
        self._context: Any = context
        self._answering = False

    async def translator(self, book: Rulebook) -> Translator:
        """Return a title's translator in the call's language, and announce that language before the first answer."""
        (language,) = await self.languages([book])
        return book.translator(language)

    async def languages(self, books: Iterable[Rulebook]) -> list[str]:
        """Return the language for each of these titles, and announce them before the first answer."""
        accepted = asked_for(self._context)
        chosen = [lookup(accepted, book.languages) for book in books]
        if accepted and not self._answering:
            self._answering = True
            await self._context.send_initial_metadata(((SAID, ", ".join(dict.fromkeys(chosen))),))
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
