"""`gunbai tournament new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import Arbiter
from clients.cli.options.arguments import RulesVersion, read_text
from clients.cli.options.game_terms import ChanceName, ClockText, ExpiryName, Private
from clients.cli.screen.markup import escape
from clients.cli.session import session_of
from clients.cli.tournament.pairing import sizes
from clients.cli.tournament.plan import System, Terms, Tournament, write_plan
from clients.cli.tournament.running import twice
from gunbai_record.text.counts import counted

PlanFile = Annotated[Path, typer.Argument(metavar="FILE", help="Tournament file.")]
MOST = 6
"""The most seats at a table."""


def new(
    context: typer.Context,
    file: PlanFile,
    players: Annotated[
        Path,
        typer.Argument(metavar="PLAYERS", help="File with one name per line, strongest first (-: stdin)."),
    ],
    *,
    title: Annotated[str, typer.Option("--title", metavar="TITLE", help="Title to play.")],
    system: Annotated[
        System, typer.Option("--system", help="Swiss or round robin in pairs, or tables of 3 to 6.")
    ] = "swiss",
    rounds: Annotated[
        int, typer.Option("--rounds", min=0, metavar="COUNT", help="Number of rounds (0: the usual number).")
    ] = 0,
    seats: Annotated[
        int, typer.Option("--seats", min=3, max=MOST, metavar="COUNT", help="Maximum number of players at a table.")
    ] = 4,
    options: Annotated[str, typer.Option("--options", metavar="JSON", help="Options of the games.")] = "",
    rules: RulesVersion = 0,
    chance: ChanceName = "referee",
    clock: ClockText = "",
    expiry: ExpiryName = "default",
    arbiter: Arbiter = "",
    private: Private = False,
    same_deal: Annotated[bool, typer.Option("--same-deal", help="Use the same dice and cards at all tables.")] = False,
) -> None:
    """Plan a tournament: write its players and settings to a file.

    Start a round with `gunbai tournament pair`.
    """
    session = session_of(context)
    if file.exists():
        raise typer.BadParameter(f"{file} already exists", param_hint="FILE")
    names = [line.strip() for line in read_text(players).splitlines() if line.strip()]
    if twin := twice(names):
        raise typer.BadParameter(f"{twin!r} is listed twice", param_hint="PLAYERS")
    with session.connect() as gunbai:
        allowed = next(
            (range(detail.seats_min, detail.seats_max + 1) for detail in gunbai.titles() if detail.name == title), None
        )
    if allowed is None:
        raise typer.BadParameter(f"the service does not play {title!r}", param_hint="--title")
    most = min(seats, allowed[-1]) if system == "tables" else 2
    fewest = max(3, allowed[0]) if system == "tables" else 2
    if most < fewest or most not in allowed:
        raise typer.BadParameter(f"{title} has {' or '.join(map(str, allowed))} seats", param_hint="--system")
    terms = Terms(
        title=title, options=options, rules=rules, chance=chance or "referee", clock=clock, expiry=expiry,
        arbiter=arbiter, private=private, same_deal=same_deal,
    )  # fmt: skip
    if system == "tables":
        sizes(len(names), fewest, most)
    length = rounds or usual_rounds(len(names), system)
    plan = Tournament(
        name=file.stem, system=system, terms=terms, players=tuple(names), seats=most, fewest=fewest, length=length
    )
    write_plan(file, plan)
    session.output.answer(
        {"file": str(file), "players": names, "rounds": length},
        f"Planned [bold]{escape(plan.name)}[/]: {counted(len(names), 'player')}, {counted(length, 'round')}.",
        f"[dim]Start round 1:[/] gunbai tournament pair {escape(str(file))}",
    )


def usual_rounds(players: int, system: System) -> int:
    """Return the usual number of rounds: all for a round robin, otherwise as many as a knock-out would need."""
    if system == "round-robin":
        return players - 1 + players % 2
    return max(1, (players - 1).bit_length())
