"""`gunbai draw`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients.cli.ran import Run


def test_a_position_is_drawn_to_a_file(
    run: Run, finished: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    drawn = run("draw", f"{finished}@9", "--json").json
    file = Path(drawn["file"])
    assert file.name == f"{finished}-9.svg"
    assert file.read_text(encoding="utf-8") == run("draw", f"{finished}@9", "--output", "-").out.rstrip("\n")
    named = tmp_path / "board.svg"
    assert run("draw", finished, "--output", str(named)).code == 0
    assert named.read_text(encoding="utf-8").startswith("<svg")
