"""What the trainer learns from games: positions, and what each of them was worth by all that came after it.

A position is worth what the best action seemed to be worth before chance spoke, and part of the difference between what
came in the end and what it had seemed to be worth once chance had spoken. So most of the luck is taken off (TD(λ) of R.
Sutton, "Learning to predict by the methods of temporal differences", 1988; the luck as in M. Zinkevich et al.,
"Optimal unbiased estimators for evaluating agent performance", 2006).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from lab.training.network import Fit, Numbers, Positions, Shape, Weights, padded

ROUNDS = 10
"""In how many rounds the games are played, each with the weights that the rounds before it gave."""
BLIND = 2
"""The rounds whose games teach how they ended alone: before them nothing is known that luck could be counted by."""
GUIDED = 5
"""The rounds whose games are led towards a victory, each less than the one before, where random play never wins."""
GAMES_OF_A_SEED = 1_000_000
"""The numbers of games between two seeds."""
BOLD = 0.08
"""How often a player does anything, to see what it is worth."""
PRECISION = 9
"""The digits by which two values differ, if they do: sums may end differently on another processor."""


class Moment(NamedTuple):
    """A position of a game: what is known of each side, and what it seemed to be worth."""

    sides: Sequence[int]
    """The sides that are compared, by their places in what follows."""
    facts: Sequence[Sequence[Sequence[int]]]
    """By side and part."""
    numbers: Sequence[Sequence[float]]
    """By side."""
    expected: Numbers | None
    """What the best action seemed to be worth to each side before chance spoke; None where nothing was to be chosen."""
    came: Numbers
    """What the action that was taken seemed to be worth once chance had spoken."""


class Played(NamedTuple):
    """A game that is over."""

    moments: Sequence[Moment]
    result: Numbers
    """What each side has of the victory."""


class Games(Protocol):
    """Plays games of a title."""

    def __call__(self, weights: Weights, first: int, games: int, *, led: float, blind: bool) -> Positions:
        """Play so many games by weights, from that number on, and return what they teach.

        They are led so much: wholly (1), or not at all (0). Blind ones teach how they ended alone.
        """


class Training(NamedTuple):
    """How a title is trained."""

    title: str
    shape: Shape
    parts: int
    sides: int
    width: int
    """The most facts of a part."""
    games: int
    """How many games are played unless it is said."""
    blind_times: int
    """How many times as many games a blind round has: games in which nothing is looked at take no time."""
    epochs: int
    """How often a fit goes through the positions of the later half of the rounds."""
    last_epochs: int
    """The same of the last fit."""
    decay: float
    """By how much weights shrink in a step of a fit."""
    played: Games
    """What games teach that are played by weights."""
    strength: Callable[[Weights, int], Iterator[Strength]]
    """(weights, games) -> how often those weights win, one move ahead."""
    seconds: float
    """How long a game takes an idle core, with its part of the fits."""
    file: Path
    """The module with the weights."""

    def minutes(self, games: int) -> int:
        """Return how many minutes so many games take an idle core."""
        return round(games * self.seconds / 60)


class Strength(NamedTuple):
    """How many of so many games were won, of what kind."""

    kind: str
    won: int
    games: int


class Say(Protocol):
    """Who is told how far the training is."""

    def __call__(self, sentence: str) -> None:
        """Take a sentence."""


def trained(training: Training, seed: int, games: int, say: Say) -> Weights:
    """Play so many games, from nothing but the rules, and return the weights as they are written down."""
    weights = Weights.drawn(training.shape, seed)
    number, rounds = seed * GAMES_OF_A_SEED, []
    for turn in range(ROUNDS):
        share = games * (turn + 1) // ROUNDS - games * turn // ROUNDS
        share *= training.blind_times if turn < BLIND else 1
        led = max(1 - turn / GUIDED, 0.0)
        rounds.append(training.played(weights, number, share, led=led, blind=turn < BLIND))
        number += share
        recent = Positions(*map(np.concatenate, zip(*rounds[(turn + 1) // 2 :], strict=True)))
        if turn <= BLIND:
            weights = Weights.drawn(training.shape, seed)
        loss = Fit(weights, seed, training.decay).run(
            recent, training.last_epochs if turn == ROUNDS - 1 else training.epochs
        )
        say(f"round {turn + 1} of {ROUNDS}: {share} games; {len(recent.targets)} positions fitted, loss {loss:.4f}")
    return weights.rounded()


def positions(training: Training, games: Iterable[Played], trust: float, *, blind: bool) -> Positions:
    """Return what games teach; a position trusts what comes after its action wholly (1), or not at all (0)."""
    facts: list[Sequence[Sequence[int]]] = []
    numbers: list[Sequence[float]] = []
    targets = []
    for game in games:
        for moment, target in _learnt(game, 1.0 if blind else trust, blind=blind):
            missing = training.sides - len(moment.sides)
            facts += [*moment.facts, *[[]] * missing]
            numbers += [*moment.numbers, *[[0.0] * training.shape.numbers] * missing]
            targets.append([*target, *[0.0] * missing])
    places = padded(training.shape, facts, training.parts, training.width)
    of_each = len(targets), training.sides
    return Positions(
        places.reshape(*of_each, training.parts, training.width),
        np.array(numbers).reshape(*of_each, training.shape.numbers),
        np.array(targets),
    )


def _learnt(game: Played, trust: float, *, blind: bool) -> Iterator[tuple[Moment, Numbers]]:
    """Yield the moments of a game, the last first, with what each learns."""
    target = game.result
    for moment in reversed(game.moments):
        if moment.expected is not None and not blind:
            target = moment.expected + trust * (target - moment.came)
        own = np.clip(target[list(moment.sides)], 0.0, 1.0)
        if len(own) == 1:
            yield moment, own
        elif own.sum():
            yield moment, own / own.sum()
