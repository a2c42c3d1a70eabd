"""`gunbai title list`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import typer
from rich.table import Table

from clients.cli.screen.titles import seats_of, versions_of
from clients.cli.session import session_of
from gunbai.referee.v1.lobby_pb2 import Title


def list_(context: typer.Context) -> None:
    """List the titles that can be played."""
    session = session_of(context)
    with session.connect() as gunbai:
        found = gunbai.titles()
        spoken = {each.name: gunbai.title(each.name).languages for each in found}
    session.output.answer(found, _table(found, spoken))


def _table(found: Iterable[Title], spoken: Mapping[str, Sequence[str]]) -> Table:
    table = Table("title", "on the box", "seats", "letters", "rules", "languages", box=None, header_style="dim")
    for title in found:
        languages = ", ".join(spoken[title.name])
        table.add_row(f"[bold]{title.name}[/]", title.label, seats_of(title), title.code, versions_of(title), languages)
    return table
