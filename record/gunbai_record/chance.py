"""The chance of a game: keys derived from its secret, and the stream of uniform numbers that its dice come from.

The secret of a game is 32 random bytes. The first entry has its SHA-256, the commitment; the last entry opens it. Since
the commitment comes before the entropy of the seats, nobody can choose what the dice show. docs/record-format.md
specifies the bytes, with test vectors.
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
"""For how many keys HMAC is prepared: a game that is played has three, one that is only kept in memory needs none."""
_number_and_index = struct.Struct(">QI").pack


class Keys(NamedTuple):
    """The three keys of a game, 32 bytes each."""

    chance: bytes
    """The key of the streams."""
    salts: bytes
    """The key of the salts of private items."""
    position: bytes
    """The key of the position digests."""


def commitment(secret: bytes) -> bytes:
    """Return the digest by which the first entry commits to the secret."""
    return sha256(secret).digest()


def derive(secret: bytes, entropy: Sequence[bytes] = (), inherited: bytes = b"") -> Keys:
    """Return the keys of a game: HKDF-SHA-256 (RFC 5869), for chance salted with the entropy of the seats in order.

    `inherited` are the secrets of the games whose sealed items a branch shares, the nearest first: without them the
    branch's own secret, which may be opened earlier, opens nothing.
    """
    shares, secrets = sha256(b"".join(map(field, entropy))).digest(), secret + inherited
    return Keys(
        chance=_hkdf(secrets, shares, b"gunbai chance 1"),
        salts=_hkdf(secrets, b"", b"gunbai salts 1"),
        position=_hkdf(secrets, b"", b"gunbai position 1"),
    )


def common_chance(common: bytes) -> bytes:
    """Return the chance key that follows from a common secret alone: games that share it draw the same."""
    return _hkdf(common, b"", b"gunbai common chance 1")


def seed_secret(seed: str) -> bytes:
    """Return the common secret of all games with a seed, which everybody can compute."""
    return sha256(b"gunbai seed 1\x00" + field(seed.encode())).digest()


def salt(keys: Keys, version: int, index: int) -> bytes:
    """Return the salt of an item of an entry: index 0 is the command, 1 the first event."""
    return _hmac(keys.salts, _number_and_index(version, index))


def position_digest(keys: Keys, version: int, table_json: bytes) -> bytes:
    """Return the digest of a position, which reveals nothing of the table without the key.

    It includes the version, or equal digests would reveal that a hidden card was returned.
    """
    return _hmac(keys.position, _version(version) + table_json)


class Stream:
    """The numbers of one outcome of chance: HMAC-SHA-256 blocks under the chance key, read from the front.

    `ordinal` counts the outcomes of chance in the record, from 1. It is not the version, or anybody who can add entries
    before a roll could choose its outcome among several.

    A number below a bound takes as few whole bytes as hold bound - 1, keeps as many of their leading bits as it needs,
    and is drawn again while it is not below the bound.
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
    """Return HMAC-SHA-256 (RFC 2104) under a key of 32 bytes."""
    begun = _begun(key)
    inner, outer = begun[0].copy(), begun[1].copy()
    inner.update(message)
    outer.update(inner.digest())
    return bytes(outer.digest())


@lru_cache(_PREPARED)
def _begun(key: bytes) -> tuple[Any, Any]:
    """Return the inner and the outer hash of HMAC after the key: a game uses its keys for every entry.

    `hmac.digest` begins anew each time, and with OpenSSL 3 looks its algorithm up each time.
    """
    padded = key.ljust(_BLOCK, b"\0")
    return sha256(bytes(byte ^ 0x36 for byte in padded)), sha256(bytes(byte ^ 0x5C for byte in padded))


def _hkdf(secret: bytes, salt: bytes, info: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=info).derive(secret)
