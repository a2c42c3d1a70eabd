"""Milestones: the digests of some versions of a record, against which any reading of it is checked.

Each digest covers everything before it. So a reading that goes on to the next milestone, or to the head, shows whether
its entries are those that were written, and not only whether they fit each other.
"""

from __future__ import annotations

from typing import Self

EVERY = 64
"""The versions from one milestone to the next; so many entries at most are read for the sake of the check."""
_DIGEST = 32


class Milestones:
    """The digests of every 64th version from some version on, in one string of bytes."""

    __slots__ = ("_digests", "_first")

    def __init__(self) -> None:
        self._first = 0
        self._digests = b""

    def note(self, version: int, digest: bytes) -> None:
        """Note the digest of a version, which follows the version noted before."""
        if version % EVERY == 0:
            self._first = self._first or version
            self._digests += digest

    @classmethod
    def of(cls, digests: bytes) -> Self:
        """Return the milestones from the first entry on, from the bytes of `upto`."""
        milestones = cls()
        milestones._first, milestones._digests = EVERY if digests else 0, digests
        return milestones

    def upto(self, version: int) -> bytes:
        """Return the digests up to a version, as bytes; none if those of the first versions are not known."""
        return self._digests[: version // EVERY * _DIGEST] if self._first == EVERY else b""

    def at_or_after(self, version: int) -> tuple[int, bytes] | None:
        """Return the first milestone that is not before a version, with its digest; None if it is not known."""
        place = max(-(-version // EVERY) - self._first // EVERY, 0)
        digest = self._digests[place * _DIGEST : (place + 1) * _DIGEST]
        return (self._first + place * EVERY, digest) if digest else None
