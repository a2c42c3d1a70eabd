"""`gunbai draw`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from clients.cli.positions import SourceAtVersion
from clients.cli.session import session_of

HEADING = "Read games"


def draw(
    context: typer.Context,
    source: SourceAtVersion,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file to write; - for stdout.")] = None,
) -> None:
    """Draw a position of a game as an SVG picture."""
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        svg = gunbai.picture(game, source.version)
        version = source.version or gunbai.game(game).head
    if output == Path("-"):
        typer.echo(svg)
        return
    file = output or Path(f"{game}-{version}.svg")
    file.write_text(svg, encoding="utf-8")
    session.output.answer({"file": str(file), "version": version}, f"Drew position {version} to {escape(str(file))}.")
