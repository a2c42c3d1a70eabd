"""What a Keep card does when a monster gets it, and Mimic, through which it does so again (KT-7.3, KT-12)."""

from __future__ import annotations

from collections.abc import Iterator

from games.king_of_tokyo.rules.data import CARDS, MIMIC, Power
from games.king_of_tokyo.rules.gains import pay
from games.king_of_tokyo.rules.losses import discard, take_back
from games.king_of_tokyo.rules.table import Held, TokyoTable
from games.kit.rules.decider import Play, Refusal, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import events as ev

CHANGE_PRICE = CARDS[MIMIC].powers[Power.MIMICRY]


def arrive(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Do what a Keep card does when a monster gets it; it works from that moment (KT-7.4, KT-12.3)."""
    powers = play.table.at(seat).held(card).acts.powers
    grow(play, seat, card)
    if Power.SMOKE in powers:
        play.emit(ev.CountersPlaced(seat=seat, card=card, counters=powers[Power.SMOKE]))
    if Power.BATTERIES in powers:
        play.emit(ev.BatteriesOffered(seat=seat, card=card))
    if Power.MIMICRY in powers and any(targets(play.table, seat)):
        play.emit(ev.MimicTargetAsked(seat=seat))


def grow(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Give the life of Even Bigger, up to the new maximum (KT-13.12)."""
    monster = play.table.at(seat)
    growth = monster.held(card).acts.powers.get(Power.GROWTH, 0)
    if growth:
        life = min(growth, monster.most_life - monster.life)
        play.emit(ev.MonsterGrew(seat=seat, card=card, life=life))


def unload_batteries(play: Play[TokyoTable], seat: int) -> None:
    """Take energy back from Monster Batteries and their copies, and discard the empty ones (KT-13.27)."""
    for card in [held.card for held in play.table.at(seat).copies(Power.BATTERIES)]:
        held = play.table.at(seat).held(card)
        if Power.BATTERIES in held.acts.powers:  # A copy of batteries that were just discarded is no longer a copy.
            _unload(play, seat, held)


def _unload(play: Play[TokyoTable], seat: int, held: Held) -> None:
    energy = min(held.acts.powers[Power.BATTERIES], held.counters)
    play.emit(ev.BatteriesUnloaded(seat=seat, card=held.card, energy=energy))
    if energy == held.counters:
        discard(play, seat, held.card)


def targets(table: TokyoTable, seat: int) -> Iterator[str]:
    """Yield the cards that the Mimic of a seat may copy: those of other living monsters (KT-12.1)."""
    return (held.card for other in table.clockwise(seat) for held in table.at(other).cards)


def can_change(table: TokyoTable, seat: int) -> bool:
    """Return whether a seat may move the token of Mimic (KT-12.6)."""
    held = table.at(seat).find(MIMIC)
    if held is None or refuse_change(table, seat):
        return False
    return any(card != held.copies for card in targets(table, seat))


def refuse_change(table: TokyoTable, seat: int) -> Refusal | None:
    """Return why a seat cannot pay to move the token: its energy may be less than when it was asked (KT-12.6)."""
    energy = table.at(seat).energy
    return refusal(clause.CLAUSE_12_6, energy=energy) if energy < CHANGE_PRICE else None


def refuse_target(table: TokyoTable, seat: int, card: str) -> Refusal | None:
    """Return why the token of Mimic cannot be put on a card (KT-12.1, KT-12.6)."""
    if card not in targets(table, seat):
        return refusal(clause.CLAUSE_12_1, card=card)
    if card == table.at(seat).held(MIMIC).copies:
        return refusal(clause.CLAUSE_12_6, card=card)
    return None


def place_token(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Put Mimic's token on a card: the old copy ends, and a new, unused one begins (KT-12.2, KT-12.7, KT-12.9)."""
    grown = play.table.at(seat).held(MIMIC).life
    play.emit(ev.MimicPlaced(seat=seat, card=card))
    take_back(play, {seat: grown})
    if play.table.at(seat).life:
        arrive(play, seat, MIMIC)


def move_token(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Pay for another copy at the start of the turn (KT-12.6)."""
    pay(play, seat, CHANGE_PRICE)
    place_token(play, seat, card)
