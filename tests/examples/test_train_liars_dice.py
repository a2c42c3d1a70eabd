"""The agent of examples/train_liars_dice.py learns, and its games verify."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from lab.paths import ROOT
from tests.examples.packaged import gunbai, run

PROGRAM = str(ROOT / "examples" / "train_liars_dice.py")


def trained(*words: str) -> tuple[int, int, float]:
    """Train an agent; return the games that it won, those that it played, and the least share in the interval."""
    printed = run(sys.executable, PROGRAM, *words)
    found = re.search(r"won (\d+) of (\d+) against level \d: [\d.]+% \(([\d.]+)% to", printed)
    assert found is not None, printed
    return int(found[1]), int(found[2]), float(found[3]) / 100


def test_some_games_teach_it_to_beat_random_moves_and_its_games_verify(tmp_path: Path) -> None:
    record = tmp_path / "game.gunbai"
    _, measured, least = trained("--level", "0", "--games", "100", "--measured", "50", "--record", str(record))
    assert measured == 50
    assert least > 0.6
    assert "its chance follows from a seed" in gunbai("verify", str(record))


def test_an_agent_that_has_learned_nothing_does_not() -> None:
    won, measured, _ = trained("--level", "0", "--games", "0", "--measured", "50")
    assert won < 0.8 * measured


@pytest.mark.long
def test_it_beats_level_1() -> None:
    _, measured, least = trained("--games", "1500", "--measured", "400")
    assert measured == 400
    assert least > 0.5
