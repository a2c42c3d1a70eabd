"""`make tampering`: tamper with a record of each title in every way, and print what was noticed as a table."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from games.catalogue import TITLES
from tests.fixtures.write import FOLDER
from tests.tampering.results import HEAD, results

KIND = "shared"
"""The kind of record that is tampered with: it has shares of chance, and its secret is open at its end."""


def main(arguments: Sequence[str]) -> int:
    """Print the table; return 1 if anything was not noticed. A number lets every so many bytes be tried only."""
    step, missed = int(arguments[0]) if arguments else 1, 0
    sys.stdout.write(f"{HEAD}\n")
    for title in TITLES:
        with tempfile.TemporaryDirectory() as folder:
            for result in results(title, (FOLDER / f"{title}.{KIND}.gunbai").read_bytes(), Path(folder), step):
                sys.stdout.write(f"{result.row()}\n")
                missed += result.tried - result.noticed
                sys.stdout.writelines(f"  {line}\n" for line in result.missed[:10])
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
