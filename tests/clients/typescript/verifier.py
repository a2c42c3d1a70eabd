"""Runs the verifier in JavaScript on records, all of a test in one run of Node.js."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.patience import PATIENCE

VERIFY = Path(__file__).parents[3] / "clients" / "typescript" / "verify"
MANY = Path(__file__).parent / "many.mjs"
NODE = shutil.which("node")
NEEDS_NODE = pytest.mark.skipif(NODE is None, reason="needs `node`, such as that of `apt-get install nodejs`")


class Case(NamedTuple):
    """A record file, and what its reader has besides."""

    content: bytes
    tables: Mapping[int, str] | None = None
    keys: Sequence[str] = ()


def reports_on(cases: Iterable[Case], folder: Path) -> list[dict[str, Any]]:
    """Return the reports of the verifier on record files, which are put in a folder."""
    asked = []
    for number, case in enumerate(cases):
        file = folder / f"{number}.gunbai"
        file.write_bytes(case.content)
        asked.append({"file": str(file), "tables": case.tables, "keys": list(case.keys)})
    done = subprocess.run(
        [str(NODE), str(MANY)], input=json.dumps(asked), capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    reports: list[dict[str, Any]] = json.loads(done.stdout)
    return reports
