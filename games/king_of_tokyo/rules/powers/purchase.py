"""Buying, and what Discard cards do (KT-7, KT-14): one function for each power, so that a card is a line of data."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.king_of_tokyo.rules.data import CARDS, CONTROL_POINTS, Power
from games.king_of_tokyo.rules.gains import gain_energy, gain_points, heal, pay
from games.king_of_tokyo.rules.losses import take_back
from games.king_of_tokyo.rules.powers.attack import strike
from games.king_of_tokyo.rules.powers.copies import arrive, grow
from games.king_of_tokyo.rules.table import CITY, Held, TokyoTable
from games.kit.rules.decider import Play, Refusal, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import events as ev


def refuse_price(table: TokyoTable, seat: int, card: str) -> Refusal | None:
    """Return why a seat cannot pay for a card (KT-7.8)."""
    price, energy = table.price(seat, card), table.at(seat).energy
    return refusal(clause.CLAUSE_7_8, card=card, price=price, energy=energy) if price > energy else None


def buy_from_market(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Buy a card from the market, which is then refilled and offered to Opportunists (KT-7.3)."""
    slot, price = play.table.market.index(card) + 1, play.table.price(seat, card)
    _buy(play, seat, ev.CardBought(seat=seat, card=card, slot=slot, price=price, kept=CARDS[card].keep))


def seize(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Buy a card from the market in another's turn; the card that replaces it is offered with the rest (KT-13.30)."""
    slot, price = play.table.market.index(card) + 1, play.table.price(seat, card)
    _buy(play, seat, ev.CardSeized(seat=seat, card=card, slot=slot, price=price, kept=CARDS[card].keep))


def buy_from_deck(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Buy the top card of the deck (KT-13.24)."""
    price = play.table.price(seat, card)
    _buy(play, seat, ev.TopCardBought(seat=seat, card=card, price=price, kept=CARDS[card].keep))


def buy_from_monster(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Buy a Keep card from another monster: what is on it comes along, with nothing new (KT-12.10, KT-13.31)."""
    table = play.table
    seller, price, reporters = table.owner(card), table.price(seat, card), table.at(seat).copies(Power.NEWS)
    # Read before the card changes hands: the life on it is the seller's.
    grown = table.at(seller).held(card).life
    pay(play, seat, price, to_seat=seller)
    play.emit(ev.CardTakenOver(seat=seat, card=card, from_seat=seller, price=price))
    _report(play, seat, reporters)
    grow(play, seat, card)
    take_back(play, {seller: grown})


def _buy(play: Play[TokyoTable], seat: int, bought: ev.CardBought | ev.CardSeized | ev.TopCardBought) -> None:
    """Pay, give the points for reporting it, and do what the card does (KT-7.3)."""
    reporters = play.table.at(seat).copies(Power.NEWS)
    pay(play, seat, bought.price)
    play.emit(bought)
    _report(play, seat, reporters)
    if bought.kept:
        arrive(play, seat, bought.card)
        return
    for power, amount in CARDS[bought.card].powers.items():
        EFFECTS[power](play, seat, bought.card, amount)


def _report(play: Play[TokyoTable], seat: int, reporters: tuple[Held, ...]) -> None:
    """Give the points of the copies of Dedicated News Team owned before the purchase (KT-7.3, KT-13.9)."""
    for held in reporters:
        gain_points(play, seat, held.acts.powers[Power.NEWS], held.card)


def _points(play: Play[TokyoTable], seat: int, card: str, points: int) -> None:
    gain_points(play, seat, points, card)


def _energy(play: Play[TokyoTable], seat: int, card: str, energy: int) -> None:
    gain_energy(play, seat, energy, card)


def _heal(play: Play[TokyoTable], seat: int, card: str, life: int) -> None:
    heal(play, seat, life, card)


def _drop(play: Play[TokyoTable], seat: int, card: str, _: int) -> None:
    """Take Tokyo City from outside, and displace a monster in it (KT-9.2, KT-14.4)."""
    if play.table.at(seat).in_tokyo:
        return
    if displaced := play.table.in_place(CITY):
        play.emit(ev.MonsterDisplaced(seat=displaced))
    play.emit(ev.TokyoTaken(seat=seat, place=ev.PLACE_CITY))
    gain_points(play, seat, CONTROL_POINTS, card)


def _evacuate(play: Play[TokyoTable], seat: int, card: str, points: int) -> None:
    for other in play.table.clockwise(seat):
        if lost := min(points, play.table.at(other).points):
            play.emit(ev.PointsLost(seat=other, points=lost, card=card))


def _storm(play: Play[TokyoTable], seat: int, card: str, share: int) -> None:
    for other in play.table.clockwise(seat):
        if lost := play.table.at(other).energy // share:
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
