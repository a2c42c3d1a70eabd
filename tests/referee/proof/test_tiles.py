"""Tiles: those of a tree are the ones that the standard names, and proofs are the same as from all leaves."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai_record.tree import ProofError, Range, consistency_ranges, hash_of, inclusion_ranges, root_of
from referee.proof.tiles import WIDTH, Tiles

HASHES = [sha256(b"%d" % number).digest() for number in range(70_000)]


def tiles(size: int) -> Tiles:
    made = Tiles()
    made.add(HASHES[:size])
    assert made.size == size
    return made


def known(span: Range) -> bytes | None:
    return HASHES[span.start] if span.size == 1 else None


def test_tiles_are_those_of_the_standard() -> None:
    """The example of c2sp.org/tlog-tiles: 70,000 leaves are 273 full tiles, 112 leaves, 17 tiles and one above them."""
    made = tiles(70_000)
    above = [root_of(HASHES[WIDTH * n : WIDTH * (n + 1)]) for n in range(273)]
    assert made.tile(0, 273, 112) == HASHES[-112:]
    assert made.tile(1, 0, 256) == above[:256]
    assert made.tile(1, 1, 17) == above[256:]
    assert made.tile(2, 0, 1) == [root_of(above[:256])]
    assert made.hashes([Range(0, 70_000)], {}) == [root_of(HASHES)]
    assert made.needed([Range(0, 70_000)]) == set()
    for level, index, width in ((0, 273, 113), (0, 272, 256), (0, 274, 1), (1, 1, 18), (1, 2, 1), (2, 0, 2), (3, 0, 1)):
        with pytest.raises(ProofError, match="has fewer than"):
            made.tile(level, index, width)


@given(st.integers(1, 1200), st.data())
def test_proofs_are_those_of_all_leaves(size: int, data: st.DataObject) -> None:
    made, upto = tiles(size), data.draw(st.integers(1, size))
    index, old = data.draw(st.integers(0, upto - 1)), data.draw(st.integers(0, upto))
    for ranges in (inclusion_ranges(index, upto), consistency_ranges(old, upto), [Range(0, upto)]):
        read = {tile: HASHES[WIDTH * tile : WIDTH * (tile + 1)] for tile in made.needed(ranges)}
        assert len(read) <= 2
        assert made.hashes(ranges, read) == [hash_of(span, known) for span in ranges]
