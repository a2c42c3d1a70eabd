"""Estimates of who will win, as shares of the win: the building blocks of evaluations."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from games.kit.rules.decider import Outcome


def shares(strengths: Sequence[float]) -> tuple[float, ...]:
    """Return shares of 1 by strength: one more unit of strength counts e times as much. Strength -inf has no share.

    This is the Bradley-Terry model for more than two (R. D. Luce, "Individual choice behavior", 1959). Raises
    ValueError if no seat has any strength.
    """
    # Subtracted from all, so that `exp` cannot overflow.
    best = max(strengths)
    weights = [exp(strength - best) for strength in strengths]
    whole = sum(weights)
    return tuple([weight / whole for weight in weights])


def won(outcome: Outcome, players: int, *, drawn: float = 0.0) -> tuple[float, ...]:
    """Return each seat's share of a victory: the same for each winner, and `drawn` for everybody if nobody won."""
    if not outcome.winners:
        return (drawn,) * players
    return tuple([float(seat in outcome.winners) / len(outcome.winners) for seat in range(1, players + 1)])


def chance(strength: float) -> float:
    """Return the probability that a strength stands for: the logistic function, 1/2 at 0."""
    # `exp` overflows from about 710 on.
    return 1 / (1 + exp(-strength)) if strength > -500 else 0.0
