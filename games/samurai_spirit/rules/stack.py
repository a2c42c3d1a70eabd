"""Which raider is turned at a place of a stack: by a fair shuffle, or by one known to deal enough dolls (SS-11.3).

Even with checked dolls the raiders are not dealt before they are turned. Instead, the orders are counted in which the
deal shows enough dolls, the deals that were set aside showed too few, and every card turned so far is what it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from games.kit.rules.chance import Draws
from games.kit.rules.forms import Known, Turn
from games.kit.rules.pile import Place
from games.samurai_spirit.rules.data import DOLLS, PLUNDERERS
from games.samurai_spirit.rules.table import SamuraiTable

ENOUGH = 2

WAYS = (
    "If dolls are checked, *w*(*u*, *d*, *p*, *n*) is the sum of C(*p*, *h*) C(*A*, *t*) *S*^*t* C(*u* - *p* - *A* "
    "*S*, *d* - *h* - *t*). The sum is over whole numbers: *h* from the larger of *n* and 0 to the smaller of *p* and "
    "*d*, and for each *h*, *t* from 0 to the smaller of *A* and *d* - *h*. C(*a*, *b*) is the binomial coefficient. "
    "*A* is `deals_set_aside`, or 0 for null. *S* is the size of a deal: the count of `samurai` times 7, or times 6 "
    "with the `difficulty` easy. *U* is the count of `unseen.pools[0]`, *D* of its cards that show a doll, *P* of the "
    "numbers in `raiders` and `intruders`. *N* is 2 less the raiders with a doll that are not in `unseen.pools[0]`."
)
TURN = (
    "If `deals_set_aside` is not null, a place that is a number is turned differently. It takes odds of *w*(*U* - 1, "
    "*D* - 1, *P* - 1, *N* - 1) / *w*(*U*, *D*, *P*, *N*), and then by a pick from the cards of `unseen.pools[0]` "
    "that show a doll, or after a no from those without one."
)
ENOUGH_DOLLS = Known(
    "*w*(*U*, *D*, *S*, 2) / *w*(*U*, *D*, *S*, 0)", lambda step, table: chance_of_enough(table), remark=WAYS
)


@dataclass(frozen=True)
class TurnOfDeal(Turn):
    """The raider at a place; with checked dolls one draw decides whether it shows a doll, another which one it is."""

    def drawn(self, step: Any, table: Any, draws: Draws) -> str:
        return turned(table, self.place.of(step, table), draws)

    def weighed(self, step: Any, table: Any, most: int) -> Iterator[tuple[str, Fraction]]:
        """Return the raiders that may lie at the place."""
        place = self.place.of(step, table)
        return ((raider, chance_of(table, place, raider)) for raider in table.unseen.possible(place))


def turned(table: SamuraiTable, place: Place, draws: Draws) -> str:
    """Return the raider at a place."""
    if table.deals_set_aside is None or isinstance(place, str):
        return table.unseen.drawn(place, draws)
    doll = chance_of_doll(table)
    shows_doll = draws.below(doll.denominator) < doll.numerator
    return draws.pick([raider for raider in table.unseen.possible(place) if (raider in DOLLS) == shows_doll])


def chance_of(table: SamuraiTable, place: Place, raider: str) -> Fraction:
    """Return the probability that the raider is at a place."""
    if table.deals_set_aside is None or isinstance(place, str):
        return table.unseen.probability((place,), (raider,))
    plunderers = table.unseen.possible(place)
    if raider not in plunderers:
        return Fraction(0)
    doll = chance_of_doll(table)
    alike = sum((other in DOLLS) == (raider in DOLLS) for other in plunderers)
    return (doll if raider in DOLLS else 1 - doll) / alike


def chance_of_doll(table: SamuraiTable) -> Fraction:
    """Return the probability that the next raider of a deal with enough dolls shows one."""
    unseen, dolls, unturned = _hidden(table)
    needed = ENOUGH - (len(DOLLS) - dolls)
    every = _ways(table, unseen, dolls, unturned, needed)
    return Fraction(_ways(table, unseen - 1, dolls - 1, unturned - 1, needed - 1), every)


def chance_of_enough(table: SamuraiTable) -> Fraction:
    """Return the probability that a new deal shows enough dolls."""
    unseen, dolls, _ = _hidden(table)
    return Fraction(_ways(table, unseen, dolls, table.deal, ENOUGH), _ways(table, unseen, dolls, table.deal, 0))


def is_deal_possible(table: SamuraiTable) -> bool:
    """Return whether the unseen plunderers allow everything known about this deal and about those set aside."""
    unseen, dolls, dealt = _hidden(table)
    places = {place for place in (*table.raiders, *table.intruders, *table.unseen.pools[0]) if isinstance(place, int)}
    if places - {0} or not set(table.unseen.pools[0]) <= set(PLUNDERERS):
        return False
    aside = table.deals_set_aside or 0
    if not 0 <= aside <= (unseen - dealt) // table.deal:
        return False
    return _ways(table, unseen, dolls, dealt, ENOUGH - (len(DOLLS) - dolls)) > 0


def is_uncounted_deal(table: SamuraiTable) -> bool:
    """Return whether a deal of which nobody has seen a card can be waiting for its dolls to be counted."""
    if table.deals_set_aside is None or table.players != 2 or table.raiders or table.intruders:
        return False
    unseen, dolls, _ = _hidden(table)
    if table.unseen.pools[0] != PLUNDERERS or not 0 <= table.deals_set_aside < unseen // table.deal:
        return False
    return _ways(table, unseen, dolls, table.deal, 0) > 0


def _hidden(table: SamuraiTable) -> tuple[int, int, int]:
    """Return how many plunderers nobody has seen, how many of them show a doll, and how many of them were dealt."""
    plunderers = table.unseen.pools[0]
    dealt = sum(isinstance(place, int) for place in table.raiders + table.intruders)
    return len(plunderers), sum(raider in DOLLS for raider in plunderers), dealt


def _ways(table: SamuraiTable, unseen: int, dolls: int, dealt: int, needed: int) -> int:
    """Count the ways in which the unseen dolls are spread: enough in the deal, at most one in each deal set aside."""
    aside = table.deals_set_aside or 0
    size = table.deal
    box = unseen - dealt - aside * size
    return sum(
        # A deal that was set aside has one doll at most, which may be any of its cards (SS-11.3).
        comb(dealt, here) * comb(aside, there) * size**there * comb(box, dolls - here - there)
        for here in range(max(needed, 0), min(dealt, dolls) + 1)
        for there in range(min(aside, dolls - here) + 1)
    )
