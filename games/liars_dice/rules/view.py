"""What may be known of a table: everything except what is under others' cups."""

from __future__ import annotations

from games.liars_dice.rules.table import Bid, DiceTable
from gunbai.liars_dice.v1 import view_pb2


def view(table: DiceTable, seat: int | None) -> view_pb2.View:
    """Return the view of a seat, or of a spectator."""
    return view_pb2.View(
        cups=[_cup(table, player, seat) for player in table.seats],
        bid=_bid(table.bid) if table.bid.quantity else None,
        active=table.active,
        round=table.round,
        faces=table.edition.data.faces,
        ones_wild=table.ones_wild,
        spot_on=table.spot_on,
        winner=table.winner,
    )


def _cup(table: DiceTable, player: int, reader: int | None) -> view_pb2.Cup:
    cup = table.at(player)
    return view_pb2.Cup(
        seat=player,
        dice=cup.dice,
        shaken=bool(cup.hand),
        hand=cup.hand if player == reader else (),
        lifted=cup.lifted,
    )


def _bid(bid: Bid) -> view_pb2.Bid:
    return view_pb2.Bid(seat=bid.seat, quantity=bid.quantity, face=bid.face)
