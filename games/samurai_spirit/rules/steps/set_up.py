"""What chance decides before the first turn (SS-2.2, SS-2.6, SS-11.3)."""

from __future__ import annotations

from fractions import Fraction
from math import perm

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Known, Odds, Pick, Printed, Sample
from games.samurai_spirit.rules.data import SAMURAI
from games.samurai_spirit.rules.stack import ENOUGH_DOLLS, chance_of_enough
from games.samurai_spirit.rules.steps.draw_lot import DrawLot
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev


class DealSamurai(Chance[SamuraiTable, cmd.DealSamurai], frozen=True):
    """Each seat that has not chosen a samurai is dealt one of the others (SS-2.2)."""

    clause = clause.CLAUSE_2_2
    takes = (cmd.DealSamurai,)
    form = Sample(
        Known(
            "one for each of `samurai` without an `id`, in order, with the other `id`s in their places",
            lambda step, table: awaited(table),
        ),
        Known(
            "all samurai that are no `id` of `samurai`",
            lambda step, table: _left(table),
            (Printed("all samurai", tuple(SAMURAI)),),
        ),
    )

    def showing(self, table: SamuraiTable, drawn: tuple[str, ...]) -> cmd.DealSamurai:
        dealt = iter(drawn)
        return cmd.DealSamurai(samurai=tuple(samurai.id or next(dealt) for samurai in table.samurai))

    def probability(self, table: SamuraiTable, outcome: cmd.DealSamurai) -> Fraction:
        dealt = set(outcome.samurai)
        if len(dealt) != len(outcome.samurai) or len(dealt) != table.players or not dealt <= SAMURAI.keys():
            return Fraction(0)
        if any(chosen.id not in {"", name} for chosen, name in zip(table.samurai, outcome.samurai, strict=True)):
            return Fraction(0)
        return Fraction(1, perm(len(SAMURAI) - table.players + awaited(table), awaited(table)))

    def answer(self, play: Play[SamuraiTable], outcome: cmd.DealSamurai) -> None:
        play.emit(ev.SamuraiDealt(samurai=outcome.samurai))


def awaited(table: SamuraiTable) -> int:
    """Return how many samurai are still to be dealt."""
    return sum(not samurai.id for samurai in table.samurai)


def _left(table: SamuraiTable) -> tuple[str, ...]:
    chosen = {samurai.id for samurai in table.samurai}
    return tuple(name for name in SAMURAI if name not in chosen)


class CheckDeal(Chance[SamuraiTable, cmd.CheckDeal], frozen=True):
    """A deal with too few dolls is set aside, and another is dealt (SS-11.3).

    The plunderers never run out: after three deals with too few dolls, or two larger ones, the rest shows enough.
    """

    clause = clause.CLAUSE_11_3
    takes = (cmd.CheckDeal,)
    form = Odds(ENOUGH_DOLLS)

    def showing(self, table: SamuraiTable, drawn: bool) -> cmd.CheckDeal:  # noqa: FBT001  # what a form draws
        return cmd.CheckDeal(enough=drawn)

    def probability(self, table: SamuraiTable, outcome: cmd.CheckDeal) -> Fraction:
        enough = chance_of_enough(table)
        return enough if outcome.enough else 1 - enough

    def answer(self, play: Play[SamuraiTable], outcome: cmd.CheckDeal) -> None:
        play.emit(ev.DealKept(raiders=play.table.deal) if outcome.enough else ev.DealSetAside())


class DrawFirstSamurai(DrawLot[cmd.DrawFirstSamurai], frozen=True):
    """The samurai who has the first turn is drawn (SS-2.6)."""

    clause = clause.CLAUSE_2_6
    takes = (cmd.DrawFirstSamurai,)
    form = Pick(Known("the seats of `samurai`, in order", lambda step, table: table.seats))

    def showing(self, table: SamuraiTable, drawn: int) -> cmd.DrawFirstSamurai:
        return cmd.DrawFirstSamurai(seat=drawn)

    def answer(self, play: Play[SamuraiTable], outcome: cmd.DrawFirstSamurai) -> None:
        play.emit(ev.FirstSamuraiDrawn(seat=outcome.seat))
