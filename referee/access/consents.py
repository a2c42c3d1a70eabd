"""Consents: who may branch a running game, and the consents of its seats, which the service signs."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from struct import Struct

from gunbai_client.chain import field
from referee.access.callers import Caller
from referee.errors import ConsentsMissing, InvalidField
from referee.game.game import Game
from referee.proof.identity import Identity

_place = Struct(">QI").pack


def consent(identity: Identity, game: str, version: int, seat: int) -> str:
    """Return a seat's consent to a branch at a version, as URL-safe Base64."""
    return urlsafe_b64encode(seat.to_bytes(4, "big") + identity.sign(_payload(game, version, seat))).decode()


def check_fork(identity: Identity, game: Game, position: Game, caller: Caller, consents: Sequence[str]) -> None:
    """Check that a running game with hidden facts is branched by the host with every seat's consent.

    `position` is the game at the version at which it is branched, `game` the game at its head.
    """
    if game.over or not position.sealed:
        return
    if len(consents) > game.charter.seats:
        raise InvalidField("consents", f"one of each of {game.charter.seats} seats is expected, not {len(consents)}")
    given = {_seat(identity, game.id, position.version, consent) for consent in consents}
    missing = tuple(seat for seat in range(1, game.charter.seats + 1) if seat not in given)
    if missing or caller.role != "host":
        raise ConsentsMissing(game.id, missing)


def _seat(identity: Identity, game: str, version: int, consent: str) -> int:
    """Return the seat that consents. Raises InvalidField if the service did not sign the consent."""
    try:
        raw = urlsafe_b64decode(consent)
    except ValueError:
        raw = b""
    seat = int.from_bytes(raw[:4], "big")
    if not identity.signed(raw[4:], _payload(game, version, seat)):
        raise InvalidField("consents", f"{consent[:100]!r} is no consent to a branch of {game!r} at version {version}")
    return seat


def _payload(game: str, version: int, seat: int) -> bytes:
    return b"gunbai consent 1\x00" + field(game.encode()) + _place(version, seat)
