"""The choice between two cowboys that are shot onto the same field (IN-5.9)."""

from __future__ import annotations

from collections.abc import Iterator

from games.infludance_duel.rules.data import BLUE, RED
from games.infludance_duel.rules.table import DuelTable, other
from games.kit.rules.decider import Decision, Play, Refusal, refusal
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev


class ChooseMover(Decision[DuelTable, cmd.ChooseMover], frozen=True):
    """The active player says which of the two cowboys moves, and thereby blocks the other (IN-5.9)."""

    seat: int
    red_field: str
    blue_field: str
    clause = clause.CLAUSE_5_9
    takes = (cmd.ChooseMover,)
    closed_by = (ev.MoverChosen,)

    def candidates(self, table: DuelTable, seat: int) -> Iterator[cmd.ChooseMover]:
        yield cmd.ChooseMover(seat=RED)
        yield cmd.ChooseMover(seat=BLUE)

    def refuse(self, table: DuelTable, seat: int, move: cmd.ChooseMover) -> Refusal | None:
        if move.seat not in (RED, BLUE):
            return refusal(clause.CLAUSE_5_9, seat=move.seat)
        return None

    def answer(self, play: Play[DuelTable], seat: int, move: cmd.ChooseMover) -> None:
        play.emit(ev.MoverChosen(seat=move.seat))
        play.emit(ev.CowboyShot(seat=move.seat, field=self.red_field if move.seat == RED else self.blue_field))
        play.emit(ev.ShotVoided(seat=other(move.seat), reason=ev.VOID_BLOCKED))
