"""The facts that determine a table's value to a monster: its own, those of the others, and those of the market.

Facts are rows of the network that the appraisal asks (games/kit/bots/network.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from games.king_of_tokyo.bots.standing import Standing, begins, next_roll
from games.king_of_tokyo.rules.data import CARDS, KEEP, MOST_LIFE, MOST_POINTS, TURN_IN_TOKYO_POINTS, Power
from games.king_of_tokyo.rules.table import TokyoTable

MOST_ENERGY, MOST_COUNTERS, MOST_TURNS = 15, 3, 3
"""How much of each a fact can express; more counts as the same."""
FEWEST, MOST = 2, 4
"""How many living monsters the network knows."""

LIFE = 0
IN_TOKYO = LIFE + MOST_LIFE
POINTS = IN_TOKYO + MOST_LIFE
ENERGY = POINTS + MOST_POINTS + 1
OWNED = ENERGY + MOST_ENERGY + 1
POISON = OWNED + len(KEEP)
SHRINK = POISON + MOST_COUNTERS
SMOKE = SHRINK + MOST_COUNTERS
LOADED = SMOKE + MOST_COUNTERS
OTHER = LOADED + MOST_COUNTERS
"""The first row of each kind of fact about a monster, and of the same facts about others.

They are: the life, and again if it is in Tokyo; the points; the energy; each Keep card; the counters that it has, and
those on Smoke Cloud; the energy on Monster Batteries, in fours.
"""
TURNS = 2 * OTHER
LIVING = TURNS + MOST_TURNS + 1
OFFERED = LIVING + MOST - FEWEST + 1
WITHIN_REACH = OFFERED + len(CARDS)
"""The same for the table: how many roll before the monster does; how many live; the market, and what can be paid."""
ROW = {card: place for place, card in enumerate(CARDS)}


def facts(table: TokyoTable, standing: Standing) -> dict[int, list[int]]:
    """Return the facts for each living monster, by seat, from what they have once the dice are resolved."""
    first = next_roll(table)
    seats = (first, *table.clockwise(first))
    of_each = {seat: [*_facts(table, standing, seat)] for seat in seats}
    facts_by_seat = {}
    for turns, seat in enumerate(seats):
        others = [OTHER + fact for other in seats if other != seat for fact in of_each[other]]
        own = [TURNS + min(turns, MOST_TURNS), LIVING + len(seats) - FEWEST, *_market(table, standing, seat)]
        facts_by_seat[seat] = [*of_each[seat], *others, *own]
    return facts_by_seat


def _facts(table: TokyoTable, standing: Standing, seat: int) -> Iterator[int]:
    monster, place = table.at(seat), seat - 1
    life = min(max(standing.life[place], 1), MOST_LIFE) - 1
    yield LIFE + life
    if standing.inside[place]:
        yield IN_TOKYO + life
    yield POINTS + min(max(standing.points[place] - _begun(table, seat), 0), MOST_POINTS)
    yield ENERGY + min(standing.energy[place], MOST_ENERGY)
    yield from (OWNED + ROW[held.acts.id] for held in monster.cards)
    smoke, loaded = (sum(held.counters for held in monster.copies(power)) for power in (Power.SMOKE, Power.BATTERIES))
    for row, count in ((POISON, monster.poison), (SHRINK, monster.shrink), (SMOKE, smoke), (LOADED, (loaded + 3) // 4)):
        if count:
            yield row + min(count, MOST_COUNTERS) - 1


def _begun(table: TokyoTable, seat: int) -> int:
    """Return a monster's points for beginning its turn in Tokyo, before it rolls (KT-4.1).

    They are subtracted because the network was fitted to tables at which a turn was about to begin.
    """
    monster, began = table.at(seat), seat == table.turn.seat and begins(table)
    return TURN_IN_TOKYO_POINTS + monster.power(Power.URBAN) if began and monster.in_tokyo else 0


def _market(table: TokyoTable, standing: Standing, seat: int) -> Iterator[int]:
    for card in table.market:
        if card:
            yield OFFERED + ROW[card]
            if standing.energy[seat - 1] >= table.price(seat, card):
                yield WITHIN_REACH + ROW[card]
