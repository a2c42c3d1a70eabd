"""`gunbai play`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.options.positions import GameIdOrNone
from clients.cli.session import session_of


def play(
    context: typer.Context,
    game: GameIdOrNone = None,
    seat: Annotated[
        int, typer.Option("--seat", min=0, metavar="SEAT", help="Your seat (0: all your seats without a bot).")
    ] = 0,
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

    play_on(session_of(context), game, seat, strict=strict)
