"""Environments for learners: decisions a second beside the rules alone, and beside OpenSpiel's Liar's Dice.

A decision is a command; it takes one action or several. Players are random, and are shown an observation and a mask for
each action, as a learner is. OpenSpiel's rules are in C++, and its decision is one action. Its players are shown an
observation where they stand next to an environment, and none next to the rules.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from bench.figures import Figure, Pace, Samples, Trial, alternate, ratio, trial
from bench.rules import random_player
from gunbai_learn import TitleEnv, terms_of
from titles.catalogue import TITLES, newest
from titles.checks.walk import pick

DICE, SPIEL, SHOWN = "liars_dice", "OpenSpiel", "OpenSpiel with observations"
SOURCES = Path(__file__).parent / "open_spiel"
LOCK = SOURCES / "requirements.lock.txt"
INSTALLED = SOURCES.parents[1] / "build" / SOURCES.name
"""The folder in which OpenSpiel is installed, unless the environment has it."""
INSTALL_SECONDS = 300


class Unavailable(Exception):
    """OpenSpiel cannot be measured here; the message says why."""


async def measure(_: Path, pace: Pace, progress: Callable[[str], None]) -> list[Figure]:
    """Return the decisions a second in the environment of each title, and their share of the rules' and the peer's."""
    trials: dict[str, Trial] = {}
    for name in TITLES:
        trials[name] = trial(_learner(name), pace.seconds)
        trials[f"{name}, rules"] = trial(random_player(newest(name)), pace.seconds)
    missing = ""
    progress("installing OpenSpiel")
    try:
        await asyncio.to_thread(install, INSTALLED)
        trials[SPIEL] = trial(spiel_player(observed=False), pace.seconds)
        trials[SHOWN] = trial(spiel_player(observed=True), pace.seconds)
    except Unavailable as error:
        missing = str(error)
    samples = await alternate(trials, pace.rounds, progress)
    figures = [figure for name in TITLES for figure in _beside_rules(samples, name)]
    return [*figures, *_beside_spiel(samples, missing)]


def _beside_rules(samples: Samples, name: str) -> list[Figure]:
    return [
        Figure(f"environment, {name}", median(samples[name]), "decisions/s"),
        Figure(f"environment / rules, {name}", ratio(samples, name, f"{name}, rules"), "x"),
    ]


def _beside_spiel(samples: Samples, missing: str) -> list[Figure]:
    pairs = {f"rules / {SPIEL}, {DICE}": (f"{DICE}, rules", SPIEL), f"environment / {SHOWN}, {DICE}": (DICE, SHOWN)}
    if SPIEL not in samples:
        return [Figure(name, None, "x", remark=missing) for name in pairs]
    peers = [Figure(f"{name}, {DICE}", median(samples[name]), "decisions/s", remark="peer") for name in (SPIEL, SHOWN)]
    compared = [Figure(name, ratio(samples, *pair), "x", remark="its rules are in C++") for name, pair in pairs.items()]
    return [*peers, *compared]


def _learner(name: str) -> Callable[[], int]:
    """Return what plays a game in the environment and counts the same."""
    source, env = random.Random(7), TitleEnv(terms_of(name))

    def played() -> int:
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            env.step(pick(source, observation["action_mask"].nonzero()[0]))
        return len(env.episode.moves)

    return played


def install(place: Path) -> None:
    """Install OpenSpiel in a folder, and let this process find it there. Raises Unavailable."""
    if find_spec("pyspiel"):
        return
    done = place / "installed.txt"
    if not done.exists() or done.read_bytes() != LOCK.read_bytes():
        options = ("--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes", "--upgrade", "--target", place)
        command = (sys.executable, "-m", "pip", "install", *options, "--requirement", LOCK)
        try:
            subprocess.run(command, capture_output=True, timeout=INSTALL_SECONDS, check=True)  # noqa: S603  # pip
        except (OSError, subprocess.SubprocessError) as error:
            raise Unavailable(f"pip cannot install OpenSpiel: {_why(error)}") from None
        done.write_bytes(LOCK.read_bytes())
    sys.path.append(str(place))
    if not find_spec("pyspiel"):
        raise Unavailable("OpenSpiel has no wheel for this Python")


def _why(error: Exception) -> str:
    """Return the last line in which pip says why it failed."""
    if isinstance(error, subprocess.CalledProcessError):
        lines = error.stderr.decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"it ended with {error.returncode}"
    return str(error)


def spiel_player(*, observed: bool) -> Callable[[], int]:
    """Return what plays a game of OpenSpiel's Liar's Dice at random and counts its two players' decisions.

    `observed` players are shown an observation and a mask first.
    """
    import pyspiel

    source, game = random.Random(7), pyspiel.load_game("liars_dice(players=2,numdice=5)")

    def played() -> int:
        state, decided = game.new_initial_state(), 0
        while not state.is_terminal():
            decided += _decided(state, source, observed=observed)
        return decided

    return played


def _decided(state: Any, source: random.Random, *, observed: bool) -> bool:
    """Play on by an action; return whether a player took it."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(source.choices(outcomes, chances)[0])
        return False
    if observed:
        state.information_state_tensor(state.current_player())
        state.legal_actions_mask()
    state.apply_action(pick(source, state.legal_actions()))
    return True
