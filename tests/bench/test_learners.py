"""What is measured of environments: the same decisions in both, and OpenSpiel only where pip can install it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench import learners
from bench.figures import Pace
from bench.rules import random_player
from titles.catalogue import newest


@pytest.mark.parametrize("name", ["liars_dice", "samurai_spirit"])
def test_a_game_of_a_learner_has_decisions(name: str) -> None:
    assert learners._learner(name)() > 3
    assert random_player(newest(name))() > 3


async def test_without_a_registry_it_says_what_pip_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*words: Any, **options: Any) -> None:
        raise subprocess.CalledProcessError(1, "pip", stderr=b"WARNING: slow\nERROR: No matching distribution found\n")

    monkeypatch.setattr(learners, "find_spec", lambda name: None)
    monkeypatch.setattr(learners, "INSTALLED", tmp_path)
    monkeypatch.setattr(subprocess, "run", failing)
    figures = await learners.measure(tmp_path, Pace(seconds=0.01, rounds=1), lambda _: None)
    *measured, rules, environment = figures
    for figure in (rules, environment):
        assert figure.value is None
        assert figure.remark == "pip cannot install OpenSpiel: ERROR: No matching distribution found"
    assert all(figure.value for figure in measured)


def test_the_lock_has_hashes_and_no_addresses_of_packages() -> None:
    lines = learners.LOCK.read_text("utf-8").splitlines()
    assert [line for line in lines if not re.match(r"[a-z0-9-]+==[0-9.]+ |    --hash=sha256:", line)] == []
    assert any(line.startswith("open-spiel==") for line in lines)
