"""`gunbai game deal`."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from clients.cli.account.tokens import DEALER
from clients.cli.options.positions import GameId
from clients.cli.screen.endings import end_lines
from clients.cli.screen.input_lines import lines_of
from clients.cli.seating.auto_start import started_if_full
from clients.cli.seating.seats import warn_dealer
from clients.cli.session import session_of
from clients.cli.table.dealing import Dealing
from clients.cli.table.feed import Feed
from clients.cli.table.sitting import Answer
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN
from gunbai_client.blocking.vocabulary import vocabulary_in

HEADING = "Arbiter and dealer"


def deal(
    context: typer.Context,
    game: GameId,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 2 at the first refused or unusable line.")
    ] = False,
) -> None:
    """Enter the dice and cards of a real table, as the dealer.

    Name dice by their faces, and cards by the first letters of their names. You can type several at once. `wrong`
    corrects the last entry until a seat has acted on it. Works at a terminal and through a pipe.
    """
    session = session_of(context)
    token = session.token or session.tokens.find(game, DEALER)
    if not token:
        raise typer.BadParameter(f"you do not have the dealer's token of {game}", param_hint="GAME")
    lines = lines_of(session.output)
    with session.connect(token) as gunbai:
        info = started_if_full(session, gunbai, game)
        if info.status == GAME_STATUS_OPEN:
            session.output.remark("[dim]The game has not started. Waiting for the players and the host.[/]")
        warn_dealer(session, gunbai, info)
        words = vocabulary_in(gunbai, info)
        start = partial(started_if_full, session, gunbai, game)
        dealer = gunbai.seat(game, 0)
        dealing = Dealing(session.output, lines, [dealer], info, strict, start, words=words)
        with session.connect(token) as watching:
            updates = watching.seat(game, 0).updates(sentences=True)
            with Feed(updates, lines.interrupt, watching.close) as feed:
                left = dealing.play(feed)
        if left is Answer.GIVEN:
            info = gunbai.game(game)
            session.output.answer({"game": info}, *end_lines(gunbai, info, ()))
        else:
            session.output.remark(f"[dim]The game is not over. Come back with `gunbai game deal {game}`.[/]")
