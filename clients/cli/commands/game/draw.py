"""`gunbai game draw`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.options.positions import SourceAtVersion
from clients.cli.screen.encodings import write_exactly
from clients.cli.screen.markup import escape
from clients.cli.screen.pictures import drawing, write_drawing
from clients.cli.seating.seats import AsSeat
from clients.cli.session import session_of
from clients.render.raster import LEAST_WIDTH, MOST_WIDTH, WIDTH

HEADING = "Look back"


def draw(
    context: typer.Context,
    source: SourceAtVersion,
    output: Annotated[
        Path | None,
        drawing("File to write, .svg or .png (-: SVG on stdout).", "--output"),
    ] = None,
    width: Annotated[
        int, typer.Option(metavar="PIXELS", help="Width of a PNG.", min=LEAST_WIDTH, max=MOST_WIDTH)
    ] = WIDTH,
    seat: AsSeat = 0,
) -> None:
    """Draw a position as SVG or PNG."""
    session = session_of(context)
    with session.reading(source, seat) as (gunbai, game):
        svg = gunbai.picture(game, source.version, seat=seat)
        version = source.version or gunbai.game(game).head
    if output == Path("-"):
        write_exactly(f"{svg}\n")
        return
    file = output or Path(f"{game}-{version}.svg")
    write_drawing(svg, file, width)
    session.output.answer({"file": str(file), "version": version}, f"Drew version {version} in {escape(str(file))}.")
