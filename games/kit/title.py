"""A title: a game as four values, one for each kind of caller.

Its rules are loaded at once. Its words, board and bots are loaded on first use, so that a service that only referees
starts without them. A title only needs rules: every other part has a default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from games.kit.board.contract import Board
from games.kit.bots.contract import Bots
from games.kit.rules.decider import Rules, T
from games.kit.words.contract import Words


@dataclass(frozen=True)
class Title(Generic[T]):
    """A game. Two titles are equal if their parts are loaded by the same functions."""

    rules: Rules[T]
    """The rules, for the referee."""
    load_words: Callable[[], Words] | None = None
    load_board: Callable[[], Board[T]] | None = None
    load_bots: Callable[[], Bots[T]] | None = None

    @cached_property
    def words(self) -> Words:
        """The words: sentences, names, notation, house rulings; by default the names of messages and fields."""
        if self.load_words is None:
            from games.kit.words.names import named_words

            return named_words(self.rules)
        return self.load_words()

    @cached_property
    def board(self) -> Board[T]:
        """How it is shown: a position's picture; by default the view's fields as text."""
        if self.load_board is None:
            from games.kit.board.lines import text_board

            return text_board()
        return self.load_board()

    @cached_property
    def bots(self) -> Bots[T]:
        """For bots: guesses, evaluations, habits; by default bots see the table and evaluate only its end.

        Raises UnguessedError for a title that hides something and has no bots of its own.
        """
        if self.load_bots is None:
            from games.kit.bots.open_bots import open_bots

            return open_bots(self.rules)
        return self.load_bots()

    @property
    def name(self) -> str:
        """The import name, such as "king_of_tokyo"."""
        return self.rules.name

    @property
    def code(self) -> str:
        """The letters before the numbers of its clauses."""
        return self.rules.code

    @property
    def label(self) -> str:
        """The name on the box."""
        return self.rules.label

    @property
    def rules_version(self) -> int:
        """The version of its rules."""
        return self.rules.rules_version
