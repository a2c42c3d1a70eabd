"""When a kiai triggers, and how it ends, whether its effect was used or not (SS-8.1, SS-8.2, SS-8.3)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.samurai_spirit.rules.data import KIAI_EFFECTS, SAMURAI
from games.samurai_spirit.rules.steps.close_round import is_round_over
from games.samurai_spirit.rules.table import Samurai, SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import events as ev


class EndKiai(Duty[SamuraiTable], frozen=True):
    """The first raider of the line is discarded, and the total compared once more (SS-8.2)."""

    seat: int
    clause = clause.CLAUSE_8_2
    closed_by = (ev.KiaiEnded,)

    def resolve(self, play: Play[SamuraiTable]) -> None:
        line = play.table.at(self.seat).line
        # The effect may have taken the only raider of this line.
        if line:
            play.emit(ev.FirstRaiderDiscarded(seat=self.seat, raider=line[0]))
        # Before the comparison, because the kiai cannot trigger while it is being resolved (SS-8.3).
        play.emit(ev.KiaiEnded(seat=self.seat))
        trigger_kiai(play, self.seat)


def trigger_kiai(play: Play[SamuraiTable], seat: int) -> None:
    """Trigger the kiai of a samurai in the round whose total equals the kiai number (SS-8.1, SS-8.18)."""
    samurai = play.table.at(seat)
    if samurai.total != samurai.kiai or samurai.passed:
        return
    rests = is_round_over(play.table) and not play.table.kiai_outlasts_round
    if not is_in_kiai(play.table, seat) and not rests:
        play.emit(ev.KiaiTriggered(seat=seat, uses=uses(samurai)))


def is_in_kiai(table: SamuraiTable, seat: int) -> bool:
    """Return whether the kiai of this samurai is being resolved, during which it cannot trigger again (SS-8.3)."""
    return any(isinstance(step, EndKiai) and step.seat == seat for step in table.agenda)


def uses(samurai: Samurai) -> tuple[ev.KiaiUse, ...]:
    """Return the uses of the effects on the side that is up when the kiai triggers (SS-8.5)."""
    board = SAMURAI[samurai.id]
    effects = board.animal if samurai.animal else board.human
    return tuple(ev.KiaiUse(effect=KIAI_EFFECTS.value(effect), count=count) for effect, count in effects)
