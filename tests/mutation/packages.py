"""What is mutated, and by which tests it is covered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.mutation.mutants import Mutant, derived, mutants, without_coroutines
from tools import code


@dataclass(frozen=True)
class Package:
    """Some modules and their tests."""

    folders: tuple[str, ...]
    tests: tuple[str, ...]
    keyword: str = ""
    """What pytest selects among the tests."""
    marks: str = ""
    """The marks of the tests that pytest selects, if not those of the short suite."""
    left_out: tuple[str, ...] = ()
    """Names of modules that are not mutated."""

    def modules(self) -> list[Path]:
        """Return the modules that are mutated, in order."""
        found = [path for folder in self.folders for path in code.modules(folder)]
        return [path for path in found if path.name not in self.left_out]

    def executed(self) -> list[Path]:
        """Return the modules in which lines are recorded: those mutated, and those derived from them."""
        return [*self.modules(), *(path for path in map(without_coroutines, self.modules()) if path)]

    def mutants(self) -> list[Mutant]:
        """Return every mutant of the package, in the order of the text."""
        return [derived(mutant) for path in self.modules() for mutant in mutants(path)]


OF_ALL_TITLES = (
    "tests/games/kit/rules/test_luck.py",
    "tests/games/test_changes_of_mind.py",
    "tests/games/test_contract.py",
    "tests/games/test_defaults.py",
    "tests/games/test_guesses.py",
    "tests/games/test_habits.py",
    "tests/games/test_languages.py",
    "tests/games/test_leaks.py",
    "tests/games/test_scribbled_tables.py",
    "tests/games/test_spots.py",
    "tests/cases",
    "tests/playthroughs",
    "tests/referee/files/test_notation_reader.py",
    "tests/structure/test_draws.py",
    "tests/structure/test_house_rulings.py",
    "tests/structure/test_languages.py",
)
"""Tests that take each title in turn."""


def _title(name: str) -> Package:
    return Package(
        folders=(f"games/{name}",),
        tests=(f"tests/games/{name}", *OF_ALL_TITLES),
        keyword=name,
        # Whether a picture is right is for eyes to say; what it shows and hides is tested with the views.
        left_out=("picture.py",),
    )


PACKAGES = {
    "client": Package(
        folders=("clients/python/gunbai_client",),
        tests=("tests/clients/python", "tests/clients/test_chance_modes.py", "tests/cases"),
    ),
    "referee": Package(
        folders=("referee",),
        tests=(
            "tests/referee",
            "tests/cases",
            "tests/clients/python",
            "tests/clients/cli",
            "tests/clients/test_chance_modes.py",
            "tests/fixtures",
            "tests/structure/test_errors.py",
            "tests/structure/test_languages.py",
            "tests/structure/test_limits.py",
            "tests/structure/test_tables.py",
            "tests/vectors",
        ),
    ),
    # What this tool is tested with.
    "sample": Package(
        folders=("tests/mutation/sample",),
        tests=("tests/mutation/sample",),
        left_out=("conftest.py", "test_tickets.py"),
    ),
    "store": Package(
        folders=("store",),
        tests=("tests/store", "tests/referee/maintenance", "tests/structure/test_limits.py"),
        # The tests of JetStream take a server, and are long.
        marks="long or not long",
    ),
    **{title: _title(title) for title in code.titles()},
}

CHILDREN = {"address"}
"""Fixtures that start a service in a process of its own, in which a mutant of this process is not found."""
PROCESSES = ("tests/referee/test_process.py", "tests/referee/test_restarts.py", "tests/store/test_sqlite_kill.py")
"""Files whose tests start processes."""
