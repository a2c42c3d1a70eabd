"""Leaves: their bytes are as documented, and every part of them counts."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from gunbai.record.v1.log_pb2 import LeafKind
from gunbai_record.leaves import kind_name, leaf_entry

DIGEST = bytes(range(32))


def test_a_leaf_has_the_bytes_that_are_documented() -> None:
    written = b"gunbai leaf 1\0" + b"\0\0\0\7created" + b"\0\0\0\4game" + b"\0\0\0\0\0\0\0\1" + DIGEST
    assert leaf_entry("created", "game", 1, DIGEST) == sha256(written).digest()


def test_a_kind_of_leaves_is_hashed_by_its_name_and_one_of_a_later_service_by_none() -> None:
    names = {LeafKind.Name(kind): kind_name(kind) for kind in LeafKind.values()}
    assert names == {name: name.removeprefix("LEAF_KIND_").lower() for name, _ in LeafKind.items()}
    later: Any = 99
    assert [*kind_name(later)] == []


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
