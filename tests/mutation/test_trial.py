"""A trial finds the gaps of a suite, and nothing but these; it depends on the seed, and leaves no trace."""

from __future__ import annotations

import gc
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from lab.patience import PATIENCE
from tests.mutation import patching, pool
from tests.mutation.mutants import mutants
from tests.mutation.packages import PACKAGES
from tests.mutation.reach import Reach, by_name
from tests.mutation.trial import draw, equivalent, reported
from tools import code

SAMPLE = "tests/mutation/sample/tickets.py"


def digests() -> dict[Path, bytes]:
    return {path: sha256((code.ROOT / path).read_bytes()).digest() for path in code.files(Path("tests/mutation"))}


@pytest.mark.long
def test_a_trial_reports_what_the_tests_do_not_notice_and_leaves_the_tree_as_it_was() -> None:
    before = digests()
    command = [sys.executable, "-m", "tests.mutation", "--package", "sample", "--count", "99"]
    ended = subprocess.run(command, cwd=code.ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE)
    found = [line for line in ended.stdout.splitlines() if line.startswith(("survived", "unreached"))]
    assert sorted(found) == [
        f"survived: {SAMPLE}:18 bearer: 'nobody' -> ''",
        f"survived: {SAMPLE}:18 bearer: name or 'nobody' -> name",
        f"unreached: {SAMPLE}:23 seats: range(count) -> range(count + 1)",
        f"unreached: {SAMPLE}:23 seats: range(count) -> range(count - 1)",
        f"unreached: {SAMPLE}:23 seats: return list(range(count)) -> return None",
    ], ended
    assert "23 drawn: 18 noticed, 0 overdue, 2 survived, 3 unreached, 0 equivalent: 78.3 %" in ended.stdout
    assert ended.returncode == 1
    assert digests() == before


def test_the_modules_and_tests_of_every_package_are_there() -> None:
    named = {path for package in PACKAGES.values() for path in (*package.folders, *package.tests)}
    assert [path for path in named if not (code.ROOT / path).exists()] == []


def test_a_draw_depends_on_the_seed_alone_and_a_larger_one_includes_a_smaller_one() -> None:
    found = PACKAGES["store"].mutants()
    drawn = draw(found, 20, seed=1)
    assert draw(list(reversed(found)), 40, seed=1)[:20] == drawn
    assert draw(found, 20, seed=2) != drawn


def test_a_mutant_listed_as_equivalent_exists_and_its_reason_is_given() -> None:
    listed = equivalent()
    keys = {mutant.key for path in {key[0] for key in listed} for mutant in mutants(Path(path))}
    assert [key for key in listed if key not in keys] == []
    assert [key for key, reason in listed.items() if len(reason.split()) < 4] == []


def test_the_mutants_that_a_report_names_can_be_run_again() -> None:
    report = f"""\
survived (3 tests): {SAMPLE}:17 bearer: 'nobody' -> ''
    return name or "nobody"
unreached: {SAMPLE}:9 Desk.seats: a -> b: c
    x = a
21 drawn: 16 noticed
"""
    assert reported(report) == {
        (SAMPLE, "bearer: 'nobody' -> ''", 'return name or "nobody"'),
        (SAMPLE, "Desk.seats: a -> b: c", "x = a"),
    }


def test_functions_are_found_also_where_what_was_imported_is_not_searched_for_garbage() -> None:
    gc.freeze()
    found = patching.imported_functions([Path("tests/mutation/pool.py")])
    assert pool.limit in [function for functions in found.values() for function in functions]


def test_a_module_of_a_package_that_is_imported_by_its_name_is_too() -> None:
    title = Path("games/king_of_tokyo")
    assert by_name(title / "languages/cs/__init__.py")
    assert by_name(title / "languages/cs/forms.py")
    assert not by_name(title / "steps/buy_cards.py")


def test_tests_that_are_named_for_a_module_or_its_folder_come_first() -> None:
    files = ("games/test_contract.py", "games/test_languages.py", "structure/test_languages.py")
    reach = Reach({}, seconds={f"tests/{file}::test_one": 0.1 for file in files})
    (first, *_) = mutants(Path("games/king_of_tokyo/words/cs/forms.py"))
    own = ["tests/games/test_languages.py::test_one", "tests/structure/test_languages.py::test_one"]
    assert sorted(reach.tests(first)[:2]) == own


def forever() -> str:
    pool.limit(0.1)
    while True:
        pass


def test_a_job_ends_with_its_answer_by_its_limit_or_by_an_error(tmp_path: Path) -> None:
    jobs: list[pool.Job] = [lambda: "an answer", forever, lambda: str(1 // 0)]
    ended = {end.number: (end.answer, end.overdue, end.died) for end in pool.run(jobs, 2, tmp_path)}
    assert ended == {0: ("an answer", False, False), 1: ("", True, True), 2: ("", False, True)}
