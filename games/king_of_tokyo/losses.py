"""How cards and life are lost, and what follows for the copies of Mimic and the growth of Even Bigger."""

from __future__ import annotations

from collections.abc import Iterable

from games.decider import Play
from games.king_of_tokyo.data import Power
from games.king_of_tokyo.gains import gain_energy
from games.king_of_tokyo.table import Held, TokyoTable
from gunbai.king_of_tokyo.v1 import events_pb2 as ev


def discard(play: Play[TokyoTable], seat: int, card: str) -> None:
    """Have a card use itself up (KT-12.4)."""
    held = play.table.monster(seat).held(card)
    play.emit(ev.CardDiscarded(seat=seat, card=card))
    part_with(play, seat, held)


def part_with(play: Play[TokyoTable], seat: int, held: Held) -> None:
    """Do what follows when a seat no longer has a card that has left play (KT-12.5, KT-13.12)."""
    return_token(play, (held.card,))
    shrink(play, seat, held.life)


def return_token(play: Play[TokyoTable], cards: Iterable[str]) -> None:
    """Give the token of Mimic back if it lay on one of the cards that left play (KT-12.5, KT-12.7)."""
    table = play.table
    for seat in table.living:
        for held in table.monster(seat).cards:
            if held.copies and held.copies in cards:
                play.emit(ev.MimicReturned(seat=seat))
                shrink(play, seat, held.life)


def shrink(play: Play[TokyoTable], seat: int, life: int) -> None:
    """Take the life that a lost copy of Even Bigger gave, and what is above the maximum now (KT-13.12)."""
    monster = play.table.monster(seat)
    lost = monster.life - max(0, min(monster.life - life, monster.most_life))
    if lost:
        play.emit(ev.MonsterShrank(seat=seat, life=lost))
        _kill_without_life(play, seat)


def lose_life(play: Play[TokyoTable], seat: int, damage: int, by: int) -> None:
    """Take damage from a seat's life, at most all of it (KT-6.2, KT-6.5)."""
    life = min(damage, play.table.monster(seat).life)
    play.emit(ev.LifeLost(seat=seat, life=life, by_seat=by))
    if not _kill_without_life(play, seat):
        _toughen(play, seat, life)


def _kill_without_life(play: Play[TokyoTable], seat: int) -> bool:
    if play.table.monster(seat).life:
        return False
    play.emit(ev.MonsterKilled(seat=seat))
    return True


def _toughen(play: Play[TokyoTable], seat: int, life: int) -> None:
    """Give energy for a great loss, all copies at once: We're Only Making It Stronger (KT-13.46)."""
    copies = play.table.monster(seat).copies(Power.TOUGHENING)
    if copies and life >= copies[0].acts.powers[Power.TOUGHENING]:
        gain_energy(play, seat, len(copies), copies[0].card)
