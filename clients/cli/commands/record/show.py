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
    seat: Annotated[int, typer.Option("--seat", min=0, help="Only what a seat did, and what concerns it.")] = 0,
    clause: Annotated[str, typer.Option("--clause", help="Only what follows from a clause, such as KT-6.3.")] = "",
    event: Annotated[str, typer.Option("--event", help="Only with a command or event of this name.")] = "",
    after: Annotated[int, typer.Option("--after", help="Only later than this version.", min=0)] = 0,
) -> None:
    """Print the entries of a game up to a version in words, each event with the clause that it follows from."""
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        entries = gunbai.questions.entries(game, after, source.version, seat=seat, clause=clause, event=event)
        room = actor_room(gunbai.game(game))
        for entry in entries:
            session.output.answer(entry, *entry_lines(entry.sentences, entry.clauses, room=room))
