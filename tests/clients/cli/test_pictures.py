"""Pictures of positions as files."""

from __future__ import annotations

from pathlib import Path

import pytest

from clients.cli.pictures import write_picture


def test_a_picture_is_written_where_only_its_reader_may_look(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_picture("night", 12, 1, "<svg/>")
    assert path.name == "night-12-1.svg"
    assert path.read_text() == "<svg/>"
    assert path.parent.stat().st_mode & 0o077 == 0
