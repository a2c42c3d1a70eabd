"""The Thief's Glove takes a card from a hand, which only the two players see (TR-11.12)."""

from __future__ import annotations

from fractions import Fraction

from games.chance import Draws
from games.decider import Chance, Play
from games.titan_race.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands_pb2 as cmd
from gunbai.titan_race.v1 import events_pb2 as ev


class StealCard(Chance[RaceTable, cmd.StealCard], frozen=True):
    """Each card of the hand is equally likely."""

    clause = clause.CLAUSE_11_12
    takes = (cmd.StealCard,)
    closed_by = (ev.CardStolen,)
    seat: int
    from_seat: int

    def draw(self, table: RaceTable, draws: Draws) -> cmd.StealCard:
        return cmd.StealCard(seat=self.seat, card=draws.pick(table.hand(self.from_seat)))

    def probability(self, table: RaceTable, outcome: cmd.StealCard) -> Fraction:
        hand = table.hand(self.from_seat)
        if outcome.seat != self.seat or outcome.card not in hand:
            return Fraction(0)
        return Fraction(1, len(hand))

    def answer(self, play: Play[RaceTable], outcome: cmd.StealCard) -> None:
        play.emit(ev.CardStolen(seat=self.seat, from_seat=self.from_seat))
        play.emit(ev.CardMissed(seat=self.from_seat, card=outcome.card))
        play.emit(ev.CardTaken(seat=self.seat, card=outcome.card))
