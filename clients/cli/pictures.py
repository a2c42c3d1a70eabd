"""Pictures of positions as files, for a viewer beside the terminal."""

from __future__ import annotations

from pathlib import Path

from clients.cli.tokens import folder


def write_picture(game: str, version: int, seat: int, svg: str) -> Path:
    """Write the picture of a position, which may show what a seat alone knows, and return its file. Raises OSError."""
    place = folder().parent / "pictures"
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = place / f"{game}-{version}-{seat}.svg"
    path.write_text(svg, encoding="utf-8")
    return path
