"""Random whole games: how contract tests, playthroughs and the benchmark play a title without a service."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from games.kit.rules import decider
from games.kit.rules.chance import Draws
from games.kit.rules.decider import CHANCE, Accepted, Actor, Chance, Decision, Table
from games.kit.title import Title
from gunbai_record.plain import Plain

X = TypeVar("X")
Chooser = Callable[[random.Random, Sequence[Plain]], Plain]


class SeededDraws(Draws):
    """Draws that a seed repeats."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def below(self, bound: int) -> int:
        # Cheaper than `randrange`; these games need no perfectly uniform draws.
        return int(self._source.random() * bound)


class Turn(NamedTuple):
    """One entry of a game: the table before, who moved, the move, and what followed."""

    before: Table
    actor: Actor
    legal: tuple[Plain, ...]
    move: Plain
    accepted: Accepted[Any]


def set_up(title: Title[Any], seats: int, options: str = "{}") -> Accepted[Any]:
    """Return what follows from the start of a game with these options, as JSON."""
    agreed = msgspec.json.decode(options, type=title.rules.options)
    return decider.begin(title.rules, title.rules.setup(seats, agreed, title.rules.edition))


def pick(source: random.Random, things: Sequence[X]) -> X:
    """Choose one of the things."""
    return things[int(source.random() * len(things))]


def walk(title: Title[Any], table: Table, seed: int, choose: Chooser = pick) -> Iterator[Turn]:
    """Play from a table to the end with random legal moves; of several seats asked at once, any moves next."""
    source = random.Random(seed)
    draws = SeededDraws(source)
    while (step := decider.waiting(title.rules, table)) is not None:
        actor: Actor = CHANCE
        legal: tuple[Plain, ...] = ()
        if isinstance(step, Decision):
            actor = pick(source, step.seats(table))
            legal = tuple(decider.legal(title.rules, table, actor))
            assert legal, f"{step!r} leaves seat {actor} no legal move"
            move = choose(source, legal)
        else:
            assert isinstance(step, Chance)
            move = step.draw(table, draws)
        accepted = decider.decide(title.rules, table, actor, move)
        assert isinstance(accepted, Accepted), f"{accepted} of the legal move {move} at {step!r}"
        yield Turn(table, actor, legal, move, accepted)
        table = accepted.table
