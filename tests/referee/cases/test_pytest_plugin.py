"""pytest has a test for each law and each case of a package with a title, and its workflow runs them."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from lab.paths import ROOT
from lab.patience import PATIENCE
from referee.cases.contract import CASES_HOLD, CHECKS

UR = ROOT / "examples" / "gunbai-ur"
RUN = re.compile(r"^ +- run: (.+)$", re.MULTILINE)


def run(folder: Path, *command: str) -> tuple[int, str]:
    """Run a command in the folder of a package, as its author does; return its exit code and what it printed."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    settings = {**os.environ, "PATH": programs, "PYTEST_ADDOPTS": "-p no:randomly -p no:cacheprovider"}
    done = subprocess.run(
        command, cwd=folder, env=settings, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def package(tmp_path: Path) -> Path:
    code, printed = run(tmp_path, "gunbai", "title", "new", "pig", "--seats", "2-3")
    assert code == 0, printed
    return tmp_path / "gunbai-pig"


def test_each_law_and_each_case_is_a_test(package: Path) -> None:
    code, printed = run(package, "pytest", "-v")
    assert code == 0, printed
    passed = re.findall(r"^(\S+)::(.*?)(?:::)? PASSED", printed, re.MULTILINE)
    assert {law for file, law in passed if file == "pyproject.toml"} == {*CHECKS} - {CASES_HOLD}
    assert len([case for file, case in passed if file == "cases/pig/turns.toml"]) == 3


def test_what_is_broken_is_said_with_its_place_and_without_a_traceback(package: Path) -> None:
    rules = package / "src/gunbai_pig/rules.py"
    rules.write_text(rules.read_text("utf-8").replace("points > GOAL", "points > GOAL + 1"), "utf-8")
    code, printed = run(package, "pytest")
    assert code == 1
    line = rules.read_text("utf-8").splitlines().index("def invariants(table: PigTable) -> Iterator[str]:") + 1
    assert f"\nsrc/gunbai_pig/rules.py:{line}: a table of a random game breaks an invariant: " in printed
    assert "move 2 (TakePoints)" in printed
    assert "Traceback" not in printed


def test_a_title_that_does_not_load_is_one_failure(package: Path) -> None:
    (package / "src/gunbai_pig/rules.py").write_text("GOAL = TEN\n", "utf-8")
    code, printed = run(package, "pytest")
    assert code == 1
    assert "1 failed" in printed
    assert "src/gunbai_pig/rules.py:1: NameError: name 'TEN' is not defined" in printed


def test_a_folder_without_a_title_is_refused(tmp_path: Path) -> None:
    code, printed = run(tmp_path, "pytest", "--gunbai-title", f"--rootdir={tmp_path}")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "has no pyproject.toml: make a package with `gunbai title new`" in printed


def test_the_workflow_of_a_new_package_passes(package: Path) -> None:
    """The packages that it installs are those of this environment, which may have no network."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for command in ("git init -q", "git add -A", "git -c user.name=a -c user.email=a@b.c commit -qm new"):
        assert run(package, *shlex.split(command))[0] == 0
    install, *others = RUN.findall((package / ".github/workflows/check.yml").read_text("utf-8"))
    assert install == 'pip install "gunbai[titles]" pytest'
    assert "titles" in extras
    for command in others:
        code, printed = run(package, "bash", "-ec", command)
        assert code == 0, printed
    (package / "protos/gunbai/titles/pig/v1/view.proto").write_text('syntax = "proto3";\n', "utf-8")
    assert run(package, "gunbai", "title", "check")[0] == 0
    assert run(package, "bash", "-ec", others[-1])[0] == 1, "stubs that are not committed"


def test_the_example_passes() -> None:
    code, printed = run(UR, "pytest")
    assert code == 0, printed
    assert f"{len(CHECKS) - 1 + 12} passed" in printed
