"""`gunbai dispute settle`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.account.keys import ArbiterKey, private_key
from clients.cli.disputes.shown import Number, line_of
from clients.cli.options.positions import GameId
from clients.cli.screen.markup import escape
from clients.cli.session import session_of


def settle(
    context: typer.Context,
    game: GameId,
    number: Number,
    reason: Annotated[str, typer.Argument(help="Your reason.", metavar="REASON")],
    *,
    correction: Annotated[
        int,
        typer.Option(
            "--correction",
            min=0,
            metavar="VERSION",
            help="Version of the order that corrects the ruling (0: the ruling stands).",
        ),
    ] = 0,
    arbiter_key: ArbiterKey = None,
) -> None:
    """Settle a dispute, as the arbiter or the dealer.

    The arbiter signs with their private key. If the game has no arbiter, the dealer can settle the dispute.
    """
    session = session_of(context)
    with session.connect(session.tokens.arbiter(game)) as gunbai:
        settled = gunbai.disputes(game, private_key(arbiter_key)).settle(number, reason, correction_version=correction)
    session.output.answer(settled, escape(line_of(settled)))
