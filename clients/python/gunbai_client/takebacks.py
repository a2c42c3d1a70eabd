"""What a seat with a key signs when it consents to a takeback: that it takes its seat in the branch."""

from __future__ import annotations

import uuid

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.lifecycle_pb2 import TakeSeat
from gunbai.referee.v1.lobby_pb2 import JoinGameRequest
from gunbai_client.chain import command_payload


def sign_consent(request: JoinGameRequest, key: Ed25519PrivateKey | None, version: int) -> None:
    """Sign a request to join a branch that continues its game, at a version of the branch; 0 is any other game."""
    if key is None or not version:
        return
    taken = TakeSeat(
        seat=request.seat, entropy=request.entropy, public_key=request.public_key, commitment=request.commitment
    )
    request.request_id, request.expected_version = request.request_id or uuid.uuid4().hex, version
    name, value = taken.DESCRIPTOR.full_name, taken.SerializeToString()
    request.signature = key.sign(command_payload(request.game, version, request.request_id, name, value))
