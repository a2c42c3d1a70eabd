"""`gunbai game standings`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from clients.cli.account.replacements import players_of
from clients.cli.options.game_filters import Wanted, wanted_games
from clients.cli.options.grouped import bundled
from clients.cli.screen.encodings import write_exactly
from clients.cli.screen.markup import escape
from clients.cli.session import session_of
from clients.cli.sources.title_names import no_title
from gunbai_client.standings import Points, Row, as_csv, counts
from gunbai_client.standings import standings as standings_of
from gunbai_record.text.counts import counted

HEADING = "Look back"
STDOUT = Path("-")


@bundled(wanted_games, "wanted")
def standings(
    context: typer.Context,
    *,
    points: Annotated[
        str, typer.Option("--points", metavar="WIN,SHARED,LOSS", help="Points for a win, a shared win and a loss.")
    ] = "1,0.5,0",
    keys: Annotated[bool, typer.Option("--keys", help="Count players by key, not by name.")] = False,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write the standings as CSV (-: stdout).")
    ] = None,
    wanted: Wanted,
) -> None:
    """Rank players by their results in public games.

    A branch counts only if the game itself continued there. Games under appeal do not count.
    """
    session, worth = session_of(context), _points(points)
    with session.connect() as gunbai:
        titles = gunbai.titles()
        cooperative = {title.name for title in titles if title.cooperative}
        newest = players_of(gunbai) if keys else {}
        games = [*wanted.of(gunbai)]
        if keys:  # A list does not tell whose key has signed.
            games = [gunbai.game(game.game) if counts(game) else game for game in games]
    rows = standings_of(games, worth, cooperative, by_key=keys, newest=newest)
    keyless = sum(
        counts(game) and any(not seat.public_key or seat.key_unproven for seat in game.seats) for game in games
    )
    if keys and keyless:
        left = f"players without a key that signed a move, in {counted(keyless, 'game')}"
        session.output.remark(f"[dim]Left out: {left}.[/]")
    if not rows and (unknown := no_title(titles, wanted.conditions["title"])):
        session.output.remark(escape(unknown))
    if csv == STDOUT:
        write_exactly(as_csv(rows))
    elif csv is not None:
        csv.write_text(as_csv(rows), encoding="utf-8", newline="")
        session.output.answer({"file": str(csv)}, f"Wrote the standings to [bold]{escape(str(csv))}[/].")
    else:
        session.output.answer([asdict(row) for row in rows], _table(rows) if rows else "No game has a result.")


def _points(text: str) -> Points:
    try:
        return Points(*(float(number) for number in text.split(",")))
    except (ValueError, TypeError):
        raise typer.BadParameter("expected at most three numbers, such as 1,0.5,0", param_hint="--points") from None


def _table(rows: Sequence[Row]) -> Table:
    table = Table("rank", "player", "played", "won", "shared", "lost", "points", box=None, header_style="dim")
    for row in rows:
        results = (row.played, row.won, row.shared, row.lost)
        table.add_row(str(row.rank), escape(row.player), *map(str, results), f"{row.points:g}")
    return table
