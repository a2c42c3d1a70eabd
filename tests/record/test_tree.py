"""Merkle trees: every proof holds for what it proves, and for nothing else."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai_record.tree import (
    EMPTY,
    ProofError,
    Range,
    check_consistency,
    consistency_ranges,
    hash_of,
    inclusion_ranges,
    leaf_hash,
    node_hash,
    root_of,
    root_with,
)

LEAVES = [leaf_hash(bytes([number])) for number in range(200)]
OTHER = sha256(b"another").digest()


def known(span: Range) -> bytes | None:
    return LEAVES[span.start] if span.size == 1 else None


def inclusion(index: int, size: int) -> list[bytes]:
    return [hash_of(span, known) for span in inclusion_ranges(index, size)]


def consistency(old: int, new: int) -> list[bytes]:
    return [hash_of(span, known) for span in consistency_ranges(old, new)]


@st.composite
def pairs(draw: st.DrawFn, first: int = 0) -> tuple[int, int]:
    """Draw two sizes of trees, the smaller first."""
    new = draw(st.integers(max(first, 1), len(LEAVES)))
    return draw(st.integers(first, new)), new


def test_the_hashes_are_those_of_the_standard() -> None:
    """The example of RFC 6962, section 2.1.3, as a formula."""
    a, b, c, d, e, f, j = LEAVES[:7]
    g, h, i = node_hash(a, b), node_hash(c, d), node_hash(e, f)
    k, left = node_hash(i, j), node_hash(g, h)
    assert root_of(LEAVES[:7]) == node_hash(left, k)
    assert inclusion(0, 7) == [b, h, k]
    assert inclusion(3, 7) == [c, g, k]
    assert inclusion(4, 7) == [f, j, left]
    assert inclusion(6, 7) == [i, left]
    assert consistency(3, 7) == [c, d, g, k]
    assert consistency(4, 7) == [k]
    assert consistency(6, 7) == [i, j, left]
    assert leaf_hash(b"x") == sha256(b"\0x").digest()
    assert root_of([]) == EMPTY == sha256(b"").digest()
    assert root_of([a]) == a


def test_the_root_is_the_hash_of_all_entries() -> None:
    for size in range(1, 70):
        assert root_of(LEAVES[:size]) == hash_of(Range(0, size), known)


@given(pairs(1))
def test_an_inclusion_proof_leads_to_the_root(sizes: tuple[int, int]) -> None:
    after, size = sizes
    proof = inclusion(after - 1, size)
    assert root_with(LEAVES[after - 1], after - 1, size, proof) == root_of(LEAVES[:size])


@given(pairs(1), st.integers(0), st.data())
def test_an_inclusion_proof_holds_for_nothing_else(sizes: tuple[int, int], other: int, data: st.DataObject) -> None:
    after, size = sizes
    index, proof, root = after - 1, inclusion(after - 1, size), root_of(LEAVES[:size])
    assert root_with(OTHER, index, size, proof) != root
    elsewhere = other % size
    if elsewhere != index:
        other_root = b""
        with suppress(ProofError):
            other_root = root_with(LEAVES[index], elsewhere, size, proof)
        assert other_root != root
    if proof:
        place = data.draw(st.integers(0, len(proof) - 1))
        assert root_with(LEAVES[index], index, size, [*proof[:place], OTHER, *proof[place + 1 :]]) != root
        with pytest.raises(ProofError, match="hashes of 32 bytes each; it has"):
            root_with(LEAVES[index], index, size, proof[1:])
    with pytest.raises(ProofError, match="hashes of 32 bytes each; it has"):
        root_with(LEAVES[index], index, size, [*proof, OTHER])


@given(pairs())
def test_a_tree_continues_every_smaller_one(sizes: tuple[int, int]) -> None:
    old, new = sizes
    check_consistency(old, root_of(LEAVES[:old]), new, root_of(LEAVES[:new]), consistency(old, new))


@given(pairs(1), st.integers(0), st.sampled_from(["old", "new", "proof"]))
def test_a_tree_with_another_past_does_not_continue_it(sizes: tuple[int, int], place: int, where: str) -> None:
    old, new = sizes
    leaves = [*LEAVES[:new]]
    leaves[place % old] = OTHER
    roots, proof = [root_of(LEAVES[:old]), root_of(LEAVES[:new])], consistency(old, new)
    if where == "old":
        roots[0] = root_of(leaves[:old])
    elif where == "new":
        roots[1] = root_of(leaves)
    elif proof:
        proof[place % len(proof)] = OTHER
    else:
        proof.append(OTHER)
    with pytest.raises(ProofError):
        check_consistency(old, roots[0], new, roots[1], proof)


@given(pairs(1), st.integers(0))
def test_a_proof_of_another_length_proves_nothing(sizes: tuple[int, int], place: int) -> None:
    old, new = sizes
    proof = consistency(old, new)
    if proof:
        del proof[place % len(proof)]
    else:
        proof = [OTHER]
    with pytest.raises(ProofError, match="hashes of 32 bytes each; it has"):
        check_consistency(old, root_of(LEAVES[:old]), new, root_of(LEAVES[:new]), proof)


def test_empty_trees_and_what_is_no_place_in_a_tree() -> None:
    check_consistency(0, EMPTY, 0, EMPTY, [])
    assert hash_of(Range(0, 0), known) == EMPTY
    for old_root, new_root, new in ((OTHER, EMPTY, 0), (EMPTY, OTHER, 0), (OTHER, OTHER, 0), (OTHER, LEAVES[0], 1)):
        with pytest.raises(ProofError, match="different roots"):
            check_consistency(0, old_root, new, new_root, [])
    for index, size in ((0, 0), (3, 3), (-1, 3)):
        with pytest.raises(ProofError, match="has no entry"):
            inclusion_ranges(index, size)
    for old, new in ((4, 3), (-1, 3)):
        with pytest.raises(ProofError, match="cannot continue"):
            consistency_ranges(old, new)
    with pytest.raises(ProofError, match="32 bytes each"):
        root_with(LEAVES[0], 0, 2, [b"short"])
