"""The second Fight of a turn, by the talent of Kikuchiyo (SS-7.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.kit.rules.decider import Decision, Duty, Play, Refusal, refusal
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev

AgainOrStop: TypeAlias = cmd.FightAgain | cmd.StopFighting


class EndFight(Duty[SamuraiTable], frozen=True):
    """The first Fight is over: a second one needs a raider (SS-7.7)."""

    seat: int
    clause = clause.CLAUSE_7_7
    closed_by = (ev.SecondFightOffered, ev.FightingEnded)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        if play.table.raiders:
            play.emit(ev.SecondFightOffered(seat=self.seat))
        else:
            play.emit(ev.FightingEnded(seat=self.seat))


class FightAgain(Decision[SamuraiTable, AgainOrStop], frozen=True):
    """The active samurai may fight once more (SS-7.7)."""

    seat: int
    clause = clause.CLAUSE_7_7
    takes = (cmd.FightAgain, cmd.StopFighting)
    closed_by = (ev.SecondFightChosen, ev.FightingEnded)

    def candidates(self, table: SamuraiTable, seat: int) -> Iterator[AgainOrStop]:
        yield cmd.FightAgain()
        yield cmd.StopFighting()

    def refuse(self, table: SamuraiTable, seat: int, move: AgainOrStop) -> Refusal | None:
        # In play it is only offered with a raider, but a set-up may begin here.
        if isinstance(move, cmd.FightAgain) and not table.raiders:
            return refusal(clause.CLAUSE_7_7, raiders=0)
        return None

    def answer(self, play: Play[SamuraiTable], seat: int, move: AgainOrStop) -> None:
        match move:
            case cmd.FightAgain():
                play.emit(ev.SecondFightChosen(seat=seat))
            case cmd.StopFighting():
                play.emit(ev.FightingEnded(seat=seat))
