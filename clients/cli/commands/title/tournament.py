"""`gunbai title tournament`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from clients.bots.levels import FEW, LEVELS
from clients.bots.tournament import contest_of, results, wilson
from clients.cli.options.arguments import installed_titles
from clients.cli.screen.output import AsJson, Output


def tournament(
    title: Annotated[str, typer.Argument(help="The title, such as king_of_tokyo.", autocompletion=installed_titles)],
    *,
    level: Annotated[int, typer.Option("--level", min=LEVELS[0], max=LEVELS[-1], help="The level that is tried.")] = 2,
    against: Annotated[
        int, typer.Option("--against", min=LEVELS[0], max=LEVELS[-1], help="The level of the other seats.")
    ] = 0,
    seats: Annotated[int, typer.Option("--seats", min=0, help="How many seats; 0 for the fewest.")] = 0,
    options: Annotated[str, typer.Option("--options", help="The options of the title as JSON.")] = "{}",
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    playouts: Annotated[int, typer.Option("--playouts", min=1, help="The playouts of each search.")] = FEW,
    first: Annotated[int, typer.Option("--first", min=0, help="The number of the first game, which repeats it.")] = 0,
    cores: Annotated[int, typer.Option("--cores", min=0, help="How many processes; 0 for one for each core.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Have bots play against each other, without a service, and print what share of the games they won.

    One seat of a level plays among others of another, each seat in turn. Where all win together, all are of the level.
    """
    try:
        contest = contest_of(title, level=level, others=against, seats=seats, options=options, playouts=playouts)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    output, won = Output(as_json), 0.0
    with output.progress() as progress:
        task = progress.add_task("games", total=games)
        for share in results(contest, games, first, cores or os.cpu_count() or 1):
            won += share
            progress.advance(task)
    sure = wilson(won, games)
    answer = {**contest._asdict(), "fair": contest.fair, "games": games, "won": won, **sure._asdict()}
    output.answer(
        answer,
        f"{title}, {contest.seats} seats, level {level} against {against}: won {won:g} of {games}, "
        f"{won / games:.1%} (95 %: {sure.low:.1%} to {sure.high:.1%})",
    )
