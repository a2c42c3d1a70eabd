"""`gunbai tournament pair`."""

from __future__ import annotations

from importlib.util import find_spec

import typer
from msgspec import to_builtins

from clients.cli.commands.tournament.new import PlanFile
from clients.cli.screen.markup import escape
from clients.cli.session import session_of
from clients.cli.tournament.plan import read_plan, write_plan
from clients.cli.tournament.running import created, invitations, missing, next_round, updated


def pair(context: typer.Context, file: PlanFile) -> None:
    """Start the next round: pairings, games and invitations.

    gunbai first reads the results of the last round. If the command was interrupted, run it again: it creates only what
    is missing.
    """
    if find_spec("caissify_pairings") is None:
        raise typer.BadParameter("install the extra `tournament`: pip install 'gunbai[tournament]'")
    session, plan = session_of(context), read_plan(file)
    with session.connect() as gunbai:
        lacking = missing(gunbai, plan.rounds[-1]) if plan.rounds else []
        if not lacking:
            plan = next_round(session, updated(gunbai, session, plan))
            write_plan(file, plan)
            lacking = [table for table in plan.rounds[-1].tables if table.game]
        for table in lacking:
            created(gunbai, session, plan, table)
        latest = plan.rounds[-1]
        invited = {table.game: dict(invitations(gunbai, session, table)) for table in latest.tables if table.game}
    shown = [f"Round [bold]{len(plan.rounds)}[/] of {plan.length}."]
    for place, table in enumerate(latest.tables, 1):
        shown.append(f"Table {place}: {escape(table.game or 'a forfeit')}")
        invitation_of = invited.get(table.game, {})
        named = ((seat, name, invitation_of.get(name, "")) for seat, name in enumerate(table.players, 1))
        shown += [f"  seat {seat}: {escape(name)}  {escape(link)}" for seat, name, link in named]
    shown += [f"{escape(latest.bye)} has a bye."] if latest.bye else []
    session.output.answer({"round": len(plan.rounds), **to_builtins(latest), "invitations": invited}, *shown)
