"""`gunbai play`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from clients.cli.menu import Menu
from clients.cli.positions import GameId
from clients.cli.seats import own_seats
from clients.cli.sentences import entry_lines, result_sentence
from clients.cli.session import session_of
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN
from gunbai.referee.v1.record_pb2 import CaughtUp

HEADING = "Play"


def play(
    context: typer.Context,
    game: GameId,
    seat: Annotated[int, typer.Option("--seat", help="Your seat; 0 for all of yours.")] = 0,
) -> None:
    """Play at a terminal or through a pipe: choose a legal command whenever one of your seats is asked.

    Shares of chance are given by themselves.
    """
    session = session_of(context)
    output = session.output
    with session.connect() as gunbai:
        seats = own_seats(session, gunbai, game, seat)
        mine = seats[0].gunbai
        known = mine.game(game)
        menu = Menu(output, known.title, seats)
        if known.status == GAME_STATUS_OPEN:
            output.remark("[dim]The game has not started; waiting for the other players and the host.[/]")
        caught_up = False
        for update in seats[0].watch_in_words():
            if isinstance(update, CaughtUp):
                caught_up = True
            else:
                output.answer({"entry": update.entry}, *entry_lines(update.sentences))
            if caught_up and update.version >= menu.head and not menu.ask():
                output.remark(f"[dim]The game is not over; return to it with `gunbai play {game}`.[/]")
                return
        known = mine.game(game)
    output.answer({"game": known}, f"[bold]{escape(result_sentence(known))}[/]")
