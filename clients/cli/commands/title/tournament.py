"""`gunbai title tournament`."""

from __future__ import annotations

import os
from math import isinf
from typing import Annotated

import typer

from clients.bots.levels import FEW, LEVELS
from clients.bots.tournament import Contest, contest_of, deals, dealt, played, results, wilson
from clients.cli.options.arguments import installed_titles
from clients.cli.screen.output import AsJson, Output
from gunbai_record.text.counts import counted


def tournament(
    title: Annotated[
        str, typer.Argument(metavar="TITLE", help="Title, such as king_of_tokyo.", autocompletion=installed_titles)
    ],
    *,
    level: Annotated[
        int, typer.Option("--level", min=LEVELS[0], max=LEVELS[-1], metavar="LEVEL", help="Level to test.")
    ] = 2,
    against: Annotated[
        int, typer.Option("--against", min=LEVELS[0], max=LEVELS[-1], metavar="LEVEL", help="Level of the other seats.")
    ] = 0,
    seats: Annotated[
        int, typer.Option("--seats", min=0, metavar="COUNT", help="Number of seats (0: the title's minimum).")
    ] = 0,
    options: Annotated[str, typer.Option("--options", metavar="JSON", help="Options of the title.")] = "{}",
    games: Annotated[int, typer.Option("--games", min=1, metavar="COUNT", help="Number of games.")] = 100,
    playouts: Annotated[int, typer.Option("--playouts", min=1, metavar="COUNT", help="Playouts per search.")] = FEW,
    first: Annotated[
        int,
        typer.Option(
            "--first", min=0, metavar="NUMBER", help="Number of the first game; the same number gives the same game."
        ),
    ] = 0,
    same_deal: Annotated[
        bool, typer.Option("--same-deal", help="Play each deal from every seat, with the same dice and cards.")
    ] = False,
    cores: Annotated[
        int, typer.Option("--cores", min=0, metavar="COUNT", help="Number of processes (0: one per core).")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other offline, and print how much they won.

    One seat plays at --level and the others at --against; each seat takes that role in turn. If all players win or lose
    together, every seat plays at --level.
    """
    try:
        contest = contest_of(title, level=level, others=against, seats=seats, options=options, playouts=playouts)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    cores, output = cores or os.cpu_count() or 1, Output(as_json)
    if same_deal:
        _deals(contest, games, first, cores, output)
    else:
        _games(contest, games, first, cores, output)


def _games(contest: Contest, games: int, first: int, cores: int, output: Output) -> None:
    """Play games, each with its own outcomes, and print their result."""
    numbers, won = range(first, first + games), 0.0
    with output.progress() as progress:
        task = progress.add_task("games", total=games)
        for share in results(played, contest, numbers, cores):
            won += share
            progress.advance(task)
    sure = wilson(won, games)
    answer = {**contest._asdict(), "fair": contest.fair, "games": games, "won": won, **sure._asdict()}
    output.answer(
        answer,
        f"{_named(contest)}: won {won:g} of {games}, {won / games:.1%} (95 %: {sure.low:.1%} to {sure.high:.1%})",
    )


def _deals(contest: Contest, games: int, first: int, cores: int, output: Output) -> None:
    """Play deals, each from every seat, and print their result and how many other games would be as certain."""
    count = -(-games // contest.seats)
    if not contest.fair or count < 2:
        problem = (
            "all players of this title win or lose together"
            if not contest.fair
            else f"two deals need {2 * contest.seats} games"
        )
        raise typer.BadParameter(problem, param_hint="--same-deal")
    with output.progress() as progress:
        task, shares = progress.add_task("deals", total=count), list[tuple[float, ...]]()
        for result in results(dealt, contest, range(first, first + count), cores):
            shares.append(result)
            progress.advance(task)
    total = deals(shares)
    worth = None if isinf(total.worth) else round(total.worth)
    answer = {**contest._asdict(), "fair": contest.fair, "deals": count, **total._asdict(), "worth": worth}
    output.answer(
        answer,
        f"{_named(contest)}: won {total.share:.1%} of {total.games} games of {count} deals "
        f"(95 %: {total.low:.1%} to {total.high:.1%}); as certain as {worth or 'any number of'} games "
        "with different deals",
    )


def _named(contest: Contest) -> str:
    return f"{contest.title}, {counted(contest.seats, 'seat')}, level {contest.level} against {contest.others}"
