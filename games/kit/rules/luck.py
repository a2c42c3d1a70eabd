"""Luck: the worth of a chance outcome to each seat, compared with everything that could have come up.

A step of chance declares the worth of its outcomes (`Chance.worth`). An outcome is compared with the exact distribution
of that worth at its table: its luck is the worth minus the expectation, so that fair chance gives 0 on average whatever
the players do, and the lucks of one game can be added up, as can their variances (they are the differences of a
martingale). GNU Backgammon measures the luck of a roll in the same way, by the equity after it less its average over
all rolls. An outcome's place is its mid-rank, the probability of a smaller worth and half that of an equal one (the
ridit of I. D. J. Bross, "How to use ridit analysis", Biometrics 14, 1958): one half on average.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple

from games.kit.rules.chance import distribution
from games.kit.rules.decider import Chance
from games.kit.rules.forms import Dice, Form, Nothing, Odds, Pick

MOST_OUTCOMES = 2_000
"""The most different outcomes of a step that are compared; for a step with more, only the probability is known."""

Weighed = tuple[Any, Fraction]
"""A possible draw, and how likely it is."""


class Luck(NamedTuple):
    """The worth of an outcome to a seat, compared with what could have come up."""

    seat: int
    worth: int
    mean: Fraction
    variance: Fraction
    rank: Fraction
    """The probability of a smaller worth, and half that of an equal one."""


def lucks(step: Chance[Any, Any], table: Any, outcome: Any) -> tuple[Luck, ...]:
    """Return the luck of each seat for which a step declares the worth of its outcomes, in order of seats."""
    shown = step.worth(table, outcome)
    if not shown:
        return ()
    every = worths(step, table)
    return tuple(_luck(seat, worth, every[seat]) for seat, worth in sorted(shown.items()) if seat in every)


def worths(step: Chance[Any, Any], table: Any) -> Mapping[int, Mapping[int, Fraction]]:
    """Return for each seat how likely each worth is; nothing if there are too many outcomes to compare."""
    drawn = weighed(step.form, step, table)
    chances: dict[int, dict[int, Fraction]] = {}
    for what, chance in drawn or ():
        for seat, worth in step.worth(table, step.showing(table, what)).items():
            of_seat = chances.setdefault(seat, {})
            of_seat[worth] = of_seat.get(worth, Fraction(0)) + chance
    return chances


def weighed(form: Form, step: Any, table: Any) -> Iterator[Weighed] | None:
    """Return the possible draws of a form, dice in any order, with their probabilities; None if there are too many."""
    match form:
        case Dice():
            return _dice(form.count.of(step, table), form.faces.of(step, table))
        case Odds():
            chance: Fraction = form.chance.of(step, table)
            return iter(((True, chance), (False, 1 - chance)))
        # One draw has few branches; walking them all also joins equal things.
        case Pick() | Nothing():
            return iter(distribution(lambda draws: form.drawn(step, table, draws)).items())
    return form.weighed(step, table, MOST_OUTCOMES)


def _dice(count: int, faces: Any) -> Iterator[Weighed] | None:
    """Return the possible throws of a number of dice, ignoring order."""
    # Combinations with repetition: counted before any of them is made.
    if factorial(count + len(faces) - 1) // (factorial(count) * factorial(len(faces) - 1)) > MOST_OUTCOMES:
        return None
    return (
        (throw, Fraction(factorial(count) // prod(factorial(throw.count(face)) for face in faces), len(faces) ** count))
        for throw in combinations_with_replacement(tuple(faces), count)
    )


def _luck(seat: int, worth: int, every: Mapping[int, Fraction]) -> Luck:
    mean = sum((value * chance for value, chance in every.items()), Fraction(0))
    variance = sum(((value - mean) ** 2 * chance for value, chance in every.items()), Fraction(0))
    less = sum((chance for value, chance in every.items() if value < worth), Fraction(0))
    return Luck(seat, worth, mean, variance, less + every.get(worth, Fraction(0)) / 2)
