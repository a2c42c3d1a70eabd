"""docs/learners.md leads to a record that verifies, and names what there is."""

from __future__ import annotations

import inspect
import re
import runpy
import subprocess
import sys
from pathlib import Path

import gunbai_learn
from clients.bots.tournament import wilson
from gunbai_learn import TitleEnv
from gunbai_learn.actions import SPARE
from lab.patience import PATIENCE
from tests.examples.packaged import gunbai
from tools import code

PAGE = (code.ROOT / "docs" / "learners.md").read_text("utf-8")
(PROGRAM,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_program_of_the_page_writes_a_record_that_verifies(tmp_path: Path) -> None:
    command = (sys.executable, "-W", "error", "-c", PROGRAM)
    subprocess.run(command, cwd=tmp_path, check=True, timeout=PATIENCE)
    assert "its chance follows from a seed" in gunbai("verify", str(tmp_path / "game.gunbai"))


def test_the_arguments_of_the_page_are_those_of_the_function() -> None:
    rows = [row.split("|")[1] for row in PAGE.splitlines() if row.startswith("| `")]
    named = re.findall(r"`(\w+)(?:=([^`]*))?`", " ".join(rows))
    parameters = inspect.signature(gunbai_learn.env).parameters
    assert {name for name, _ in named} | {"title", "seats", "seed"} == parameters.keys()
    assert ("max_cycles", f"{parameters['max_cycles'].default:_}") in named
    assert f"{SPARE} actions are reserved for strings" in PAGE


def test_the_choices_of_the_page_are_those_of_the_title() -> None:
    (asked, shown) = re.findall(r"```pycon\n>>> (.*)\n(.*)\n```", PAGE)[0]
    env = gunbai_learn.env("liars_dice", seats=2)
    assert re.findall(r"choices\[(\d+)\]", asked) == ["0", "5"]
    assert repr((env.actions.choices[0], env.actions.choices[5])) == shown


def test_the_example_prints_what_the_page_shows() -> None:
    program = runpy.run_path(str(code.ROOT / "examples" / "train_liars_dice.py"))
    (printed,) = re.findall(r"learned from (\d+) games in \d+ s\nwon (\d+) of (\d+) against level 1: (.*)", PAGE)
    learned, won, measured = map(int, printed[:3])
    share, low, high = map(float, re.findall(r"[\d.]+", printed[3]))
    sure = wilson(won, measured)
    assert [share, low, high] == [round(100 * value, 1) for value in (won / measured, *sure)]
    assert learned == 1_500
    assert isinstance(program["trained"](0, 0, 1)[0], TitleEnv)
