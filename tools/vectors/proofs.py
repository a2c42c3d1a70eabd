"""Vectors of what is kept outside records: the transparency log, and the papers of disputes and results."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.log_pb2 import LeafKind
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_record import disputes, sheets
from gunbai_record.checkpoint import Checkpoint, LogProof, cosign, log_key
from gunbai_record.leaves import kind_name, leaf_entry
from gunbai_record.note import COSIGNATURE, VerifierKey, sign_note
from gunbai_record.tree import Range, consistency_ranges, hash_of, inclusion_ranges, leaf_hash, root_of
from referee.proof.identity import Identity

GAME = "nightingale"
ORIGIN = "gunbai/0123456789abcdef"
SIZE = 13
SERVICE, WITNESS = Identity(bytes([8]) * 32, "referee.example"), Identity(bytes([5]) * 32, "witness.example")
SEAT, ARBITER = (Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32) for seed in (7, 9))
ENTRIES = [sha256(bytes([number])).digest() for number in range(SIZE)]
COSIGNED_AT = 1_700_000_000


LATEST_OF_1_0 = LeafKind.Value("LEAF_KIND_VERDICT")
"""The last kind of leaf that log.json has, which is frozen."""


def later_leaves() -> dict[str, Any]:
    """Return leaves of the kinds that came after 1.0."""
    return {"leaves": [_leaf(kind) for kind in LeafKind.values() if kind > LATEST_OF_1_0]}


def log() -> dict[str, Any]:
    """Return leaves of each kind of 1.0, trees of every size with their proofs, and a cosigned checkpoint."""
    checkpoint = signed_checkpoint(SIZE)
    witness = VerifierKey(WITNESS.verifier.name, WITNESS.public_key, COSIGNATURE)
    line = cosign(Checkpoint(ORIGIN, SIZE, _root(SIZE)).text, COSIGNED_AT, witness, WITNESS.sign)
    return {
        "leaves": [_leaf(kind) for kind in LeafKind.values() if 0 < kind <= LATEST_OF_1_0],
        "entries": [entry.hex() for entry in ENTRIES],
        "roots": [_root(size).hex() for size in range(SIZE + 1)],
        "inclusions": [
            {"size": size, "index": index, "hashes": _hashes(inclusion_ranges(index, size))}
            for size in (1, 2, 7, 8, SIZE)
            for index in range(size)
        ],
        "consistencies": [
            {"old_size": old, "size": size, "hashes": _hashes(consistency_ranges(old, size))}
            for size in range(SIZE + 1)
            for old in range(size + 1)
        ],
        "checkpoint": {
            "private_key": (bytes([8]) * 32).hex(),
            "key": str(SERVICE.verifier),
            "log_key": str(log_key(SERVICE.verifier, ORIGIN)),
            "origin": ORIGIN,
            "note": checkpoint,
            "witness": str(witness),
            "cosigned": checkpoint + line,
            "seconds": COSIGNED_AT,
        },
        "proof": LogProof(9, tuple(map(bytes.fromhex, _hashes(inclusion_ranges(9, SIZE)))), checkpoint).text,
    }


def _leaf(kind: LeafKind.ValueType) -> dict[str, Any]:
    digest = sha256(bytes([kind])).digest()
    entry = leaf_entry(kind_name(kind), GAME, 6 + kind, digest)
    facts = {"kind": int(kind), "name": kind_name(kind), "game": GAME, "version": 6 + kind, "digest": digest.hex()}
    return {**facts, "entry": entry.hex(), "leaf": leaf_hash(entry).hex()}


def _root(size: int) -> bytes:
    return root_of([leaf_hash(entry) for entry in ENTRIES[:size]])


def _hashes(ranges: list[Range]) -> list[str]:
    leaves = [leaf_hash(entry) for entry in ENTRIES]
    return [
        hash_of(span, lambda leaf_span: leaves[leaf_span.start] if leaf_span.size == 1 else None).hex()
        for span in ranges
    ]


def signed_checkpoint(size: int) -> str:
    """Return the checkpoint of a log of a size."""
    return sign_note(Checkpoint(ORIGIN, size, _root(size)).text, log_key(SERVICE.verifier, ORIGIN), SERVICE.sign)


def papers() -> dict[str, Any]:
    """Return what a seat and the arbiter sign in a dispute, and what is signed for a result."""
    dispute = pb.Dispute(
        game=GAME, number=1, seat=2, version=6, receipt_sha256=sha256(b"note").digest(), request_id="r-1",
        claim="Na řadě jsem byl já.",
    )  # fmt: skip
    statement = pb.Statement(seat=2, request_id="r-2", text="It was my turn.", inspection_allowed=True)
    verdict = pb.DisputeVerdict(outcome=pb.DISPUTE_OUTCOME_CORRECTED, correction_version=9, reason="So it was.")
    token = sha256(b"token").digest()
    verdict.signature = ARBITER.sign(disputes.verdict_payload(dispute, verdict))
    settled = pb.Dispute()
    settled.CopyFrom(dispute)
    settled.verdict.CopyFrom(verdict)
    digest = disputes.verdict_digest(settled)
    result = {"basis": "agreement", "ending": "agreement", "scores": [1, -2], "winners": [1]}
    sheet = {"game": GAME, "head": 6, "digest": sha256(b"last").hexdigest(), "result": result}
    return {
        "seat_key": SEAT.public_key().public_bytes_raw().hex(),
        "arbiter_key": ARBITER.public_key().public_bytes_raw().hex(),
        "claim": {
            "game": GAME, "seat": 2, "version": 6, "receipt_sha256": dispute.receipt_sha256.hex(),
            "request_id": "r-1", "claim": dispute.claim, "reference": disputes.reference(dispute).hex(),
            **_signed(SEAT, disputes.claim_payload(dispute)),
        },
        "statement": {
            "request_id": "r-2", "text": statement.text, "inspection_allowed": True,
            **_signed(SEAT, disputes.statement_payload(dispute, statement)),
        },
        "inspection": {"token_sha256": token.hex(), **_signed(ARBITER, disputes.inspection_payload(dispute, token))},
        "verdict": {
            "outcome": int(verdict.outcome), "correction_version": 9, "reason": verdict.reason,
            **_signed(ARBITER, disputes.verdict_payload(dispute, verdict)),
            "digest": digest.hex(),
            "entry": leaf_entry("verdict", GAME, dispute.version, digest).hex(),
        },
        "result": {**sheet, **_signed(SEAT, sheets.payload_of(sheet))},
    }  # fmt: skip


def _signed(key: Ed25519PrivateKey, payload: bytes) -> dict[str, str]:
    return {"payload": payload.hex(), "signature": key.sign(payload).hex()}
