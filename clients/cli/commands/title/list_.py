"""`gunbai title list`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import typer
from rich.table import Table

from clients.cli.screen.titles import seats_of, versions_of
from clients.cli.session import session_of
from gunbai.referee.v1.lobby_pb2 import Title


def list_(context: typer.Context) -> None:
    """List the titles you can play."""
    session = session_of(context)
    with session.connect() as gunbai:
        titles = gunbai.titles()
        spoken = {title.name: gunbai.title(title.name).languages for title in titles}
    session.output.answer(titles, _table(titles, spoken))


def _table(titles: Iterable[Title], spoken: Mapping[str, Sequence[str]]) -> Table:
    table = Table("title", "on the box", "seats", "letters", "rules", "languages", box=None, header_style="dim")
    for title in titles:
        languages = ", ".join(spoken[title.name])
        table.add_row(f"[bold]{title.name}[/]", title.label, seats_of(title), title.code, versions_of(title), languages)
    return table
