"""`gunbai dispute open`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import SeatKey, private_key
from clients.cli.account.refusals import last_refusal
from clients.cli.disputes.receipts import read_receipt
from clients.cli.options.positions import GameAtVersion, OwnSeat
from clients.cli.screen.sentences import disputed_advice
from clients.cli.seating.seats import only_seat
from clients.cli.session import session_of
from gunbai_record.receipts import receipt_of


def open_(
    context: typer.Context,
    position: GameAtVersion,
    claim: Annotated[str, typer.Argument(help="Your claim.", metavar="CLAIM")],
    *,
    receipt: Annotated[
        Path | None, typer.Option("--receipt", metavar="FILE", help="Receipt of the refusal that you dispute.")
    ] = None,
    seat: OwnSeat = 0,
    seat_key: SeatKey = None,
) -> None:
    """Dispute an entry (GAME@VERSION), your last refused move (GAME), or the refusal in --receipt."""
    session = session_of(context)
    if position.version and receipt is not None:
        raise typer.BadParameter("name either an entry, as GAME@VERSION, or a refusal, with --receipt")
    refused = read_receipt(receipt) if receipt is not None else None
    with session.connect() as gunbai:
        number = seat or (receipt_of(refused).seat if refused is not None else 0)
        mine = only_seat(session, gunbai, position.game, number)
        if not position.version and refused is None:
            refused = last_refusal(mine)
            if refused is None:
                problem = (
                    f"seat {mine.number} has no refused move: to dispute an entry, name it as {position.game}@VERSION"
                )
                raise typer.BadParameter(problem, param_hint="GAME")
        disputes = mine.gunbai.disputes(position.game, private_key(seat_key) or mine.key)
        made = disputes.open(claim, version=position.version, receipt=refused)
    session.output.answer(made, f"Opened dispute [bold]{made.number}[/] of {made.game}.", disputed_advice(made))
