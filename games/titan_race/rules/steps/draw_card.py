"""A card from the deck for a player, the only one who sees it (TR-2.5, TR-10.3)."""

from __future__ import annotations

from fractions import Fraction

from games.kit.rules.decider import Chance, Duty, Play
from games.kit.rules.forms import Known, Pick
from games.titan_race.rules.data import FIELD_EFFECT, HAND_LIMIT
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


class ReachSpecial(Duty[RaceTable], frozen=True):
    """An entered special field gives a card, unless the hand is full or no card is left (TR-10.3, TR-10.6)."""

    titan: str

    clause = clause.CLAUSE_10_3
    closed_by = (ev.SpecialReached, ev.EffectMissed)

    def resolve(self, play: Play[RaceTable]) -> None:
        table = play.table
        hand = table.at(table.titan(self.titan).seat).hand
        if len(hand) >= HAND_LIMIT or not (table.deck or table.discard):
            play.emit(ev.EffectMissed(titan=self.titan, effect=FIELD_EFFECT.value("special")))
            return
        # Before the card is owed, which is drawn from the deck.
        if not table.deck:
            play.emit(ev.DeckReshuffled())
        play.emit(ev.SpecialReached(titan=self.titan))


class TakeCard(Chance[RaceTable, cmd.DealCard], frozen=True):
    """The top card of the shuffled deck: each of its cards is equally likely (TR-2.4)."""

    seat: int

    takes = (cmd.DealCard,)
    closed_by = (ev.CardDrawn,)
    form = Pick(Known("`deck`", lambda step, table: table.deck))

    def showing(self, table: RaceTable, drawn: str) -> cmd.DealCard:
        return cmd.DealCard(seat=self.seat, card=drawn)

    def probability(self, table: RaceTable, outcome: cmd.DealCard) -> Fraction:
        if outcome.seat != self.seat or outcome.card not in table.deck:
            return Fraction(0)
        return Fraction(1, len(table.deck))

    def answer(self, play: Play[RaceTable], outcome: cmd.DealCard) -> None:
        play.emit(ev.CardDrawn(seat=outcome.seat))
        play.emit(ev.CardSeen(seat=outcome.seat, card=outcome.card))


class DealCard(TakeCard, frozen=True):
    """The one card with which a player starts (TR-2.5)."""

    clause = clause.CLAUSE_2_5


class DrawCard(TakeCard, frozen=True):
    """The card of a special field (TR-10.3)."""

    clause = clause.CLAUSE_10_3
