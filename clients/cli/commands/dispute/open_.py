"""`gunbai dispute open`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import SeatKey, private_key
from clients.cli.disputes.receipts import read_receipt
from clients.cli.disputes.shown import OwnSeat
from clients.cli.options.positions import GameAtVersion
from clients.cli.seating.seats import only_seat
from clients.cli.session import session_of


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
    """Dispute an entry (GAME@VERSION), or a refusal (--receipt)."""
    session = session_of(context)
    if bool(position.version) == (receipt is not None):
        raise typer.BadParameter("name either an entry, as GAME@VERSION, or a refusal, with --receipt")
    with session.connect() as gunbai:
        mine = only_seat(session, gunbai, position.game, seat)
        disputes = mine.gunbai.disputes(position.game, private_key(seat_key) or mine.key)
        made = disputes.open(
            claim, version=position.version, receipt=read_receipt(receipt) if receipt is not None else None
        )
    session.output.answer(made, f"Opened dispute [bold]{made.number}[/] of {made.game}.")
