"""`gunbai titles`."""

from __future__ import annotations

import typer
from rich.table import Table

from clients.cli.session import session_of

HEADING = "Find and join games"


def titles(context: typer.Context) -> None:
    """List the titles that can be played."""
    session = session_of(context)
    with session.connect() as gunbai:
        found = gunbai.titles()
    table = Table("title", "on the box", "seats", "letters", "rules", box=None, header_style="dim")
    for title in found:
        seats = f"{title.seats_min}–{title.seats_max}" if title.seats_min < title.seats_max else str(title.seats_min)
        versions = ", ".join(map(str, title.rules_versions))
        table.add_row(f"[bold]{title.name}[/]", title.label, seats, title.code, versions)
    session.output.answer(found, table)
