"""`gunbai watch`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Annotated

import typer

from clients.cli.options.positions import SourceFromVersion
from clients.cli.screen.boards import board_lines
from clients.cli.screen.corrections import correction_lines
from clients.cli.screen.endings import elsewhere_lines, goes_on_elsewhere
from clients.cli.screen.input_lines import is_terminal
from clients.cli.screen.output import Output
from clients.cli.screen.sentences import actor_room, clock_lines, is_of, result_lines, told_lines
from clients.cli.seating.seats import reader
from clients.cli.session import session_of
from clients.cli.table.feed import Feed
from gunbai.referee.v1.game_pb2 import Clocks
from gunbai.referee.v1.record_pb2 import CaughtUp
from gunbai_client.blocking.watch_stream import PATIENCE


def watch(
    context: typer.Context,
    source: SourceFromVersion,
    verify: Annotated[bool, typer.Option("--verify/--no-verify", help="Check every entry against the chain.")] = True,
    follow: Annotated[bool, typer.Option("--follow/--no-follow", help="Keep watching for new entries.")] = True,
) -> None:
    """Watch a game: print its entries, then new ones as they come.

    At a terminal gunbai also shows the board and, after each move, what changed on the board. If the connection breaks,
    gunbai tries to reconnect for a minute. gunbai stops when the game ends or continues in a branch.
    """
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        now = gunbai.game(game)
        # A service that answered once is waited for, as its stream is.
        patient = replace(gunbai, wait=True, deadline=PATIENCE)
        # Clocks run once all seats are taken: from then on, the names are known.
        info = cache(partial(patient.game, game))

        def show_clocks(clocks: Clocks) -> None:
            for line in clock_lines(clocks, info()):
                session.output.remark(line)

        own, room, elsewhere = reader(session, gunbai, game), actor_room(now), bool(now.continued_by)
        board = _Board(session.output, partial(patient.picture, game))
        updates = gunbai.updates(game, source.version, sentences=True, verify=verify, on_clocks=show_clocks)
        with Feed(updates, lambda: None, gunbai.close) as feed:
            caught_up = False
            while not (caught_up and elsewhere) and (update := feed.next()) is not None:
                if isinstance(update, CaughtUp):
                    caught_up = True
                    board.follow()
                    linked = ", chain intact" if verify else ""
                    session.output.remark(f"[dim]— version {update.version}, up to date{linked} —[/]")
                    if source.file or not follow:
                        show_clocks(info().clocks)
                        return
                else:
                    elsewhere = elsewhere or goes_on_elsewhere(update.entry)
                    you = is_of(update.entry, own)
                    lines = told_lines(update.sentences, you=you, room=room)
                    session.output.answer(update.entry, *lines, *correction_lines(gunbai, game, update.entry))
                    if not feed.has_news():
                        board.show()
            ended = patient.game(game)
            for line in elsewhere_lines(ended) if elsewhere else result_lines(ended, own):
                session.output.remark(line)


class _Board:
    """The board at a terminal: whole at first, then the lines that changed."""

    def __init__(self, output: Output, picture: Callable[[], str]) -> None:
        self._output, self._picture = output, picture
        self._follows, self._seen = False, ""

    def follow(self) -> None:
        """Show the board, then only its changes."""
        self._follows = is_terminal(self._output)
        self.show()

    def show(self) -> None:
        """Show the board, if it is followed and there is one: a game that has not started may have none."""
        if not self._follows:
            return
        picture = self._picture()
        self._output.show("", *board_lines(picture, self._seen), "")
        self._seen = picture
