"""Blind titles: the rules for a record with sealed items, whose table is unknown."""

from __future__ import annotations

from typing import Any

from games.kit.title import Title
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.text.negotiation import ENGLISH
from referee.game.titles import Rulebook, Titles, Unserved
from referee.game.translator import Translator
from titles.catalogue import TITLES


class Blind(Unserved):
    """A known title's rulebook in a game with an unknown table: it has words, but no positions."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book.name, book.rules_version, book.package)
        self._book = book
        self.commands, self.events, self.private = book.commands, book.events, book.private

    @property
    def title(self) -> Title[Any]:  # type: ignore[override]  # as in the class above
        """The title."""
        return self._book.title

    @property
    def languages(self) -> tuple[str, ...]:
        return self._book.languages

    def translator(self, language: str = ENGLISH) -> Translator:
        """Return what the title says in a language. Raises KeyError for a language that it does not speak."""
        return self._book.translator(language)


class BlindTitles(Titles):
    """All installed titles, each blind."""

    def __init__(self) -> None:
        super().__init__(title for versions in TITLES.values() for title in versions.values())

    def rulebook_of(self, created: life.CreateGame) -> Rulebook:
        book = super().rulebook_of(created)
        return Blind(book) if book.served else book
