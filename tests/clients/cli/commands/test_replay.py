"""`gunbai replay`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from tests.clients.cli.ran import Run


def test_positions_are_replayed_as_text_and_as_pictures(run: Run, finished: str, tmp_path: Path) -> None:
    replayed = run("replay", f"{finished}@6", "--to", "7")
    assert "blue: small figure, off the board" in replayed.out
    assert run("replay", f"{finished}@999").code == 2
    written = run("replay", finished, "--to", "8", "--svg", str(tmp_path / "frames"), "--json").json
    assert len(written) == 5
    for path in written:
        assert ET.parse(path).getroot().tag.endswith("svg")
