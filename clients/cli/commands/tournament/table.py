"""`gunbai tournament table`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from clients.cli.commands.tournament.new import PlanFile
from clients.cli.screen.encodings import write_exactly
from clients.cli.screen.markup import escape
from clients.cli.session import session_of
from clients.cli.tournament.page import page_of
from clients.cli.tournament.plan import read_plan, write_plan
from clients.cli.tournament.running import updated
from clients.cli.tournament.scores import HEAD, as_csv, table_of

STDOUT = Path("-")


def table(
    context: typer.Context,
    file: PlanFile,
    *,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write the standings as CSV (-: stdout).")
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option("--page", metavar="FILE", help="Write the standings and rounds as a page to publish or print."),
    ] = None,
    wait: Annotated[
        bool,
        typer.Option("--wait", help="Wait for the round to end. Meanwhile, start games whose seats are all taken."),
    ] = False,
    every: Annotated[
        float, typer.Option("--every", min=0.1, metavar="SECONDS", help="With --wait: time between checks.")
    ] = 5,
) -> None:
    """Start games whose seats are all taken, read new results, and print the standings."""
    session, plan = session_of(context), read_plan(file)
    with session.connect() as gunbai:
        while True:
            plan = updated(gunbai, session, plan)
            write_plan(file, plan)
            if not wait or not plan.rounds or plan.rounds[-1].over:
                break
            time.sleep(every)
    rows = table_of(plan)
    if page is not None:
        page.write_text(page_of(plan, rows), encoding="utf-8")
    if csv == STDOUT:
        write_exactly(as_csv(rows))
        return
    if csv is not None:
        csv.write_text(as_csv(rows), encoding="utf-8", newline="")
    shown = Table(*(name.replace("_", "-") for name in HEAD), box=None, header_style="dim")
    for row in rows:
        shown.add_row(str(row.rank), escape(row.player), *(f"{value:g}" for value in row[2:]))
    session.output.answer([row._asdict() for row in rows], shown)
