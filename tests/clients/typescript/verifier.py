"""The verifier in JavaScript, in one process of Node.js for the tests of a session."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Any, NamedTuple, Self

import pytest

from lab.patience import PATIENCE

VERIFY = Path(__file__).parents[3] / "clients" / "typescript" / "verify"
MANY = Path(__file__).parent / "many.mjs"
NODE = shutil.which("node")
NEEDS_NODE = pytest.mark.skipif(NODE is None, reason="needs `node`, such as that of `apt-get install nodejs`")


class Case(NamedTuple):
    """A record file, and what its reader has besides."""

    content: bytes
    tables: Mapping[int, Any] | None = None
    keys: Sequence[str] = ()


class Verifier:
    """A process that verifies as long as it is asked to."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [str(NODE), str(MANY)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # It ends with its input.
        try:
            self._process.communicate(timeout=PATIENCE)
        finally:
            self._process.kill()
            self._process.wait()

    def reports(self, cases: Iterable[Case]) -> list[dict[str, Any]]:
        """Return the reports on record files."""
        cases_given = [
            {"content": b64encode(case.content).decode(), "tables": case.tables, "keys": [*case.keys]} for case in cases
        ]
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        impatience = Timer(PATIENCE, self._process.kill)
        impatience.start()
        try:
            self._process.stdin.write(f"{json.dumps(cases_given)}\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        finally:
            impatience.cancel()
            impatience.join()
        assert line, "the verifier has ended"
        reports: list[dict[str, Any]] = json.loads(line)
        return reports
