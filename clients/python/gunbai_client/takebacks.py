"""Takebacks: a seat's signed consent, and the outcomes after which nobody should take back a move."""

from __future__ import annotations

import uuid

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE, Entry
from gunbai.record.v1.lifecycle_pb2 import TakeSeat
from gunbai.referee.v1.lobby_pb2 import JoinGameRequest
from gunbai_record.chain import command_payload


def is_chance(entry: Entry) -> bool:
    """Return whether an entry is an outcome of chance, which gives new information to everyone who saw it."""
    return entry.actor.kind == ACTOR_KIND_CHANCE


def sign_consent(request: JoinGameRequest, key: Ed25519PrivateKey | None, version: int) -> None:
    """Sign a request to take a seat in a branch that continues its game; with version 0, there is nothing to sign."""
    if key is None or not version:
        return
    taken = TakeSeat(
        seat=request.seat, entropy=request.entropy, public_key=request.public_key, commitment=request.commitment
    )
    request.request_id, request.expected_version = request.request_id or uuid.uuid4().hex, version
    name, value = taken.DESCRIPTOR.full_name, taken.SerializeToString()
    request.signature = key.sign(command_payload(request.game, version, request.request_id, name, value))
