"""`gunbai watch replay fork export adjudicate`: what happened, and what might have."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from google.protobuf import json_format
from google.protobuf.message import Message
from rich.markup import escape

from clients.cli.lobby import GameId
from clients.cli.session import Session, with_session
from clients.cli.telling import board_of, tell, tell_actor, tell_entry, tell_item, tell_refusal, tell_result
from clients.cli.tokens import DEALER, HOST, Tokens
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE, ACTOR_KIND_SEAT, Actor
from gunbai.referee.v1.record_pb2 import CaughtUp
from gunbai_client import Gunbai, record_file
from gunbai_client.messages import UnknownMessageError, named

Position = Annotated[str, typer.Argument(help="GAME@VERSION, or GAME for its newest position.", metavar="GAME@VERSION")]
CommandName = Annotated[str, typer.Argument(help="The name of a command, such as Step.", metavar="COMMAND")]
FieldsJson = Annotated[str, typer.Argument(help="Its fields, as JSON.", metavar="FIELDS")]
After = Annotated[int, typer.Option("--after", help="Begin after this version.")]


def register(app: typer.Typer) -> None:
    """Add the subcommands."""
    for command in (watch, replay, fork, export, rulings, adjudicate):
        app.command()(with_session(command))


def watch(
    session: Session,
    game: GameId,
    after: After = 0,
    verify: Annotated[bool, typer.Option("--verify/--no-verify", help="Hold every entry against the chain.")] = True,
    follow: Annotated[bool, typer.Option("--follow/--no-follow", help="Go on with what happens live.")] = True,
) -> None:
    """Follow a game: its history, then live, across lost connections, each entry verified as it comes."""
    with session.connect(Tokens(session.target).any(game)) as gunbai:
        for told in gunbai.watch(game, after, verify=verify):
            if isinstance(told, CaughtUp):
                session.remark(f"[dim]— version {told.version}, up to date{' and verified' if verify else ''} —[/]")
                if not follow:
                    return
            else:
                session.answer(told, *tell_entry(told))
        session.remark(f"[bold]{escape(tell_result(gunbai.game(game)))}[/]")


def replay(
    session: Session,
    game: GameId,
    first: Annotated[int, typer.Option("--from", help="The first version to show.")] = 0,
    last: Annotated[int, typer.Option("--to", help="The last version to show; 0 for the newest.")] = 0,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Write each position as a picture into this folder.")
    ] = None,
) -> None:
    """Step through the positions of a game: Enter shows the next, as text; or write them all as pictures."""
    with session.connect(Tokens(session.target).any(game)) as gunbai:
        begun = _start_of(gunbai, game)
        versions = range(max(first, begun), (last or gunbai.game(game).head) + 1)
        if not versions:
            raise typer.BadParameter(f"{game} has no position there; the first is {begun}", param_hint="--from")
        if svg is not None:
            _write_pictures(session, gunbai, game, versions, svg)
            return
        for entry in gunbai.entries(game, versions[0] - 1, versions[-1]):
            board = board_of(gunbai.picture(game, entry.version))
            session.answer({"entry": entry, "board": board}, *tell_entry(entry), escape(board), "")
            if sys.stdin.isatty() and not session.as_json and entry.version < versions[-1]:
                session.console.input("[dim]Enter for the next, Ctrl-C to end[/]")


def _start_of(gunbai: Gunbai, game: str) -> int:
    """Return the first version at which there is a position."""
    for entry in gunbai.entries(game):
        if entry.position_digest:
            return entry.version
    raise typer.BadParameter(f"{game} has not begun; it has no position yet", param_hint="GAME")


def _write_pictures(session: Session, gunbai: Gunbai, game: str, versions: range, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    digits = len(str(versions[-1]))
    written = []
    with session.progress() as progress:
        for version in progress.track(versions, description="drawing"):
            path = folder / f"{game}-{version:0{digits}}.svg"
            path.write_text(gunbai.picture(game, version), encoding="utf-8")
            written.append(str(path))
    session.answer(written, f"Wrote {len(written)} pictures to {folder}.")


def fork(
    session: Session,
    *,
    position: Position,
    dealer: Annotated[
        bool, typer.Option("--dealer", help="In the branch, you enter what dice and cards show.")
    ] = False,
    private: Annotated[bool, typer.Option("--private", help="Only holders of a token may watch the branch.")] = False,
    label: Annotated[str, typer.Option("--label", help="A name for people.")] = "",
    consent: Annotated[
        list[str] | None, typer.Option("--consent", help="A seat's consent, where it is needed.")
    ] = None,
) -> None:
    """Branch a game at a position into a new one, whose seats are free."""
    tokens = Tokens(session.target)
    game, version = parse_position(position)
    with session.connect(tokens.find(game, HOST)) as gunbai:
        version = version or gunbai.game(game).head
        forked = gunbai.fork(game, version, dealer=dealer or None, private=private, label=label, consents=consent or ())
    branch = forked.game.game
    tokens.save_all(forked)
    session.answer(
        forked,
        f"Branched [bold]{branch}[/] from {game}@{version}.",
        f"[dim]Take a seat:[/] gunbai join {branch} --player NAME",
    )


def export(
    session: Session,
    position: Position,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file to write; - for stdout.")] = None,
    table: Annotated[bool, typer.Option("--table", help="Print the table of the position as canonical JSON.")] = False,
) -> None:
    """Write the whole record of a game to one file; with --json and no file, print it as lines to read with the eye.

    With --table, print the table of a position instead, to start other games from.
    """
    game, version = parse_position(position)
    with session.connect(Tokens(session.target).any(game)) as gunbai:
        if table:
            found = gunbai.table(game, version)
            session.answer(json.loads(found), escape(found))
        elif str(output) == "-":
            sys.stdout.buffer.writelines(gunbai.export(game))
        elif session.as_json and output is None:
            _print_record(session, gunbai, game)
        else:
            _write_record(session, gunbai, game, output or Path(f"{game}.gunbai"))


def _print_record(session: Session, gunbai: Gunbai, game: str) -> None:
    header, entries = record_file.read(io.BytesIO(b"".join(gunbai.export(game))))
    session.answer(header)
    for entry in entries:
        session.answer(entry)


def _write_record(session: Session, gunbai: Gunbai, game: str, path: Path) -> None:
    with session.progress() as progress, path.open("wb") as file:
        pieces = progress.track(gunbai.export(game), description="writing")
        size = sum(file.write(piece) for piece in pieces)
    session.answer(
        {"game": game, "file": str(path), "bytes": size},
        f"Wrote {size:,} bytes to [bold]{path}[/].",
        f"[dim]Prove it:[/] gunbai verify {path}",
    )


def rulings(
    session: Session,
    game: GameId,
    refused: Annotated[bool, typer.Option("--refused", help="Only those that refused.")] = False,
) -> None:
    """List the rulings of a game in order: what was asked of the referee, and what he said."""
    with session.connect(Tokens(session.target).any(game)) as gunbai:
        for given in gunbai.rulings(game, refused_only=refused):
            verdict = (
                tell_refusal(given.refused) if given.HasField("refused") else f"stands as {given.accepted_version}"
            )
            session.answer(
                given, f"[bold]{tell_actor(given.actor):<7}[/] {escape(tell_item(given.command))} → {verdict}"
            )


def adjudicate(
    session: Session,
    position: Position,
    command: CommandName,
    fields: FieldsJson = "{}",
    seat: Annotated[int, typer.Option("--seat", help="The seat that would give it; 0 for chance.")] = 0,
) -> None:
    """Ask how the referee would rule on a command at any position. Nothing is written."""
    game, version = parse_position(position)
    tokens = Tokens(session.target)
    with session.connect(tokens.find(game, seat or DEALER) or tokens.any(game)) as gunbai:
        move = parse_command(gunbai.game(game).title, command, fields)
        actor = Actor(kind=ACTOR_KIND_SEAT, seat=seat) if seat else Actor(kind=ACTOR_KIND_CHANCE)
        judged = gunbai.adjudicate(game, actor, move, version)
    if judged.HasField("refused"):
        session.answer(judged, tell_refusal(judged.refused))
        raise typer.Exit(1)
    follows = [f"  [dim]→[/] {escape(tell(event))}" for event in judged.events]
    session.answer(judged, f"[green]Accepted[/] at version {judged.version}:", *follows)


def parse_position(position: str) -> tuple[str, int]:
    """Return the game and the version that GAME@VERSION names; version 0 for the newest."""
    game, at, version = position.partition("@")
    if at and not version.isdecimal():
        raise typer.BadParameter(f"{version!r} is not a version: write GAME@VERSION, such as {game}@12")
    return game, int(version or 0)


def parse_command(title: str, name: str, fields: str) -> Message:
    """Return the title's command of that name with the fields."""
    try:
        return json_format.Parse(fields, named(f"gunbai.{title}.v1.{name}"))
    except UnknownMessageError:
        raise typer.BadParameter(f"{title} has no command {name!r}", param_hint="COMMAND") from None
    except json_format.ParseError as error:
        raise typer.BadParameter(str(error), param_hint="FIELDS") from None
