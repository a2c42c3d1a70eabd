"""Metamorph: Keep cards are discarded for the energy paid for them (KT-8.1, KT-13.25)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.king_of_tokyo.rules.data import Power
from games.king_of_tokyo.rules.losses import parted, take_back
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Decision, Play, Refusal, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev

SaleMove: TypeAlias = cmd.SellCard | cmd.EndSelling


class SellCards(Decision[TokyoTable, SaleMove], frozen=True):
    """The owner of Metamorph sells Keep cards one by one, until it ends the sale or has no Metamorph left (KT-8.1)."""

    seat: int
    clause = clause.CLAUSE_8_1
    takes = (cmd.SellCard, cmd.EndSelling)
    closed_by = (ev.SaleEnded,)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[SaleMove]:
        yield cmd.EndSelling()
        for held in table.at(seat).cards:
            yield cmd.SellCard(card=held.card)

    def refuse(self, table: TokyoTable, seat: int, move: SaleMove) -> Refusal | None:
        match move:
            case cmd.SellCard():
                return _refuse_sale(table, seat, move.card)
            case cmd.EndSelling():
                return None

    def answer(self, play: Play[TokyoTable], seat: int, move: SaleMove) -> None:
        match move:
            case cmd.SellCard():
                _sell(play, seat, move.card)
            case cmd.EndSelling():
                play.emit(ev.SaleEnded(seat=seat))


def _refuse_sale(table: TokyoTable, seat: int, card: str) -> Refusal | None:
    monster = table.at(seat)
    if not monster.copies(Power.METAMORPHOSIS):
        return refusal(clause.CLAUSE_13_25, cards=0)
    return None if monster.holds(card) else refusal(clause.CLAUSE_13_25, card=card)


def _sell(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Discard a card for the energy paid for it; without a Metamorph the sale is over (KT-13.25)."""
    held = play.table.at(seat).held(card)
    play.emit(ev.CardSold(seat=seat, card=card, energy=held.paid))
    given = parted(play, seat, held)
    if not play.table.at(seat).copies(Power.METAMORPHOSIS):
        play.emit(ev.SaleEnded(seat=seat))
    take_back(play, given)
