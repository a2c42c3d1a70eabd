"""A small neural network: how likely something is, from facts about each part of a table and numbers about the whole.

Each fact that can hold for a part has a row of weights. For each part, the rows of its facts are added up, with the
numbers of the whole times theirs, and negative sums are dropped. These sums are added over all parts, whose number may
differ; a second layer of the same kind, with the numbers of the whole, turns them into a strength (M. Zaheer et al.,
"Deep Sets", 2017).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import mul

from games.kit.bots.estimate import chance

UNIT = 1000
"""The unit of stored weights: this many make 1."""

KEPT = 1 << 12
"""For how many parts the sums of their rows are cached: most parts are the same from table to table."""
KEPT_WHOLES = 1 << 10
"""For how many wholes what follows from their numbers is cached, and for how many tables the strength."""

Row = tuple[float, ...]


class Network:
    """A network with its weights."""

    def __init__(
        self,
        *,
        facts: str,
        bias: str,
        mix: str,
        mix_bias: str,
        out: str,
        strength: int,
        numbers: str = "",
        mix_numbers: str = "",
        out_numbers: str = "",
    ) -> None:
        """Read the weights, which are stored in thousandths, row after row. Raises ValueError for a malformed row.

        A row of `facts` is what a fact adds to the sums of the first layer. A row of `numbers` is for one of these
        sums: what the numbers of the whole add to it, in addition to `bias`. A row of `mix` is for one sum of the
        second layer: what those of the first add to it, as `mix_numbers` and `mix_bias` do. The sums of the second
        layer times `out`, the numbers times `out_numbers`, and `strength` add up to the strength. There may be no
        numbers.
        """
        first, second, weights = _row(bias), _row(mix_bias), _row(out_numbers)
        self._together = _together(_rows(facts, len(first)))
        self._first = [*zip(_rows(numbers, len(weights), len(first)), first, strict=True)]
        self._second = [*zip(_rows(mix, len(first)), second, strict=True)]
        self._second_numbers = _rows(mix_numbers, len(weights), len(second))
        self._out, self._out_numbers, self._strength = _row(out), weights, strength / UNIT
        # A search looks at the same tables again and again, and at many with the same numbers.
        self._shared = lru_cache(KEPT_WHOLES)(self._sums_of)
        self._known = lru_cache(KEPT_WHOLES)(self._strength_of)

    def chance(self, parts: Iterable[Sequence[int]], numbers: Sequence[float] = (), weight: float = 1.0) -> float:
        """Return the probability, from each part's facts, which count with a `weight`, and the numbers of the whole.

        A fact is the number of its row.
        """
        return chance(self.strength(parts, numbers, weight))

    def strength(self, parts: Iterable[Sequence[int]], numbers: Sequence[float] = (), weight: float = 1.0) -> float:
        """Return the logarithm of the odds."""
        return self._known(tuple(map(tuple, parts)), tuple(numbers), weight)

    def _strength_of(self, parts: tuple[tuple[int, ...], ...], numbers: Row, weight: float) -> float:
        shared, more, last = self._shared(numbers)
        pooled = [0.0] * len(shared)
        for part in parts:
            sums = zip(pooled, shared, self._together(part), strict=True)
            # Written out: `max` is a call, and a search comes through here for every part of every table.
            pooled = [before + (one if (one := all_alike + own) > 0 else 0.0) for before, all_alike, own in sums]
        second = [
            max(bias + weight * sum(map(mul, pooled, row)) + also, 0.0)
            for (row, bias), also in zip(self._second, more, strict=True)
        ]
        strength: float = sum(map(mul, second, self._out)) + last
        return self._strength + strength

    def _sums_of(self, numbers: Row) -> tuple[Row, Row, float]:
        """Return what the numbers of the whole add to the first layer, with its bias, to the second and at the end."""
        first = tuple([bias + sum(map(mul, numbers, row)) for row, bias in self._first])
        second = tuple([sum(map(mul, numbers, row)) for row in self._second_numbers])
        return first, second, sum(map(mul, numbers, self._out_numbers))


def _together(facts: Sequence[Row]) -> Callable[[tuple[int, ...]], Row]:
    """Return a function that adds up the rows of a part's facts, of which there is at least one."""

    @lru_cache(KEPT)
    def together(part: tuple[int, ...]) -> Row:
        return tuple(map(sum, zip(*[facts[fact] for fact in part], strict=True)))

    return together


def _rows(text: str, width: int, count: int = 0) -> tuple[Row, ...]:
    """Return the rows in a text; an empty text has the given number of them."""
    weights = _row(text)
    if not width:
        return ((),) * count
    if len(weights) % width:
        raise ValueError(f"{len(weights)} weights do not fill rows of {width}")
    return tuple([weights[first : first + width] for first in range(0, len(weights), width)])


def _row(text: str) -> Row:
    return tuple([int(weight) / UNIT for weight in text.split()])
