"""Papers of a dispute: what is signed, who signed it, and that each byte of it counts."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.log_pb2 import LeafKind
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_client.checkpoint import Checkpoint, LogProof, log_key
from gunbai_client.disputes import (
    Parties,
    after,
    check,
    check_log,
    claim_payload,
    inspection_payload,
    parties_of,
    statement_payload,
    verdict_digest,
    verdict_payload,
)
from gunbai_client.leaves import Kind, leaf_entry
from gunbai_client.messages import packed
from gunbai_client.note import VerifierKey, sign_note
from gunbai_client.tree import inclusion_ranges, leaf_hash, root_of
from referee.proof.identity import Identity

SEATS = {seat: Ed25519PrivateKey.from_private_bytes(bytes([seat]) * 32) for seat in (1, 2)}
ARBITER = Ed25519PrivateKey.from_private_bytes(bytes([9]) * 32)
PARTIES = Parties(
    {seat: key.public_key().public_bytes_raw() for seat, key in SEATS.items()}, ARBITER.public_key().public_bytes_raw()
)


def signed() -> pb.Dispute:
    """Return a dispute that everybody signed."""
    dispute = pb.Dispute(game="nightingale", number=1, seat=1, version=6, claim="Wrong.", request_id="one")
    dispute.signature = SEATS[1].sign(claim_payload(dispute))
    said = dispute.statements.add(seat=2, text="Right.", request_id="two", inspection_allowed=True)
    said.signature = SEATS[2].sign(statement_payload(dispute, said))
    look = dispute.inspection
    look.token_sha256 = sha256(b"token").digest()
    look.signature = ARBITER.sign(inspection_payload(dispute, look.token_sha256))
    verdict = dispute.verdict
    verdict.outcome, verdict.reason, verdict.correction_version = pb.DISPUTE_OUTCOME_CORRECTED, "So.", 8
    verdict.signature = ARBITER.sign(verdict_payload(dispute, verdict))
    return dispute


def holding(dispute: pb.Dispute, parties: Parties = PARTIES) -> dict[str, bool | None]:
    """Return which papers hold."""
    return {finding.paper: finding.holds for finding in check(dispute, parties)}


def test_what_everybody_signed_holds() -> None:
    assert holding(signed()) == dict.fromkeys(("the claim", "statement 1", "the inspection", "the verdict"), True)


def alter(name: str) -> Callable[[pb.Dispute], None]:
    """Return what alters a field of a dispute, or of one of its papers."""
    *path, field = name.split(".")

    def altered(dispute: pb.Dispute) -> None:
        part = dispute
        for step in path:
            part = getattr(part, step)
            part = part[0] if step == "statements" else part
        value = getattr(part, field)
        setattr(part, field, value + b"x" if isinstance(value, bytes) else _other(value))

    return altered


def _other(value: object) -> object:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}x"


@pytest.mark.parametrize(
    ("field", "failing"),
    [
        *(
            (name, {"the claim", "statement 1", "the inspection", "the verdict"})
            for name in ("game", "claim", "request_id")
        ),
        ("version", {"the claim", "statement 1", "the inspection", "the verdict"}),
        ("seat", {"the claim", "statement 1", "the inspection", "the verdict"}),
        ("statements.text", {"statement 1"}),
        ("statements.request_id", {"statement 1"}),
        ("statements.inspection_allowed", {"statement 1"}),
        ("inspection.token_sha256", {"the inspection"}),
        ("verdict.reason", {"the verdict"}),
        ("verdict.correction_version", {"the verdict"}),
    ],
)
def test_whatever_is_altered_is_not_signed(field: str, failing: set[str]) -> None:
    dispute = signed()
    alter(field)(dispute)
    assert {paper for paper, holds in holding(dispute).items() if not holds} == failing


def test_an_outcome_that_is_turned_round_is_not_signed() -> None:
    dispute = signed()
    dispute.verdict.outcome = pb.DISPUTE_OUTCOME_UPHELD
    assert holding(dispute)["the verdict"] is False


def test_a_statement_of_another_dispute_does_not_hold_in_this_one() -> None:
    dispute, other = signed(), signed()
    other.claim = "Another."
    dispute.statements[0].signature = SEATS[2].sign(statement_payload(other, dispute.statements[0]))
    assert holding(dispute)["statement 1"] is False


def test_who_has_no_key_signs_nothing() -> None:
    assert set(holding(signed(), Parties({})).values()) == {None}


def test_a_receipt_is_the_one_that_the_dispute_was_opened_with() -> None:
    dispute = signed()
    dispute.receipt_sha256 = sha256(b"note").digest()
    assert holding(dispute)["the receipt"] is None
    dispute.receipt.note = "another note"
    assert holding(dispute)["the receipt"] is False


SERVICE = Identity(bytes(range(32)), "referee.example")
ORIGIN = "gunbai/0123456789abcdef"
OPENED = record.Entry(game="nightingale", version=1, digest=bytes(range(32)))
IMPORTED = record.Entry(game="lark", version=8, digest=bytes(range(32)))


def proven(entry: record.Entry = OPENED) -> pb.GetDisputeResponse:
    """Return a settled dispute with the proofs of its log, which has two other leaves."""
    dispute = signed()
    kind: Kind = "created" if entry is OPENED else "imported"
    said = [
        leaf_entry(kind, "nightingale", entry.version, entry.digest),
        leaf_entry("verdict", "nightingale", dispute.version, verdict_digest(dispute)),
    ]
    hashes = [bytes(32), *map(leaf_hash, said), bytes(32)]
    checkpoint = Checkpoint(ORIGIN, len(hashes), root_of(hashes))
    note = sign_note(checkpoint.text, log_key(SERVICE.verifier, ORIGIN), SERVICE.sign)
    found = pb.GetDisputeResponse(dispute=dispute)
    found.evidence.checkpoint.note, found.evidence.checkpoint.key = note, str(SERVICE.verifier)
    for number, name in ((1, kind), (2, "verdict")):
        path = [root_of(hashes[span.start : span.end]) for span in inclusion_ranges(number, len(hashes))]
        found.evidence.leaves.add(
            kind=LeafKind.Value(f"LEAF_KIND_{name.upper()}"), proof=LogProof(number, tuple(path), note).text
        )
    return found


def logged(found: pb.GetDisputeResponse, entry: record.Entry = OPENED, *keys: VerifierKey) -> dict[str, bool | None]:
    """Return what the log is shown to have."""
    return {finding.paper: finding.holds for finding in check_log(found, [entry], keys)}


def test_the_log_has_the_creation_or_the_import_and_the_verdict() -> None:
    assert logged(proven(), OPENED, SERVICE.verifier) == {
        "the creation in the log": True,
        "the verdict in the log": True,
    }
    assert logged(proven(IMPORTED), IMPORTED, SERVICE.verifier) == {
        "the import in the log": True,
        "the verdict in the log": True,
    }
    assert set(logged(proven()).values()) == {None}
    open_ = proven()
    open_.dispute.ClearField("verdict")
    assert logged(open_, OPENED, SERVICE.verifier) == {"the creation in the log": True}


def test_what_the_log_does_not_show_fails() -> None:
    altered, other, bare, foreign = proven(), proven(), proven(), proven()
    altered.dispute.verdict.reason = "Otherwise."
    assert logged(altered, OPENED, SERVICE.verifier)["the verdict in the log"] is False
    other.evidence.checkpoint.note = foreign.evidence.checkpoint.note.replace(f"{ORIGIN}\n4", f"{ORIGIN}\n5")
    assert set(logged(other, OPENED, SERVICE.verifier).values()) == {False}
    del bare.evidence.leaves[:]
    assert set(logged(bare, OPENED, SERVICE.verifier).values()) == {False}
    stranger = VerifierKey("referee", SEATS[1].public_key().public_bytes_raw())
    assert set(logged(foreign, OPENED, stranger).values()) == {False}
    changed = record.Entry(game="nightingale", version=1, digest=bytes(32))
    assert logged(proven(), changed, SERVICE.verifier) == {
        "the creation in the log": False,
        "the verdict in the log": True,
    }


def test_the_record_says_who_signs() -> None:
    created = life.CreateGame(arbiter=PARTIES.arbiter)
    taken = [life.TakeSeat(seat=seat, public_key=key) for seat, key in PARTIES.seats.items()]
    entries = [
        record.Entry(command=record.Item(open=packed(each))) for each in (created, *taken, life.TakeSeat(seat=3))
    ]
    assert parties_of(entries) == PARTIES
    branched = record.Entry(command=record.Item(open=packed(life.ForkGame(arbiter=b"other"))))
    assert parties_of([*entries, branched]) == Parties({}, b"other")


def test_who_takes_a_seat_without_a_key_signs_nothing_any_more() -> None:
    keyless = record.Entry(command=record.Item(open=packed(life.TakeSeat(seat=1))))
    assert after(Parties({1: b"old", 2: b"other"}), keyless).seats == {2: b"other"}


def test_who_gets_another_token_signs_with_the_same_key() -> None:
    key = SEATS[1].public_key().public_bytes_raw()
    entries = [record.Entry() for _ in range(2)]
    entries[0].command.open.CopyFrom(packed(life.TakeSeat(seat=1, public_key=key)))
    entries[1].command.open.CopyFrom(packed(life.ReissueToken(seat=1, token_hash=bytes(32))))
    assert parties_of(entries).seats == {1: key}
