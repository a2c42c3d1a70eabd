"""Titles come from every package that is installed; a package that cannot be loaded is named and left out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gunbai_record.packages import Package
from titles import packages
from titles.catalogue import TITLES
from titles.packages import OWN, Installed, installed, own_title

Install = Callable[..., Package]
LIARS = "from games.liars_dice import VERSIONS"
THIEF = """
from dataclasses import replace
from games.infludance_duel import VERSIONS as DUEL
from games.kit.title import Title
rules = replace(DUEL[0].rules, name="aaa")
object.__setattr__(rules, "protos", ())
VERSIONS = (Title(rules),)
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    monkeypatch.syspath_prepend(str(tmp_path))

    def installs(name: str, code: str, distribution: str = "", value: str = "") -> Package:
        module = f"broken_{len([*tmp_path.glob('*.py')])}"
        monkeypatch.delitem(sys.modules, module, raising=False)
        (tmp_path / f"{module}.py").write_text(code, encoding="utf-8")
        path = tmp_path / f"gunbai_{module}-0.1.dist-info"
        path.mkdir()
        package = Package(distribution or f"gunbai-{module}", "0.1")
        (path / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package.distribution}\nVersion: 0.1\n", "utf-8")
        point = f"[gunbai.titles]\n{name} = {value or f'{module}:VERSIONS'}\n"
        (path / "entry_points.txt").write_text(point, encoding="utf-8")
        return package

    return installs


def reasons(loaded: Installed) -> dict[str, str]:
    assert list(loaded.titles) == list(TITLES)
    return {title: reason for title, _, reason in loaded.left_out}


def test_the_titles_of_gunbai_itself_load_through_the_entry_point() -> None:
    loaded = installed()
    assert list(loaded.titles) == list(TITLES)
    assert {package.distribution for package in loaded.packages.values()} == {OWN}
    assert not loaded.left_out


def test_one_title_of_gunbai_loads_without_the_others() -> None:
    program = "import sys; from titles.packages import own_title; print([*own_title('liars_dice')])"
    loaded = "print(sorted(name for name in sys.modules if name.count('.') == 1 and name.startswith('games.')))"
    done = subprocess.run([sys.executable, "-c", f"{program}; {loaded}"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[1]", "['games.kit', 'games.liars_dice']"]


def test_one_title_of_gunbai_is_that_of_the_catalogue() -> None:
    assert own_title("shogun") == TITLES["shogun"]
    assert own_title("chess") == {}


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("import os; os._exit(3)", "loading it ended the process with status 3"),
        ("import os; os.kill(os.getpid(), 9)", "loading it ended the process with status -9"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("VERSION = 1", "AttributeError: module 'broken_0' has no attribute 'VERSIONS'"),
        ("VERSIONS = ()", "broken_0:VERSIONS is not a tuple of titles, one for each version of the rules"),
        ("VERSIONS = (1,)", "broken_0:VERSIONS is not a tuple of titles, one for each version of the rules"),
        (LIARS, "broken_0:VERSIONS does not have the versions 1, 2 and so on of the title nim"),
        ("print('\"hello\"'); import nought", "ModuleNotFoundError: No module named 'nought'"),
    ],
)  # fmt: skip
def test_a_package_that_cannot_be_loaded_is_left_out_with_the_reason(install: Install, code: str, reason: str) -> None:
    package = install("nim", code)
    loaded = installed()
    assert [(title, package) for title, package, _ in loaded.left_out] == [("nim", package)]
    assert reasons(loaded) == {"nim": reason}


def test_a_package_that_hangs_is_left_out_and_those_after_it_are_tried(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "TRIAL_SECONDS", 3)
    install("go", "import time; time.sleep(60)")
    install("nim", "1 / 0")
    assert reasons(installed()) == {
        "go": "it did not load within 3 seconds",
        "nim": "ZeroDivisionError: division by zero",
    }


def test_a_package_cannot_take_the_name_of_a_title_or_name_one_badly(install: Install) -> None:
    install("liars_dice", LIARS)
    install("Nine Men's Morris", LIARS)
    loaded = installed()
    assert loaded.packages["liars_dice"].distribution == OWN
    assert reasons(loaded) == {
        "liars_dice": "another package has a title liars_dice",
        "Nine Men's Morris": "the name of a title has at most 40 lower-case letters, digits and underscores",
    }


def test_a_package_cannot_take_the_letters_of_a_title_by_coming_before_it_in_the_alphabet(install: Install) -> None:
    install("aaa", THIEF)
    assert reasons(installed()) == {"aaa": "the clauses of infludance_duel have the same letters"}


def test_a_trial_takes_no_module_from_the_folder_in_which_it_runs(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "json.py").write_text("1 / 0", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "here")
    install("nim", "1 / 1; VERSIONS = ()")
    assert "is not a tuple of titles" in reasons(installed())["nim"]


def test_a_package_that_records_cannot_name_is_left_out(install: Install) -> None:
    install("nim", LIARS, distribution="nim nim")
    assert reasons(installed()) == {"nim": "records cannot name the distribution nim nim 0.1"}


def test_what_a_package_prints_is_no_answer(install: Install, capfd: pytest.CaptureFixture[str]) -> None:
    install("nim", f"print({json.dumps('')!r}); VERSIONS = ()")
    assert "nim" in reasons(installed())
    assert not capfd.readouterr().out
