"""`gunbai dispute inspect`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import ArbiterKey, private_key
from clients.cli.disputes.shown import Number, lines_of
from clients.cli.options.arguments import write_table
from clients.cli.options.positions import GameId
from clients.cli.session import session_of
from clients.render.dispute_page import Page
from gunbai.referee.v1 import disputes_pb2 as pb


def inspect(
    context: typer.Context,
    game: GameId,
    number: Number,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the page with the hidden facts to this file."),
    ] = None,
    *,
    table: Annotated[
        Path | None,
        typer.Option("--table", metavar="FILE", help="Write the whole table of the position to this file, as JSON."),
    ] = None,
    arbiter_key: ArbiterKey = None,
) -> None:
    """See the hidden facts of a dispute, as the arbiter.

    This needs every seat's consent, unless the game has ended. Everyone can see in the dispute that you looked. gunbai
    saves a token, so that only you can look again.
    """
    session = session_of(context)
    with session.connect(session.tokens.arbiter(game)) as gunbai:
        with session.tokens.looking(game, number) as token:
            seen = gunbai.disputes(game, private_key(arbiter_key)).inspect(number, token)
        answer = pb.GetDisputeResponse(dispute=seen.dispute, evidence=seen.evidence)
        if output is not None:
            output.write_text(
                Page(answer, gunbai.game(game).title, accept_language=session.language).text, encoding="utf-8"
            )
    if table is not None:
        write_table(table, seen.table_json)
    session.output.answer(
        seen, *lines_of(answer), f"[dim]Everyone can see in dispute {number} of {game} that you looked.[/]"
    )
