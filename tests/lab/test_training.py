"""The trainer of the bots' networks: a seed repeats it, and its arrays count as the network does that plays."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.king_of_tokyo.bots.facts import facts
from games.king_of_tokyo.bots.standing import standing_of
from games.kit.bots.network import Network
from games.samurai_spirit.bots.facts import facts as samurai_facts
from games.samurai_spirit.bots.facts import numbers
from lab.paths import ROOT
from titles.catalogue import newest
from titles.checks.walk import set_up, walk

TITLES = ("king_of_tokyo", "samurai_spirit")
TINY = ("--games", "20", "--measured", "2")

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def numpy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what `make train` installs."""
    folder = tmp_path_factory.mktemp("numpy")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, "--no-deps", "--only-binary", ":all:")
    lock = ("--require-hashes", "--requirement", ROOT / "lab" / "training" / "requirements.lock.txt")
    subprocess.run((*pip, *lock), check=True, timeout=600)
    return folder


def run(numpy: Path, *words: str | Path, **more: str) -> str:
    """Return what a Python program of the repository prints, with numpy and more in its environment."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (numpy, ROOT))),
        "NUMBA_CACHE_DIR": str(numpy / "compiled"),
        **more,
    }
    return subprocess.run(
        (sys.executable, *words), check=True, env=environment, timeout=600, capture_output=True, text=True, cwd=ROOT
    ).stdout


def trained(numpy: Path, title: str, file: Path, seed: int) -> str:
    """Return the module that the trainer writes after a few games."""
    run(numpy, "-m", "lab.training", title, "--seed", str(seed), *TINY, "--into", file)
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("title", TITLES)
def test_a_seed_gives_the_same_file_and_another_seed_gives_another(numpy: Path, tmp_path: Path, title: str) -> None:
    one, same, other = (trained(numpy, title, tmp_path / f"{place}.py", seed) for place, seed in enumerate((1, 1, 2)))
    assert one == same
    assert one.partition("NETWORK")[2] != other.partition("NETWORK")[2]


LOOK = """
from lab.training.__main__ import loaded
loaded("king_of_tokyo")
import numpy as np
from lab.training import king_of_tokyo as tokyo
from lab.training.network import Weights
from titles.checks.walk import set_up, walk

weights = Weights.drawn(tokyo.SHAPE, 1)
seen = 0
for turn in walk(tokyo.TITLE, set_up(tokyo.TITLE, 3).table, 5):
    table = turn.before
    if not isinstance(table.agenda[-1] if table.agenda else None, tokyo.RerollDice) or len(table.living) < 2:
        continue
    now, hands = tokyo.rolling(weights, table), tokyo.hands_of(len(table.turn.dice))
    of_hand = now.worth[hands.place[tokyo._hand(table.turn.dice)]]
    assert np.allclose(of_hand, tokyo.worth(weights, table)[[seat - 1 for seat in now.seats]])
    seen += 1
one = tokyo._means(tokyo.hands_of(1), np.arange(6.0)[:, None])
assert np.allclose(one[:, 0], [2.5, 0, 1, 2, 3, 4, 5])
print(seen)
"""


def test_what_all_hands_are_worth_at_once_is_what_each_is_worth_alone(numpy: Path) -> None:
    assert int(run(numpy, "-c", LOOK)) > 20


def test_the_model_of_samurai_spirit_knows_and_does_what_the_rules_do(numpy: Path) -> None:
    compare = "from lab.training.village_check import compared; print(*compared(6))"
    tables, followed = map(int, run(numpy, "-c", compare, NUMBA_DISABLE_JIT="1").split())
    assert tables > 200
    assert followed > 600


STRENGTHS = """
import sys
from lab.training.__main__ import loaded
training = loaded(sys.argv[1])
from lab.training.learning import trained
from lab.training.network import padded
from tests.lab.test_training import rows
weights = trained(training, 1, 20, lambda sentence: None)
import numpy as np
known = [*rows(sys.argv[1])]
facts = padded(training.shape, [of_one for of_one, _ in known], training.parts, training.width)
numbers = np.array([of_one for _, of_one in known]).reshape(len(known), -1)
print(*weights.strengths(facts, numbers))
"""


def rows(title: str) -> list[tuple[list[list[int]], list[float]]]:
    """Return the facts and numbers of tables of a random game."""
    tables: list[Any] = [turn.before for turn in walk(newest(title), set_up(newest(title), 3).table, 3)]
    if title == "samurai_spirit":
        return [(samurai_facts(table), numbers(table)) for table in tables if table.active]
    running = [table for table in tables if table.turn.seat and len(table.living) > 1]
    return [([own_facts], []) for table in running for own_facts in facts(table, standing_of(table)).values()]


@pytest.mark.parametrize("title", TITLES)
def test_the_network_that_plays_counts_as_the_arrays_do(numpy: Path, tmp_path: Path, title: str) -> None:
    trained(numpy, title, tmp_path / "weights.py", 1)
    network = runpy.run_path(str(tmp_path / "weights.py"))["NETWORK"]
    assert isinstance(network, Network)
    expected = map(float, run(numpy, "-c", STRENGTHS, title).split())
    assert [network.strength(*row) for row in rows(title)] == pytest.approx([*expected])
