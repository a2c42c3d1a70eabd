"""Picture files (SVG or PNG) of positions and charts, including those for a viewer next to the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from clients.cli.account.tokens import folder
from clients.render.raster import WIDTH, png, require

KINDS = ("", ".svg", ".png")
"""The file endings for pictures; a name without an ending is SVG."""


def drawing(words: str, *names: str) -> Any:
    """Return the option for a picture file, with this help."""
    return typer.Option(*names, "-o", parser=parse_drawing, metavar="FILE", help=words)


def parse_drawing(text: str) -> Path:
    """Return the picture file to write. Raises typer.BadParameter, or CannotDraw if PNG is not available."""
    file = Path(text)
    if _kind(file) not in KINDS:
        raise typer.BadParameter(f"{text}: a picture is a .svg or .png file")
    if file.is_dir() or not file.parent.is_dir():
        # Fail now rather than after everything has been computed.
        raise typer.BadParameter(f"{file} is a folder" if file.is_dir() else f"no folder {file.parent}")
    if _kind(file) == ".png":
        require()
    return file


def write_drawing(svg: str, file: Path, width: int = WIDTH) -> None:
    """Write a picture as SVG, or as PNG with this width in pixels, by the file name's ending. Raises CannotDraw."""
    if _kind(file) == ".png":
        file.write_bytes(png(svg, width))
    else:
        file.write_text(svg, encoding="utf-8")


def _kind(file: Path) -> str:
    return file.suffix.lower()


DrawnCourse = Annotated[Path | None, drawing("Draw a chart of the game, .svg or .png.", "--svg")]
"""The file for a game's chart."""


def write_picture(game: str, version: int, seat: int, svg: str) -> Path:
    """Write the picture of a position and return its file. Raises OSError.

    Other users cannot read the file: it may show a seat's secrets.
    """
    place = folder().parent / "pictures"
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = place / f"{game}-{version}-{seat}.svg"
    path.write_text(svg, encoding="utf-8")
    return path
