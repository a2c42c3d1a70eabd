"""A title is a game of OpenSpiel too: its own tests hold, and its algorithms play."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from bench.learners import INSTALLED
from lab.paths import ROOT
from lab.patience import PATIENCE
from tests.clients.learn.test_environments import NAMES
from tests.examples.packaged import gunbai

PLAYED = """
import random, sys
import pyspiel
from gunbai_learn.spiel import load_game

for name in sys.argv[2].split():
    game = load_game(name, deals=10)
    if name != "shogun":
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    state, source = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        if len(state.history()) % 40 == 0:
            same = state.clone()
            assert same.legal_actions() == state.legal_actions()
        state.apply_action(source.choice(state.legal_actions()))
    open(f"{sys.argv[1]}/{name}.gunbai", "wb").write(state.record())
    assert state.returns() in ([1, -1], [-1, 1], [-1, -1]) or name == "shogun"
game = pyspiel.load_game("gunbai_liars_dice(seats=3)")
assert game.num_players() == 3
observer = game.make_py_observer()
state = game.new_initial_state()
state.apply_action(4)
observer.set_from(state, 1)
assert observer.tensor[:2].tolist() == [2, 1]
options = load_game("liars_dice", options={"ones_wild": False, "spot_on": True})
assert str(options) == str(pyspiel.load_game(str(options)))
print("played")
"""
SEARCHED = """
import numpy as np
from open_spiel.python.algorithms import mcts
from gunbai_learn.spiel import load_game

game, source = load_game("infludance_duel"), np.random.RandomState(1)
bot = mcts.MCTSBot(game, 2.0, 5, mcts.RandomRolloutEvaluator(1, source), random_state=source)
state = game.new_initial_state()
state.apply_action(3)
print(state.action_to_string(state.current_player(), bot.step(state)))
"""


@pytest.fixture(scope="module")
def path() -> str:
    """Return where Python finds OpenSpiel."""
    if find_spec("pyspiel"):
        return ""
    if (INSTALLED / "installed.txt").exists():
        return str(INSTALLED)
    pytest.skip("OpenSpiel is missing: gunbai dev bench --quick --only learners")


def run(path: str, program: str, *words: str) -> str:
    """Return what a program prints."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (path, str(ROOT))))}
    command = (sys.executable, "-c", program, *words)
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr
    return done.stdout


def test_every_title_is_a_game_of_open_spiel_whose_games_verify(path: str, tmp_path: Path) -> None:
    assert run(path, PLAYED, str(tmp_path), " ".join(NAMES)).endswith("played\n")
    assert "consistent" in gunbai("verify", str(tmp_path / "liars_dice.gunbai"))


def test_an_algorithm_of_open_spiel_plays(path: str) -> None:
    assert run(path, SEARCHED).startswith("command ChooseFigure")
