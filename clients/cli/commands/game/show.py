"""`gunbai game show`."""

from __future__ import annotations

import typer

from clients.cli.options.positions import SourceAtVersion
from clients.cli.screen.boards import board_lines
from clients.cli.screen.endings import opened_lines
from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import clock_lines, free_seats, origin_sentence, result_sentence
from clients.cli.seating.seats import AsSeat
from clients.cli.session import session_of

HEADING = "Play"


def show(context: typer.Context, source: SourceAtVersion, seat: AsSeat = 0) -> None:
    """Show a position, the decisions it waits for, and their deadline."""
    session = session_of(context)
    with session.reading(source, seat) as (gunbai, game):
        view = gunbai.view(game, source.version, seat=seat)
        board = board_lines(gunbai.picture(game, source.version, seat=seat))
        waiting = f"{view.waiting.sentence} ({view.waiting.clause})" if view.waiting.step else ""
        info = gunbai.game(game)
        opened = [*opened_lines(gunbai, info, seat)]
    state = result_sentence(info) if info.went_back else waiting or free_seats(info) or result_sentence(info)
    clocks = clock_lines(view.waiting.clocks, info)
    origin = [f"[dim]{escape(sentence)}[/]" for sentence in (origin_sentence(info),) if sentence]
    session.output.answer(view, *board, *opened, *origin, *clocks, f"[bold]{view.version}[/]  {escape(state)}")
