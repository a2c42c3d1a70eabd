"""`make tampering`: tamper with a record of each title in every way, and print a table of what was noticed."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from lab.paths import FIXTURES
from lab.tampering.results import HEAD, results
from titles.catalogue import TITLES

KIND = "shared"
"""The kind of record that is tampered with: it has shares of chance, and its secret is open at its end."""


def main(arguments: Sequence[str]) -> int:
    """Print the table; return 1 if anything was not noticed."""
    options, missed = _parsed(arguments), 0
    sys.stdout.write(f"{HEAD}\n")
    for title in options.titles or TITLES:
        with tempfile.TemporaryDirectory() as folder:
            file = (FIXTURES / f"{title}.{KIND}.gunbai").read_bytes()
            for result in results(title, file, Path(folder), options.every):
                sys.stdout.write(f"{result.row()}\n")
                sys.stdout.flush()
                missed += result.tried - result.noticed
                sys.stdout.writelines(f"  {line}\n" for line in result.missed[:10])
    return 1 if missed else 0


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.tampering", description=__doc__)
    parser.add_argument("--title", action="append", dest="titles", choices=TITLES, help="title (default: all)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="change only every Nth byte")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
