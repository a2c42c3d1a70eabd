"""Test the tests of one module: make small mistakes in it, one at a time, and show the mistakes that no test notices.

cosmic-ray writes each mistake into the file itself and restores the file afterwards. It has its own environment in
`build/mutants`; the tests run in the checkout's environment.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from tools import code

FOLDER = code.ROOT / "build" / "mutants"
TESTS = "{python} -m pytest -x -q -n 0 -p no:cacheprovider -p no:randomly {tests}"
UNNOTICED = ["core/ReplaceBinaryOperator_BitOr_.*"]
"""Mistakes that are not made: nearly every `|` is in a parameter's type, which no test reads."""
DOORS = {"rules", "words", "board", "bots"}
"""A title's folders; its tests are in one."""
SECONDS = 120.0
"""After this many seconds a mistake counts as noticed: the tests hang."""


def tests_of(module: Path) -> Path:
    """Return the file of tests with the module's name, otherwise the nearest existing folder of tests."""
    parts = module.parent.as_posix().replace("gunbai_client", "").replace("gunbai_record", "")
    folder = Path("tests", *(part for part in Path(parts).parts if part not in DOORS))
    named = folder / f"test_{module.stem}.py"
    if (code.ROOT / named).is_file():
        return named
    return next(path for path in (folder, *folder.parents) if (code.ROOT / path).is_dir())


def settings(module: Path, tests: list[str]) -> str:
    """Return the settings of cosmic-ray."""
    command = TESTS.format(python=sys.executable, tests=" ".join(tests))
    lines = (
        "[cosmic-ray]",
        f"module-path = {json.dumps(str(module))}",
        f"timeout = {SECONDS}",
        "excluded-modules = []",
        f"test-command = {json.dumps(command)}",
        "[cosmic-ray.filters.operators-filter]",
        f"exclude-operators = {json.dumps(UNNOTICED)}",
        "[cosmic-ray.distributor]",
        'name = "local"',
    )
    return "\n".join(lines) + "\n"


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("module", type=Path, help="module to change, such as referee/game/judge.py")
    parser.add_argument("tests", nargs="*", help="tests that should notice the mistakes (default: the module's)")
    options = parser.parse_args()
    tests = options.tests or [str(tests_of(options.module))]
    config, session = FOLDER / "settings.toml", FOLDER / "session.sqlite"
    session.unlink(missing_ok=True)
    config.write_text(settings(options.module, tests), encoding="utf-8")
    file, database = str(config), str(session)
    for name, *words in (
        ("cosmic-ray", "baseline", file),
        ("cosmic-ray", "init", file, database),
        ("cr-filter-operators", database, file),
        ("cosmic-ray", "exec", file, database),
    ):
        subprocess.run([str(FOLDER / "bin" / name), *words], cwd=code.ROOT, check=True)
    return subprocess.run(
        [FOLDER / "bin" / "cr-report", "--surviving-only", "--show-diff", session], cwd=code.ROOT, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
