"""Nights with every kind of entry: a builder that plays on with moves and with what else can happen at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from referee.game.lifecycle import abandon_game
from tests.referee.nights import AT, Night, next_move, started
from tests.referee.orders import ARBITERS_KEY, SOLOMON, WALKOVER, agreed, conceded, decided, ruled

Choose = Callable[[Sequence[Any]], Any]
"""Chooses one of several things."""


def eventful(choose: Choose, seats: int) -> Night:
    """Return a night that was played to its end, with incidents as they are chosen."""
    night = started(seats, arbiter=ARBITERS_KEY)
    while not night.game.over:
        possible = [name for name, (may, _) in INCIDENTS.items() if may(night)]
        night = INCIDENTS[choose(possible)][1](night, choose)
    return night


def _runs(night: Night) -> bool:
    return night.game.status == "running"


def _always(night: Night) -> bool:
    return True


def _move(night: Night, choose: Choose) -> Night:
    return night.play(next_move(night.game))


def _concession(night: Night, choose: Choose) -> Night:
    return conceded(night, choose(night.game.playing))


def _word(night: Night, choose: Choose) -> Night:
    return agreed(night, choose(night.game.playing), choose([1, 2]))


def _irregularity(night: Night, choose: Choose) -> Night:
    purse = choose([0, 5, 9])
    return ruled(night, purses=(purse, *night.game.table.purses[1:]))  # type: ignore[attr-defined]  # a Night of the toy


def _decision(night: Night, choose: Choose) -> Night:
    order = results.DecideGame()
    order.CopyFrom(choose([SOLOMON, WALKOVER]))
    order.appeal_pending = choose([True, False])
    return decided(night, order)


def _abandonment(night: Night, choose: Choose) -> Night:
    return night.then(abandon_game(night.game, life.AbandonGame(reason="rain"), AT))


INCIDENTS: dict[str, tuple[Callable[[Night], bool], Callable[[Night, Choose], Night]]] = {
    "move": (_runs, _move),
    "concession": (_runs, _concession),
    "word": (_runs, _word),
    "irregularity": (_always, _irregularity),
    "decision": (_always, _decision),
    "abandonment": (_always, _abandonment),
}
"""What can happen, each with when it can."""
