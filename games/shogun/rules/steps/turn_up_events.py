"""A year begins with its event cards (SH-4.1)."""

from __future__ import annotations

from fractions import Fraction
from math import perm

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Known, Printed, Sample, exactly
from games.shogun.rules.data import EVENT, EVENTS_A_YEAR
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev


class TurnUpEvents(Chance[ShogunTable, cmd.TurnUpEvents], frozen=True):
    """Four event cards of those not used yet are turned up (SH-4.1)."""

    clause = clause.CLAUSE_4_1
    takes = (cmd.TurnUpEvents,)
    form = Sample(
        exactly(EVENTS_A_YEAR),
        Known(
            "those of the event cards that are not in `spent`",
            lambda step, table: _deck(table),
            (Printed("the event cards", tuple(EVENT)),),
        ),
    )

    def showing(self, table: ShogunTable, drawn: tuple[str, ...]) -> cmd.TurnUpEvents:
        return cmd.TurnUpEvents(events=drawn)

    def probability(self, table: ShogunTable, outcome: cmd.TurnUpEvents) -> Fraction:
        deck, cards = _deck(table), set(outcome.events)
        if len(outcome.events) != EVENTS_A_YEAR or len(cards) != EVENTS_A_YEAR or not cards <= set(deck):
            return Fraction(0)
        return Fraction(1, perm(len(deck), EVENTS_A_YEAR))

    def answer(self, play: Play[ShogunTable], outcome: cmd.TurnUpEvents) -> None:
        play.emit(ev.EventsTurnedUp(events=outcome.events))


def _deck(table: ShogunTable) -> list[str]:
    return [event for event in EVENT if event not in table.spent]
