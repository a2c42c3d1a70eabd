"""The chance of a game: keys made from its secret, and the stream of uniform numbers that its dice come from.

The game's secret is 32 random bytes whose SHA-256, the commitment, stands in the first entry; the last entry opens it.
Since the commitment comes before the entropy of the seats, nobody can choose what the dice show. The byte layout, with
test vectors, is docs/record-format.md.
"""

from __future__ import annotations

import hmac
import struct
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from gunbai_client.chain import field

_version = struct.Struct(">Q").pack
_version_and_number = struct.Struct(">QI").pack


class Keys(NamedTuple):
    """The three keys of a game, 32 bytes each."""

    chance: bytes
    """Makes the stream of each version."""
    salts: bytes
    """Makes the salts of items that one seat may see."""
    position: bytes
    """Makes the position digests."""


def commitment(secret: bytes) -> bytes:
    """The digest by which the first entry commits to the secret."""
    return sha256(secret).digest()


def derive(secret: bytes, entropy: Sequence[bytes] = ()) -> Keys:
    """The keys of a game: HKDF-SHA-256 (RFC 5869); the chance key is salted with the entropy of the seats in order."""
    shares = sha256(b"".join(map(field, entropy))).digest()
    return Keys(
        chance=_hkdf(secret, shares, b"gunbai chance 1"),
        salts=_hkdf(secret, b"", b"gunbai salts 1"),
        position=_hkdf(secret, b"", b"gunbai position 1"),
    )


def salt(keys: Keys, version: int, index: int) -> bytes:
    """The salt of an item of an entry: index 0 is the command, 1 the first event."""
    return hmac.digest(keys.salts, _version_and_number(version, index), "sha256")


def position_digest(keys: Keys, version: int, table_json: bytes) -> bytes:
    """The digest of a position, which tells nothing of the table to those who do not have the key.

    The version is part of it, or equal digests would tell that a hidden card was taken back, or changed for nothing.
    """
    return hmac.digest(keys.position, _version(version) + table_json, "sha256")


class Stream:
    """The numbers that chance draws for one version: HMAC-SHA-256 blocks under the chance key, read from the front.

    A number below a bound takes as few whole bytes as hold bound - 1, keeps as many of their leading bits as it needs,
    and is drawn again while it is not below the bound.
    """

    def __init__(self, chance_key: bytes, version: int) -> None:
        self._key, self._version = chance_key, version
        self._blocks = 0
        self._left = b""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely."""
        if bound < 1:
            raise ValueError(f"there is no number below {bound}")
        bits = (bound - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            number = int.from_bytes(self._take(size), "big") >> (8 * size - bits)
            if number < bound:
                return number

    def _take(self, size: int) -> bytes:
        while len(self._left) < size:
            self._left += hmac.digest(self._key, _version_and_number(self._version, self._blocks), "sha256")
            self._blocks += 1
        taken, self._left = self._left[:size], self._left[size:]
        return taken


def _hkdf(secret: bytes, salt: bytes, info: bytes) -> bytes:
    """One block of HKDF: extract, then expand."""
    extracted = hmac.digest(salt or bytes(32), secret, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")
