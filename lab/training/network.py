"""A network of games/kit/bots/network.py as arrays: the value of many tables at once, and the fit of its weights.

Everything is computed in doubles, in one thread and one order, so that the same games give the same weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.kit.bots.network import UNIT

Numbers: TypeAlias = NDArray[np.float64]
Places: TypeAlias = NDArray[Any]
"""Whole numbers that say where something is."""

RATE, LAST_RATE = 2e-3, 1e-4
"""How far a step of the fit goes at first, and at last."""
BATCH = 256
"""The positions of a step."""
FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8
"""The constants of D. Kingma and J. Ba, "Adam: a method for stochastic optimization" (2015)."""
ABSENT = -1e9
"""The strength of a seat that has no share."""


class Shape(NamedTuple):
    """The facts and the numbers that a network takes, and the sums of its two layers."""

    facts: int
    numbers: int
    first: int
    second: int
    ladders: tuple[range, ...] = ()
    """The facts of which each is one step more than the one before, such as one point more.

    The steps are what is fitted: a row is the sum of all steps up to it, so that neighbouring rows are similar.
    """


class Positions(NamedTuple):
    """Positions, each with its sides, whose strengths are compared; a side has parts, and a part has facts.

    Places without a fact, a part or a side hold the number of facts.
    """

    facts: Places
    """By position, side, part and place."""
    numbers: Numbers
    """By position and side."""
    targets: Numbers
    """The share of the victory of each side, by position and side."""

    def chosen(self, rows: Any) -> Positions:
        """Return some of the positions."""
        return Positions(self.facts[rows], self.numbers[rows], self.targets[rows])


class Weights:
    """The weights of a network."""

    NAMES = ("facts", "bias", "numbers", "mix", "mix_bias", "mix_numbers", "out", "out_numbers", "strength")

    def __init__(self, shape: Shape, values: Mapping[str, Numbers]) -> None:
        """Take the weights by name; that of `facts` has a row of zeros for the absent fact."""
        self.shape, self.values = shape, dict(values)
        self.table = self.rows()

    @classmethod
    def drawn(cls, shape: Shape, seed: int) -> Weights:
        """Return weights drawn from a seed, as large as sums of that many need."""
        draw = np.random.Generator(np.random.PCG64(seed))

        def normal(spread: float, *size: int) -> Numbers:
            return np.asarray(draw.standard_normal(size) * spread)

        facts = normal(0.2, shape.facts + 1, shape.first)
        for ladder in shape.ladders:
            facts[ladder.start + 1 : ladder.stop] *= 0.2
        facts[-1] = 0
        return cls(
            shape,
            {
                "facts": facts,
                "bias": np.zeros(shape.first),
                "numbers": normal(0.2, shape.numbers, shape.first),
                "mix": normal((2 / shape.first) ** 0.5, shape.first, shape.second),
                "mix_bias": np.zeros(shape.second),
                "mix_numbers": normal(0.1, shape.numbers, shape.second),
                "out": normal((1 / shape.second) ** 0.5, shape.second),
                "out_numbers": np.zeros(shape.numbers),
                "strength": np.zeros(1),
            },
        )

    def rows(self) -> Numbers:
        """Return what each fact adds to the sums of the first layer, and zeros for the absent fact."""
        rows = self.values["facts"].copy()
        for ladder in self.shape.ladders:
            steps = slice(ladder.start, ladder.stop)
            rows[steps] = rows[steps].cumsum(axis=0)
        return rows

    def rounded(self) -> Weights:
        """Return the weights as they are stored: in thousandths, each row by itself."""
        values = self.values | {"facts": self.rows()}
        return Weights(
            self.shape._replace(ladders=()), {name: np.round(value * UNIT) / UNIT for name, value in values.items()}
        )

    def strengths(self, facts: Places, numbers: Numbers) -> Numbers:
        """Return the strengths of rows, from the facts by row, part and place, and the numbers by row."""
        sums = self.table[facts].sum(axis=2)
        return self.from_sums(sums, numbers, facts[:, :, 0] < self.shape.facts)

    def from_sums(self, sums: Numbers, numbers: Numbers, present: Places) -> Numbers:
        """Return the strengths of rows, from what the facts of each part add up to."""
        values = self.values
        shared = values["bias"] + numbers @ values["numbers"]
        pooled = (np.maximum(sums + shared[:, None, :], 0) * present[:, :, None]).sum(axis=1)
        second = np.maximum(pooled @ values["mix"] + numbers @ values["mix_numbers"] + values["mix_bias"], 0)
        return np.asarray(second @ values["out"] + numbers @ values["out_numbers"] + values["strength"])


def shares(strengths: Numbers) -> Numbers:
    """Return shares of 1 by strength, row by row (games/kit/bots/estimate.py)."""
    powers = np.exp(strengths - strengths.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def padded(shape: Shape, rows: Sequence[Sequence[Sequence[int]]], parts: int, width: int) -> Places:
    """Return the facts of rows, part by part, in an array with so many parts and places."""
    places = np.full((len(rows), parts, width), shape.facts, dtype=np.int32)
    for row, of_row in enumerate(rows):
        for part, facts in enumerate(of_row):
            places[row, part, : len(facts)] = facts
    return places


class Fit:
    """The fit of weights to positions, step by step."""

    def __init__(self, weights: Weights, seed: int, decay: float) -> None:
        """Begin with weights, which it changes; the seed chooses the order of the positions.

        In a step weights shrink by a part of them, the decay: what is hardly ever seen stays small.
        """
        self.weights, self._decay = weights, decay
        self._draw = np.random.Generator(np.random.PCG64(seed))
        self._means = {name: np.zeros_like(value) for name, value in weights.values.items()}
        self._squares = {name: np.zeros_like(value) for name, value in weights.values.items()}
        self._steps = 0

    def run(self, positions: Positions, epochs: float, *, rate: float = RATE, last: float = LAST_RATE) -> float:
        """Go through positions this many times, in ever smaller steps; return the mean loss of the last tenth.

        The loss is the cross entropy of the shares with the targets, minus that of the targets with themselves.
        """
        batches = [*self._batches(len(positions.facts), epochs)]
        losses = []
        for number, rows in enumerate(batches):
            done = number / len(batches)
            loss, gradients = _gradients(self.weights, positions.chosen(rows))
            self._step(gradients, rate * (last / rate) ** done)
            losses.append(loss)
        self.weights.table = self.weights.rows()
        return float(np.mean(losses[-max(1, len(losses) // 10) :]))

    def _batches(self, count: int, epochs: float) -> Iterator[Places]:
        left = int(count * epochs)
        while left > 0:
            order = self._draw.permutation(count)[:left]
            left -= count
            yield from (order[first : first + BATCH] for first in range(0, len(order), BATCH))

    def _step(self, gradients: Mapping[str, Numbers], rate: float) -> None:
        self._steps += 1
        first, second = 1 - FIRST_MOMENT**self._steps, 1 - SECOND_MOMENT**self._steps
        for name, gradient in gradients.items():
            mean, square, value = self._means[name], self._squares[name], self.weights.values[name]
            mean += (1 - FIRST_MOMENT) * (gradient - mean)
            square += (1 - SECOND_MOMENT) * (gradient * gradient - square)
            value -= rate * ((mean / first) / (np.sqrt(square / second) + TINY) + self._decay / rate * value)


def _predicted(strengths: Numbers) -> Numbers:
    """Return the sides' shares by strength; for a single side, how likely it wins."""
    if strengths.shape[1] > 1:
        return shares(strengths)
    return np.asarray(1 / (1 + np.exp(-strengths)))


def _divergence(targets: Numbers, predicted: Numbers) -> float:
    """Return how far shares are from their targets; where there is a single side, also what is left to the others."""
    if targets.shape[1] == 1:
        targets, predicted = np.hstack([targets, 1 - targets]), np.hstack([predicted, 1 - predicted])
    return -float((targets * np.log(np.maximum(predicted, TINY) / np.maximum(targets, TINY))).sum())


def _gradients(weights: Weights, positions: Positions) -> tuple[float, dict[str, Numbers]]:
    """Return the mean loss of positions, and by how much it grows with each weight."""
    values, shape = weights.values, weights.shape
    count, sides, parts, width = positions.facts.shape
    places = positions.facts.reshape(count * sides * parts, width)
    numbers = positions.numbers.reshape(count * sides, -1)
    many = np.zeros((len(places), shape.facts + 1))
    many[np.arange(len(places))[:, None], places] = 1.0
    many[:, -1] = 0.0
    present = (places[:, 0] < shape.facts).reshape(count * sides, parts)

    shared = values["bias"] + numbers @ values["numbers"]
    first = (many @ weights.rows()).reshape(count * sides, parts, -1) + shared[:, None, :]
    open_first = (first > 0) & present[:, :, None]
    pooled = (first * open_first).sum(axis=1)
    second = pooled @ values["mix"] + numbers @ values["mix_numbers"] + values["mix_bias"]
    open_second = second > 0
    second = second * open_second
    strengths = second @ values["out"] + numbers @ values["out_numbers"] + values["strength"]
    strengths = np.where(present[:, 0], strengths, ABSENT).reshape(count, sides)

    predicted, targets = _predicted(strengths), positions.targets
    loss = _divergence(targets, predicted) / count

    to_strength = ((predicted - targets) / count).reshape(-1) * present[:, 0]
    to_second = to_strength[:, None] * values["out"] * open_second
    to_pooled = to_second @ values["mix"].T
    to_first = to_pooled[:, None, :] * open_first
    to_shared = to_first.sum(axis=1)
    facts = many.T @ to_first.reshape(len(places), -1)
    facts[-1] = 0
    for ladder in shape.ladders:
        steps = slice(ladder.start, ladder.stop)
        facts[steps] = facts[steps][::-1].cumsum(axis=0)[::-1]
    return float(loss), {
        "facts": facts,
        "bias": to_shared.sum(axis=0),
        "numbers": numbers.T @ to_shared,
        "mix": pooled.T @ to_second,
        "mix_bias": to_second.sum(axis=0),
        "mix_numbers": numbers.T @ to_second,
        "out": second.T @ to_strength,
        "out_numbers": numbers.T @ to_strength,
        "strength": np.array([to_strength.sum()]),
    }
