"""Draw mutants of a package by seed, run the tests that cover each, and report how many were noticed."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import get_args

from tests.mutation.packages import PACKAGES
from tests.mutation.trial import Result, Trial, draw, reported, run
from tools import code

GOAL = 90.0
"""The percentage of mutants, other than equivalent ones, that must be noticed."""
LIBRARIES = (
    "cryptography",
    "google.protobuf",
    "grpc.aio",
    "msgspec",
    "pytest_asyncio",
    "rich",
    "sqlite_utils",
    "structlog",
)
"""What is imported once for all mutants: nothing of ours."""


def main() -> int:
    """Run the command."""
    chosen = _arguments().parse_args()
    for name in LIBRARIES:
        importlib.import_module(name)
    os.chdir(code.ROOT)
    package = PACKAGES[chosen.package]
    found = [mutant for mutant in package.mutants() if str(mutant).startswith(tuple(chosen.under))]
    if chosen.again:
        again = reported(chosen.again.read_text(encoding="utf-8"))
        found = [mutant for mutant in found if (str(mutant.path), mutant.mistake, mutant.text) in again]
    began = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        trial = Trial(package, draw(found, chosen.count, chosen.seed), Path(folder), chosen.workers, chosen.budget)
        run(trial, chosen.tests or package.tests)
    score = report(trial)
    print(f"{len(found)} possible mutants, seed {chosen.seed}, {time.monotonic() - began:.0f} s")
    return int(score < GOAL)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--package", choices=sorted(PACKAGES), required=True)
    parser.add_argument("--count", type=int, default=60, help="how many mutants to draw")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="how many mutants to run at a time")
    parser.add_argument("--budget", type=float, default=30, help="the seconds of tests that a mutant may cost")
    parser.add_argument("--under", nargs="*", default=[""], help="draw among the mutants of these files or folders")
    parser.add_argument("--again", type=Path, help="run only the mutants that this report of a former run names")
    parser.add_argument("--tests", nargs="*", default=[], help="run these tests instead of all of the package's")
    return parser


def report(trial: Trial) -> float:
    """Print what became of the mutants; return the percentage noticed."""
    results = Counter(verdict.result for verdict in trial.verdicts.values())
    real = max(1, len(trial.verdicts) - results["equivalent"])
    score = 100 * (results["noticed"] + results["overdue"]) / real
    seconds = sum(verdict.seconds for verdict in trial.verdicts.values()) / real
    for mutant in trial.drawn:
        if trial.verdicts[mutant].result in {"survived", "unreached"}:
            print(f"{trial.verdicts[mutant].result}: {mutant}\n    {mutant.text}")
    counted = ", ".join(f"{results[name]} {name}" for name in get_args(Result))
    print(f"{len(trial.drawn)} drawn: {counted}: {score:.1f} %, {seconds:.2f} s of the processor per mutant")
    return score


if __name__ == "__main__":
    sys.exit(main())
