"""`gunbai game legal`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated

import typer

from clients.cli.options.positions import SourceAtVersion
from clients.cli.screen.markup import escape
from clients.cli.seating.seats import acting_seat
from clients.cli.session import session_of
from gunbai.referee.v1.referee_pb2 import ListLegalCommandsResponse
from gunbai_record.messages import as_json, unpacked

HEADING = "Play"


def legal(
    context: typer.Context,
    source: SourceAtVersion,
    seat: Annotated[int, typer.Option("--seat", min=0, metavar="SEAT", help="Seat to ask about (default: yours).")] = 0,
) -> None:
    """List a seat's legal commands at a position. While a game hides facts, you can list only your own."""
    session = session_of(context)
    if not seat and source.file is not None:
        raise typer.BadParameter("a record file does not say which seat is yours: name a seat", param_hint="--seat")
    seat = seat or acting_seat(session, source) or 0
    with session.reading(source, seat) as (gunbai, game):
        gunbai.game(game)  # From here on the client knows the messages of a title that is not installed.
        listed = gunbai.legal(game, source.version, seat=seat)
    session.output.answer(listed, *_lines(listed))


def _lines(listed: ListLegalCommandsResponse) -> Iterator[str]:
    """Yield what the rules wait for, then each command as a sentence and as `submit` takes it."""
    if not listed.commands:
        yield f"Seat {listed.seat} has no legal command at version {listed.version}."
        return
    yield f"{escape(listed.waiting.sentence)} [dim]({listed.waiting.clause})[/]"
    for command in listed.commands:
        move = unpacked(command.command)
        yield f"  {escape(command.sentence)} [dim]{escape(f'{move.DESCRIPTOR.name} {json.dumps(as_json(move))}')}[/]"
