"""Chance turns the raider at a place of a stack: the base of every step that draws, discards or reveals one."""

from __future__ import annotations

from fractions import Fraction

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Known, Printed
from games.samurai_spirit.rules.data import DOLLS
from games.samurai_spirit.rules.stack import TURN, TurnOfDeal, chance_of
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev

WITH_DOLL = (Printed("the raiders that show a doll", tuple(sorted(DOLLS))),)


class TurnRaider(Chance[SamuraiTable, cmd.TurnRaider], frozen=True):
    """A raider of the raider stack is turned: the top one, unless a subclass says which."""

    takes = (cmd.TurnRaider,)
    form = TurnOfDeal(
        Known(
            "the first of `raiders`, or the one that the step's `place` names, from 1",
            lambda step, table: table.raiders[step.number() - 1],
            WITH_DOLL,
            TURN,
        )
    )

    def number(self) -> int:
        """Return the place in the stack, the top being 1."""
        return 1

    def showing(self, table: SamuraiTable, drawn: str) -> cmd.TurnRaider:
        return cmd.TurnRaider(raider=drawn)

    def probability(self, table: SamuraiTable, outcome: cmd.TurnRaider) -> Fraction:
        return chance_of(table, table.raiders[self.number() - 1], outcome.raider)

    def is_possible(self, table: SamuraiTable) -> bool:
        """Return whether there is a raider at the place."""
        return 1 <= self.number() <= len(table.raiders)


def mark_last_draw(play: Play[SamuraiTable], seat: int) -> None:
    """Record who drew the last raider of the stack, if that decides who starts the next round (SS-9.11)."""
    if play.table.round_starter == "last_draw" and not play.table.raiders:
        play.emit(ev.LastRaiderDrawn(seat=seat))


class TurnIntruder(Chance[SamuraiTable, cmd.TurnIntruder], frozen=True):
    """An intruder is turned: the top one, unless a subclass says which."""

    takes = (cmd.TurnIntruder,)
    form = TurnOfDeal(
        Known(
            "the first of `intruders`, or the one that the step's `place` names, from 1",
            lambda step, table: table.intruders[step.number() - 1],
            WITH_DOLL,
            TURN,
        )
    )

    def number(self) -> int:
        """Return the place among the intruders, the top being 1."""
        return 1

    def showing(self, table: SamuraiTable, drawn: str) -> cmd.TurnIntruder:
        return cmd.TurnIntruder(raider=drawn)

    def probability(self, table: SamuraiTable, outcome: cmd.TurnIntruder) -> Fraction:
        return chance_of(table, table.intruders[self.number() - 1], outcome.raider)

    def is_possible(self, table: SamuraiTable) -> bool:
        """Return whether there is an intruder at the place."""
        return 1 <= self.number() <= len(table.intruders)
