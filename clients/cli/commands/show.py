"""`gunbai show`."""

from __future__ import annotations

import typer
from rich.markup import escape

from clients.cli.positions import SourceAtVersion
from clients.cli.sentences import clock_lines, origin_sentence, result_sentence
from clients.cli.session import session_of
from gunbai_client.picture import text_board

HEADING = "Read games"


def show(context: typer.Context, source: SourceAtVersion) -> None:
    """Show a position of a game as text, and what the rules wait for there, and until when."""
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        view, board = gunbai.view(game, source.version), text_board(gunbai.picture(game, source.version))
        waiting = f"{view.waiting.sentence} ({view.waiting.clause})" if view.waiting.step else ""
        known = gunbai.game(game)
    said = waiting or result_sentence(known)
    clocks = clock_lines(view.waiting.clocks, known)
    origin = [f"[dim]{escape(sentence)}[/]" for sentence in (origin_sentence(known),) if sentence]
    session.output.answer(view, escape(board), *origin, *clocks, f"[bold]{view.version}[/]  {escape(said)}")
