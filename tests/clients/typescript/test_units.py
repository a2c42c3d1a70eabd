"""The tests of the TypeScript client in its own language: bytes, and services that misbehave."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients.typescript.conftest import ROOT, run

HERE = Path(__file__).parent


@pytest.mark.parametrize("file", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_what_is_tested_in_node_holds(programs: Path, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECORD_FORMAT", str(ROOT / "docs" / "record-format.md"))
    printed = run(programs, "--test", "--test-reporter=tap", file)
    assert "# pass 0\n" not in printed
    assert "# fail 0\n" in printed
