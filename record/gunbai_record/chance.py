"""A game's chance: keys derived from its secret, and the stream of uniform numbers behind its dice.

A game's secret is 32 random bytes. The first entry holds its SHA-256, the commitment; the last entry opens it. The
commitment comes before the seats' entropy, so nobody can choose what the dice show. docs/record-format.md specifies the
bytes, with test vectors.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gunbai_record.chain import field

_version = struct.Struct(">Q").pack
_BLOCK = sha256().block_size
_PREPARED = 512
"""For how many keys HMAC is prepared: a game in play has three, one that is only kept in memory needs none."""
_number_and_index = struct.Struct(">QI").pack


class Keys(NamedTuple):
    """A game's three keys, 32 bytes each."""

    chance: bytes
    """The key for the streams."""
    salts: bytes
    """The key for private items' salts."""
    position: bytes
    """The key for position digests."""


def commitment(secret: bytes) -> bytes:
    """Return the digest by which the first entry commits to the secret."""
    return sha256(secret).digest()


def derive(secret: bytes, entropy: Sequence[bytes] = (), inherited: bytes = b"") -> Keys:
    """Return a game's keys: HKDF-SHA-256 (RFC 5869), where chance is salted with the seats' entropy in order.

    `inherited` are the secrets of the games whose sealed items a branch shares, nearest first: without them, the
    branch's own secret, which may be opened earlier, opens nothing.
    """
    # With their lengths: otherwise the same bytes, divided differently among the seats, would give the same key.
    shares, secrets = sha256(b"".join(map(field, entropy))).digest(), secret + inherited
    # A key for each purpose: one that becomes known reveals nothing of the others.
    return Keys(
        chance=_hkdf(secrets, shares, b"gunbai chance 1"),
        salts=_hkdf(secrets, b"", b"gunbai salts 1"),
        position=_hkdf(secrets, b"", b"gunbai position 1"),
    )


def common_chance(common: bytes) -> bytes:
    """Return the chance key that follows only from a common secret: games that share it draw the same outcomes."""
    return _hkdf(common, b"", b"gunbai common chance 1")


def seed_secret(seed: str) -> bytes:
    """Return the common secret of all games with a seed; anybody can compute it."""
    return sha256(b"gunbai seed 1\x00" + field(seed.encode())).digest()


def salt(keys: Keys, version: int, index: int) -> bytes:
    """Return the salt for an entry's item: index 0 is the command, 1 the first event."""
    return _hmac(keys.salts, _number_and_index(version, index))


def position_digest(keys: Keys, version: int, table_json: bytes) -> bytes:
    """Return a position's digest, which reveals nothing about the table without the key.

    It includes the version: otherwise equal digests would reveal that a hidden card came back.
    """
    return _hmac(keys.position, _version(version) + table_json)


class Stream:
    """The numbers for one outcome of chance: HMAC-SHA-256 blocks under the chance key, read from the front.

    `ordinal` counts the record's outcomes of chance, from 1. It is not the version: otherwise, anybody who can add
    entries before a roll could choose among several outcomes.

    A number below a bound takes as few whole bytes as hold bound - 1, keeps as many of their leading bits as it needs,
    and is drawn again until it is below the bound.
    """

    def __init__(self, chance_key: bytes, ordinal: int) -> None:
        self._key, self._ordinal = chance_key, ordinal
        self._blocks = 0
        self._left = b""

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each equally likely. Raises ValueError if there is none."""
        if bound < 1:
            raise ValueError(f"there is no number below {bound}")
        bits = (bound - 1).bit_length()
        size = (bits + 7) // 8
        # A remainder would favour small numbers.
        while True:
            number = int.from_bytes(self._take(size), "big") >> (8 * size - bits)
            if number < bound:
                return number

    def _take(self, size: int) -> bytes:
        while len(self._left) < size:
            self._left += _hmac(self._key, _number_and_index(self._ordinal, self._blocks))
            self._blocks += 1
        taken, self._left = self._left[:size], self._left[size:]
        return taken


def _hmac(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA-256 (RFC 2104) under a 32-byte key."""
    begun = _begun(key)
    inner, outer = begun[0].copy(), begun[1].copy()
    inner.update(message)
    outer.update(inner.digest())
    return bytes(outer.digest())


@lru_cache(_PREPARED)
def _begun(key: bytes) -> tuple[Any, Any]:
    """Return HMAC's inner and outer hash after the key, because a game uses its keys for every entry.

    `hmac.digest` starts over each time, and with OpenSSL 3 it looks up its algorithm each time.
    """
    padded = key.ljust(_BLOCK, b"\0")
    return sha256(bytes(byte ^ 0x36 for byte in padded)), sha256(bytes(byte ^ 0x5C for byte in padded))


def _hkdf(secret: bytes, salt: bytes, info: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=info).derive(secret)
