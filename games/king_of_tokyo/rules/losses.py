"""How life is lost, and what a card takes back when it leaves (KT-6.2, KT-12.5, KT-12.7, KT-13.12).

When a card leaves play, three things follow, in this order:

1. If Mimic's token is on the card, it goes back to Mimic, and the copy ends with it: Mimic then does nothing. 2. Each
   monster that has lost Even Bigger, the card or its copy, loses the life that it gave, and then any life above its
   recalculated maximum. A monster that loses the card and the copy loses the life of both at once. 3. A monster without
   life falls.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.king_of_tokyo.rules.data import Power
from games.king_of_tokyo.rules.gains import gain_energy
from games.king_of_tokyo.rules.table import Held, TokyoTable
from games.kit.rules.decider import Play
from gunbai.king_of_tokyo.v1 import events as ev


def discard(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Have a card use itself up; a copy that does so discards Mimic (KT-12.4, KT-12.8)."""
    held = play.table.at(seat).held(card)
    play.emit(ev.CardDiscarded(seat=seat, card=card))
    take_back(play, parted(play, seat, held))


def parted(play: Play[TokyoTable], seat: int, held: Held) -> dict[int, int]:
    """End the copies of a card that a seat has just lost. Returns the life to take back, by seat."""
    given = end_copies(play, [held.card])
    return given | {seat: given.get(seat, 0) + held.life}


def end_copies(play: Play[TokyoTable], cards: Iterable[str]) -> dict[int, int]:
    """Give Mimic's token back if it is on one of the cards that have left play (KT-12.5, KT-12.7).

    Returns the life that the copy gave, by the seat that has lost it.
    """
    given = {}
    for seat in play.table.living:
        for held in play.table.at(seat).cards:
            if held.copies and held.copies in cards:
                play.emit(ev.MimicReturned(seat=seat))
                given[seat] = held.life
    return given


def take_back(play: Play[TokyoTable], given: Mapping[int, int]) -> None:
    """Take from each seat the life given by cards that it no longer has, and any life above its maximum (KT-13.12)."""
    for seat, life in given.items():
        monster = play.table.at(seat)
        lost = monster.life - max(0, min(monster.life - life, monster.most_life))
        if lost:
            play.emit(ev.MonsterShrank(seat=seat, life=lost))
            _kill_without_life(play, seat)


def lose_life(play: Play[TokyoTable], seat: int, damage: int, by: int) -> None:
    """Take damage from a seat's life, at most all of it (KT-6.2, KT-6.5)."""
    life = min(damage, play.table.at(seat).life)
    play.emit(ev.LifeLost(seat=seat, life=life, by_seat=by))
    if not _kill_without_life(play, seat):
        _toughen(play, seat, life)


def _kill_without_life(play: Play[TokyoTable], seat: int) -> bool:
    if play.table.at(seat).life:
        return False
    play.emit(ev.MonsterKilled(seat=seat))
    return True


def _toughen(play: Play[TokyoTable], seat: int, life: int) -> None:
    """Give energy for a great loss, for all copies at once: We're Only Making It Stronger (KT-13.46)."""
    copies = play.table.at(seat).copies(Power.TOUGH)
    if copies and life >= copies[0].acts.powers[Power.TOUGH]:
        gain_energy(play, seat, len(copies), copies[0].card)
