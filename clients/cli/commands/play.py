"""`gunbai play`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.options.arguments import installed_titles
from clients.cli.options.positions import GameIdOrNone
from clients.cli.session import session_of


def play(
    context: typer.Context,
    game: GameIdOrNone = None,
    seat: Annotated[
        int, typer.Option("--seat", min=0, metavar="SEAT", help="Your seat (0: all your seats without a bot).")
    ] = 0,
    learn: Annotated[
        str,
        typer.Option(
            "--learn",
            metavar="TITLE",
            help="Begin your first game of this title, with lessons.",
            autocompletion=installed_titles,
        ),
    ] = "",
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 2 at the first refused or unusable line.")
    ] = False,
) -> None:
    """Play a game at a terminal or through a pipe.

    gunbai shows what happened since your last move and asks for each of your decisions. It sends your shares of chance,
    and runs the bots that you seated with `gunbai new --bots`. Without GAME it continues the game that is waiting for
    you, or else the game that changed last.
    """
    # Import the table and its seats only here, so that `--help` does not wait for it.
    from clients.cli.game_after_game import play_on

    session = session_of(context)
    if not learn:
        return play_on(session, game, seat, strict=strict)
    if game or seat:
        raise typer.BadParameter("leave out GAME and --seat", param_hint="--learn")
    from clients.cli.seating.first_games import begin

    first, lessons = begin(session, learn)
    return play_on(session, first, 0, strict=strict, lessons=lessons)
