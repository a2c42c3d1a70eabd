"""A service's log that contains a record, as the header of its file proves."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.log_pb2 import LeafKind, LeafProof
from gunbai_record.checkpoint import Checkpoint, LogProof, log_key
from gunbai_record.leaves import kind_name, leaf_entry
from gunbai_record.note import sign_note
from gunbai_record.tree import hash_of, inclusion_ranges, leaf_hash, root_of
from referee.proof.identity import Identity

ORIGIN = "gunbai/0123456789abcdef"
SIZE = 9


def checkpoint(entries: Sequence[record.Entry], signer: Identity, other: bytes = b"") -> str:
    """Return the checkpoint of a log in which a record is, among other leaves."""
    return _signed(_leaves(entries, other), signer)


def proven(entries: Sequence[record.Entry], signer: Identity) -> list[LeafProof]:
    """Return the leaves of the first and the last entry of a record, proven to be in a log."""
    leaves = _leaves(entries)
    note, proofs = _signed(leaves, signer), []
    for number, kind, entry in _logged(entries):
        path = inclusion_ranges(number, SIZE)
        hashes = (
            hash_of(span, lambda leaf_span: leaves[leaf_span.start] if leaf_span.size == 1 else None) for span in path
        )
        proofs.append(LeafProof(kind=kind, version=entry.version, proof=LogProof(number, tuple(hashes), note).text))
    return proofs


def _logged(entries: Sequence[record.Entry]) -> list[tuple[int, LeafKind.ValueType, record.Entry]]:
    first = next(entry for entry in entries if entry.game == entries[-1].game)
    return [(2, LeafKind.LEAF_KIND_CREATED, first), (7, LeafKind.LEAF_KIND_ENDED, entries[-1])]


def _leaves(entries: Sequence[record.Entry], other: bytes = b"") -> list[bytes]:
    leaves = [leaf_hash(sha256(b"%d" % number + other).digest()) for number in range(SIZE)]
    for number, kind, entry in _logged(entries):
        leaves[number] = leaf_hash(leaf_entry(kind_name(kind), entries[-1].game, entry.version, entry.digest))
    return leaves


def _signed(leaves: list[bytes], signer: Identity) -> str:
    text = Checkpoint(ORIGIN, SIZE, root_of(leaves)).text
    return sign_note(text, log_key(signer.verifier, ORIGIN), signer.sign)
