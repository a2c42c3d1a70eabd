"""Runs of pytest in which tests are imported once, and every mutant meets them in a fork of its own."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from hypothesis import Phase, settings

from tests.mutation import packages, patching, pool
from tests.mutation.mutants import Mutant
from tests.mutation.packages import Package
from tests.mutation.reach import Reach, recorded, recorder

PROFILE = "mutation"
SLACK = 4.0
"""The seconds of the processor that every test has beyond ten times what it usually takes."""
RECORDED = 60.0
"""The seconds of the processor that a test has while its lines are recorded, and six times as many of the clock."""
IMPORTS = 30.0
"""The seconds of the processor for importing and collecting tests."""
UNUSABLE = frozenset({pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR})
"""How pytest ends if it comes to no test, as when a `conftest.py` cannot be imported."""
FEW = 3
"""How many files of tests are imported for a mutant at first; the others follow if it survives these."""

Items = dict[str, pytest.Item]


def main(arguments: Sequence[str], plugin: object) -> int:
    """Run pytest without what costs time or depends on chance; return its exit code."""
    settings.register_profile(
        PROFILE,
        max_examples=50,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
    )
    off = [argument for name in ("randomly", "xdist", "cacheprovider") for argument in ("-p", f"no:{name}")]
    plain = ["--quiet", "--capture=no", "--assert=plain", "--tb=native", f"--hypothesis-profile={PROFILE}"]
    return pytest.main([*off, *plain, *arguments], plugins=[plugin])


class Tests:
    """Runs some of the collected tests in order, until one fails."""

    def __init__(self) -> None:
        self.failed = ""

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid or "collection"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def run(self, items: Sequence[pytest.Item], seconds: Callable[[str], float]) -> Iterator[pytest.Item]:
        """Run tests until one fails, each within a limit, and yield those that pass."""
        for item, following in zip(items, [*items[1:], None], strict=True):
            pool.limit(seconds(item.nodeid))
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return
            yield item


class Chosen(Tests):
    """Runs chosen tests after a fresh import."""

    def __init__(self, tests: Sequence[str], reach: Reach) -> None:
        super().__init__()
        self._tests = tests
        self._reach = reach

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        chosen = [items[test] for test in self._tests if test in items]
        if not self.failed:
            list(self.run(chosen, partial(limit, self._reach)))
        return True


def limit(reach: Reach, test: str) -> float:
    """Return the seconds that a test has."""
    return SLACK + 10 * reach.seconds.get(test, 0.0)


def meet_imported(mutant: Mutant, tests: Sequence[str], reach: Reach) -> str:
    """Import a mutant and tests of it; return the test that notices it."""
    pool.limit(IMPORTS)
    patching.import_instead(mutant)
    chosen = Chosen(tests, reach)
    code = main(list(dict.fromkeys(test.partition("::")[0] for test in tests)), chosen)
    return chosen.failed or ("conftest" if code in UNUSABLE else "")


class Collected(Tests):
    """Imports all tests of a package, records what they cover, and lets mutants meet them."""

    def __init__(self, package: Package, workers: int, folder: Path, answer: Callable[[Collected], None]) -> None:
        super().__init__()
        self._workers = workers
        self._folder = folder
        self._answer = answer
        self._paths = package.executed()
        self._imports = recorder(self._paths)
        self.items: Items = {}
        self.functions: patching.Functions = {}
        self.reach = Reach({})
        self._imports.start()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._imports.stop()
        if self.failed:
            pytest.exit(f"{self.failed} cannot be imported")
        self.reach.imported = {file: set(lines) for file, lines in recorded(self._imports).items()}
        self.reach.expensive = {item.nodeid for item in session.items if _starts_a_process(item)}
        self.items = {item.nodeid: item for item in session.items}
        self._record(session.items)
        self.functions = patching.imported_functions(self._paths)
        self._answer(self)
        return True

    def _record(self, items: Sequence[pytest.Item]) -> None:
        files = sorted({item.nodeid.partition("::")[0] for item in items})
        # More parts than processes, so that these end at about the same time.
        parts = [set(files[part :: 4 * self._workers]) for part in range(min(len(files), 4 * self._workers))]
        jobs = [
            partial(self._cover, [item for item in items if item.nodeid.partition("::")[0] in part]) for part in parts
        ]
        for ended in pool.run(jobs, self._workers, self._folder / "sound"):
            if ended.died:
                raise RuntimeError(f"recording ended early; see {self._folder}/sound/{ended.number}/log")
            self.reach.add(ended.answer)

    def _cover(self, items: Sequence[pytest.Item]) -> str:
        found = recorder(self._paths)
        found.start()
        seconds = {}
        for item, following in zip(items, [*items[1:], None], strict=True):
            self.failed = ""
            found.switch_context(item.nodeid)
            began = time.process_time()
            pool.limit(RECORDED)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if not self.failed:
                seconds[item.nodeid] = time.process_time() - began
        found.stop()
        return json.dumps({"seconds": seconds, "lines": recorded(found)})

    def meet(self, mutant: Mutant, tests: Sequence[str]) -> str:
        """Put a mutant into the imported functions and run tests; return the one that notices it."""
        patching.patch(mutant, self.functions)
        list(self.run([self.items[test] for test in tests], partial(limit, self.reach)))
        return self.failed


def _starts_a_process(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", [])
    return bool(packages.CHILDREN & set(fixtures)) or item.nodeid.startswith(packages.PROCESSES)
