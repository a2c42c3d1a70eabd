"""Draws: the source of chance, and the exact distribution of the results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

X = TypeVar("X")
Key = TypeVar("Key")


class Draws(ABC):
    """A source of uniform whole numbers, and the few ways games draw from it."""

    @abstractmethod
    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each equally likely."""

    def pick(self, things: Sequence[X]) -> X:
        """Return one of the things: one draw below their number."""
        return things[self.below(len(things))]

    def dice(self, count: int, faces: Sequence[X]) -> tuple[X, ...]:
        """Return what `count` dice with these faces show: one pick per die, in order."""
        return tuple(self.pick(faces) for _ in range(count))

    def sample(self, things: Sequence[X], count: int) -> tuple[X, ...]:
        """Return `count` different things in drawn order: one draw per thing, below the number of those left.

        The thing drawn leaves its place to the last of those left, as in Durstenfeld's shuffle.
        """
        left = list(things)
        drawn = []
        for _ in range(count):
            place = self.below(len(left))
            # Which card takes the free place decides what later numbers mean, so it is part of the rules version.
            left[place], left[-1] = left[-1], left[place]
            drawn.append(left.pop())
        return tuple(drawn)

    def shuffle(self, things: Sequence[X]) -> tuple[X, ...]:
        """Return all the things in drawn order."""
        return self.sample(things, len(things))


class Zeros(Draws):
    """Draws that are all 0: whatever is drawn, always the same."""

    def below(self, bound: int) -> int:
        return 0


class _Branch(Draws):
    """Draws along one branch of the tree of draws: the given numbers, then zeros; remembers the bounds met."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = list(numbers)
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        if len(self.bounds) == len(self.numbers):
            self.numbers.append(0)
        self.bounds.append(bound)
        return self.numbers[len(self.bounds) - 1]


def distribution(draw: Callable[[Draws], Key]) -> dict[Key, Fraction]:
    """Return the exact probability of everything that `draw` can return, by walking all its draws. For small draws."""
    chances: dict[Key, Fraction] = {}
    numbers: list[int] | None = []
    while numbers is not None:
        branch = _Branch(numbers)
        outcome = draw(branch)
        weight = Fraction(1)
        for bound in branch.bounds:
            weight /= bound
        chances[outcome] = chances.get(outcome, Fraction(0)) + weight
        numbers = _next_branch(branch)
    return chances


def _next_branch(branch: _Branch) -> list[int] | None:
    numbers = branch.numbers
    while numbers:
        last = numbers.pop()
        if last + 1 < branch.bounds[len(numbers)]:
            # The next branch shares the numbers before it; all after them start again at 0.
            return [*numbers, last + 1]
    return None
