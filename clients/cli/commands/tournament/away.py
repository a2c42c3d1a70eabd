"""`gunbai tournament away`."""

from __future__ import annotations

from typing import Annotated

import typer
from msgspec.structs import replace

from clients.cli.commands.tournament.new import PlanFile
from clients.cli.screen.markup import escape
from clients.cli.session import session_of
from clients.cli.tournament.plan import read_plan, write_plan


def away(
    context: typer.Context,
    file: PlanFile,
    players: Annotated[list[str], typer.Argument(metavar="NAME...", help="Players who are away.")],
    *,
    back: Annotated[bool, typer.Option("--back", help="Mark the players as back for the next round.")] = False,
) -> None:
    """Mark players as away, or as back. Absent players are not paired; in a round robin they forfeit."""
    session, plan = session_of(context), read_plan(file)
    plan.check_players(players)
    others = tuple(name for name in plan.away if name not in players)
    plan = replace(plan, away=others if back else (*others, *dict.fromkeys(players)))
    write_plan(file, plan)
    returned = f"Back: {', '.join(dict.fromkeys(players))}. " if back else ""
    sentence = returned + (f"Away: {', '.join(plan.away)}." if plan.away else "Nobody is away.")
    session.output.answer({"away": plan.away}, escape(sentence))
