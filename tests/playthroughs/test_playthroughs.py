"""Every title has playthroughs, and plays them again as they are written down."""

from __future__ import annotations

from pathlib import Path

import pytest

from titles.catalogue import TITLES
from tools.transcript import FOLDER, read_head, tell

TRANSCRIPTS = sorted(FOLDER.glob("*/*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_playthrough_is_played_again_line_by_line(path: Path) -> None:
    assert tell(read_head(path)).splitlines() == path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_playthroughs(title: str) -> None:
    assert any(path.parent.name == title for path in TRANSCRIPTS)
