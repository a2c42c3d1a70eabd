"""Papers of a dispute: what is signed, who signed it, and that each byte of it counts."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.log_pb2 import LeafKind
from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_record.chain import leaf_of
from gunbai_record.checkpoint import Checkpoint, LogProof, log_key
from gunbai_record.disputes import (
    Finding,
    Parties,
    after,
    check,
    check_log,
    check_papers,
    claim_payload,
    inspection_payload,
    papers_text,
    parties_of,
    statement_payload,
    verdict_digest,
    verdict_payload,
)
from gunbai_record.leaves import Kind, leaf_entry
from gunbai_record.messages import packed
from gunbai_record.note import VerifierKey, sign_note
from gunbai_record.receipts import Receipt
from gunbai_record.tree import inclusion_ranges, leaf_hash, root_of
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
    statement = dispute.statements.add(seat=2, text="Right.", request_id="two", inspection_allowed=True)
    statement.signature = SEATS[2].sign(statement_payload(dispute, statement))
    look = dispute.inspection
    look.token_sha256 = sha256(b"token").digest()
    look.signature = ARBITER.sign(inspection_payload(dispute, look.token_sha256))
    verdict = dispute.verdict
    verdict.outcome, verdict.reason, verdict.correction_version = pb.DISPUTE_OUTCOME_CORRECTED, "So.", 8
    verdict.signature = ARBITER.sign(verdict_payload(dispute, verdict))
    return dispute


def counted(text: bytes) -> bytes:
    """Return bytes after their length."""
    return len(text).to_bytes(4, "big") + text


def test_what_is_signed_has_the_bytes_that_are_documented() -> None:
    dispute = signed()
    claim = b"gunbai dispute 1\0" + counted(b"nightingale") + bytes(7) + b"\6" + counted(b"")
    claim += counted(b"one") + counted(b"Wrong.")
    assert claim_payload(dispute) == claim
    named = sha256(bytes(7) + b"\1" + claim).digest()
    statement = dispute.statements[0]
    texts = counted(b"two") + counted(b"Right.")
    assert statement_payload(dispute, statement) == b"gunbai statement 1\0" + named + texts + b"\1"
    assert inspection_payload(dispute, b"hash") == b"gunbai inspection 1\0" + named + b"hash"
    verdict = b"gunbai verdict 1\0" + named + b"\2" + bytes(7) + b"\10" + counted(b"So.")
    assert verdict_payload(dispute, dispute.verdict) == verdict
    assert verdict_digest(dispute) == sha256(verdict + dispute.verdict.signature).digest()


def holding(dispute: pb.Dispute, parties: Parties = PARTIES) -> dict[str, bool | None]:
    """Return which papers hold."""
    return {finding.paper: finding.holds for finding in check(dispute, parties)}


def test_a_finding_says_who_signed_a_paper_or_did_not() -> None:
    dispute = signed()
    dispute.statements[0].text = "Otherwise."
    assert [*check(dispute, Parties(PARTIES.seats))] == [
        Finding("the claim", "signed by seat 1", holds=True),
        Finding("statement 1", "NOT signed by seat 2", holds=False),
        Finding("the inspection", "the arbiter has no key and signs nothing", holds=None),
        Finding("the verdict", "the arbiter has no key and signs nothing", holds=None),
    ]


def test_a_dispute_that_was_only_opened_has_its_claim_alone() -> None:
    dispute = pb.Dispute(game="nightingale", seat=1, claim="Wrong.", request_id="one")
    dispute.signature = SEATS[1].sign(claim_payload(dispute))
    assert holding(dispute) == {"the claim": True}


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


COMMAND = record.Item(salt=bytes(32))
RECEIPT = Receipt("nightingale", 6, 1, leaf_of(COMMAND), "IN-4.2", 1_700_000_000_123_456)


def refused(receipt: Receipt = RECEIPT) -> pb.Dispute:
    """Return a dispute of a refusal."""
    dispute = signed()
    note = sign_note(receipt.text, SERVICE.verifier, SERVICE.sign)
    dispute.receipt.CopyFrom(SignedReceipt(note=note, key=str(SERVICE.verifier), command=COMMAND))
    dispute.receipt_sha256 = sha256(note.encode()).digest()
    return dispute


def of_receipt(dispute: pb.Dispute, *keys: VerifierKey) -> tuple[str, bool | None]:
    """Return what is found of a receipt, which comes first."""
    finding = next(check(dispute, PARTIES, keys))
    assert finding.paper == "the receipt"
    return finding.words, finding.holds


def test_a_receipt_is_the_one_that_the_dispute_was_opened_with() -> None:
    dispute = refused()
    finding = "signed by referee.example: refused by IN-4.2"
    assert of_receipt(dispute, SERVICE.verifier) == (finding, True)
    assert of_receipt(dispute) == ("name the service's key to check the receipt", None)
    words, holds = of_receipt(dispute, VerifierKey("another.example", PARTIES.arbiter))
    assert (words.startswith("no named key vouches for the receipt"), holds) == (True, False)
    dispute.receipt_sha256 = sha256(b"another note").digest()
    assert of_receipt(dispute, SERVICE.verifier) == ("the dispute was opened with a different receipt", False)
    dispute.ClearField("receipt")
    assert of_receipt(dispute, SERVICE.verifier) == ("the papers do not show the receipt", None)


@pytest.mark.parametrize("other", [{"game": "lark"}, {"version": 7}, {"seat": 2}])
def test_a_receipt_of_another_refusal_is_none_of_the_dispute(other: dict[str, Any]) -> None:
    assert of_receipt(refused(RECEIPT._replace(**other)), SERVICE.verifier) == (
        "the receipt is for a different refusal",
        False,
    )


SERVICE = Identity(bytes(range(32)), "referee.example")
ORIGIN = "gunbai/0123456789abcdef"
OPENED = record.Entry(game="nightingale", version=1, digest=bytes(range(32)))
IMPORTED = record.Entry(game="lark", version=8, digest=bytes(range(32)))


def proven(entry: record.Entry = OPENED) -> pb.GetDisputeResponse:
    """Return a settled dispute with the proofs of its log, which has two other leaves."""
    dispute = signed()
    kind: Kind = "created" if entry is OPENED else "imported"
    logged_entries = [
        leaf_entry(kind, "nightingale", entry.version, entry.digest),
        leaf_entry("verdict", "nightingale", dispute.version, verdict_digest(dispute)),
    ]
    hashes = [bytes(32), *map(leaf_hash, logged_entries), bytes(32)]
    checkpoint = Checkpoint(ORIGIN, len(hashes), root_of(hashes))
    note = sign_note(checkpoint.text, log_key(SERVICE.verifier, ORIGIN), SERVICE.sign)
    response = pb.GetDisputeResponse(dispute=dispute)
    response.evidence.checkpoint.note, response.evidence.checkpoint.key = note, str(SERVICE.verifier)
    for number, name, version in ((1, kind, entry.version), (2, "verdict", dispute.version)):
        path = [root_of(hashes[span.start : span.end]) for span in inclusion_ranges(number, len(hashes))]
        response.evidence.leaves.add(
            kind=LeafKind.Value(f"LEAF_KIND_{name.upper()}"),
            version=version,
            proof=LogProof(number, tuple(path), note).text,
        )
    return response


@pytest.mark.parametrize(
    ("change", "keys", "words", "holds"),
    [
        (lambda _: None, [SERVICE.verifier], f"index 1 of 4 leaves in {ORIGIN}", True),
        (lambda _: None, [], f"index 1 of 4 leaves in {ORIGIN}; name the service's key to check this", None),
        (
            lambda response: response.evidence.ClearField("leaves"),
            [SERVICE.verifier],
            "NOT shown to be in the log",
            False,
        ),
        (
            lambda response: setattr(response.evidence.checkpoint, "note", "another"),
            [SERVICE.verifier],
            "its proof is for a different checkpoint",
            False,
        ),
        (
            lambda _: None,
            [VerifierKey("another.example", PARTIES.arbiter)],
            f"no named key vouches for the checkpoint; {SERVICE.verifier} signed it",
            False,
        ),
    ],
)
def test_a_finding_says_where_in_the_log_the_creation_is(
    change: Callable[[pb.GetDisputeResponse], None], keys: list[VerifierKey], words: str, *, holds: bool | None
) -> None:
    response = proven()
    change(response)
    assert next(check_log(response, [OPENED], keys)) == Finding("the creation in the log", words, holds=holds)


def logged(response: pb.GetDisputeResponse, entry: record.Entry = OPENED, *keys: VerifierKey) -> dict[str, bool | None]:
    """Return what the log is shown to have."""
    # An imported record has entries of the game under its former id before; a game has others after its first.
    others = [record.Entry(game=entry.game, version=version) for version in (1, 2)]
    entries = [entry, *others] if entry is not IMPORTED else [*others, entry]
    return {finding.paper: finding.holds for finding in check_log(response, entries, keys)}


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
    assert logged(open_, OPENED, SERVICE.verifier) == {
        "the creation in the log": True,
        "a different leaf of the log": False,
    }
    del open_.evidence.leaves[1:]
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
        record.Entry(command=record.Item(open=packed(message))) for message in (created, *taken, life.TakeSeat(seat=3))
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


def test_the_service_signs_every_word_signature_and_time() -> None:
    dispute = signed()
    for part in (dispute, dispute.statements[0], dispute.inspection, dispute.verdict):
        part.create_time.FromSeconds(1_700_000_000)
    texts = {papers_text(dispute)}
    for alter in (
        lambda other: other.create_time.FromSeconds(1),
        lambda other: setattr(other, "seat", 2),
        lambda other: setattr(other, "number", 2),
        lambda other: setattr(other, "signature", b""),
        lambda other: setattr(other.statements[0], "seat", 1),
        lambda other: other.statements[0].create_time.FromNanoseconds(1_700_000_000_000_000_001),
        lambda other: other.inspection.create_time.FromSeconds(-1),
        lambda other: other.ClearField("inspection"),
        lambda other: other.verdict.create_time.FromSeconds(1),
        lambda other: other.ClearField("verdict"),
        lambda other: other.statements.add(seat=1),
    ):
        other = pb.Dispute()
        other.CopyFrom(dispute)
        alter(other)
        texts.add(papers_text(other))
    assert len(texts) == 12
    assert papers_text(dispute).startswith("gunbai papers v1\nnightingale\n1\n")


def test_only_a_named_key_vouches_for_papers() -> None:
    service, response = Identity(bytes(32), "club"), pb.GetDisputeResponse(dispute=signed())
    response.evidence.papers.CopyFrom(service.signed_papers(response.dispute))
    assert check_papers(response).holds is None
    assert check_papers(response, [service.verifier]).holds
    other = check_papers(response, [Identity(bytes([1]) * 32, "club").verifier])
    assert (other.holds, other.words[:37]) == (False, "no named key vouches for the papers; ")
    response.dispute.claim = "Otherwise."
    assert check_papers(response).words == "NOT the papers that the service signed"
    response.evidence.ClearField("papers")
    assert check_papers(response).words.startswith("the service did not sign the papers: ")
