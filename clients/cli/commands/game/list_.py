"""`gunbai game list`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC
from typing import Any, NamedTuple

import typer
from rich.table import Column, Table

from clients.cli.options.game_filters import Wanted, wanted_games
from clients.cli.options.grouped import bundled
from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import origin_of, result_sentence
from clients.cli.session import session_of
from clients.cli.sources.title_names import no_title
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_record.players import marked

HEADING = "Find and start"
WIDE = 140
"""The narrowest terminal, in columns, that shows the table."""
_ALWAYS = ("game", "title", "players", "head", "changed", "result")
"""The table's columns that are there even if they are empty."""


@bundled(wanted_games, "wanted", most=50)
def list_(context: typer.Context, *, wanted: Wanted) -> None:
    """List public games.

    Name filters ignore case and accents. Times are local. For an imported game, the list shows the id in the imported
    record, and how far to trust that record.
    """
    session = session_of(context)
    with session.connect() as gunbai:
        games = list(wanted.of(gunbai))
        if not games and (unknown := no_title(gunbai.titles(), wanted.conditions["title"])):
            session.output.remark(escape(unknown))
    session.output.answer(games, *_shown([*map(_row, games)], session.output.console.width, wanted))


def _shown(rows: Sequence[_Row], width: int, wanted: Wanted) -> Sequence[Any]:
    """Return the games for a person: a table, or lines if the terminal is too narrow."""
    if not rows:
        filtered = any(any(value) if isinstance(value, tuple) else value for value in wanted.conditions.values())
        return ("No game matches." if filtered else "No games yet. Create one with `gunbai new TITLE`.",)
    return (_table(rows),) if width >= WIDE else [line for row in rows for line in _lines(row)]


class _Row(NamedTuple):
    """A row of the list, as markup; missing facts are empty."""

    game: str
    title: str
    players: str
    head: str
    changed: str
    result: str
    played: str
    label: str
    tags: str
    imported: str


def _row(game: GameInfo) -> _Row:
    players = ", ".join(marked(seat.player, seat.public_key) or "–" for seat in game.seats)
    changed = game.update_time.ToDatetime(UTC).astimezone()
    return _Row(
        f"[bold]{game.game}[/]",
        game.title,
        escape(players),
        str(game.head),
        f"{changed:%Y-%m-%d %H:%M}",
        escape(result_sentence(game)),
        escape(game.played_on),
        escape(game.label),
        escape(", ".join(game.tags)),
        escape(origin_of(game)),
    )


def _table(rows: Sequence[_Row]) -> Table:
    """Return the games as a table, without entirely empty columns."""
    shown = [place for place, name in enumerate(_Row._fields) if name in _ALWAYS or any(row[place] for row in rows)]
    names = (_Row._fields[place] for place in shown[1:])
    table = Table(Column("game", no_wrap=True), *names, box=None, header_style="dim")
    for row in rows:
        table.add_row(*(row[place] for place in shown))
    return table


def _lines(row: _Row) -> Iterator[str]:
    """Yield a game as lines, for a terminal too narrow for the table."""
    yield f"{row.game}  {row.title}" + (f", [bold]{row.label}[/]" if row.label else "")
    yield f"    {row.players}"
    facts = (
        f"head {row.head}",
        f"changed {row.changed}",
        row.played and f"played {row.played}",
        row.tags,
        row.imported,
    )
    yield f"    {row.result}"
    yield f"    [dim]{', '.join(filter(None, facts))}[/]"
