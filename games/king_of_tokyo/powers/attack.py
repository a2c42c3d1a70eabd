"""The attack and the cards that add to it (KT-5.6 to KT-5.12): Alpha Monster to Shrink Ray."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.decider import Play
from games.king_of_tokyo.data import Power
from games.king_of_tokyo.gains import reward
from games.king_of_tokyo.powers.scoring import scores
from games.king_of_tokyo.table import BAY, CITY, TokyoTable
from gunbai.king_of_tokyo.v1 import events_pb2 as ev


def attack(play: Play[TokyoTable], seat: int) -> None:
    """Attack if there is an Attack die; otherwise, or on the way into an empty city, deal what cards alone deal."""
    strength = play.table.turn.dice.count("attack")
    if strength:
        reward(play, seat, Power.ALPHA)
    table = play.table
    if strength and (table.active.in_tokyo or table.in_place(CITY)):
        play.emit(_attacked(table, seat, strength))
    else:
        _strike(play, seat)


def _attacked(table: TokyoTable, seat: int, strength: int) -> ev.MonstersAttacked:
    strength += _sum(table, Power.SPIKES, Power.ACID) + _quills(table) + _urban(table)
    hits = [_hit(table, seat, target, strength) for target in _targets(table, seat)]
    targets = {hit.seat for hit in hits}
    yielding = () if table.active.in_tokyo else (table.in_place(CITY), table.in_place(BAY))
    return ev.MonstersAttacked(seat=seat, hits=hits, may_yield=[target for target in yielding if target in targets])


def _targets(table: TokyoTable, seat: int) -> Iterator[int]:
    """Yield the seats that an attack hits, clockwise (KT-5.9)."""
    everywhere = bool(table.active.copies(Power.NOVA))
    return (other for other in table.clockwise(seat) if everywhere or _apart(table, other))


def _apart(table: TokyoTable, other: int) -> bool:
    """Whether a monster is outside while the active one is in Tokyo, or the other way round."""
    return table.monster(other).in_tokyo != table.active.in_tokyo


def _hit(table: TokyoTable, seat: int, target: int, strength: int) -> ev.Hit:
    victim, from_outside = table.monster(target), not table.active.in_tokyo
    damage = strength
    if from_outside and victim.in_tokyo:
        damage += _sum(table, Power.BURROW)
    if target in table.neighbours(seat):
        damage += _sum(table, Power.FIRE)
    waits = from_outside and victim.in_tokyo and bool(victim.copies(Power.JETS))
    return ev.Hit(seat=target, damage=damage, waits=waits)


def _strike(play: Play[TokyoTable], seat: int) -> None:
    """Deal the damage of Acid Attack and Poison Quills without an attack (KT-5.11)."""
    damage = _sum(play.table, Power.ACID) + _quills(play.table)
    if damage:
        damage += _urban(play.table)
        strike(play, seat, "", damage, (other for other in play.table.clockwise(seat) if _apart(play.table, other)))


def strike(play: Play[TokyoTable], seat: int, card: str, damage: int, targets: Iterable[int]) -> None:
    """Deal damage that is no attack, in the order of the targets (KT-6.7, KT-6.8)."""
    hits = [ev.Hit(seat=target, damage=damage) for target in targets]
    if hits:
        play.emit(ev.MonstersStruck(seat=seat, card=card, hits=hits))


def _quills(table: TokyoTable) -> int:
    return _sum(table, Power.QUILLS) if scores(table, "two") else 0


def _urban(table: TokyoTable) -> int:
    return _sum(table, Power.URBAN) if table.active.in_tokyo else 0


def _sum(table: TokyoTable, *powers: Power) -> int:
    return sum(table.active.power(power) for power in powers)


def give_counters(play: Play[TokyoTable], seat: int, attacker: int) -> None:
    """Give a hurt survivor the counters of its attacker's Poison Spit and Shrink Ray (KT-6.6)."""
    poison, shrink = (play.table.monster(attacker).power(power) for power in (Power.POISON, Power.SHRINKING))
    if poison:
        play.emit(ev.PoisonGiven(seat=seat, counters=poison))
    if shrink:
        play.emit(ev.ShrinkGiven(seat=seat, counters=shrink))
