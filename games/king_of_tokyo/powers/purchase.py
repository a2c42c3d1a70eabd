"""Buying, and what Discard cards do (KT-7, KT-14): one function for each power, so that a card is a line of data."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.decider import Play, Refusal, refusal
from games.king_of_tokyo.data import CARDS, CONTROL_POINTS, Power
from games.king_of_tokyo.gains import gain_energy, gain_points, heal, pay
from games.king_of_tokyo.losses import shrink
from games.king_of_tokyo.powers.attack import strike
from games.king_of_tokyo.powers.copies import arrive, grow
from games.king_of_tokyo.table import CITY, Held, TokyoTable
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import events_pb2 as ev


def refuse_price(table: TokyoTable, seat: int, card: str) -> Refusal | None:
    """Return why a seat cannot pay for a card (KT-7.8)."""
    price, energy = table.price(seat, card), table.monster(seat).energy
    return refusal(clause.CLAUSE_7_08, card=card, price=price, energy=energy) if price > energy else None


def buy_from_market(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Buy a card of the market, which is refilled afterwards."""
    slot, price = play.table.market.index(card) + 1, play.table.price(seat, card)
    reporters = play.table.monster(seat).copies(Power.NEWS)
    pay(play, seat, price)
    play.emit(ev.CardBought(seat=seat, card=card, slot=slot, price=price))
    _take_effect(play, seat, card, reporters)


def buy_from_deck(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Buy the top card of the deck (KT-13.24)."""
    price = play.table.price(seat, card)
    reporters = play.table.monster(seat).copies(Power.NEWS)
    pay(play, seat, price)
    play.emit(ev.TopCardBought(seat=seat, card=card, price=price))
    _take_effect(play, seat, card, reporters)


def buy_from_monster(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Buy a Keep card from another monster: what lies on it comes along, and nothing new (KT-12.10, KT-13.31)."""
    table = play.table
    seller, price, reporters = table.owner(card), table.price(seat, card), table.monster(seat).copies(Power.NEWS)
    grown = table.monster(seller).held(card).life
    pay(play, seat, price, to_seat=seller)
    play.emit(ev.CardTakenOver(seat=seat, card=card, from_seat=seller, price=price))
    _report(play, seat, reporters)
    grow(play, seat, card)
    shrink(play, seller, grown)


def _take_effect(play: Play[TokyoTable], seat: int, card: str, reporters: tuple[Held, ...]) -> None:
    _report(play, seat, reporters)
    if CARDS[card].keep:
        arrive(play, seat, card)
        return
    for power, amount in CARDS[card].powers.items():
        EFFECTS[power](play, seat, card, amount)


def _report(play: Play[TokyoTable], seat: int, reporters: tuple[Held, ...]) -> None:
    """Give the points of Dedicated News Team, whose copies came before the purchase (KT-7.3)."""
    for held in reporters:
        gain_points(play, seat, held.acts.powers[Power.NEWS], held.card)


def _points(play: Play[TokyoTable], seat: int, card: str, points: int) -> None:
    gain_points(play, seat, points, card)


def _energy(play: Play[TokyoTable], seat: int, card: str, energy: int) -> None:
    gain_energy(play, seat, energy, card)


def _heal(play: Play[TokyoTable], seat: int, card: str, life: int) -> None:
    heal(play, seat, life, card)


def _drop(play: Play[TokyoTable], seat: int, card: str, _: int) -> None:
    """Take Tokyo City from outside, whoever is there (KT-14.4)."""
    if play.table.monster(seat).in_tokyo:
        return
    if displaced := play.table.in_place(CITY):
        play.emit(ev.MonsterDisplaced(seat=displaced))
    play.emit(ev.TokyoTaken(seat=seat, place=ev.PLACE_CITY))
    gain_points(play, seat, CONTROL_POINTS, card)


def _evacuate(play: Play[TokyoTable], seat: int, card: str, points: int) -> None:
    for other in play.table.clockwise(seat):
        if lost := min(points, play.table.monster(other).points):
            play.emit(ev.PointsLost(seat=other, points=lost, card=card))


def _storm(play: Play[TokyoTable], seat: int, card: str, share: int) -> None:
    for other in play.table.clockwise(seat):
        if lost := play.table.monster(other).energy // share:
            play.emit(ev.EnergyLost(seat=other, energy=lost, card=card))


def _earn_turn(play: Play[TokyoTable], seat: int, card: str, _: int) -> None:
    play.emit(ev.ExtraTurnEarned(seat=seat, card=card))


def _hit_others(play: Play[TokyoTable], seat: int, card: str, damage: int) -> None:
    strike(play, seat, card, damage, play.table.clockwise(seat))


def _hit_all(play: Play[TokyoTable], seat: int, card: str, damage: int) -> None:
    strike(play, seat, card, damage, (*play.table.clockwise(seat), seat))


def _hit_self(play: Play[TokyoTable], seat: int, card: str, damage: int) -> None:
    strike(play, seat, card, damage, (seat,))


EFFECTS: Mapping[Power, Callable[[Play[TokyoTable], int, str, int], None]] = {
    Power.POINTS: _points,
    Power.DROP: _drop,
    Power.ENERGY: _energy,
    Power.HEAL: _heal,
    Power.EVACUATION: _evacuate,
    Power.STORM: _storm,
    Power.FRENZY: _earn_turn,
    Power.DAMAGE_OTHERS: _hit_others,
    Power.DAMAGE_ALL: _hit_all,
    Power.DAMAGE_SELF: _hit_self,
}
