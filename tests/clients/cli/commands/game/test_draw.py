"""`gunbai game draw`."""

from __future__ import annotations

from pathlib import Path

import pytest

from clients.render.raster import NEEDED
from tests.clients.cli.command_run import Run


def test_a_position_is_drawn_to_a_file(
    run: Run, finished: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    drawn = run("game", "draw", f"{finished}@9", "--json").json
    file = Path(drawn["file"])
    assert file.name == f"{finished}-9.svg"
    assert file.read_text(encoding="utf-8") == run("game", "draw", f"{finished}@9", "--output", "-").out.rstrip("\n")
    named = tmp_path / "board.svg"
    assert run("game", "draw", finished, "--output", str(named)).code == 0
    assert named.read_text(encoding="utf-8").startswith("<svg")


def test_a_position_is_drawn_as_pixels(run: Run, finished: str, tmp_path: Path) -> None:
    for name in NEEDED:
        pytest.importorskip(name)
    named = tmp_path / "board.png"
    assert run("game", "draw", f"{finished}@9", "--output", str(named), "--width", "300").code == 0
    data = named.read_bytes()
    assert (data[:8], data[16:20]) == (b"\x89PNG\r\n\x1a\n", (300).to_bytes(4, "big"))
