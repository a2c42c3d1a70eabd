"""Merkle trees of RFC 6962, section 2.1: their hashes, and proofs that a leaf, or an older tree, is in a tree.

A tree covers entries 0, 1, 2 ...; the hash of more than one entry splits them at the largest power of two below their
number. A proof is a list of hashes of such ranges. With the tree, they come from `inclusion_ranges` and
`consistency_ranges`; with only a proof, you compute the root from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple

from gunbai_record.errors import GunbaiError

EMPTY = sha256().digest()
"""The hash of the tree without entries."""
# Different first bytes, so that no inner node passes for an entry (RFC 6962, 2.1).
_LEAF, _NODE = b"\x00", b"\x01"


class ProofError(GunbaiError, ValueError):
    """A proof that does not show what it should."""


class Range(NamedTuple):
    """The entries start, start + 1 ... end - 1 that make up a subtree."""

    start: int
    end: int

    @property
    def size(self) -> int:
        """How many entries there are."""
        return self.end - self.start

    def halves(self) -> tuple[Range, Range]:
        """Return the two subtrees of a range of more than one entry."""
        middle = self.start + split(self.size)
        return Range(self.start, middle), Range(middle, self.end)


def leaf_hash(entry: bytes) -> bytes:
    """Return an entry's hash."""
    return sha256(_LEAF + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return a tree's hash from those of its two subtrees."""
    return sha256(_NODE + left + right).digest()


def split(size: int) -> int:
    """Return the largest power of two below a size of more than one."""
    # Minus 1: the largest power of two below a power of two is half of it.
    return 1 << (size - 1).bit_length() - 1


def hash_of(span: Range, hash_known: Callable[[Range], bytes | None]) -> bytes:
    """Return a range's hash, computed from known ones; those of single entries must be known."""
    if not span.size:
        return EMPTY
    digest = hash_known(span)
    if digest is not None:
        return digest
    left, right = span.halves()
    return node_hash(hash_of(left, hash_known), hash_of(right, hash_known))


def root_of(hashes: Sequence[bytes]) -> bytes:
    """Return a tree's root from its entries' hashes, level by level: a last hash without a pair moves up."""
    level = hashes
    while len(level) > 1:
        paired = [sha256(_NODE + left + right).digest() for left, right in zip(level[::2], level[1::2], strict=False)]
        level = [*paired, level[-1]] if len(level) % 2 else paired
    return level[0] if level else EMPTY


def inclusion_ranges(index: int, size: int) -> list[Range]:
    """Return the ranges whose hashes prove that an entry is in a tree of a size, from the leaf up (section 2.1.1).

    Raises ProofError if the tree has no such entry.
    """
    if not 0 <= index < size:
        raise ProofError(f"a tree of {size} entries has no entry {index}")
    span, path = Range(0, size), list[Range]()
    while span.size > 1:
        left, right = span.halves()
        span, beside = (left, right) if index < left.end else (right, left)
        path.append(beside)
    return path[::-1]


def consistency_ranges(old: int, new: int) -> list[Range]:
    """Return the ranges whose hashes prove that a tree continues a smaller one (section 2.1.2).

    There are none if either tree is empty or both have the same size. Raises ProofError if the first is larger.
    """
    if not 0 <= old <= new:
        raise ProofError(f"a tree of {new} entries cannot continue a tree of {old} entries")
    if old in {0, new}:
        return []
    span, path = Range(0, new), list[Range]()
    while span.end != old:
        left, right = span.halves()
        span, beside = (left, right) if old <= left.end else (right, left)
        path.append(beside)
    # A span from 0 is the whole old tree, whose root the verifier has.
    if span.start:
        path.append(span)
    return path[::-1]


def root_with(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """Return the root of a tree with this leaf hash at an index, according to a proof.

    Raises ProofError if the proof has the wrong length.
    """
    path = inclusion_ranges(index, size)
    check_length(proof, len(path))
    for beside, digest in zip(path, proof, strict=True):
        leaf = node_hash(digest, leaf) if beside.start < index else node_hash(leaf, digest)
    return leaf


def check_consistency(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> None:
    """Check with a proof that one root's tree continues another's. Raises ProofError."""
    path = consistency_ranges(old, new)
    check_length(proof, len(path))
    if not path:
        same = {0: EMPTY, new: new_root}[old]
        if old_root != same or (not new and new_root != EMPTY):
            raise ProofError(f"two trees of {old} entries have different roots")
        return
    # The first range is the last subtree that both trees share; if that is the whole old tree, the proof leaves it out.
    hashes = dict(zip(path, proof, strict=True))
    if not any(span.end == old for span in path):
        hashes[Range(0, old)] = old_root
    if hash_of(Range(0, old), hashes.get) != old_root or hash_of(Range(0, new), hashes.get) != new_root:
        raise ProofError(f"the tree of {new} entries does not continue the tree of {old} entries")


def check_length(proof: Sequence[bytes], expected: int) -> None:
    """Check that a proof has the right number of hashes. Raises ProofError."""
    if len(proof) != expected or any(len(digest) != len(EMPTY) for digest in proof):
        problem = f"the proof must have {expected} hashes of {len(EMPTY)} bytes each; it has {len(proof)} hashes"
        raise ProofError(problem)
