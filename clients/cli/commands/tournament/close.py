"""`gunbai tournament close`."""

from __future__ import annotations

import typer
from msgspec import to_builtins

from clients.cli.commands.tournament.new import PlanFile
from clients.cli.screen.markup import escape
from clients.cli.session import session_of
from clients.cli.tournament.page import result_of
from clients.cli.tournament.plan import read_plan, write_plan
from clients.cli.tournament.running import closed


def close(context: typer.Context, file: PlanFile) -> None:
    """End the games of the round that never started. Players who did not take their seats lose."""
    session, plan = session_of(context), read_plan(file)
    with session.connect() as gunbai:
        plan = closed(gunbai, session, plan)
    write_plan(file, plan)
    tables = plan.rounds[-1].tables
    lines = (f"Table {place}: {escape(result_of(table))}" for place, table in enumerate(tables, 1))
    session.output.answer({"tables": to_builtins(tables)}, *lines)
