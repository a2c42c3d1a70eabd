"""Train a small agent for Liar's Dice, and measure it against the bot that it learned from.

    python examples/train_liars_dice.py --games 1500 --measured 1000 --record game.gunbai

The agent keeps a table of how good each action was in each situation. A situation is a few numbers, such as how many
dice the other player must have under the cup. After each round the agent learns who lost a die.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gunbai_learn import TitleEnv, terms_of
from gunbai_learn.bots import BotAgent, wilson

Situation = tuple[str | int | bool, ...]

HOPE = 0.3
"""The assumed worth of an action in a new situation: a little too high, so that the learner tries the action."""


class Pace(NamedTuple):
    """How a learner plays a game."""

    curious: float
    """How often the learner tries a random action."""
    step: float
    """How far a value moves towards a new result."""


FIRST, LAST, MEASURED = Pace(0.2, 0.05), Pace(0.02, 0.005), Pace(0, 0)


class Learner:
    """Plays Liar's Dice for two by what it has learned."""

    def __init__(self, env: TitleEnv, seed: int) -> None:
        self._choices = env.actions.choices
        self._random = np.random.default_rng(seed)
        self._values = dict[Situation, float]()
        self._quantity = 0

    def act(self, view: Any, seat: int, mask: NDArray[np.int8], curious: float) -> tuple[int, Situation]:
        """Return the best action that the mask allows, or sometimes a random one, and the situation after it."""
        made = self._situations(view, seat, np.flatnonzero(mask).tolist())
        actions = list(made)
        if self._random.random() < curious:
            action = actions[int(self._random.integers(len(actions)))]
        else:
            action = max(actions, key=lambda action: (self._values.get(made[action], HOPE), self._random.random()))
        if self._choices[action].field == "quantity":
            self._quantity = self._choices[action].value
        return action, made[action]

    def learn(self, situations: Sequence[Situation], result: float, step: float) -> None:
        """Move the values of situations towards the result of a round: 1, or -1 for a lost die."""
        for situation in situations:
            value = self._values.get(situation, 0.0)
            self._values[situation] = value + step * (result - value)

    def _situations(self, view: Any, seat: int, actions: Sequence[int]) -> Mapping[int, Situation]:
        own, bid = view.cups[seat - 1], view.bid
        hidden: int = sum(cup.dice for cup in view.cups) - own.dice
        dice, faces = list(own.hand), range(1, view.faces + 1)
        wild = dice.count(1) if view.ones_wild else 0
        counting = {face: dice.count(face) + (wild if face > 1 else 0) for face in faces}

        def needed(quantity: int) -> int:
            """Return how many hidden dice must count for the easiest bid of so many."""
            higher = [face for face in faces if (quantity, face) > (bid.quantity, bid.face)]
            return min((quantity - counting[face] for face in higher), default=hidden + 1)

        def bounded(missing: int) -> int:
            return max(-3, min(missing, hidden + 1))

        made: dict[int, Situation] = {}
        for action in actions:
            field, value = self._choices[action]
            if value == "ChallengeBid":
                missing = bounded(bid.quantity - counting[bid.face])
                made[action] = ("challenge", hidden, missing, bid.face == 1)
            elif value == "MakeBid":
                easiest = min(needed(max(bid.quantity, 1)), needed(bid.quantity + 1))
                made[action] = ("bid", hidden, bounded(easiest))
            elif field == "quantity":
                made[action] = ("quantity", hidden, bounded(needed(value)), min(value - bid.quantity, 4))
            else:
                missing = bounded(self._quantity - counting[value])
                made[action] = ("face", hidden, missing, value == 1, value == bid.face)
        return made


def play(env: TitleEnv, learner: Learner, seat: int, other: BotAgent, pace: Pace) -> bool:
    """Play a game from a seat against another agent, learning from each round; return whether the learner won."""
    env.reset()
    own, dice, round_so_far, won = f"seat_{seat}", [5, 5], list[Situation](), False
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        if over:
            if agent == own:
                won = reward > 0
            env.step(None)
            continue
        if agent == own:
            action, situation = learner.act(env.view(own), seat, observation["action_mask"], pace.curious)
            round_so_far.append(situation)
        else:
            action = other.act(env)
        env.step(action)
        left = [cup.dice for cup in env.view(own).cups]
        if left != dice:
            learner.learn(round_so_far, 1.0 if left[seat - 1] == dice[seat - 1] else -1.0, pace.step)
            dice, round_so_far = left, []
    return won


def trained(games: int, level: int, seed: int) -> tuple[TitleEnv, Learner]:
    """Return a learner that has played this many games against a bot of this level, at each seat in turn."""
    env = TitleEnv(terms_of("liars_dice", seats=2), seed=seed)
    learner, bot = Learner(env, seed), BotAgent(level, seed)
    for number in range(games):
        left = 1 - number / games
        pace = Pace(*(last + left * (first - last) for first, last in zip(FIRST, LAST, strict=True)))
        play(env, learner, 1 + number % 2, bot, pace)
        show_progress("learning", number + 1, games)
    return env, learner


def show_progress(doing: str, done: int, games: int) -> None:
    """Show how many of the games have been played."""
    if done % 100 == 0 or done == games:
        end = "" if done < games else "\n"
        print(f"\r{doing}: {done} of {games} games", end=end, file=sys.stderr, flush=True)


def measured(env: TitleEnv, learner: Learner, games: int, level: int, seed: int) -> int:
    """Return how many of these games the learner wins while it does not learn."""
    bot, won = BotAgent(level, seed), 0
    for number in range(games):
        won += play(env, learner, 1 + number % 2, bot, MEASURED)
        show_progress("measuring", number + 1, games)
    return won


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure, and record the last game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_500, help="number of games to learn from")
    parser.add_argument("--measured", type=int, default=1_000, help="number of games to evaluate the agent on")
    parser.add_argument("--level", type=int, default=1, help="level of the opposing bot")
    parser.add_argument("--seed", type=int, default=1, help="random seed")
    parser.add_argument("--record", type=Path, help="file for the record of the last game")
    given = parser.parse_args(arguments)
    began = time.monotonic()
    env, learner = trained(given.games, given.level, given.seed)
    print(f"learned from {given.games} games in {time.monotonic() - began:.0f} s")
    won = measured(env, learner, given.measured, given.level, given.seed + 1)
    sure = wilson(won, given.measured)
    share = won / given.measured
    print(f"won {won} of {given.measured} against level {given.level}: {share:.1%} ({sure.low:.1%} to {sure.high:.1%})")
    if given.record:
        given.record.write_bytes(env.record(["one of them", "the other"]))


if __name__ == "__main__":
    main()
