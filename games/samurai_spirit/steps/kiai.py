"""When a kiai triggers, and how it ends, whether its effect was used or not (SS-8.1 to SS-8.3)."""

from __future__ import annotations

from games.decider import Duty, Play
from games.samurai_spirit.steps.close_round import is_round_over
from games.samurai_spirit.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import events_pb2 as ev


class EndKiai(Duty[SamuraiTable], frozen=True):
    """The first raider of the line is discarded, and the total compared once more (SS-8.2)."""

    seat: int
    clause = clause.CLAUSE_8_2
    closed_by = (ev.KiaiEnded,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        line = play.table.at(self.seat).line
        if line:
            play.emit(ev.FirstRaiderDiscarded(seat=self.seat, raider=line[0]))
        play.emit(ev.KiaiEnded(seat=self.seat))
        trigger_kiai(play, self.seat)


def trigger_kiai(play: Play[SamuraiTable], seat: int) -> None:
    """A total equal to the kiai number triggers the kiai of a samurai who is in the round (SS-8.1)."""
    samurai = play.table.at(seat)
    if samurai.total != samurai.kiai or samurai.passed:
        return
    if not is_in_kiai(play.table, seat) and not is_round_over(play.table):
        play.emit(ev.KiaiTriggered(seat=seat))


def is_in_kiai(table: SamuraiTable, seat: int) -> bool:
    """Whether the kiai of this samurai is being resolved, during which it cannot trigger again (SS-8.3)."""
    return any(isinstance(step, EndKiai) and step.seat == seat for step in table.agenda)
