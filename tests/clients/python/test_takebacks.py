"""What a seat with a key signs when it consents to a takeback."""

from __future__ import annotations

import re

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.lifecycle_pb2 import TakeSeat
from gunbai.referee.v1.lobby_pb2 import JoinGameRequest
from gunbai_client.takebacks import sign_consent
from gunbai_record.chain import command_payload, signed_by

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw()


def test_the_signature_covers_the_seat_and_what_comes_with_it() -> None:
    request = JoinGameRequest(game="night", seat=2, public_key=PUBLIC, entropy=b"fresh")
    sign_consent(request, KEY, 7)
    taken = TakeSeat(seat=2, public_key=PUBLIC, entropy=b"fresh").SerializeToString()
    payload = command_payload("night", 7, request.request_id, "gunbai.record.v1.TakeSeat", taken)
    assert signed_by(PUBLIC, request.signature, payload)
    assert request.expected_version == 7
    assert re.fullmatch("[0-9a-f]{32}", request.request_id)
    named = JoinGameRequest(game="night", seat=2, request_id="mine")
    sign_consent(named, KEY, 7)
    assert named.request_id == "mine"


def test_nothing_is_signed_without_a_key_or_elsewhere() -> None:
    request = JoinGameRequest(game="night", seat=2)
    sign_consent(request, None, 7)
    sign_consent(request, KEY, 0)
    assert request == JoinGameRequest(game="night", seat=2)
