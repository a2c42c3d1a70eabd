"""How seats are taken: a token gets one seat, however often its client asks for it."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.tokens import hash_of
from referee.access.tokens import grant
from referee.desk.desk import Desk
from referee.errors import GameNotOpen, SeatTaken, TokenUsed
from referee.game.entries import Added
from referee.game.game import Game
from referee.game.lifecycle import take_seat
from referee.game.names import SALT_BYTES, Name
from store.contract import DuplicateToken, Grant


class Seated(NamedTuple):
    """A seat that a token has, and its game as it is now."""

    seat: int
    game: Game


async def seated(desk: Desk, game: str, asked: life.TakeSeat, player: str, token: str) -> Seated:
    """Return the seat of a token after a player took it by this request.

    Raises GameNotFound, GameNotOpen, SeatTaken, InvalidField, or TokenUsed if the token has a role already.
    """
    name = Name(player, secrets.token_bytes(SALT_BYTES))

    def joined(known: Game) -> Added:
        return take_seat(known, asked, name, desk.now())

    def granted(added: Added) -> tuple[Grant]:
        return (grant(token, game, "seat", added.entries[0].actor.seat),)

    try:
        added = await desk.change(game, joined, granted)
    except (SeatTaken, GameNotOpen, DuplicateToken):
        # The same request may have come a moment ago.
        before = await seated_before(desk, game, asked, player, token)
        if before is None:
            raise
        return before
    return Seated(added.entries[0].actor.seat, added.game)


async def seated_before(desk: Desk, game: str, asked: life.TakeSeat, player: str, token: str) -> Seated | None:
    """Return the seat that a token took by the same request before, or None if it has no role.

    Raises TokenUsed if it has another role, or took the seat by another request.
    """
    known = await desk.store.grant(hash_of(token))
    if known is None:
        return None
    if known.game != game or known.role != "seat":
        raise TokenUsed("token")
    now = await desk.game(game)
    if not _same(now, known.seat, asked, player):
        raise TokenUsed("token", f"seat {known.seat}, by another request,")
    return Seated(known.seat, now)


def _same(game: Game, seat: int, asked: life.TakeSeat, player: str) -> bool:
    """Return whether a request asks for what was recorded when the seat was taken; a held seat needs only be named.

    A name that was removed is compared with nothing.

    What a seat commits to is used up as the game goes on; every commitment in a record is another, and names its seat.
    """
    sitting, held = game.sittings[seat - 1], bool(game.charter.holders)
    return (
        asked.seat in {0, seat}
        and (player == sitting.player or not sitting.player or (held and not player))
        and (asked.public_key == sitting.public_key or (held and not asked.public_key))
        and asked.entropy == sitting.entropy
        and bool(asked.commitment) == bool(sitting.commitment)
        and (not asked.commitment or asked.commitment in game.used)
    )
