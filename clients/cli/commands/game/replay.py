"""`gunbai game replay`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from clients.cli.options.positions import Source, SourceFromVersion
from clients.cli.screen.boards import board_lines
from clients.cli.screen.endings import opened_lines
from clients.cli.screen.input_lines import is_terminal
from clients.cli.screen.markup import escape, escape_lines
from clients.cli.screen.sentences import actor_room, is_of, told_lines
from clients.cli.screen.viewer import Screenful, ViewedPlace, view
from clients.cli.seating.seats import AsSeat, reader
from clients.cli.session import Session, session_of
from gunbai.referee.v1.record_pb2 import ReplayGameResponse
from gunbai_client import Gunbai
from gunbai_client.picture import text_board
from gunbai_record.text.counts import counted
from gunbai_record.text.foreign import visible

HEADING = "Look back"


def replay(
    context: typer.Context,
    source: SourceFromVersion,
    *,
    last: Annotated[
        int, typer.Option("--to", min=0, metavar="VERSION", help="Last version to show (0: the newest).")
    ] = 0,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FOLDER", help="Write the positions as pictures to this folder.")
    ] = None,
    animate: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write an animation: a .gif, or an .html page that verifies itself."),
    ] = None,
    seat: AsSeat = 0,
) -> None:
    """Step through a game, position by position.

    At a terminal gunbai shows one position at a time: use the arrow keys. Otherwise it prints all positions.
    """
    if animate is not None and animate.suffix not in {".html", ".gif"}:
        raise typer.BadParameter(f"{animate} must end in .html or .gif", param_hint="--animate")
    session = session_of(context)
    with session.reading(source, seat) as (gunbai, game):
        if animate is not None and animate.suffix == ".html":
            _check_whole(source, last, seat)
            _write_page(session, gunbai, game, animate)
            return
        started = _start_of(gunbai, game)
        end = last or gunbai.game(game).head
        versions = range(max(source.version, started), end + 1)
        if not versions:
            raise typer.BadParameter(f"{source} has no positions to show: its versions are {started} to {end}")
        part = _Part(gunbai, game, versions, seat)
        if animate is not None:
            _write_gif(session, part, animate)
        elif svg is not None:
            _write_pictures(session, part, svg)
        elif is_terminal(session.output):
            _view(session, part)
        else:
            _show(session, part)


class _Part(NamedTuple):
    """The shown part of a game, as a seat may see it, or as the caller may."""

    gunbai: Gunbai
    game: str
    versions: range
    seat: int

    def positions(self, first: int = 0, last: int = 0, *, sentences: bool = False) -> Iterator[ReplayGameResponse]:
        """Yield the positions with their pictures, the whole part unless a range is given."""
        first, last = first or self.versions[0], last or self.versions[-1]
        return self.gunbai.replay(self.game, first, last, pictures=True, sentences=sentences, seat=self.seat)


def _check_whole(source: Source, last: int, seat: int) -> None:
    """Raise typer.BadParameter if a page is to show only a part of a game, or a seat's view."""
    if source.version or last:
        raise typer.BadParameter("a page needs the whole game, from its first version to the newest", param_hint="--to")
    if seat:
        raise typer.BadParameter("leave it out: a page shows everything that you may see", param_hint="--seat")


def _write_page(session: Session, gunbai: Gunbai, game: str, file: Path) -> None:
    from clients.web.saved.page import saved_game

    info = gunbai.game(game)
    with session.output.progress() as progress, file.open("w", encoding="utf-8", newline="\n") as target:
        followed = partial(progress.track, total=info.head, description="drawing")
        target.writelines(saved_game(gunbai, info, followed))
    session.output.answer(
        {"file": str(file), "versions": info.head}, f"Wrote {counted(info.head, 'position')} to {escape(str(file))}."
    )


def _write_gif(session: Session, part: _Part, file: Path) -> None:
    from clients.render.raster import gif, require

    require()
    with session.output.progress() as progress:
        shown = progress.track(part.positions(), total=len(part.versions), description="drawing")
        file.write_bytes(gif([frame.picture.svg for frame in shown]))
    session.output.answer(
        {"file": str(file), "versions": len(part.versions)},
        f"Wrote {counted(len(part.versions), 'position')} to {escape(str(file))}.",
    )


def _start_of(gunbai: Gunbai, game: str) -> int:
    """Return the first version with a position."""
    for entry in gunbai.entries(game):
        if entry.position_digest:
            return entry.version
    raise typer.BadParameter(f"{game} has not started, so it has no position yet", param_hint="GAME")


def _view(session: Session, part: _Part) -> None:
    """Let a person step through the positions on the whole screen. The first position says what is hidden."""
    gunbai, info = part.gunbai, part.gunbai.game(part.game)
    own = reader(session, gunbai, part.game)
    opened = [*opened_lines(gunbai, info, part.seat)]

    def fetch(first: int, last: int) -> Iterator[Screenful]:
        for position in part.positions(first, last, sentences=True):
            entry_read = position.entry
            happened = told_lines(entry_read.sentences, you=is_of(entry_read.entry, own), room=actor_room(info))
            first = position.version == part.versions[0]
            board = (*board_lines(position.picture.svg), *(opened if first else ()))
            yield Screenful(position.version, tuple(happened), board)

    label = gunbai.title(info.title, info.rules_version).title.label
    players = visible(", ".join(seat.player for seat in info.seats))
    view(ViewedPlace(part.versions, fetch, part.versions[0]), f"{label}: {players}")


def _show(session: Session, part: _Part) -> None:
    info = part.gunbai.game(part.game)
    for position in part.positions(sentences=True):
        board, entry_read = text_board(position.picture.svg), position.entry
        lines = told_lines(entry_read.sentences, room=actor_room(info))
        session.output.answer({"entry": entry_read.entry, "board": board}, *lines, escape_lines(board), "")
    for line in opened_lines(part.gunbai, info, part.seat):
        session.output.remark(line)


def _write_pictures(session: Session, part: _Part, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    digits = len(str(part.versions[-1]))
    written = []
    with session.output.progress() as progress:
        for position in progress.track(part.positions(), total=len(part.versions), description="drawing"):
            path = folder / f"{part.game}-{position.version:0{digits}}.svg"
            path.write_text(position.picture.svg, encoding="utf-8")
            written.append(str(path))
    session.output.answer(written, f"Wrote {counted(len(written), 'picture')} to {escape(str(folder))}.")
