"""`gunbai dispute say`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.account.keys import SeatKey, private_key
from clients.cli.disputes.shown import Number
from clients.cli.options.positions import GameId, OwnSeat
from clients.cli.seating.seats import only_seat
from clients.cli.session import session_of
from gunbai_record.text.counts import counted


def say(
    context: typer.Context,
    game: GameId,
    number: Number,
    text: Annotated[str, typer.Argument(help="Your statement.", metavar="TEXT")],
    *,
    allow_inspection: Annotated[
        bool, typer.Option("--allow-inspection", help="Let the arbiter see the hidden facts.")
    ] = False,
    seat: OwnSeat = 0,
    seat_key: SeatKey = None,
) -> None:
    """Add a statement to a dispute."""
    session = session_of(context)
    with session.connect() as gunbai:
        mine = only_seat(session, gunbai, game, seat)
        disputes = mine.gunbai.disputes(game, private_key(seat_key) or mine.key)
        dispute = disputes.say(number, text, inspection_allowed=allow_inspection)
    session.output.answer(dispute, f"Dispute {number} has {counted(len(dispute.statements), 'statement')}.")
