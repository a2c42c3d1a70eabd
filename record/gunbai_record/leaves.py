"""Leaves of the transparency log: what a service said about a game, as a hash that tells strangers nothing.

    entry = SHA-256("gunbai leaf 1" | 00 | kind | game | version | digest)
    leaf  = SHA-256(00 | entry)                                             (RFC 6962)

Kind and game are preceded by their length (4 bytes), the version has 8 bytes, all big-endian. The digest is that of the
record's entry with this version, or the SHA-256 of a verdict or of the replacement of a key. The digest of an entry
depends on the secret of the game, which has 256 bits, so a leaf cannot be found by guessing games.
docs/record-format.md specifies it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Literal

from gunbai.record.v1.log_pb2 import LeafKind
from gunbai_record.chain import field

Kind = Literal["created", "ended", "abandoned", "imported", "verdict", "replaced"]

_PURPOSE = b"gunbai leaf 1\x00"


def kind_name(kind: LeafKind.ValueType) -> Kind:
    """Return a kind's name as it is hashed; an unknown kind has none, so no proof holds for it."""
    name = LeafKind.Name(kind) if kind in LeafKind.values() else ""
    return name.removeprefix("LEAF_KIND_").lower()  # type: ignore[return-value]  # the names of the enum


def leaf_entry(kind: Kind, game: str, version: int, digest: bytes) -> bytes:
    """Return the 32-byte log entry that says something about a game at a version."""
    return sha256(_PURPOSE + field(kind.encode()) + field(game.encode()) + version.to_bytes(8, "big") + digest).digest()
