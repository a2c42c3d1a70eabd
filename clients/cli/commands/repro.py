"""`gunbai repro`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from google.protobuf.message import Message
from rich.markup import escape

from clients.cli.arguments import FieldsJson, parse_command
from clients.cli.positions import SourceAtVersion
from clients.cli.session import session_of
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client import Gunbai
from gunbai_client.cases.writing import Ruled, Start, case_file
from gunbai_client.chain import type_name
from gunbai_client.messages import unpacked

HEADING = "Ask the referee"


def repro(
    context: typer.Context,
    source: SourceAtVersion,
    command: Annotated[str, typer.Argument(help="A command that is judged there instead.", metavar="COMMAND")] = "",
    fields: FieldsJson = "{}",
    *,
    seat: Annotated[int, typer.Option("--seat", min=0, help="The seat that gives the command; 0 for chance.")] = 0,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file to write; - for stdout.")] = None,
) -> None:
    """Write the case file of a ruling: the position before the entry GAME@VERSION, its command, and what followed.

    With COMMAND it has the position GAME@VERSION itself, and the ruling that this command gets there.
    `gunbai cases run` runs it, over these rules or at another service. While a game hides facts it has no case file.
    """
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        version = source.version or gunbai.game(game).head
        title = gunbai.game(game).title
        if command:
            ruled = judged(gunbai, game, version, seat, parse_command(title, command, fields))
            position = version
        else:
            ruled, position = recorded(gunbai, game, version), version - 1
        start = start_of(gunbai, game, position)
        clause = ruled.refused or gunbai.view(game, position).waiting.clause
    text = case_file(f"{game}@{version}", clause, start, ruled)
    if output == Path("-"):
        typer.echo(text, nl=False)
        return
    file = output or Path(f"{game}-{version}.toml")
    file.write_text(text, encoding="utf-8")
    session.output.answer({"file": str(file), "clause": clause}, f"Wrote the case to [bold]{escape(str(file))}[/].")


def start_of(gunbai: Gunbai, game: str, position: int) -> Start:
    """Return where the case starts: the title as the game was created with it, and the table of a position."""
    info = gunbai.game(game)
    first = next(iter(gunbai.entries(game, 0, 1)))
    created = life.CreateGame.FromString(first.command.open.value)
    return Start(info.title, len(info.seats), info.options_json, created.edition_json, gunbai.table(game, position))


def recorded(gunbai: Gunbai, game: str, version: int) -> Ruled:
    """Return the command of an entry and what followed. Raises typer.BadParameter if it is none of the title's."""
    (entry,) = gunbai.entries(game, version - 1, version)
    title = f"gunbai.{gunbai.game(game).title}.v1."
    if not type_name(entry.command.open.type_url).startswith(title):
        raise typer.BadParameter(f"entry {version} is no command of the title that the reader sees")
    own = [item.open for item in entry.events if type_name(item.open.type_url).startswith(title)]
    seat = entry.actor.seat if entry.actor.kind != record.ACTOR_KIND_CHANCE else 0
    return Ruled(seat, unpacked(entry.command.open), events=[*map(unpacked, own)])


def judged(gunbai: Gunbai, game: str, version: int, seat: int, move: Message) -> Ruled:
    """Return a command and the ruling that it gets at a position."""
    kind = record.ACTOR_KIND_SEAT if seat else record.ACTOR_KIND_CHANCE
    ruling = gunbai.adjudicate(game, record.Actor(kind=kind, seat=seat), move, version)
    return Ruled(seat, move, ruling.refused.clause, [*map(unpacked, ruling.accepted.events)])
