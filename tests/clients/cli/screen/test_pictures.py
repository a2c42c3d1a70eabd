"""Pictures as files: SVG or PNG, as the names of the files say."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from clients.cli.screen.pictures import parse_drawing, write_drawing, write_picture
from clients.render.raster import NEEDED


def test_a_picture_is_written_where_only_its_reader_may_look(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_picture("night", 12, 1, "<svg/>")
    assert path.name == "night-12-1.svg"
    assert path.read_text() == "<svg/>"
    assert path.parent.stat().st_mode & 0o077 == 0


def test_a_drawing_is_what_the_name_of_its_file_says(tmp_path: Path) -> None:
    for name in NEEDED:
        pytest.importorskip(name)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"/>'
    for name, begins in (("a", b"<svg"), ("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.PNG", b"\x89PNG")):
        file = parse_drawing(str(tmp_path / name))
        write_drawing(svg, file)
        assert file.read_bytes().startswith(begins)


def test_a_drawing_of_another_kind_is_refused() -> None:
    with pytest.raises(typer.BadParameter, match=r"board\.pdf: a picture is a \.svg or \.png file"):
        parse_drawing("board.pdf")


def test_where_no_file_can_be_is_said_before_anything_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "night.svg").mkdir()
    for name, problem in (("night.svg", "is a folder"), ("none/night.svg", f"no folder {tmp_path / 'none'}")):
        with pytest.raises(typer.BadParameter, match=problem):
            parse_drawing(str(tmp_path / name))
