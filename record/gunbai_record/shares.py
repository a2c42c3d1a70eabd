"""Shares of chance: what a seat commits to when it joins, and what it hands over when asked.

    link(share) = SHA-256("gunbai share 1" | 00 | length of game | game | seat | share)

Where chance is committed, a seat commits to the link of one share, which it reveals at the start. Where it is shared, a
seat commits to the tip of a chain: the link of its first share is the tip, and the link of each later share is the
share before it. With a chain's last share, the seat commits to the tip of the next. docs/record-format.md specifies the
bytes, with test vectors.
"""

from __future__ import annotations

import hmac
import struct
from collections.abc import Sequence
from hashlib import sha256

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record import chain

SHARE_BYTES = 32
"""The length of a share, of a commitment, and of the seed from which the SDK makes a seat's shares."""
CHAIN_LENGTH = 4096
"""The number of shares in each of the SDK's chains; committed chance uses one chain, shared chance several."""

GIVING = frozenset({life.CHANCE_SOURCE_COMMITTED, life.CHANCE_SOURCE_SHARED})
"""The sources of chance for which the seats give shares."""

_number = struct.Struct(">I").pack


def link(game: str, seat: int, share: bytes) -> bytes:
    """Return what a seat commits to with a share: it fits no other game and no other seat."""
    return sha256(b"gunbai share 1\x00" + chain.field(game.encode()) + _number(seat) + share).digest()


def links(game: str, seat: int, share: bytes, length: int) -> Sequence[bytes]:
    """Return a chain from its last share to its tip: `length` shares, then the link of the first to be used."""
    made = [share]
    for _ in range(length):
        made.append(link(game, seat, made[-1]))
    return made


class Shares:
    """One seat's shares, all made from a seed of 32 random bytes that only the seat knows."""

    def __init__(self, game: str, seat: int, seed: bytes, length: int = CHAIN_LENGTH) -> None:
        self._game, self._seat, self._seed, self._length = game, seat, seed, length
        # Kept because a chain takes milliseconds to make, and an outcome needs one link of it.
        self._links: tuple[int, Sequence[bytes]] = (-1, ())
        """The chain that was used last, with its number."""

    def tip(self, number: int = 0) -> bytes:
        """Return what the seat commits to with a chain; chain 0 is the one it joins with."""
        return self._chain(number)[-1]

    def before(self, committed: bytes, number: int) -> tuple[bytes, bytes] | None:
        """Return the share whose link is `committed` in a chain, and the next chain's tip if it is the last share.

        Return None if the chain has no such share.
        """
        made = self._chain(number)
        place = made.index(committed) - 1 if committed in made else -1
        if place < 0:
            return None
        return made[place], b"" if place else links(*self._last(number + 1))[-1]

    def _chain(self, number: int) -> Sequence[bytes]:
        if self._links[0] != number:
            self._links = number, links(*self._last(number))
        return self._links[1]

    def _last(self, number: int) -> tuple[str, int, bytes, int]:
        share = hmac.digest(self._seed, b"gunbai chain 1\x00" + _number(number), "sha256")
        return self._game, self._seat, share, self._length
