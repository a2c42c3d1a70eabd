"""The refusals that a seat met, each with a receipt to dispute it."""

from __future__ import annotations

from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai_client import Seat


def last_refusal(seat: Seat) -> SignedReceipt | None:
    """Return the receipt of the last refusal that a seat met; None if it met none, or none that is kept."""
    given = seat.gunbai.rulings(seat.game, refused_only=True, receipts=True)
    receipts = [
        ruling.refused.receipt for ruling in given if ruling.actor.seat == seat.number and ruling.refused.receipt.note
    ]
    return receipts[-1] if receipts else None
