"""`gunbai game decide`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from clients.cli.account.keys import ArbiterKey, private_key
from clients.cli.options.arguments import Scores, Winners
from clients.cli.options.positions import GameId
from clients.cli.session import session_of

HEADING = "Arbiter and dealer"


def decide(
    context: typer.Context,
    game: GameId,
    basis: Annotated[
        Literal["adjudication", "forfeit", "penalty"], typer.Argument(metavar="BASIS", help="Kind of decision.")
    ],
    *,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Your reason. Do not name players.")],
    seat: Annotated[
        list[int] | None,
        typer.Option("--seat", min=1, metavar="SEAT", help="Seat that forfeits or is penalised. Repeatable."),
    ] = None,
    winner: Winners = None,
    score: Scores = None,
    appeal_pending: Annotated[
        bool, typer.Option("--appeal-pending", help="Pause the game until you rule or decide again.")
    ] = False,
    arbiter_key: ArbiterKey = None,
) -> None:
    """Decide the result, as the arbiter or the dealer.

    If the game has no arbiter, the dealer can decide the result.
    """
    from gunbai.record.v1.results_pb2 import DecideGame, ResultBasis

    session, key = session_of(context), private_key(arbiter_key)
    decision = DecideGame(
        basis=ResultBasis.Value(f"RESULT_BASIS_{basis.upper()}"),
        seats=sorted(seat or ()),
        winners=sorted(winner or ()),
        scores=score or (),
        reason=reason,
        appeal_pending=appeal_pending,
    )
    with session.connect(session.tokens.arbiter(game)) as gunbai:
        decided = gunbai.arbiter(game, key).decide(decision)
    version, ends = (
        decided.accepted.entries[0].version,
        "an appeal is pending" if appeal_pending else "the game is over",
    )
    session.output.answer(decided, f"Decided by {basis} in entry [bold]{version}[/]: {ends}.")
