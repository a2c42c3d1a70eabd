"""The rolling: dice are rolled again or turned until the active monster stops (KT-4.5, KT-4.9)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TypeAlias

from games.king_of_tokyo.rules.powers.dice import (
    card_rerolls,
    dweller_rerolls,
    refuse_card_reroll,
    refuse_dice,
    refuse_turning,
    reroll,
    rerolls,
    turn_die,
    turnings,
)
from games.king_of_tokyo.rules.steps.probe_die import offer_probe
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Decision, Play, Refusal, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev

RollingMove: TypeAlias = cmd.Reroll | cmd.TurnDie | cmd.StopRolling


class RerollDice(Decision[TokyoTable, RollingMove], frozen=True):
    """The active monster rolls some of its dice again, turns one, or stops (KT-4.5, KT-4.8, KT-4.9)."""

    seat: int
    clause = clause.CLAUSE_4_5
    takes = (cmd.Reroll, cmd.TurnDie, cmd.StopRolling)
    closed_by = (ev.RollingStopped,)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[RollingMove]:
        yield cmd.StopRolling()
        if table.turn.rerolls:
            yield from rerolls(table.turn.every_die, "")
        yield from card_rerolls(table)
        yield from dweller_rerolls(table)
        yield from turnings(table)

    def refuse(self, table: TokyoTable, seat: int, move: RollingMove) -> Refusal | None:
        match move:
            case cmd.Reroll():
                return refuse_dice(table, move.dice) or _refuse_source(table, move)
            case cmd.TurnDie():
                return refuse_turning(table, move)
            case cmd.StopRolling():
                return None

    def answer(self, play: Play[TokyoTable], seat: int, move: RollingMove) -> None:
        match move:
            case cmd.Reroll():
                reroll(play, seat, move)
            case cmd.TurnDie():
                turn_die(play, seat, move)
            case cmd.StopRolling():
                play.emit(ev.RollingStopped(seat=seat))
                offer_probe(play)

    def sense(self, table: TokyoTable, move: RollingMove) -> Hashable:
        """Return what is rolled again or turned by its faces: dice that show the same face are equivalent."""
        match move:
            case cmd.Reroll():
                return move.card, tuple(sorted(table.turn.dice[die - 1] for die in move.dice))
            case cmd.TurnDie():
                return move.card, table.turn.dice[move.die - 1], move.face
            case cmd.StopRolling():
                return ""


def _refuse_source(table: TokyoTable, move: cmd.Reroll) -> Refusal | None:
    if move.card:
        return refuse_card_reroll(table, move)
    return None if table.turn.rerolls else refusal(clause.CLAUSE_4_12, rerolls=0)
