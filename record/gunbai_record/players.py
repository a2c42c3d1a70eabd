"""Players: who somebody is, across games and services, is an Ed25519 key.

Its fingerprint names the key in short. A game whose tags have the key's invites it. A proof shows a service that the
caller holds the key now; docs/record-format.md specifies its text, with a test vector.
"""

from __future__ import annotations

from base64 import b32encode, b64encode
from collections.abc import Sequence
from hashlib import sha256

PROOF = "gunbai key proof v1"
TAG = "player:"
"""How the tag of a game begins that invites a key."""
MARK = 6
"""How many letters of it mark a name."""
LETTERS = 22
"""How many letters a fingerprint has: 110 bits."""


def fingerprint(public_key: bytes) -> str:
    """Return the short name of a key: letters and digits of Base32, in lower case."""
    return b32encode(sha256(public_key).digest()).decode().lower()[:LETTERS]


def marked(name: str, public_key: bytes) -> str:
    """Return a player's name with a mark of their key, such as "Ann #k3fa9x"; without a key the name alone.

    Two players of one name have different marks. To know a player for certain, compare the whole key.
    """
    return f"{name} #{fingerprint(public_key)[:MARK]}".lstrip() if public_key else name


def invitation_tag(public_key: bytes) -> str:
    """Return the tag of a game that invites a key."""
    return f"{TAG}{fingerprint(public_key)}"


def invites(tags: Sequence[str], public_key: bytes) -> bool:
    """Return whether a game with these tags invites a key."""
    return bool(public_key) and invitation_tag(public_key) in tags


def proof_text(service: str, public_key: bytes, at_micros: int) -> bytes:
    """Return what a key signs to show a service, by its verifier key, that it is held at a moment."""
    lines = (PROOF, service, b64encode(public_key).decode(), at_micros)
    return "".join(f"{line}\n" for line in lines).encode()
