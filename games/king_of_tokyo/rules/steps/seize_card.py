"""Opportunist: others may buy what has just been turned up in the market (KT-13.30)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.king_of_tokyo.rules.data import Power
from games.king_of_tokyo.rules.powers.purchase import refuse_price, seize
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Decision, Duty, Play, Refusal, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev

SeizeMove: TypeAlias = cmd.SeizeCard | cmd.PassCards


class OfferCards(Duty[TokyoTable], frozen=True):
    """The cards in these slots are offered clockwise to the owners of Opportunist who can pay for one (KT-13.30)."""

    slots: tuple[int, ...]
    asked: tuple[int, ...] = ()
    """The seats that have been asked."""
    clause = clause.CLAUSE_13_30
    closed_by = (ev.OpportunityClosed,)

    def resolve(self, play: Play[TokyoTable]) -> None:
        table = play.table
        cards = revealed(table, self.slots)
        for seat in table.clockwise(table.turn.seat):
            wanted = seat not in self.asked and table.at(seat).copies(Power.OPPORTUNITY)
            if wanted and any(refuse_price(table, seat, card) is None for card in cards):
                play.emit(ev.OpportunityOffered(seat=seat))
                return
        play.emit(ev.OpportunityClosed())


class SeizeCard(Decision[TokyoTable, SeizeMove], frozen=True):
    """The owner of Opportunist buys a card that has just been turned up, or leaves the cards (KT-13.30)."""

    seat: int
    slots: tuple[int, ...]
    clause = clause.CLAUSE_13_30
    takes = (cmd.SeizeCard, cmd.PassCards)
    closed_by = (ev.CardSeized, ev.OpportunityPassed)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[SeizeMove]:
        yield cmd.PassCards()
        for card in revealed(table, self.slots):
            yield cmd.SeizeCard(card=card)

    def refuse(self, table: TokyoTable, seat: int, move: SeizeMove) -> Refusal | None:
        match move:
            case cmd.SeizeCard():
                if move.card not in revealed(table, self.slots):
                    return refusal(clause.CLAUSE_13_30, card=move.card)
                return refuse_price(table, seat, move.card)
            case cmd.PassCards():
                return None

    def answer(self, play: Play[TokyoTable], seat: int, move: SeizeMove) -> None:
        match move:
            case cmd.SeizeCard():
                seize(play, seat, move.card)
            case cmd.PassCards():
                play.emit(ev.OpportunityPassed(seat=seat))


def revealed(table: TokyoTable, slots: tuple[int, ...]) -> tuple[str, ...]:
    """Return the cards in these slots of the market."""
    return tuple(table.market[slot - 1] for slot in slots)
