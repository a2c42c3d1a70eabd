"""Heads of logs, for all engines: a digest stored outside the log, and its comparison with the log."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from store.contract import Head, Leaf, LeavesBehind, LogBehind, Stored, WentBack

LEAVES = ""
"""The name of the head of the log of leaves; no game has it. Its version is the log's size."""

GONE = -1
"""Where the log of a missing game ends."""


def head_after(game: str, version: int, entries: Sequence[Stored]) -> Head:
    """Return a log's head after entries that follow a version."""
    return Head(game, version + len(entries), digest_of(entries[-1].data) if entries else b"")


def digest_of(data: bytes) -> bytes:
    """Return the digest of an entry's bytes."""
    return sha256(data).digest()


def head_of_leaves(last: Leaf) -> Head:
    """Return the head of the log of leaves that ends with this leaf."""
    return Head(LEAVES, last.number + 1, digest_of(last.data))


def check_leaves(file: str, head: Head | None, size: int, at_head: bytes) -> None:
    """Check that a log of leaves has the acknowledged leaf at its head; `at_head` is b"" if the log is too short.

    Raises LeavesBehind.
    """
    if head is not None and digest_of(at_head) != head.digest:
        raise LeavesBehind(file, head.version, size)


def check_end(file: str, head: Head | None, version: int) -> None:
    """Check that a log that ends at a version reaches its head. Raises LogBehind."""
    if head is not None and version < head.version:
        raise LogBehind(file, head.game, head.version, version, accepted=version == GONE and bool(head.lost))


def check_kept(head: Head | None) -> None:
    """Check that a log did not lose entries. Raises WentBack."""
    if head is not None and head.lost:
        raise WentBack(head.game, head.lost, head.version)


def check_entry(file: str, head: Head | None, entry: Stored) -> None:
    """Check the entry at the head, if the head has a digest. Raises LogBehind."""
    if head is not None and head.version == entry.version and head.digest and head.digest != digest_of(entry.data):
        raise LogBehind(file, head.game, head.version, entry.version)


def check_log(file: str, head: Head | None, entries: Sequence[Stored], after: int, upto: int) -> None:
    """Check that entries read after a version reach another one, or the head before it. Raises LogBehind."""
    if head is None or after >= min(head.version, upto):
        return
    last = entries[-1].version if entries else after
    if last < min(head.version, upto):
        raise LogBehind(file, head.game, head.version, last)
    if head.version <= upto:
        check_entry(file, head, entries[head.version - after - 1])
