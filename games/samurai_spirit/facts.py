"""From what the worth of a table follows: facts of each samurai, and numbers of the village and the piles.

Facts are rows of the network that the evaluation asks, and numbers what it multiplies (games/kit/network.py). More
samurai share more of everything, so that the numbers are those of three.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.kit.pile import Place, Unseen
from games.samurai_spirit.data import IGNORED, RAIDERS, SAMURAI, SYMBOLS
from games.samurai_spirit.table import Samurai, SamuraiTable

PASSED, ROOM, ANIMAL, MISSING, WOUNDS, DUE, SELF, TOKEN, PLACE = 0, 2, 12, 13, 16, 20, 25, 32, 33
"""The first row of each kind of fact.

They are: out of the round; the points that are missing to the kiai, at most 9 (the row before it: over the kiai); the
spirit of the animal; each symbol that is missing on the left side; the wounds; each penalty of the last raider; the
samurai; whether the own token is there; how many others come first, up to two.
"""
PENALTIES = {"fire": 0, "wound": 1, "ninja": 2, "draw_left": 3, "draw_right": 3}
ANY_OTHER = 4
"""The rows of penalties, and that of one or more which only bind or are rare."""
IDS = tuple(SAMURAI)


class Expected(NamedTuple):
    """What may lie at a place, in the mean."""

    value: float = 0.0
    flames: float = 0.0
    hat: float = 0.0
    farm: float = 0.0
    doll: float = 0.0


KNOWN = {
    raider.id: Expected(
        float(raider.value), float(raider.flames), *[float(raider.defence == symbol) for symbol in SYMBOLS]
    )
    for raider in RAIDERS.values()
}
"""What lies at a place with a raider that is known."""


def facts(table: SamuraiTable) -> list[list[int]]:
    """Return the facts of each samurai, the active one first."""
    known, before = [], 0
    for seat in table.clockwise_from(table.active or 1):
        samurai = table.at(seat)
        known.append([*_facts(samurai, has_token=samurai.token_with == seat, before=before)])
        before += not samurai.passed
    return known


def _facts(samurai: Samurai, *, has_token: bool, before: int) -> Iterator[int]:
    room = samurai.missing if samurai.id else 9
    yield PASSED if samurai.passed else ROOM + min(max(room, -1), 9)
    if samurai.animal:
        yield ANIMAL
    for place, symbol in enumerate(SYMBOLS):
        if not samurai.defends(symbol):
            yield MISSING + place
    yield WOUNDS + min(samurai.wounds, 3)
    yield from _due(samurai)
    if samurai.id:
        yield SELF + IDS.index(samurai.id)
    if has_token:
        yield TOKEN
    if before < 3 and not samurai.passed:
        yield PLACE + before


def _due(samurai: Samurai) -> Iterator[int]:
    """Yield the penalties of the last raider, as far as they will come."""
    last = samurai.last_raider
    if samurai.passed or last is None or last.value % 2 == IGNORED.get(samurai.id):
        return
    counted = [PENALTIES[penalty] for penalty in last.penalties if penalty in PENALTIES]
    yield from (DUE + row for row in counted)
    if len(counted) < len(last.penalties):
        yield DUE + ANY_OTHER


def numbers(table: SamuraiTable) -> list[float]:
    """Return the numbers of the village and the piles."""
    of_three = 3 / table.players
    fighting, raiders = len(table.fighting()), len(table.raiders)
    expected = {place: _at(table.unseen, place) for place in {*table.intruders, *table.raiders[:1]}}
    flames = sum([expected[place].flames for place in table.intruders])
    top = expected[table.raiders[0]] if raiders else Expected()
    in_danger = (table.barricades + len(table.farms) - flames) * of_three < 3
    return [
        *_one_of(3, table.round - 1),
        of_three * raiders / 10,
        raiders / max(fighting, 1) / 5,
        *_one_of(4, -int(-fighting * of_three // 1)),
        of_three * len(table.intruders) / 5,
        of_three * flames / 5,
        of_three * table.barricades / 5,
        len(table.farms) / 6,
        *_one_of(4, len(table.families)),
        top.value - 2.5 if raiders else 0.0,
        *top[1:],
        float(in_danger),
    ]


def _one_of(count: int, place: int) -> list[float]:
    """Return 1 at a place, and 0 at all others."""
    return [float(each == place) for each in range(count)]


def _at(unseen: Unseen, place: Place) -> Expected:
    """Return what may lie at a place, in the mean."""
    return KNOWN[place] if isinstance(place, str) else _of_pool(unseen, place)


@lru_cache(maxsize=1 << 12)
def _of_pool(unseen: Unseen, number: int) -> Expected:
    """Return what may lie at a place that refers to a pool, in the mean."""
    members = [_at(unseen, member) for member in unseen.pools[number]]
    return Expected(*[sum(column) / len(members) for column in zip(*members, strict=True)]) if members else Expected()
