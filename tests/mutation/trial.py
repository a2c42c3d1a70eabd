"""A trial: drawn mutants, each with the tests that cover it, and what became of it."""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import sys
import tomllib
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Literal

from tests.mutation import patching, pool, session
from tests.mutation.mutants import Mutant
from tests.mutation.packages import Package
from tests.mutation.reach import Reach

EQUIVALENT = Path(__file__).with_name("equivalent.toml")

_REPORTED = re.compile(
    r"^(?:survived|unreached).*?: (?P<file>\S+?):\d+ (?P<mistake>.*)\n    (?P<text>.*)$", re.MULTILINE
)

Result = Literal["noticed", "overdue", "survived", "unreached", "equivalent"]
Key = tuple[str, str, str, str]


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant."""

    result: Result
    by: str = ""
    """The test that noticed it, or why no test can."""
    tests: int = 0
    """How many tests there were for it."""
    seconds: float = 0.0
    """How long it kept the processor busy."""


@dataclass
class Trial:
    """Mutants of a package, and what became of each so far."""

    package: Package
    drawn: list[Mutant]
    folder: Path
    workers: int = 2
    budget: float = 30.0
    """The seconds of usual time of the tests that a mutant meets; the first of them always runs."""
    verdicts: dict[Mutant, Verdict] = field(default_factory=dict)

    def settle(self, mutant: Mutant, verdict: Verdict) -> None:
        """Store what became of a mutant, and show it if the suite should improve."""
        self.verdicts[mutant] = verdict
        if verdict.result in {"survived", "unreached"}:
            print(f"{verdict.result} ({verdict.tests} tests): {mutant}\n    {mutant.text}", file=sys.stderr, flush=True)

    def left(self) -> list[Mutant]:
        """Return the mutants of which nothing is known yet."""
        return [mutant for mutant in self.drawn if mutant not in self.verdicts]

    def affordable(self, tests: Sequence[str], reach: Reach) -> list[str]:
        """Return the first of the tests, as many as the budget allows."""
        total = accumulate(reach.seconds[test] for test in tests)
        return [
            test
            for number, (test, sum_) in enumerate(zip(tests, total, strict=True))
            if not number or sum_ <= self.budget
        ]

    def meet(
        self, jobs: Sequence[tuple[Mutant, Sequence[str], pool.Job]], stage: str
    ) -> Iterator[tuple[Mutant, Verdict]]:
        """Run jobs, and yield how each mutant fared."""
        for ended in pool.run((job for _, _, job in jobs), self.workers, self.folder / stage):
            mutant, tests, _ = jobs[ended.number]
            result: Result = "overdue" if ended.overdue else "noticed" if ended.answer or ended.died else "survived"
            yield mutant, Verdict(result, ended.answer, len(tests), ended.seconds)


def draw(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Return `count` mutants by seed. A larger draw includes a smaller one; a changed line moves no other's lot."""

    def lot(mutant: Mutant) -> bytes:
        return hashlib.sha256(repr((seed, mutant.key, mutant.place)).encode()).digest()

    return sorted(mutants, key=lot)[:count]


def reported(report: str) -> set[tuple[str, str, str]]:
    """Return file, mistake and line of source of the mutants that a report names; their numbers may have changed."""
    return {(found["file"], found["mistake"], found["text"]) for found in _REPORTED.finditer(report)}


def equivalent() -> dict[Key, str]:
    """Return the mutants that no test can notice, each with the reason."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    return {(row["module"], row["scope"], row["line"], row["change"]): row["reason"] for row in listed}


def run(trial: Trial, tests: Sequence[str]) -> None:
    """Let every mutant meet its tests: in functions already imported where possible, else in a module imported anew."""
    reasons = equivalent()
    trial.verdicts = {m: Verdict("equivalent", reasons[m.key]) for m in trial.drawn if m.key in reasons}
    reach = _meet_in_a_child(trial, tests)
    _meet_imported(trial, reach, session.FEW)
    _meet_imported(trial, reach, None)


def _meet_in_a_child(trial: Trial, tests: Sequence[str]) -> Reach:
    """Import the tests in a child, so that this process stays free of the modules that mutants change."""
    answer = trial.folder / "answer"
    keyword = ["-k", trial.package.keyword] if trial.package.keyword else []
    keyword += ["-m", trial.package.marks] if trial.package.marks else []
    if child := os.fork():
        os.waitpid(child, 0)
    else:
        _child(trial, [*tests, *keyword], answer)
    if not answer.exists():
        sys.exit(f"The tests could not be run without mutants:\n{(trial.folder / 'log').read_text(encoding='utf-8')}")
    reach, trial.verdicts = pickle.loads(answer.read_bytes())
    return reach  # type: ignore[no-any-return]  # Our own child wrote it.


def _child(trial: Trial, arguments: Sequence[str], answer: Path) -> None:
    def met(collected: session.Collected) -> None:
        _meet_live(trial, collected)
        answer.write_bytes(pickle.dumps((collected.reach, trial.verdicts)))

    try:
        os.dup2(os.open(trial.folder / "log", os.O_CREAT | os.O_WRONLY), 1)
        session.main(arguments, session.Collected(trial.package, trial.workers, trial.folder, met))
    except BaseException:  # noqa: BLE001  # Whatever it was, the parent finds no answer.
        traceback.print_exc()
    finally:
        os._exit(0)


def _meet_live(trial: Trial, collected: session.Collected) -> None:
    """Let the mutants that fit into imported functions meet their tests; settle those that no test reaches."""
    jobs = []
    for mutant in trial.left():
        tests = trial.affordable(collected.reach.tests(mutant), collected.reach)
        if not tests:
            trial.settle(mutant, Verdict("unreached"))
        elif not collected.reach.runs_at_import(mutant) and patching.fits(mutant, collected.functions):
            jobs.append((mutant, tests, partial(collected.meet, mutant, tests)))
    for mutant, verdict in trial.meet(jobs, "live"):
        trial.settle(mutant, verdict)


def _meet_imported(trial: Trial, reach: Reach, files: int | None) -> None:
    """Import each mutant that is left, and some files of its tests: the first of them, or all."""
    jobs = []
    for mutant in trial.left():
        tests = trial.affordable(reach.tests(mutant), reach)
        chosen = set(list(dict.fromkeys(_file(test) for test in tests))[:files])
        some = [test for test in tests if _file(test) in chosen]
        jobs.append((mutant, some, partial(session.meet_imported, mutant, some, reach)))
    for mutant, verdict in trial.meet(jobs, f"imported {files}"):
        if files is None or verdict.result != "survived":
            trial.settle(mutant, verdict)


def _file(test: str) -> str:
    return test.partition("::")[0]
