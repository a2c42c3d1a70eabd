"""Leaves: their bytes are as documented, and every part of them counts."""

from __future__ import annotations

from hashlib import sha256

from gunbai_client.leaves import leaf_entry

DIGEST = bytes(range(32))


def test_a_leaf_has_the_bytes_that_are_documented() -> None:
    written = b"gunbai leaf 1\0" + b"\0\0\0\7created" + b"\0\0\0\4game" + b"\0\0\0\0\0\0\0\1" + DIGEST
    assert leaf_entry("created", "game", 1, DIGEST) == sha256(written).digest()


def test_every_part_of_a_leaf_counts() -> None:
    assert (
        len(
            {
                leaf_entry("created", "game", 1, DIGEST),
                leaf_entry("ended", "game", 1, DIGEST),
                leaf_entry("created", "games", 1, DIGEST),
                leaf_entry("created", "game", 2, DIGEST),
                leaf_entry("created", "game", 1, bytes(32)),
            }
        )
        == 5
    )
