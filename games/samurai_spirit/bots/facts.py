"""What determines a table's value: facts about each samurai, and numbers about the village and the piles.

Facts are rows of the network that the evaluation asks, and numbers are what it multiplies (games/kit/bots/network.py).
More samurai share more of everything, so the numbers are scaled to those of three.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.kit.rules.pile import Place, Unseen
from games.samurai_spirit.rules.data import IGNORED, RAIDERS, SAMURAI, SYMBOLS, Raider
from games.samurai_spirit.rules.table import Samurai, SamuraiTable

PASSED, ROOM, ANIMAL, MISSING, WOUNDS, DUE, SELF, TOKEN, PLACE = 0, 2, 12, 13, 16, 20, 25, 32, 33
"""The first row of each kind of fact.

They are: out of the round; the points missing to the kiai, at most 9 (the row before it: over the kiai); the spirit of
the animal; each symbol missing on the left side; the wounds; each penalty of the last raider; the samurai; whether its
own token is there; how many others come first, up to two.
"""
FIRST, DISMISSED, KIAI, OVERCOME = 36, 42, 48, 51
"""The same for those in the round: the value of the first raider, which a kiai discards; the values that Kyuzo would
dismiss; how likely the next raider brings exactly what is missing to the kiai, and how likely more."""
OF_KIAI, OF_OVERCOME = (0.051, 0.121, 0.221), (0.021, 0.121, 0.301, 0.601)
"""The probabilities above which these two count as facts, each with a row: values that no sum of fractions hits
exactly."""
VALUES = range(1, 7)
PENALTIES = {"fire": 0, "wound": 1, "ninja": 2, "draw_left": 3, "draw_right": 3}
ANY_OTHER = 4
"""The rows of penalties, and that of one or more which only bind or are rare."""
IDS = tuple(SAMURAI)


class Expected(NamedTuple):
    """What may lie at a place, on average."""

    value: float = 0.0
    flames: float = 0.0
    symbols: tuple[float, ...] = (0.0,) * len(SYMBOLS)
    """How likely each symbol is."""
    values: tuple[float, ...] = (0.0,) * len(VALUES)
    """How likely each value is."""
    penalties: tuple[float, ...] = (0.0,) * ANY_OTHER
    """How many penalties there are of each kind that has a row of its own."""


def _shown(raider: Raider) -> Expected:
    counted = [PENALTIES[penalty] for penalty in raider.penalties if penalty in PENALTIES]
    return Expected(
        float(raider.value),
        float(raider.flames),
        tuple([float(raider.defence == symbol) for symbol in SYMBOLS]),
        tuple([float(raider.value == value) for value in VALUES]),
        tuple([float(counted.count(kind)) for kind in range(ANY_OTHER)]),
    )


KNOWN = {raider.id: _shown(raider) for raider in RAIDERS.values()}
"""What lies at a place with a known raider."""


def facts(table: SamuraiTable) -> list[list[int]]:
    """Return the facts of each samurai, the active one first."""
    facts_by_seat, before, values = [], 0, _top(table).values
    for seat in table.clockwise_from(table.active or 1):
        samurai = table.at(seat)
        facts_by_seat.append([*_facts(samurai, has_token=samurai.token_with == seat)])
        if not samurai.passed:
            facts_by_seat[-1].extend(_in_the_round(samurai, before, values))
            before += 1
    return facts_by_seat


def _facts(samurai: Samurai, *, has_token: bool) -> Iterator[int]:
    yield PASSED if samurai.passed else ROOM + min(max(_room(samurai), -1), 9)
    if samurai.animal:
        yield ANIMAL
    for place, symbol in enumerate(SYMBOLS):
        if not samurai.defends(symbol):
            yield MISSING + place
    yield WOUNDS + min(samurai.wounds, 3)
    if samurai.id:
        yield SELF + IDS.index(samurai.id)
    if has_token:
        yield TOKEN


def _room(samurai: Samurai) -> int:
    return samurai.missing if samurai.id else 9


def _in_the_round(samurai: Samurai, before: int, values: Sequence[float]) -> Iterator[int]:
    """Yield the facts about a samurai who has not passed, as `before` others have not, when these values may come."""
    yield from _due(samurai)
    if before < 3:
        yield PLACE + before
    if samurai.line:
        yield FIRST + RAIDERS[samurai.line[0]].value - 1
    if samurai.id == "kyuzo":
        yield from (DISMISSED + value - 1 for value in {RAIDERS[raider].value for raider in samurai.line})
    if (room := _room(samurai)) > 0:
        if exactly := bisect_left(OF_KIAI, sum(values[room - 1 : room])):
            yield KIAI + exactly - 1
        if over := bisect_left(OF_OVERCOME, sum(values[room:])):
            yield OVERCOME + over - 1


def _due(samurai: Samurai) -> Iterator[int]:
    """Yield the penalties of the last raider, as far as they will come."""
    last = samurai.last_raider
    if last is None or last.value % 2 == IGNORED.get(samurai.id):
        return
    counted = [PENALTIES[penalty] for penalty in last.penalties if penalty in PENALTIES]
    yield from (DUE + row for row in counted)
    if len(counted) < len(last.penalties):
        yield DUE + ANY_OTHER


def numbers(table: SamuraiTable) -> list[float]:
    """Return the numbers of the village and the piles."""
    of_three = 3 / table.players
    fighting, raiders = len(table.fighting()), len(table.raiders)
    # A list, because a sum over a generator is slower, and a search asks this at every table.
    flames, top = sum([_at(table.unseen, place).flames for place in table.intruders]), _top(table)
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
        top.flames,
        *top.symbols,
        float(in_danger),
        *top.values,
        *top.penalties,
    ]


def _top(table: SamuraiTable) -> Expected:
    """Return what may lie on top of the stack, on average."""
    return _at(table.unseen, table.raiders[0]) if table.raiders else Expected()


def _one_of(count: int, place: int) -> list[float]:
    """Return 1 at a place, and 0 at all others."""
    return [float(number == place) for number in range(count)]


def _at(unseen: Unseen, place: Place) -> Expected:
    """Return what may lie at a place, on average."""
    return KNOWN[place] if isinstance(place, str) else _of_pool(unseen, place)


@lru_cache(maxsize=1 << 12)
def _of_pool(unseen: Unseen, number: int) -> Expected:
    """Return what may lie at a place that refers to a pool, on average."""
    members = [_at(unseen, member) for member in unseen.pools[number]]
    if not members:
        return Expected()
    value, flames, *rows = zip(*members, strict=True)
    return Expected(_mean(value), _mean(flames), *[tuple(map(_mean, zip(*row, strict=True))) for row in rows])


def _mean(column: Sequence[float]) -> float:
    return sum(column) / len(column)
