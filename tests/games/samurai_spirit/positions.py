"""Small builders of positions, and a player who tries to win."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.kit.rules.decider import Step
from games.kit.rules.pile import Unseen
from games.samurai_spirit import SAMURAI_SPIRIT
from games.samurai_spirit.rules.steps import EndTurn
from games.samurai_spirit.rules.table import Options, SamuraiTable
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai_record.plain import Plain


def in_turn_of(
    seat: int,
    names: str,
    *steps: Step[SamuraiTable],
    lines: Mapping[int, Sequence[str]] | None = None,
    boards: Mapping[int, Mapping[str, Any]] | None = None,
    **changes: Any,
) -> SamuraiTable:
    """Return a position in the turn of a seat: these steps, the first one on top, come before its end."""
    samurai = tuple(names.split())
    table = SAMURAI_SPIRIT.rules.setup(len(samurai), Options(samurai=samurai), SAMURAI_SPIRIT.rules.edition)
    for owner, line in (lines or {}).items():
        table = table.but_at(owner, line=tuple(line))
    for owner, board in (boards or {}).items():
        table = table.but_at(owner, **board)
    agenda = (EndTurn(seat), *reversed(steps))
    return without_known(table.but(agenda=agenda, active=seat, **changes))


def without_known(table: SamuraiTable) -> SamuraiTable:
    """Return the table on which the raiders that lie somewhere, or are in a hand, are in no pool."""
    placed = {*table.all_raiders(), *(getattr(step, "raider", "") for step in table.agenda)}
    return table.but(
        unseen=Unseen(tuple(tuple(raider for raider in pool if raider not in placed) for pool in table.unseen.pools))
    )


GOOD_MOVES = (
    cmd.Defend,
    cmd.BuildBarricade,
    cmd.Heal,
    cmd.Dismiss,
    cmd.IgnorePenalties,
    cmd.Strike,
    cmd.RepelIntruders,
    cmd.ScatterRaiders,
    cmd.FightAgain,
    cmd.Fight,
)


def careful(source: random.Random, legal: Sequence[Plain]) -> Plain:
    """Choose the move that is good most often, and one time in five any move."""
    if source.random() < 0.8:
        for kind in GOOD_MOVES:
            for move in legal:
                if isinstance(move, kind):
                    return move
    return legal[int(source.random() * len(legal))]


def options(**agreed: Any) -> str:
    """Return options as JSON."""
    return msgspec.json.encode(agreed).decode()
