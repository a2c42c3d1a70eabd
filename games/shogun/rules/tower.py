"""The cube tower: what falls out of it after a throw, and how likely that is (SH-13).

The model is reconstructed; its figures are data of the edition (SH-13.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod
from operator import getitem
from typing import Any

from games.kit.rules.chance import Draws
from games.kit.rules.forms import Form, Known
from games.shogun.rules.cubes import Cubes
from games.shogun.rules.data import TowerModel

FALL = (
    "In a throw, *t* is the number of cubes thrown; `hold`, `of` and `caught` are fields of the edition's `tower`. "
    "First draw a number below *t* + `hold` for each cube inside: it falls if its number is below *t*. Then draw a "
    "number below `of` for each cube thrown: it stays inside if its number is below `caught`, otherwise it falls. A "
    "list of cubes is counts by colour: the seats in order, then the farmers. Cubes are taken in this order, and the "
    "result is a list like this."
)
"""How a throw draws, for the page of draws."""


def fall(model: TowerModel, inside: Cubes, thrown: Cubes, draws: Draws) -> Cubes:
    """Return what falls when `thrown` goes into a tower that holds `inside` (SH-13.3).

    One draw per resting cube below the thrown ones plus the hold, falling if it is below the thrown ones; then one
    draw per thrown cube below `of`, caught if it is below `caught`; colours in order (SH-13.4).
    """
    count = sum(thrown)
    bound = count + model.hold
    loosened = [sum(draws.below(bound) < count for _ in range(resting)) for resting in inside]
    passed = [sum(draws.below(model.of) >= model.caught for _ in range(cubes)) for cubes in thrown]
    return tuple(a + b for a, b in zip(loosened, passed, strict=True))


@dataclass(frozen=True)
class Throw(Form):
    """Cubes thrown into the tower: a number for each cube inside, then for each one thrown (SH-13.4)."""

    thrown: Known
    inside: Known
    model: Known

    def drawn(self, step: Any, table: Any, draws: Draws) -> Cubes:
        return fall(self.model.of(step, table), self.inside.of(step, table), self.thrown.of(step, table), draws)

    def weighed(self, step: Any, table: Any, most: int) -> Iterator[tuple[Cubes, Fraction]] | None:
        """Return what may fall of the colours in the battle; the others do not count in it and are left out."""
        model, inside, thrown = (
            distribution.of(step, table) for distribution in (self.model, self.inside, self.thrown)
        )
        counts = [range(a + b + 1) if at else range(1) for a, b, at in zip(inside, thrown, table.engaged, strict=True)]
        if prod(map(len, counts)) > most:
            return None
        count = sum(thrown)
        chances = [
            [_of_one_colour(model, count, a, b, out) if at else Fraction(1) for out in outs]
            for a, b, at, outs in zip(inside, thrown, table.engaged, counts, strict=True)
        ]
        return ((fallen, prod(map(getitem, chances, fallen), start=Fraction(1))) for fallen in product(*counts))

    @property
    def words(self) -> str:
        return f"**throw** of {self.thrown.words} into {self.inside.words}, by {self.model.words}: see below"


def can_fall(inside: Cubes, thrown: Cubes, fallen: Cubes) -> bool:
    """Return whether `fallen` has a number of cubes of each colour that the tower could have released (SH-13.6)."""
    if len(fallen) != len(thrown):
        return False
    return all(0 <= out <= resting + cubes for out, resting, cubes in zip(fallen, inside, thrown, strict=True))


def probability(model: TowerModel, inside: Cubes, thrown: Cubes, fallen: Cubes) -> Fraction:
    """Return the exact probability that `fallen` is what falls; 0 if that is impossible."""
    if not can_fall(inside, thrown, fallen):
        return Fraction(0)
    chance = Fraction(1)
    for resting, cubes, out in zip(inside, thrown, fallen, strict=True):
        chance *= _of_one_colour(model, sum(thrown), resting, cubes, out)
    return chance


def _of_one_colour(model: TowerModel, count: int, resting: int, cubes: int, out: int) -> Fraction:
    """Return how likely `out` cubes of a colour are to fall: resting ones loosened, the others passed through."""
    ways = 0
    for loosened in range(max(0, out - cubes), min(resting, out) + 1):
        passed = out - loosened
        held, caught = resting - loosened, cubes - passed
        ways += (
            comb(resting, loosened) * count**loosened * model.hold**held
            * comb(cubes, passed) * (model.of - model.caught) ** passed * model.caught**caught
        )  # fmt: skip
    return Fraction(ways, (count + model.hold) ** resting * model.of**cubes)
