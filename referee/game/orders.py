"""Orders: the record's own commands from a seat or the arbiter, checked before they take effect.

They are sent, signed and answered like a title's commands, but have no effect under the rules: a seat concedes or
consents to an agreement, the arbiter rules on an irregularity or decides the result.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import command_payload, signed_by, type_name
from referee.errors import (
    GameNotStarted,
    GameOver,
    InvalidField,
    RoleNeeded,
    SeatLeft,
    SignatureInvalid,
    SignatureMissing,
    VersionConflict,
)
from referee.game.entries import Deed
from referee.game.game import Game

M = TypeVar("M", bound=Message)

NOBODYS_KEY = sha256(b"gunbai nobody's key 1").digest()
"""A key that stands in for a missing one, so that an answer takes equally long."""
LONGEST_TEXT = 300
"""The maximum number of characters of a text in an order."""


def check_signature(game: Game, deed: Deed, key: bytes) -> None:
    """Check that a command is signed with a key, or unsigned if there is none.

    Raises InvalidField, SignatureMissing or SignatureInvalid.
    """
    if not key:
        if deed.signature:
            raise InvalidField("signature", "a player without a key cannot sign")
        return
    if not deed.signature:
        raise SignatureMissing(deed.actor.seat)
    name = type_name(deed.command.type_url)
    payload = command_payload(game.id, deed.expected_version, deed.command_id, name, deed.command.value)
    if not signed_by(key, deed.signature, payload):
        raise SignatureInvalid(deed.actor.seat)


def check_version(game: Game, expected: int, earliest: int) -> None:
    """Check that a command expects the earliest version that it can be for, or a later one. Raises VersionConflict."""
    if not earliest <= expected <= game.version:
        raise VersionConflict(game.id, expected, earliest, game.version)


def check_undecided(game: Game) -> None:
    """Check that a game has begun and that its result is open. Raises GameNotStarted or GameOver."""
    if game.status in {"open", "revealing"}:
        raise GameNotStarted(game.id, "it has not begun")
    if game.status == "appealed":
        raise GameOver(game.id, "the arbiter has decided it, and an appeal is pending")
    if game.status != "running":
        raise GameOver(game.id, f"it is {game.status}")
    if game.result is not None:
        raise GameOver(game.id, "it is already decided")
    if game.played_out:
        raise GameOver(game.id, "it has ended by the rules, and closes once its branches have ended")


def seats_order(game: Game, deed: Deed, kind: type[M]) -> M:
    """Return what a seat that still plays sent.

    Raises InvalidField, GameNotStarted, GameOver, SeatLeft, SignatureMissing or SignatureInvalid.
    """
    message = _message(deed, kind, record.ACTOR_KIND_SEAT)
    check_undecided(game)
    check_plays(game, deed.actor.seat)
    check_signature(game, deed, game.sitting(deed.actor.seat).public_key)
    return message


def check_plays(game: Game, seat: int) -> None:
    """Check that a seat has not left the game. Raises InvalidField or SeatLeft."""
    game.sitting(seat)
    if seat in game.out:
        raise SeatLeft(game.id, seat)


def check_has_arbiter(game: Game) -> None:
    """Check that a game has an arbiter: a key's holder, or the dealer. Raises RoleNeeded."""
    if not game.charter.arbiter and game.charter.chance_source != life.CHANCE_SOURCE_DEALER:
        raise RoleNeeded("an arbiter, but the game has neither an arbiter's key nor a dealer")


def arbiters_order(game: Game, deed: Deed, kind: type[M]) -> M:
    """Return what the arbiter sent: the holder of the key that the game names, or else the dealer, who signs nothing.

    Raises InvalidField, RoleNeeded, GameNotStarted, GameOver, SignatureMissing, SignatureInvalid or VersionConflict.
    """
    message = _message(deed, kind, record.ACTOR_KIND_ARBITER)
    key = game.charter.arbiter
    check_has_arbiter(game)
    if game.status != "appealed":
        check_undecided(game)
    if deed.actor.seat:
        raise InvalidField("actor", "expected no seat: the arbiter has none")
    if deed.signature and not key:
        raise InvalidField("signature", "expected no signature: the dealer has no key")
    check_signature(game, deed, key)
    check_version(game, deed.expected_version, game.moved_at)
    return message


def check_text(field: str, text: str, at_most: int = LONGEST_TEXT) -> None:
    """Check an order's text. Raises InvalidField."""
    if not 1 <= len(text) <= at_most:
        raise InvalidField(field, f"expected 1 to {at_most} characters, not {len(text)}")


def later(game: Game, deed: Deed) -> Deed:
    """Return an order at its time, which is never before that of the last entry."""
    return deed._replace(at=game.later(deed.at))


def at_rest(game: Game, **changes: Any) -> Game:
    """Return a decided game: it waits for nothing."""
    return msgspec.structs.replace(game, step=None, deadline=0, words=(), **changes)


def _message(deed: Deed, kind: type[M], actor: record.ActorKind.ValueType) -> M:
    if deed.actor.kind != actor:
        raise InvalidField("actor", f"this actor cannot give a {kind.DESCRIPTOR.name}")
    if not deed.command_id:
        raise InvalidField("command_id", "a client's command needs an id")
    return kind.FromString(deed.command.value)
