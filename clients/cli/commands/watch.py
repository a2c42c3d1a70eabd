"""`gunbai watch`."""

from __future__ import annotations

from functools import cache, partial
from typing import Annotated

import typer
from rich.markup import escape

from clients.cli.positions import SourceAtVersion
from clients.cli.sentences import clock_lines, entry_lines, result_sentence
from clients.cli.session import session_of
from gunbai.referee.v1.game_pb2 import Clocks
from gunbai.referee.v1.record_pb2 import CaughtUp

HEADING = "Read games"


def watch(
    context: typer.Context,
    source: SourceAtVersion,
    verify: Annotated[bool, typer.Option("--verify/--no-verify", help="Check every entry against the chain.")] = True,
    follow: Annotated[bool, typer.Option("--follow/--no-follow", help="Continue with new entries.")] = True,
) -> None:
    """Print the entries of a game after a version, then new ones as they come. Lost connections are resumed."""
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        # Clocks run once all seats are taken: from then on the names are known.
        known = cache(partial(gunbai.game, game))

        def show_clocks(clocks: Clocks) -> None:
            for line in clock_lines(clocks, known()):
                session.output.remark(line)

        for update in gunbai.watch_in_words(game, source.version, verify=verify, on_clocks=show_clocks):
            if isinstance(update, CaughtUp):
                verified = " and verified" if verify else ""
                session.output.remark(f"[dim]— version {update.version}, up to date{verified} —[/]")
                if source.file or not follow:
                    show_clocks(known().clocks)
                    return
            else:
                session.output.answer(update.entry, *entry_lines(update.sentences))
        session.output.remark(f"[bold]{escape(result_sentence(gunbai.game(game)))}[/]")
