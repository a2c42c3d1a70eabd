"""The start of a turn: absent samurai are called to aid (SS-3.2, SS-11.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.kit.rules.decider import Decision, Duty, Play, Refusal, refusal
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev

UseOrLeave: TypeAlias = cmd.UseAbsentToken | cmd.LeaveAbsentTokens


class BeginTurn(Duty[SamuraiTable], frozen=True):
    """The next samurai who has not passed begins a turn, with the tokens held now (SS-3.2, SS-6.2)."""

    seat: int
    clause = clause.CLAUSE_3_2

    def resolve(self, play: Play[SamuraiTable]) -> None:
        table, last = play.table, play.table.at(self.seat).last_raider
        play.emit(
            ev.TurnBegan(
                seat=self.seat,
                helpers=tuple(table.at(owner).id for owner in table.borrowed_by(self.seat)),
                may_call_absent=bool(table.absent),
                raider=last.id if last and last.penalties else "",
            )
        )


class CallAbsent(Decision[SamuraiTable, UseOrLeave], frozen=True):
    """The active samurai may use absent tokens, one after the other, before the penalties (SS-11.2)."""

    seat: int
    clause = clause.CLAUSE_11_2
    takes = (cmd.UseAbsentToken, cmd.LeaveAbsentTokens)
    closed_by = (ev.AbsentTokensLeft,)

    def candidates(self, table: SamuraiTable, seat: int) -> Iterator[UseOrLeave]:
        yield cmd.LeaveAbsentTokens()
        for samurai in table.absent:
            yield cmd.UseAbsentToken(samurai=samurai)

    def refuse(self, table: SamuraiTable, seat: int, move: UseOrLeave) -> Refusal | None:
        if isinstance(move, cmd.UseAbsentToken) and move.samurai not in table.absent:
            return refusal(clause.CLAUSE_11_2, samurai=move.samurai, at_the_village=table.absent)
        return None

    def answer(self, play: Play[SamuraiTable], seat: int, move: UseOrLeave) -> None:
        match move:
            case cmd.UseAbsentToken():
                play.emit(ev.AbsentTokenUsed(seat=seat, samurai=move.samurai))
                # Without a token nothing is left to decide (SS-1.3).
                if not play.table.absent:
                    play.emit(ev.AbsentTokensLeft(seat=seat))
            case cmd.LeaveAbsentTokens():
                play.emit(ev.AbsentTokensLeft(seat=seat))
