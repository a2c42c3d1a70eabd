"""Which tests execute which lines, and how long each test takes."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import coverage

from tests.mutation.mutants import Mutant
from tools import code

SLOW = 1.0
"""The seconds from which a test waits for faster ones."""

WRITTEN = "tests/structure/"
"""Where the tests are that read what is written."""

Lines = dict[str, dict[int, set[str]]]
"""By file and line: the tests that execute it."""


def recorder(paths: list[Path]) -> coverage.Coverage:
    """Return what records the executed lines of some modules."""
    return coverage.Coverage(data_file=None, config_file=False, include=[str(code.ROOT / path) for path in paths])


def recorded(found: coverage.Coverage) -> dict[str, dict[int, list[str]]]:
    """Return by file and line the contexts in which it was executed."""
    data = found.get_data()
    return {str(Path(file).relative_to(code.ROOT)): data.contexts_by_lineno(file) for file in data.measured_files()}


@dataclass
class Reach:
    """What a run of the sound tests has shown."""

    imported: dict[str, set[int]]
    """By file: the lines executed before the first test, by an import or while tests were collected."""
    lines: Lines = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    """How long each test kept the processor busy; it is not here if it failed."""
    expensive: set[str] = field(default_factory=set)
    """The tests that start processes; they run after all others."""

    def add(self, answer: str) -> None:
        """Add what a process recorded."""
        record = json.loads(answer)
        self.seconds.update(record["seconds"])
        for file, lines in record["lines"].items():
            for line, tests in lines.items():
                self.lines.setdefault(file, {}).setdefault(int(line), set()).update(tests)

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that cover a mutant, in the order in which they should run.

        What runs at import is covered by the tests that import the module and by those that execute a line of it or of
        a module that imports it, and by those of what is written. A module that is imported by its name, as those of
        languages are, is covered by all.
        """
        found = {test for place in (mutant, *mutant.also) for test in self._at(place)} if mutant.live else set()
        if not found and self.runs_at_import(mutant):
            found = self._of(mutant.path) | self._of_importers(mutant.path) | self._of_what_is_written()
            if not found or by_name(mutant.path):
                found = set(self.seconds)
        return self._in_order(found & self.seconds.keys(), mutant.path)

    def runs_at_import(self, mutant: Mutant) -> bool:
        """Return whether the mutant's line is executed before the first test."""
        lines = self.imported.get(str(mutant.path), set())
        return not mutant.live or mutant.line in lines or mutant.first_line in lines

    def _at(self, mutant: Mutant) -> set[str]:
        lines = self.lines.get(str(mutant.path), {})
        return lines.get(mutant.line, set()) | (set() if mutant.line in lines else lines.get(mutant.first_line, set()))

    def _of(self, path: Path) -> set[str]:
        return {test for tests in self.lines.get(str(path), {}).values() for test in tests}

    def _of_importers(self, path: Path) -> set[str]:
        name = code.module_name(path)
        tests = {test: Path(test.partition("::")[0]) for test in self.seconds}
        files = {*map(Path, self.lines), *tests.values()}
        importers = {file for file in files if any(_within(found, name) for _, found in code.imports(file))}
        executed = {test for file in importers for test in self._of(file)}
        return executed | {test for test, file in tests.items() if file in importers}

    def _of_what_is_written(self) -> set[str]:
        """Return the tests that compare what modules have with each other, such as the words of languages."""
        return {test for test in self.seconds if test.startswith(WRITTEN)}

    def _in_order(self, tests: set[str], path: Path) -> list[str]:
        """Return tests in order: the module's own, the fastest of each file, the next of each; slow ones at the end.

        A file of tests is named for a module or for the folder that it is in. Tests of what is written follow.
        """
        own = {f"test_{name}.py" for name in (path.stem, *path.parent.parts)}
        ranks: dict[str, int] = defaultdict(int)
        places = {}
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            file = test.partition("::")[0]
            slow = self.seconds[test] > SLOW or test in self.expensive
            written = file.startswith(WRITTEN)
            places[test] = (slow, Path(file).name not in own, not written, ranks[file], self.seconds[test], test)
            ranks[file] += 1
        return sorted(tests, key=places.__getitem__)


def by_name(path: Path) -> bool:
    """Return whether no import statement names a module, but for one in its package that is imported by name itself."""
    name, package = code.module_name(path), path.with_name("__init__.py")
    others = (file for file in code.modules(path.parts[0]) if file != path)
    importers = [file for file in others if any(_within(found, name) for _, found in code.imports(file))]
    return all(file == package and by_name(package) for file in importers)


def _within(imported: str, module: str) -> bool:
    return imported == module or imported.startswith(f"{module}.")
