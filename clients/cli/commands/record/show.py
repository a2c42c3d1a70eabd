"""`gunbai record show`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.options.positions import SourceAtVersion
from clients.cli.screen.sentences import actor_room, entry_lines
from clients.cli.session import session_of


def show(
    context: typer.Context,
    source: SourceAtVersion,
    *,
    seat: Annotated[
        int, typer.Option("--seat", min=0, metavar="SEAT", help="Only events that this seat caused or that concern it.")
    ] = 0,
    clause: Annotated[
        str,
        typer.Option("--clause", metavar="CLAUSE", help="Only events that follow from this clause, such as KT-6.3."),
    ] = "",
    event: Annotated[str, typer.Option("--event", metavar="NAME", help="Only commands or events with this name.")] = "",
    after: Annotated[
        int, typer.Option("--after", metavar="VERSION", help="Only entries after this version.", min=0)
    ] = 0,
) -> None:
    """Show the entries of a game in words, with the clause of each event."""
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        entries = gunbai.questions.entries(game, after, source.version, seat=seat, clause=clause, event=event)
        room = actor_room(gunbai.game(game))
        for entry in entries:
            session.output.answer(entry, *entry_lines(entry.sentences, entry.clauses, room=room))
