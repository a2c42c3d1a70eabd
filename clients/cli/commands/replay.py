"""`gunbai replay`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from clients.cli.boards import board_lines
from clients.cli.endings import opened_lines
from clients.cli.lines import is_terminal
from clients.cli.positions import SourceFromVersion
from clients.cli.seats import reader
from clients.cli.sentences import actor_room, counted, is_of, told_lines
from clients.cli.session import Session, session_of
from clients.cli.viewer import Place, Shown, view
from gunbai_client import Gunbai
from gunbai_client.picture import text_board

HEADING = "Read games"


def replay(
    context: typer.Context,
    source: SourceFromVersion,
    last: Annotated[int, typer.Option("--to", help="The last version to show; 0 for the newest.")] = 0,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write the positions as pictures to this folder.")] = None,
    animate: Annotated[
        Path | None,
        typer.Option(help="Write the game to this file: .html, a page that checks its own record, or .gif."),
    ] = None,
) -> None:
    """Step through the positions of a game, from a version on: at a terminal with the arrow keys, else one by one."""
    if animate is not None and animate.suffix not in {".html", ".gif"}:
        raise typer.BadParameter(f"{animate} is neither .html nor .gif", param_hint="--animate")
    if animate is not None and animate.suffix == ".html" and (source.version or last):
        raise typer.BadParameter("a page has the whole game, from the first version to the newest", param_hint="--to")
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        if animate is not None and animate.suffix == ".html":
            _write_page(session, gunbai, game, animate)
            return
        started = _start_of(gunbai, game)
        versions = range(max(source.version, started), (last or gunbai.game(game).head) + 1)
        if not versions:
            raise typer.BadParameter(f"{source} has no positions to show; the first is @{started}")
        if animate is not None:
            _write_gif(session, gunbai, game, versions, animate)
        elif svg is not None:
            _write_pictures(session, gunbai, game, versions, svg)
        elif is_terminal(session.output):
            _view(session, gunbai, game, versions)
        else:
            _show(session, gunbai, game, versions)


def _write_page(session: Session, gunbai: Gunbai, game: str, file: Path) -> None:
    from clients.web.saved.page import saved_game

    info = gunbai.game(game)
    with session.output.progress() as progress, file.open("w", encoding="utf-8", newline="\n") as target:
        followed = partial(progress.track, total=info.head, description="drawing")
        target.writelines(saved_game(gunbai, info, followed))
    session.output.answer(
        {"file": str(file), "versions": info.head}, f"Wrote {counted(info.head, 'position')} to {escape(str(file))}."
    )


def _write_gif(session: Session, gunbai: Gunbai, game: str, versions: range, file: Path) -> None:
    from clients.cli.raster import gif, require

    require()
    positions = gunbai.replay(game, versions[0], versions[-1], pictures=True)
    with session.output.progress() as progress:
        shown = progress.track(positions, total=len(versions), description="drawing")
        file.write_bytes(gif([each.picture.svg for each in shown]))
    session.output.answer(
        {"file": str(file), "versions": len(versions)},
        f"Wrote {counted(len(versions), 'position')} to {escape(str(file))}.",
    )


def _start_of(gunbai: Gunbai, game: str) -> int:
    """Return the first version that has a position."""
    for entry in gunbai.entries(game):
        if entry.position_digest:
            return entry.version
    raise typer.BadParameter(f"{game} has not started; it has no position yet", param_hint="GAME")


def _view(session: Session, gunbai: Gunbai, game: str, versions: range) -> None:
    """Have a person step through the positions on the whole screen."""
    known, own = gunbai.game(game), reader(session, gunbai, game)
    opened = [*opened_lines(gunbai, known)]

    def fetch(first: int, last: int) -> Iterator[Shown]:
        for position in gunbai.replay(game, first, last, pictures=True, sentences=True):
            said = position.entry
            happened = told_lines(said.sentences, you=is_of(said.entry, own), room=actor_room(known))
            board = (*board_lines(position.picture.svg), *opened)
            yield Shown(position.version, tuple(happened), board)

    label = gunbai.title(known.title, known.rules_version).title.label
    view(Place(versions, fetch, versions[0]), f"{label}: {', '.join(each.player for each in known.seats)}")


def _show(session: Session, gunbai: Gunbai, game: str, versions: range) -> None:
    known = gunbai.game(game)
    for position in gunbai.replay(game, versions[0], versions[-1], pictures=True, sentences=True):
        board, said = text_board(position.picture.svg), position.entry
        told = told_lines(said.sentences, room=actor_room(known))
        session.output.answer({"entry": said.entry, "board": board}, *told, escape(board), "")
    for line in opened_lines(gunbai, known):
        session.output.remark(line)


def _write_pictures(session: Session, gunbai: Gunbai, game: str, versions: range, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    digits = len(str(versions[-1]))
    written = []
    with session.output.progress() as progress:
        positions = gunbai.replay(game, versions[0], versions[-1], pictures=True)
        for position in progress.track(positions, total=len(versions), description="drawing"):
            path = folder / f"{game}-{position.version:0{digits}}.svg"
            path.write_text(position.picture.svg, encoding="utf-8")
            written.append(str(path))
    session.output.answer(written, f"Wrote {counted(len(written), 'picture')} to {escape(str(folder))}.")
