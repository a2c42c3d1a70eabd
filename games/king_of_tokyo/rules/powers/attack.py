"""The attack and the cards that add to it, from Alpha Monster to Shrink Ray (KT-5.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.king_of_tokyo.rules.data import Power
from games.king_of_tokyo.rules.gains import reward
from games.king_of_tokyo.rules.powers.scoring import scores
from games.king_of_tokyo.rules.table import BAY, CITY, TokyoTable
from games.kit.rules.decider import Play
from gunbai.king_of_tokyo.v1 import events as ev


def attack(play: Play[TokyoTable], seat: int) -> None:
    """Attack with an Attack die, but not into an empty city; otherwise deal what cards alone deal (KT-5.6, KT-5.8)."""
    strength = play.table.turn.dice.count("attack")
    if strength:
        reward(play, seat, Power.ALPHA)  # Before the damage, and even without any (KT-5.7).
    table = play.table
    if strength and (table.active.in_tokyo or table.in_place(CITY)):
        play.emit(_attacked(table, seat, strength))
    else:
        _strike(play, seat)


def _attacked(table: TokyoTable, seat: int, strength: int) -> ev.MonstersAttacked:
    """Return the attack, whose targets and damage are settled before the first packet (KT-5.12, KT-5.13).

    The monster in the city is asked whether it yields before the one in the bay (KT-5.21), and nobody is asked if the
    attacker is in Tokyo (KT-5.22).
    """
    strength += _sum(table, Power.SPIKES, Power.ACID) + _quills(table) + _urban(table)
    damage = {target: _damage(table, seat, target, strength) for target in _targets(table, seat)}
    places = () if table.active.in_tokyo else (CITY, BAY)
    may_yield = [target for target in map(table.in_place, places) if target in damage]
    waiting = {target for target in may_yield if table.at(target).copies(Power.JETS)}
    return ev.MonstersAttacked(
        seat=seat,
        hits=tuple(ev.Hit(seat=target, damage=dealt) for target, dealt in damage.items() if target not in waiting),
        may_yield=tuple(
            ev.Yielding(seat=target, damage=damage[target] if target in waiting else 0) for target in may_yield
        ),
    )


def _targets(table: TokyoTable, seat: int) -> Iterator[int]:
    """Yield the seats that an attack hits, clockwise (KT-5.9)."""
    everywhere = bool(table.active.copies(Power.NOVA))
    return (other for other in table.clockwise(seat) if everywhere or _apart(table, other))


def _apart(table: TokyoTable, other: int) -> bool:
    """Return whether exactly one of the active monster and another is in Tokyo."""
    return table.at(other).in_tokyo != table.active.in_tokyo


def _damage(table: TokyoTable, seat: int, target: int, strength: int) -> int:
    """Return what an attack deals to one target (KT-5.10)."""
    damage = strength
    if not table.active.in_tokyo and table.at(target).in_tokyo:
        damage += _sum(table, Power.BURROW)
    if target in table.neighbours(seat):
        damage += _sum(table, Power.FIRE)
    return damage


def _strike(play: Play[TokyoTable], seat: int) -> None:
    """Deal the damage of Acid Attack and Poison Quills without an attack (KT-5.11)."""
    damage = _sum(play.table, Power.ACID) + _quills(play.table)
    if damage:
        damage += _urban(play.table)
        strike(play, seat, "", damage, (other for other in play.table.clockwise(seat) if _apart(play.table, other)))


def strike(play: Play[TokyoTable], seat: int, card: str, damage: int, targets: Iterable[int]) -> None:
    """Deal damage that is not an attack, in the order of the targets (KT-6.7, KT-6.8, KT-14.18)."""
    hits = tuple(ev.Hit(seat=target, damage=damage) for target in targets)
    if hits:
        play.emit(ev.MonstersStruck(seat=seat, card=card, hits=hits))


def _quills(table: TokyoTable) -> int:
    return _sum(table, Power.QUILLS) if scores(table, "two") else 0


def _urban(table: TokyoTable) -> int:
    return _sum(table, Power.URBAN) if table.active.in_tokyo else 0


def _sum(table: TokyoTable, *powers: Power) -> int:
    return sum(table.active.power(power) for power in powers)


def give_counters(play: Play[TokyoTable], seat: int, attacker: int) -> None:
    """Give a hurt survivor counters of its attacker's Poison Spit and Shrink Ray, which it keeps (KT-6.6, KT-6.11)."""
    poison, shrink = (play.table.at(attacker).power(power) for power in (Power.POISON, Power.SHRINKING))
    if poison:
        play.emit(ev.PoisonGiven(seat=seat, counters=poison))
    if shrink:
        play.emit(ev.ShrinkGiven(seat=seat, counters=shrink))
