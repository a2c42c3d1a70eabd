"""Random games on which the laws of the contract are checked: one for each way to play a title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

import msgspec

from games.kit.rules import decider
from games.kit.title import Title
from titles.checks.walk import Turn, set_up, walk

X = TypeVar("X")

LONGEST = 5_000
"""More entries than a random game has."""


class Game(NamedTuple):
    """A random game of a title."""

    title: Title[Any]
    seats: int
    options: str
    turns: Sequence[Turn]

    @property
    def tables(self) -> list[Any]:
        """The game's tables in order, including the first and the last."""
        return [self.turns[0].before, *(turn.accepted.table for turn in self.turns)]

    @property
    def end(self) -> Any:
        """The last table."""
        return self.turns[-1].accepted.table

    @property
    def is_over(self) -> bool:
        """Whether the rules wait for nothing at the end."""
        return decider.waiting(self.title.rules, self.end) is None


def played(title: Title[Any], seats: int, options: str, seed: int = 0, longest: int = LONGEST) -> Game:
    """Return a random game with at most this many entries."""
    start = set_up(title, seats, options).table
    return Game(title, seats, options, tuple(islice(walk(title, start, seed), longest)))


def ways(title: Title[Any]) -> Iterator[tuple[int, str]]:
    """Yield ways to play a title: each number of seats, and with the fewest seats each yes-or-no option switched."""
    for seats in title.rules.seats:
        yield seats, "{}"
    for field in msgspec.structs.fields(title.rules.options):
        if field.type is bool:
            turned = {field.name: not field.default}
            yield title.rules.seats[0], msgspec.json.encode(turned).decode()


def some(things: Sequence[X], most: int) -> Sequence[X]:
    """Return about this many of the things, from the first to the last."""
    return [*things[:-1][:: max(1, len(things) // most)], *things[-1:]]
