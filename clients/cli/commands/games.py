"""`gunbai games`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from datetime import UTC
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Column, Table

from clients.cli.sentences import STATUS, result_sentence
from clients.cli.session import session_of
from gunbai.referee.v1.game_pb2 import GAME_STATUS_UNSPECIFIED, GameInfo, GameStatus

HEADING = "Find and join games"


def games(
    context: typer.Context,
    *,
    title: Annotated[str, typer.Option("--title", help="Only games of this title.")] = "",
    status: Annotated[str, typer.Option("--status", help="Only games in this state, such as open or running.")] = "",
    player: Annotated[str, typer.Option("--player", help="Only games of a player whose name contains this.")] = "",
    parent: Annotated[str, typer.Option("--parent", help="Only branches of this game.")] = "",
    most: Annotated[int, typer.Option("--most", help="The most games to list.")] = 50,
) -> None:
    """List the public games, the newest first."""
    session, wanted = session_of(context), _status(status)
    with session.connect() as gunbai:
        every = gunbai.games(title=title, status=wanted, player=player, parent=parent)
        found = list(itertools.islice(every, most))
    session.output.answer(found, _table(found) if found else "No games found. `gunbai new TITLE` creates one.")


def _status(word: str) -> GameStatus.ValueType:
    values = {"": GAME_STATUS_UNSPECIFIED, **{known: value for value, known in STATUS.items()}}
    if word not in values:
        raise typer.BadParameter(f"it is one of {', '.join(STATUS.values())}", param_hint="--status")
    return values[word]


def _table(games: Iterable[GameInfo]) -> Table:
    game_id = Column("game", no_wrap=True)
    table = Table(game_id, "title", "players", "head", "changed", "result", "label", box=None, header_style="dim")
    for game in games:
        players = ", ".join(seat.player or "–" for seat in game.seats)
        changed = game.update_time.ToDatetime(UTC).astimezone()
        row = (escape(players), str(game.head), f"{changed:%Y-%m-%d %H:%M}", escape(result_sentence(game)))
        table.add_row(f"[bold]{game.game}[/]", game.title, *row, escape(game.label))
    return table
