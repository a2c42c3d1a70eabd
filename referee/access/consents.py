"""Consents: permission to branch a game that hides facts, and to sit down there.

A seat consents to one branch: at a version, on exact terms, for the players who hold the seats. The service signs the
consent, the branch names it, and the store refuses it in any other branch.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256
from struct import Struct
from typing import NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1.referee_pb2 import ConsentToForkRequest, ForkGameRequest
from gunbai_record.chain import field
from referee.access.callers import Caller
from referee.errors import ConsentsMissing, InvalidField, SeatHeld
from referee.game.forks import CONSENT_ID, BranchChance
from referee.game.game import Game
from referee.proof.identity import Identity

_seat = Struct(">I").pack
_terms = Struct(">QBIII").pack


def further_terms(request: ForkGameRequest | ConsentToForkRequest) -> bytes:
    """Return a request's terms for a branch, except chance and privacy, in one canonical form."""
    fork = life.ForkGame(
        arbiter=request.arbiter,
        invited_only=request.invited_only,
        clock=request.clock if request.HasField("clock") else None,
        reissue_seconds=request.reissue_seconds,
        absence_seconds=request.absence_seconds,
    )
    return fork.SerializeToString(deterministic=True)


class ConsentTerms(NamedTuple):
    """What a seat consents to: a branch of a game at a position, with this chance and privacy, for these seats."""

    game: Game
    """The game at its head, which has the players."""
    position: Game
    """The game at the version where it is branched."""
    chance: BranchChance
    private: bool
    further: bytes = b""
    """Arbiter, clocks, and the times for a veto and to come back, as `further_terms` writes them."""

    def payload(self, seat: int, consent: bytes) -> bytes:
        """Return what the service signs for a seat's consent."""
        name, digest = field(self.game.id.encode()), field(self.position.digest)
        terms = _terms(self.position.version, self.private, *self.chance)
        keys = [field(sitting.public_key) for sitting in self.game.sittings]
        # Consents to a branch that asks for nothing more have the form of 1.0.
        begun = b"gunbai consent 2\x00" + field(self.further) if self.further else b"gunbai consent 1\x00"
        return b"".join((begun, name, terms, digest, _seat(seat), field(consent), *keys))


def consent(identity: Identity, terms: ConsentTerms, seat: int, request_id: str = "") -> str:
    """Return a seat's consent as URL-safe Base64: the seat, the consent's id, the signature.

    The id follows from the terms and `request_id`, so that a repeated request returns the same consent; without a
    `request_id`, it is a new one.
    """
    given = secrets.token_bytes(CONSENT_ID)
    if request_id:
        # From the terms and the request, so that no table of requests is needed to repeat the answer.
        given = sha256(b"gunbai consent id 1\x00" + terms.payload(seat, request_id.encode())).digest()[:CONSENT_ID]
    return urlsafe_b64encode(_seat(seat) + given + identity.sign(terms.payload(seat, given))).decode()


def used(identity: Identity, terms: ConsentTerms, caller: Caller, consents: Sequence[str]) -> list[bytes]:
    """Return the ids of the consents to a branch that hides facts from the public, in the order of the seats.

    Raises ConsentsMissing unless the host branches with every seat's consent, or InvalidField.
    """
    seats = range(1, terms.game.charter.seats + 1)
    if len(consents) > len(seats):
        raise InvalidField("consents", f"expected one consent from each of {len(seats)} seats, not {len(consents)}")
    given = dict(_read(identity, terms, consent) for consent in consents)
    missing = tuple(seat for seat in seats if seat not in given)
    if missing or caller.role != "host":
        raise ConsentsMissing(terms.game.id, missing)
    return [given[seat] for seat in seats]


def named_in(consents: Sequence[str], forked: AnyMessage) -> bool:
    """Return whether a branch command names these consents, if it needed any, without checking their signatures."""
    named = life.ForkGame.FromString(forked.value).consents
    return not named or {_split(consent)[1] for consent in consents} == {*named}


def check_seat(game: Game, command: life.TakeSeat, held_seat: int, player: str, holder_name: str) -> str:
    """Return the name of a player who takes the seat that is held for them, and fill in the missing fields.

    `held_seat` is the seat that the caller holds in the parent, or 0; `holder_name` is their name there, empty once it
    was removed. Raises SeatHeld or InvalidField.
    """
    command.seat = command.seat or held_seat
    if not held_seat or command.seat != held_seat:
        raise SeatHeld(game.id, command.seat)
    holder = game.charter.holders[held_seat - 1]
    command.public_key = command.public_key or holder.public_key
    if holder_name and player not in {holder_name, ""}:
        raise InvalidField("player", f"{holder_name!r} holds seat {held_seat}, not {player!r}")
    if holder.public_key and command.public_key != holder.public_key:
        raise InvalidField("public_key", f"this is not the key of seat {held_seat}")
    return player or holder_name


def _read(identity: Identity, terms: ConsentTerms, consent: str) -> tuple[int, bytes]:
    """Return the seat that consents, and the consent's id. Raises InvalidField unless the service signed it."""
    seat, given, signature = _split(consent)
    if not identity.signed(signature, terms.payload(seat, given)):
        where = f"a branch of {terms.game.id!r} at version {terms.position.version}"
        raise InvalidField("consents", f"{consent[:100]!r} is not a consent to {where} on these terms")
    return seat, given


def _split(consent: str) -> tuple[int, bytes, bytes]:
    """Return a consent's parts: the seat, the id, and the signature; empty ones for anything else."""
    try:
        raw = urlsafe_b64decode(consent)
    except ValueError:
        raw = b""
    return int.from_bytes(raw[:4], "big"), raw[4 : 4 + CONSENT_ID], raw[4 + CONSENT_ID :]
