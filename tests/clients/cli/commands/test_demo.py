"""The demo plays titles over real gRPC, and holds each record against what is promised of it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from lab.patience import PATIENCE
from tests.clients.cli.command_run import Run
from titles.catalogue import TITLES


@pytest.mark.parametrize(
    "named", [["infludance_duel"], pytest.param([], marks=pytest.mark.long)], ids=["a title", "every title"]
)
def test_the_demo_shows_titles_and_leaves_nothing_behind(named: list[str]) -> None:
    command = [sys.executable, "-m", "clients.cli", "demo", *named, "--json", "--limit", str(PATIENCE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    shown = json.loads(done.stdout)
    assert shown["holds"]
    assert [shown_title["title"] for shown_title in shown["titles"]] == (named or sorted(TITLES))
    for title in shown["titles"]:
        assert title["proof"]["verdict"] == "VERDICT_CONSISTENT"
        assert title["offline"]
        assert title["branch"]["parent"] == title["game"]["game"]
        assert title["refused"]["clause"]


def test_a_title_that_is_unknown_is_named(run: Run) -> None:
    ran = run("demo", "chess")
    assert (ran.code, "chess" in ran.err) == (3, True)
