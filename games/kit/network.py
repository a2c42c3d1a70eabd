"""A small neural network: how likely something is, by what holds of each part of a table and by numbers of the whole.

What can hold of a part are facts, each with a row of weights. For each part the rows of its facts are added up, with
the numbers of the whole times theirs, and what is negative is dropped. These sums are added over all parts, whose
number may differ; a second layer of the same kind, with the numbers of the whole, makes a strength of them (M. Zaheer
et al., "Deep Sets", 2017).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import mul
from pathlib import Path
from typing import Self

import msgspec

from games.kit.estimate import chance

UNIT = 1000
"""The parts of 1 in which weights are written down."""

Row = tuple[int, ...]


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of a network in thousandths, as a file has them."""

    facts: tuple[Row, ...]
    """What each fact of a part adds to the sums of the first layer."""
    numbers: tuple[Row, ...]
    """For each of these sums, what the numbers of the whole add to it."""
    bias: Row
    """What is added to them besides."""
    mix: tuple[Row, ...]
    """For each sum of the second layer, what the sums of the first add to it."""
    mix_numbers: tuple[Row, ...]
    """For each of these sums, what the numbers of the whole add to it."""
    mix_bias: Row
    """What is added to them besides."""
    out: Row
    """What each sum of the second layer adds to the strength."""
    out_numbers: Row
    """What the numbers of the whole add to it."""
    strength: int
    """What is added to it besides."""


class Network:
    """A network whose weights are known."""

    def __init__(self, weights: Weights) -> None:
        self._facts = [_read(row) for row in weights.facts]
        self._shared = [*zip(map(_read, weights.numbers), _read(weights.bias), strict=True)]
        second = (weights.mix, weights.mix_numbers)
        self._mixed = [*zip(*(map(_read, rows) for rows in second), _read(weights.mix_bias), strict=True)]
        self._out, self._out_numbers = _read(weights.out), _read(weights.out_numbers)
        self._strength = weights.strength / UNIT

    @classmethod
    def read(cls, path: Path) -> Self:
        """Return the network of a file. Raises OSError, and msgspec.ValidationError for one that has none."""
        return cls(msgspec.json.decode(path.read_bytes(), type=Weights))

    def chance(self, parts: Iterable[Sequence[int]], numbers: Sequence[float], weight: float) -> float:
        """Return how likely it is, from the facts of each part and the numbers of the whole.

        Each part counts for so much.
        """
        shared = [bias + sum(map(mul, numbers, row)) for row, bias in self._shared]
        pooled = [0.0] * len(shared)
        for part in parts:
            sums = zip(shared, *[self._facts[fact] for fact in part], strict=True)
            pooled = [before + max(sum(column), 0.0) for before, column in zip(pooled, sums, strict=True)]
        second = [
            max(bias + weight * sum(map(mul, pooled, row)) + sum(map(mul, numbers, more)), 0.0)
            for row, more, bias in self._mixed
        ]
        return chance(self._strength + sum(map(mul, second, self._out)) + sum(map(mul, numbers, self._out_numbers)))


def _read(row: Row) -> tuple[float, ...]:
    return tuple([weight / UNIT for weight in row])
