"""Forms of draws: how many numbers a chance step draws, below which bounds, and what each of them means.

A step declares its form once. The form makes the draws, and `docs/draws.md` is generated from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice
from math import perm, prod
from typing import TYPE_CHECKING, Any

from games.kit.rules.chance import distribution

if TYPE_CHECKING:
    from games.kit.rules.chance import Draws
    from games.kit.rules.pile import Place, Unseen


@dataclass(frozen=True)
class Known:
    """Something that a step looks up: in words, by the fields of the canonical JSON, and as a function."""

    words: str
    of: Callable[[Any, Any], Any]
    """(step, table) -> a list, in its order, or a number."""
    among: tuple[Printed, ...] = ()
    """The printed lists that the words refer to."""
    remark: str = ""
    """What else the words need: sentences for the page."""


@dataclass(frozen=True)
class Printed:
    """A list that is the same on every table, and is printed on the page."""

    words: str
    things: tuple[str | int, ...]

    @property
    def among(self) -> tuple[Printed, ...]:
        """Itself."""
        return (self,)

    @property
    def remark(self) -> str:
        """Nothing: the list says everything."""
        return ""

    def of(self, step: Any, table: Any) -> tuple[str | int, ...]:
        """Return the list."""
        return self.things


class Form(ABC):
    """A form of draws."""

    @abstractmethod
    def drawn(self, step: Any, table: Any, draws: Draws) -> Any:
        """Return the draws of a step at a table. Law: the order of the draws is part of the rules version."""

    def probability(self, step: Any, table: Any, drawn: Any) -> Fraction:
        """Return the probability of this draw.

        Default: counted over all possibilities, which only suits small draws.
        """
        # `get`, because this is also asked of outcomes that cannot be.
        return distribution(partial(self.drawn, step, table)).get(drawn, Fraction(0))

    def weighed(self, step: Any, table: Any, most: int) -> Iterator[tuple[Any, Fraction]] | None:
        """Return the possible draws with their probabilities; None if there are over `most`, or none are counted."""
        return None

    @property
    @abstractmethod
    def words(self) -> str:
        """The draw in words, for the page of draws."""

    @property
    def parts(self) -> tuple[Known | Printed, ...]:
        """The values it looks up, in the order of its fields."""
        return tuple(vars(self).values())


@dataclass(frozen=True)
class Pick(Form):
    """One thing of a list: one number below their count, the index."""

    things: Known | Printed

    def drawn(self, step: Any, table: Any, draws: Draws) -> Any:
        return draws.pick(self.things.of(step, table))

    @property
    def words(self) -> str:
        return f"**pick** from {self.things.words}"


@dataclass(frozen=True)
class Dice(Form):
    """Several dice: one number for each in order, below the count of the faces, the index."""

    count: Known
    faces: Known | Printed

    def drawn(self, step: Any, table: Any, draws: Draws) -> Any:
        return draws.dice(self.count.of(step, table), self.faces.of(step, table))

    def probability(self, step: Any, table: Any, drawn: Any) -> Fraction:
        count, faces = self.count.of(step, table), self.faces.of(step, table)
        if len(drawn) != count:
            return Fraction(0)
        return prod((Fraction(faces.count(face), len(faces)) for face in drawn), start=Fraction(1))

    @property
    def words(self) -> str:
        return f"**dice**, {self.count.words}, each with {self.faces.words}"


@dataclass(frozen=True)
class Sample(Form):
    """Different things of a list, in drawn order: one number for each, below the count of those left."""

    count: Known
    things: Known | Printed

    def drawn(self, step: Any, table: Any, draws: Draws) -> Any:
        return draws.sample(self.things.of(step, table), self.count.of(step, table))

    def probability(self, step: Any, table: Any, drawn: Any) -> Fraction:
        return _arrangement(self.things.of(step, table), self.count.of(step, table), drawn)

    def weighed(self, step: Any, table: Any, most: int) -> Iterator[tuple[Any, Fraction]] | None:
        """Return the possible arrangements."""
        return _arranged(self.things.of(step, table), self.count.of(step, table), most)

    @property
    def words(self) -> str:
        return f"**sample**, {self.count.words}, from {self.things.words}"


@dataclass(frozen=True)
class Shuffle(Form):
    """All things of a list, in drawn order: a sample of all."""

    things: Known | Printed

    def drawn(self, step: Any, table: Any, draws: Draws) -> Any:
        return draws.shuffle(self.things.of(step, table))

    def probability(self, step: Any, table: Any, drawn: Any) -> Fraction:
        things = self.things.of(step, table)
        return _arrangement(things, len(things), drawn)

    def weighed(self, step: Any, table: Any, most: int) -> Iterator[tuple[Any, Fraction]] | None:
        """Return their possible orders."""
        things = self.things.of(step, table)
        return _arranged(things, len(things), most)

    @property
    def words(self) -> str:
        return f"**shuffle** of {self.things.words}"


@dataclass(frozen=True)
class Odds(Form):
    """Yes or no: one number below the denominator of a probability in lowest terms, yes if below its numerator."""

    chance: Known

    def drawn(self, step: Any, table: Any, draws: Draws) -> bool:
        chance: Fraction = self.chance.of(step, table)
        # A fraction has lowest terms, so equal chances draw alike.
        return draws.below(chance.denominator) < chance.numerator

    @property
    def words(self) -> str:
        return f"**odds** of {self.chance.words}"


@dataclass(frozen=True)
class Turn(Form):
    """The face of a place in a pile: a pick from each pool on the way to the card, in that order."""

    place: Known

    def drawn(self, step: Any, table: Any, draws: Draws) -> str:
        unseen: Unseen = table.unseen
        place: Place = self.place.of(step, table)
        return unseen.drawn(place, draws)

    def weighed(self, step: Any, table: Any, most: int) -> Iterator[tuple[Any, Fraction]]:
        """Return the faces that may lie at the place."""
        unseen: Unseen = table.unseen
        place: Place = self.place.of(step, table)
        return ((face, unseen.probability((place,), (face,))) for face in unseen.possible(place))

    @property
    def words(self) -> str:
        return f"**turn** of {self.place.words}"


@dataclass(frozen=True)
class Nothing(Form):
    """No draw: the outcome is certain."""

    shown: Known

    def drawn(self, step: Any, table: Any, draws: Draws) -> Any:
        return self.shown.of(step, table)

    @property
    def words(self) -> str:
        return f"**nothing**: {self.shown.words}"


def exactly(count: int) -> Known:
    """Return a number that is the same on every table."""
    return Known(str(count), lambda step, table: count)


def _arrangement(things: Sequence[Any], count: int, drawn: Sequence[Any]) -> Fraction:
    """Return the probability that this many of the things are drawn in this order."""
    if len(drawn) != count:
        return Fraction(0)
    left, chance = [*things], Fraction(1)
    for thing in drawn:
        if thing not in left:
            return Fraction(0)
        chance *= Fraction(left.count(thing), len(left))
        left.remove(thing)
    return chance


def _arranged(things: Sequence[Any], count: int, most: int) -> Iterator[tuple[Any, Fraction]] | None:
    """Return every ordered selection of a size, without repeating selections of equal things; None for too many."""
    # Leaving out equal things makes fewer selections, which are counted quickly.
    different = len({*things})
    if perm(different, min(count, different)) > most:
        return None
    arrangements = [*islice(_arrangements(tuple(things), count), most + 1)]
    return iter(arrangements) if len(arrangements) <= most else None


def _arrangements(things: tuple[Any, ...], count: int) -> Iterator[tuple[Any, Fraction]]:
    if not count:
        yield (), Fraction(1)
        return
    # Equal things are one choice, with all their chances.
    for thing in dict.fromkeys(things):
        place, chance = things.index(thing), Fraction(things.count(thing), len(things))
        for rest, of_rest in _arrangements(things[:place] + things[place + 1 :], count - 1):
            yield (thing, *rest), chance * of_rest
