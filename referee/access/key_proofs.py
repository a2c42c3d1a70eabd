"""Proofs that a caller holds a key now, for calls about all of the key's games rather than those of one token."""

from __future__ import annotations

from google.protobuf.timestamp_pb2 import Timestamp

from gunbai.referee.v1.record_pb2 import KeyProof
from gunbai_record.chain import signed_by
from gunbai_record.players import proof_text
from referee.access.fields import check_bytes, check_key
from referee.errors import InvalidField

MOST_APART = 5 * 60 * 1_000_000
"""How far a proof's time may differ from ours, in microseconds."""


def check_proof(field: str, proof: KeyProof, service: str, now: int) -> bytes:
    """Return the key that a caller proves to hold, to the service with a verifier key. Raises InvalidField."""
    check_key(f"{field}.public_key", proof.public_key)
    if not proof.public_key:
        raise InvalidField(f"{field}.public_key", "expected the public key")
    check_bytes(f"{field}.signature", proof.signature, 64)
    at = _micros(f"{field}.time", proof.time)
    check_recent(f"{field}.time", at, now)
    if not signed_by(proof.public_key, proof.signature, proof_text(service, proof.public_key, at)):
        raise InvalidField(f"{field}.signature", f"the signature does not match this key, this time and {service}")
    return proof.public_key


def check_recent(field: str, at: int, now: int) -> None:
    """Check that a moment is about now, both in microseconds. Raises InvalidField."""
    if abs(at - now) > MOST_APART:
        seconds = abs(at - now) // 1_000_000
        raise InvalidField(field, f"expected the current time; this time is {seconds} s off")


def _micros(field: str, moment: Timestamp) -> int:
    try:
        return moment.ToMicroseconds()
    except ValueError:
        raise InvalidField(field, "expected a time between the years 1 and 9999") from None
