"""The buying phase (KT-7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.king_of_tokyo.rules.data import SWEEP_PRICE, Power
from games.king_of_tokyo.rules.gains import pay
from games.king_of_tokyo.rules.powers.purchase import buy_from_deck, buy_from_market, buy_from_monster, refuse_price
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Decision, Duty, Play, Refusal, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev

BuyingMove: TypeAlias = (
    cmd.BuyCard | cmd.SweepMarket | cmd.LookAtTopCard | cmd.BuyTopCard | cmd.BuyFromMonster | cmd.EndBuying
)


class BuyCards(Decision[TokyoTable, BuyingMove], frozen=True):
    """The active monster buys, sweeps the market and looks at the deck, until it ends the phase (KT-7.1, KT-7.2)."""

    seat: int
    clause = clause.CLAUSE_7_1
    takes = (cmd.BuyCard, cmd.SweepMarket, cmd.LookAtTopCard, cmd.BuyTopCard, cmd.BuyFromMonster, cmd.EndBuying)
    informs = (cmd.LookAtTopCard,)
    closed_by = (ev.BuyingEnded,)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[BuyingMove]:
        yield cmd.EndBuying()
        yield cmd.SweepMarket()
        for card in table.market:
            yield cmd.BuyCard(card=card)
        monster = table.at(seat)
        if monster.copies(Power.LABORATORY):
            yield cmd.LookAtTopCard()
            yield cmd.BuyTopCard()
        if monster.copies(Power.TENTACLES):
            yield from (cmd.BuyFromMonster(card=card) for card in _others_cards(table, seat))

    def refuse(self, table: TokyoTable, seat: int, move: BuyingMove) -> Refusal | None:
        match move:
            case cmd.BuyCard():
                return _refuse_market(table, seat, move.card)
            case cmd.SweepMarket():
                return _refuse_sweep(table, seat)
            case cmd.LookAtTopCard():
                return _refuse_look(table, seat)
            case cmd.BuyTopCard():
                return _refuse_top(table, seat)
            case cmd.BuyFromMonster():
                return _refuse_takeover(table, seat, move.card)
            case cmd.EndBuying():
                return None

    def answer(self, play: Play[TokyoTable], seat: int, move: BuyingMove) -> None:
        match move:
            case cmd.BuyCard():
                buy_from_market(play, seat, move.card)
            case cmd.SweepMarket():
                pay(play, seat, SWEEP_PRICE)
                play.emit(ev.MarketSwept(seat=seat))
            case cmd.LookAtTopCard():
                _look(play, seat)
            case cmd.BuyTopCard():
                buy_from_deck(play, seat, play.table.top_card)
            case cmd.BuyFromMonster():
                buy_from_monster(play, seat, move.card)
            case cmd.EndBuying():
                _end(play, seat)


class PutAwayCard(Duty[TokyoTable], frozen=True):
    """A Discard card that has taken full effect goes to the discard pile (KT-11.2)."""

    clause = clause.CLAUSE_11_2
    closed_by = (ev.CardPutAway,)

    def resolve(self, play: Play[TokyoTable]) -> None:
        play.emit(ev.CardPutAway(card=play.table.played))


def _refuse_market(table: TokyoTable, seat: int, card: str) -> Refusal | None:
    if not card or card not in table.market:
        return refusal(clause.CLAUSE_7_8, card=card, market=table.market)
    return refuse_price(table, seat, card)


def _refuse_sweep(table: TokyoTable, seat: int) -> Refusal | None:
    """Return why a seat cannot pay for a sweep (KT-7.5)."""
    energy = table.at(seat).energy
    return refusal(clause.CLAUSE_7_5, energy=energy) if energy < SWEEP_PRICE else None


def _refuse_look(table: TokyoTable, seat: int) -> Refusal | None:
    if not table.at(seat).copies(Power.LABORATORY):
        return refusal(clause.CLAUSE_13_24, cards=0)
    return refusal(clause.CLAUSE_13_24, seen=True) if seat in table.lookers else None


def _refuse_top(table: TokyoTable, seat: int) -> Refusal | None:
    if not table.at(seat).copies(Power.LABORATORY):
        return refusal(clause.CLAUSE_13_24, cards=0)
    if seat not in table.lookers:
        return refusal(clause.CLAUSE_13_24, seen=False)
    return refuse_price(table, seat, table.top_card)


def _refuse_takeover(table: TokyoTable, seat: int, card: str) -> Refusal | None:
    if not table.at(seat).copies(Power.TENTACLES):
        return refusal(clause.CLAUSE_13_31, cards=0)
    if card not in _others_cards(table, seat):
        return refusal(clause.CLAUSE_13_31, card=card)
    return refuse_price(table, seat, card)


def _others_cards(table: TokyoTable, seat: int) -> Iterator[str]:
    return (held.card for other in table.clockwise(seat) for held in table.at(other).cards)


def _look(play: Play[TokyoTable], seat: int) -> None:
    """Look at the top card, which chance shows unless another player has seen it already (KT-13.24)."""
    play.emit(ev.TopCardLookedAt(seat=seat))
    if card := play.table.top_card:
        play.emit(ev.TopCardSeen(seat=seat, card=card))


def _end(play: Play[TokyoTable], seat: int) -> None:
    play.emit(ev.BuyingEnded(seat=seat))
    if play.table.at(seat).copies(Power.METAMORPHOSIS):
        play.emit(ev.SaleOffered(seat=seat))
