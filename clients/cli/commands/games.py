"""`gunbai games`."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC

import typer
from rich.markup import escape
from rich.table import Column, Table

from clients.cli.conditions import Wanted, with_conditions
from clients.cli.sentences import origin_of, result_sentence
from clients.cli.session import session_of
from gunbai.referee.v1.game_pb2 import GameInfo

HEADING = "Find and join games"


@with_conditions(most=50)
def games(context: typer.Context, *, wanted: Wanted) -> None:
    """List the public games that meet all conditions. Case and diacritics do not count; times are local.

    Of an imported game its id in its record is shown, and how far this can be trusted.
    """
    session = session_of(context)
    with session.connect() as gunbai:
        found = list(wanted.of(gunbai))
    session.output.answer(found, _table(found) if found else "No games found. `gunbai new TITLE` creates one.")


def _table(games: Iterable[GameInfo]) -> Table:
    game_id = Column("game", no_wrap=True)
    names = ("title", "players", "head", "changed", "result", "played", "label", "tags", "imported")
    table = Table(game_id, *names, box=None, header_style="dim")
    for game in games:
        players = ", ".join(seat.player or "–" for seat in game.seats)
        changed = game.update_time.ToDatetime(UTC).astimezone()
        row = (escape(players), str(game.head), f"{changed:%Y-%m-%d %H:%M}", escape(result_sentence(game)))
        own = (escape(game.played_on), escape(game.label), escape(", ".join(game.tags)), escape(origin_of(game)))
        table.add_row(f"[bold]{game.game}[/]", game.title, *row, *own)
    return table
