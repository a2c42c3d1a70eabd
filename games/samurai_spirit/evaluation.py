"""What a table is worth to the samurai, who win or lose together: how likely it seems that the village is saved.

The figures of the second and third round were fitted by logistic regression to 12,000 games of three samurai, played on
normal by habit: whether the village was saved, by what was left of it and by the wounds when the round began. Within a
round the losses that are to be expected by its end come off first, at figures that are estimates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.kit.estimate import chance
from games.kit.pile import Place
from games.samurai_spirit.data import RAIDERS, SYMBOLS
from games.samurai_spirit.habit import is_quiet
from games.samurai_spirit.outcome import outcome
from games.samurai_spirit.table import Samurai, SamuraiTable

AN_INTRUDER = 0.55
"""How many fires an intruder that nobody has seen is taken to bring."""
FOUGHT = 0.35
"""How many fires less a raider of the stack is taken to bring while all samurai fight."""
A_VALUE = 0.05
"""How many fires each point in a line is taken to bring."""
DUE = 0.8
"""How many of the penalties of a last raider are taken to come."""
SYMBOL_SHOWN = 0.28
"""How likely the next raider shows a symbol that is missing."""
SPREAD = 0.3
"""How far from their mean evaluations lie at the end of a round, which in the third is 0 or 1."""


class Worth(NamedTuple):
    """The strength of a village as a round begins, or at the end of the game."""

    bare: float
    barricade: float
    farm: float
    families: Sequence[float]
    """That of none to three families."""
    wounds: Sequence[float]
    """That of a samurai after none to four wounds, less those that were healed; the fourth kills."""


WORTH = {
    2: Worth(-5.1, 0.45, 0.36, (-4.0, -0.7, 0.0, 0.45), (0.0, -0.28, -0.62, -1.64, -5.0)),
    3: Worth(-3.9, 0.39, 0.55, (-4.0, -1.0, 0.0, 0.2), (0.0, -0.1, -0.46, -1.21, -5.0)),
    4: Worth(-2.1, 0.9, 0.9, (-4.0, 0.0, 0.4, 0.5), (0.0, 0.0, 0.0, 0.0, -5.0)),
}
"""The strength by the round that begins; 4 is the end of the game."""


class Losses:
    """What a round is expected to cost from now on."""

    def __init__(self, table: SamuraiTable) -> None:
        fighting = len(table.fighting())
        left = len(table.raiders) / fighting if fighting else 0.0
        self.fires = sum(map(_fires, table.intruders))
        self.fires += len(table.raiders) * (AN_INTRUDER - FOUGHT * fighting / table.players)
        self.farms = self.families = 0.0
        self.wounds = [self._of_samurai(samurai, left) for samurai in table.samurai]

    def _of_samurai(self, samurai: Samurai, left: float) -> float:
        """Add what a samurai costs who may meet so many raiders, and return the wounds."""
        missing = 1.0 if samurai.passed else (1 - SYMBOL_SHOWN) ** left
        hat, farm, doll = [missing * (not samurai.defends(symbol)) for symbol in SYMBOLS]
        self.farms += farm
        self.families += doll
        if samurai.passed or (last := samurai.last_raider) is None:
            return hat
        self.fires += A_VALUE * samurai.total + DUE * last.penalties.count("fire")
        return hat + DUE * last.penalties.count("wound")


def evaluation(table: SamuraiTable) -> tuple[float, ...]:
    """Return the same estimate for every seat: 1 for a village that is saved, 0 for one that is lost."""
    if (ended := outcome(table)) is not None:
        return (float(bool(ended.winners)),) * table.players
    return (chance(_strength(table)),) * table.players


def _strength(table: SamuraiTable) -> float:
    """Return the strength of the village; more samurai need more of it."""
    begins = table.round > 1 and is_quiet(table)
    worth, losses = WORTH[table.round + (not begins)], Losses(table)
    if begins:
        losses.fires = losses.farms = losses.families = 0.0
        losses.wounds = [0.0] * table.players
    shield = table.barricades - losses.fires
    farms = len(table.farms) + min(shield, 0.0) - losses.farms
    village = worth.barricade * max(shield, 0.0) + worth.farm * farms
    families = _between(worth.families, len(table.families) - losses.families)
    wounds = [
        _between(worth.wounds, 2 * samurai.animal + samurai.wounded + more)  # SS-8.20
        for samurai, more in zip(table.samurai, losses.wounds, strict=True)
    ]
    return worth.bare + village + families + 3 / table.players * sum(wounds)


def _between(values: Sequence[float], at: float) -> float:
    """Return the value at a place between those of whole numbers, that of the nearest outside them."""
    at = min(max(at, 0.0), len(values) - 1.0)
    place = min(int(at), len(values) - 2)
    return values[place] + (at - place) * (values[place + 1] - values[place])


def _fires(place: Place) -> float:
    """Return how many fires an intruder brings (SS-9.5)."""
    return float(RAIDERS[place].flames) if isinstance(place, str) else AN_INTRUDER
