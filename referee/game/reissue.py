"""Tokens that are reissued: a seat with a key gets another token for a request that its key signed.

The request is a command like any other: it is bound to the game, the version and the digest of the new token, and its
id is used once. Which token has a seat is in the record alone.
"""

from __future__ import annotations

from functools import partial

import msgspec

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from referee.errors import GameOver, InvalidField, SeatNotTaken
from referee.game.entries import Added, Deed, write
from referee.game.game import Game
from referee.game.orders import check_signature, check_version, later

HASH_BYTES = 32
"""The size of the SHA-256 of a token."""


def reissue_token(game: Game, deed: Deed) -> Added:
    """Give a seat to the holder of another token.

    Raises InvalidField, GameOver, SeatNotTaken, SignatureMissing, SignatureInvalid or VersionConflict.
    """
    asked, number = life.ReissueToken.FromString(deed.command.value), deed.actor.seat
    sitting = game.sitting(asked.seat)
    if deed.actor.kind != record.ACTOR_KIND_SEAT or number != asked.seat:
        raise InvalidField("actor", "a seat asks for another token for itself")
    if not deed.command_id:
        raise InvalidField("request_id", "a request for another token has an id")
    if len(asked.token_hash) != HASH_BYTES:
        raise InvalidField("token_hash", f"{HASH_BYTES} bytes are expected, not {len(asked.token_hash)}")
    if not sitting.taken:
        raise SeatNotTaken(game.id, f"nobody sits at {number}")
    if not sitting.public_key:
        raise InvalidField("seat", f"seat {number} joined without a public key: nobody can sign for it")
    check_signature(game, deed, sitting.public_key)
    if game.over:
        raise GameOver(game.id, f"it is {game.status}")
    check_version(game, deed.expected_version, sitting.since)
    return write(game, later(game, deed), [life.TokenReissued(seat=number)], partial(token_reissued, game))


def token_reissued(game: Game, entry: record.Entry) -> Game:
    """Return the game after a seat got another token, which it has since this entry."""
    seat = life.TokenReissued.FromString(entry.events[0].open.value).seat
    sitting = msgspec.structs.replace(game.sitting(seat), since=entry.version)
    return game.noted(entry, sittings=game.resat({seat: sitting}))
