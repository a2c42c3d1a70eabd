"""The end of a turn: a last shot, and the next turn (IN-3.5, IN-3.7, IN-7.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.infludance_duel.rules.steps.shoot import pull_trigger, refuse_shot
from games.infludance_duel.rules.table import DuelTable, other
from games.kit.rules.decider import Decision, Duty, Play, Refusal
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev

OCCURRENCES_FOR_DRAW = 3

EndMove: TypeAlias = cmd.Shoot | cmd.EndTurn


class FinishTurn(Decision[DuelTable, EndMove], frozen=True):
    """After the step the active player, if a shot is left, shoots or ends the turn (IN-3.5)."""

    seat: int
    clause = clause.CLAUSE_3_5
    takes = (cmd.Shoot, cmd.EndTurn)

    def candidates(self, table: DuelTable, seat: int) -> Iterator[EndMove]:
        yield cmd.EndTurn()
        yield cmd.Shoot()

    def refuse(self, table: DuelTable, seat: int, move: EndMove) -> Refusal | None:
        match move:
            case cmd.Shoot():
                return refuse_shot(table, seat)
            case cmd.EndTurn():
                return None

    def answer(self, play: Play[DuelTable], seat: int, move: EndMove) -> None:
        match move:
            case cmd.Shoot():
                pull_trigger(play, seat)
            case cmd.EndTurn():
                pass_turn(play)


class PassTurn(Duty[DuelTable], frozen=True):
    """After the step, when no shot is left, the turn ends by itself (IN-3.6)."""

    clause = clause.CLAUSE_3_6

    def resolve(self, play: Play[DuelTable]) -> None:
        pass_turn(play)


def pass_turn(play: Play[DuelTable]) -> None:
    """End the turn; the next is the opponent's, or the shooter's after a double shot (IN-3.7, IN-6.10)."""
    seat, extra = play.table.active, play.table.extra_turn
    play.emit(ev.TurnEnded(seat=seat))
    begin_turn(play, seat if extra else other(seat), extra=extra)


def begin_turn(play: Play[DuelTable], seat: int, *, extra: bool = False) -> None:
    """Begin a turn; the game is drawn if its situation begins one for the third time (IN-7.5)."""
    play.emit(ev.TurnBegan(seat=seat, extra=extra))
    if play.table.situations.count(play.table.situation) == OCCURRENCES_FOR_DRAW:
        play.emit(ev.GameDrawn())
