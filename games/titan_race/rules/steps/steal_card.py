"""The Thief's Glove takes a card from a hand, and only the two players see which (TR-11.12)."""

from __future__ import annotations

from fractions import Fraction

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Known, Pick
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


class StealCard(Chance[RaceTable, cmd.StealCard], frozen=True):
    """A card from the hand, each equally likely (TR-11.12)."""

    seat: int
    from_seat: int

    clause = clause.CLAUSE_11_12
    takes = (cmd.StealCard,)
    closed_by = (ev.CardStolen,)
    form = Pick(
        Known("the `hand` in `riders` of the step's `from_seat`", lambda step, table: table.at(step.from_seat).hand)
    )

    def showing(self, table: RaceTable, drawn: str) -> cmd.StealCard:
        return cmd.StealCard(seat=self.seat, card=drawn)

    def probability(self, table: RaceTable, outcome: cmd.StealCard) -> Fraction:
        hand = table.at(self.from_seat).hand
        if outcome.seat != self.seat or outcome.card not in hand:
            return Fraction(0)
        return Fraction(1, len(hand))

    def answer(self, play: Play[RaceTable], outcome: cmd.StealCard) -> None:
        play.emit(ev.CardStolen(seat=self.seat, from_seat=self.from_seat))
        play.emit(ev.CardMissed(seat=self.from_seat, card=outcome.card))
        play.emit(ev.CardTaken(seat=self.seat, card=outcome.card))
