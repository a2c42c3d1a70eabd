"""Attack a service on this machine in every way that once succeeded; print the cost, and exit with 1 after any harm."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import logging
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import structlog

from lab.attacks.figures import Figure, print_table
from lab.paths import ROOT

ATTACKS = (
    "memory", "connections", "http", "stops", "heads", "histories", "damage", "disk", "costs", "dice", "forgeries",
    "small",
)  # fmt: skip
LONG = ("soak",)
"""Attacks that take an hour, and run only when named."""


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="make attack", description=__doc__)
    parser.add_argument(
        "attacks", nargs="*", choices=[*ATTACKS, *LONG, []], help="attacks to run (default: all except the long ones)"
    )
    chosen = parser.parse_args().attacks or ATTACKS
    os.chdir(ROOT)
    # Attacks that run a service in this process provoke log lines of it.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    figures_of = asyncio.run(run(chosen))
    print_table(figures_of)
    return int(not all(figure.held for figures in figures_of.values() for figure in figures))


async def run(attacks: Sequence[str]) -> dict[str, list[Figure]]:
    """Run attacks one after another, each in its own folder; return each one's figures."""
    figures_of: dict[str, list[Figure]] = {}
    for name in attacks:
        attack: Callable[[Path], AsyncIterator[Figure]] = importlib.import_module(f"lab.attacks.{name}").attack
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            sys.stderr.write(f"{name} ...\n")
            figures_of[name] = []
            async for figure in attack(Path(folder)):
                # An attack takes minutes, so its findings so far are printed at once.
                sys.stderr.write(f"  {figure.what}: {figure.now}{'' if figure.held else ' (NOT HELD)'}\n")
                sys.stderr.flush()
                figures_of[name].append(figure)
    return figures_of


if __name__ == "__main__":
    sys.exit(main())
