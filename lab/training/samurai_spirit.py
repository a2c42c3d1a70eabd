"""Samurai Spirit for the trainer: games of a quick model of the rules (village.py), and what is learnt from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.samurai_spirit.bots.facts import DUE, KIAI, OVERCOME, ROOM, WOUNDS
from lab.paths import ROOT
from lab.training.learning import Strength, Training
from lab.training.network import Positions, Shape, Weights
from lab.training.village import FACTS, NUMBERS, SEATS, WIDTH, play_all

LADDERS = (range(ROOM - 1, ROOM + 10), range(WOUNDS, DUE), range(KIAI, OVERCOME), range(OVERCOME, FACTS))
SHAPE = Shape(facts=FACTS, numbers=NUMBERS, first=32, second=16, ladders=LADDERS)
LOOKS, LAST_LOOKS = 4, 12
"""How many possible raiders a samurai examines: while it learns, and when the strength is measured."""
TRUST = 0.9
"""How much a table learns from what comes after the next action: all (1), or nothing (0)."""
BOLD = 0.06
"""How often a samurai does something random, to see what it is worth."""
LATER = 0.3
"""How often a game begins in its second or third round once games are no longer led: late tables are rare otherwise."""


def played(weights: Weights, first: int, games: int, *, led: float, blind: bool) -> Positions:
    """Return what games teach; those that are led are easier, and begin in later rounds."""
    later = LATER + (1 - LATER) * led
    looks = 0 if blind else LOOKS
    places, numbers, targets, _ = play_all(first, games, _arrays(weights), led, later, BOLD, looks, TRUST)
    return Positions(places[:, None], numbers[:, None], targets[:, None])


def strength(weights: Weights, games: int) -> Iterator[Strength]:
    """Yield how many villages are saved by the weights."""
    *_, saved = play_all(0, games, _arrays(weights), 0.0, 0.0, 0.0, LAST_LOOKS, TRUST)
    yield Strength("villages of three samurai on normal, in the trainer's model", saved, games)


def _arrays(weights: Weights) -> tuple[Any, ...]:
    """Return the weights as the model takes them."""
    of = weights.values
    names = ("bias", "numbers", "mix", "mix_bias", "mix_numbers", "out", "out_numbers", "strength")
    return weights.table, *(of[name] for name in names)


TRAINING = Training(
    title="samurai_spirit",
    shape=SHAPE,
    parts=SEATS,
    sides=1,
    width=WIDTH,
    games=80_000,
    blind_times=3,
    epochs=2,
    last_epochs=3,
    decay=2e-6,
    played=played,
    strength=strength,
    seconds=0.006,
    file=ROOT / "games" / "samurai_spirit" / "bots" / "weights.py",
)
"""How Samurai Spirit is trained."""
