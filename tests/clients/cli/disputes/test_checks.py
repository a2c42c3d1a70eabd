"""A printed dispute and its record are compared with the heads and checkpoints that a reader holds."""

from __future__ import annotations

import io
from hashlib import sha256
from pathlib import Path

import pytest
import typer

from clients.cli.disputes.checks import RULING, Papers, compared, findings, held_in
from clients.render.dispute_page import Growth, Page
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_record.checkpoint import Checkpoint, log_key
from gunbai_record.disputes import Finding
from gunbai_record.note import sign_note
from gunbai_record.record_file import read
from gunbai_record.tree import Range, consistency_ranges, hash_of, leaf_hash, root_of
from lab.one_record_log import ORIGIN
from lab.paths import FIXTURES
from referee.proof.identity import Identity
from tools.fixtures.vouched import FIRST, SERVICE

KEYS = [FIRST.verifier]
LEAVES = [leaf_hash(sha256(b"%d" % number).digest()) for number in range(9)]
OTHERS = [*LEAVES[:2], leaf_hash(b"another leaf"), *LEAVES[3:]]


def checkpoint(leaves: list[bytes], signer: Identity = SERVICE) -> str:
    """Return the checkpoint of a log, signed."""
    text = Checkpoint(ORIGIN, len(leaves), root_of(leaves)).text
    return sign_note(text, log_key(signer.verifier, ORIGIN), signer.sign)


def growth(leaves: list[bytes], old: int) -> Growth:
    """Return the proof that a log continues what it was at a size."""

    def known_hash(span: Range) -> bytes | None:
        return leaves[span.start] if span.size == 1 else None

    hashes = tuple(hash_of(span, known_hash) for span in consistency_ranges(old, len(leaves)))
    return Growth(old, len(leaves), hashes)


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return [*read(io.BytesIO((FIXTURES / "infludance_duel.attested.gunbai").read_bytes()))[1]]


@pytest.fixture
def page(entries: list[Entry]) -> Page:
    """Return the page of a dispute on the ninth entry."""
    response, entry = pb.GetDisputeResponse(), entries[8]
    response.dispute.game, response.dispute.seat, response.dispute.version, response.dispute.claim = (
        entry.game,
        1,
        9,
        "No.",
    )
    response.evidence.entry.CopyFrom(entry)
    response.evidence.signed_head.CopyFrom(SERVICE.signed_head(entry.game, 9, entry.digest))
    response.evidence.checkpoint.note = checkpoint(LEAVES)
    response.evidence.checkpoint.key = str(SERVICE.verifier)
    response.evidence.checkpoint.rotations.extend(SERVICE.rotations)
    return Page(response, "infludance_duel")


def held(page: Page, entries: list[Entry], note: str, folder: Path) -> Finding:
    """Return what is found of a note that the reader holds."""
    file = folder / "held"
    file.write_text(note, "utf-8")
    return compared(held_in([file], page, KEYS)[0], page, entries, KEYS)


def test_the_log_of_the_page_is_the_one_that_the_reader_knows(page: Page, entries: list[Entry], tmp_path: Path) -> None:
    same = held(page, entries, checkpoint(LEAVES), tmp_path)
    assert (same.holds, same.words) == (True, "the log with 9 leaves continues the one with 9")
    proven = page._replace(growth=growth(LEAVES, 4))
    assert held(proven, entries, checkpoint(LEAVES[:4]), tmp_path).holds
    later = page._replace(growth=growth([*LEAVES, bytes(32)], 9))
    assert held(later, entries, checkpoint([*LEAVES, bytes(32)]), tmp_path).holds


def test_a_log_that_was_forked_is_a_proof_of_fraud(page: Page, entries: list[Entry], tmp_path: Path) -> None:
    forked = held(page, entries, checkpoint(OTHERS), tmp_path)
    assert forked.holds is False
    assert forked.words.startswith(f"PROOF OF FRAUD: FORKED: {ORIGIN} showed two logs, of 9 and 9 leaves")
    for leaves in (LEAVES, OTHERS):
        proven = page._replace(growth=growth(leaves, 4))
        assert held(proven, entries, checkpoint(OTHERS[:4]), tmp_path).holds is False


def test_without_the_proof_that_the_log_grew_nothing_is_said_of_it(
    page: Page, entries: list[Entry], tmp_path: Path
) -> None:
    for proof in (None, growth(LEAVES, 5)):
        finding = held(page._replace(growth=proof), entries, checkpoint(LEAVES[:4]), tmp_path)
        assert finding.holds is None
        assert "write the page with `gunbai dispute print --since`" in finding.words


def test_a_checkpoint_of_the_page_that_no_named_key_signed_is_compared_with_nothing(
    page: Page, entries: list[Entry], tmp_path: Path
) -> None:
    page.answer.evidence.checkpoint.note = checkpoint(OTHERS, Identity(bytes(32), "fixtures.example"))
    finding = held(page, entries, checkpoint(LEAVES), tmp_path)
    assert finding.holds is False
    assert "PROOF OF FRAUD" not in finding.words


def test_the_record_goes_through_the_head_that_the_reader_holds(
    page: Page, entries: list[Entry], tmp_path: Path
) -> None:
    game = entries[0].game
    head = SERVICE.signed_head(game, 7, entries[6].digest).note
    assert held(page, entries, head, tmp_path).holds
    other = held(page, entries, SERVICE.signed_head(game, 7, bytes(32)).note, tmp_path)
    assert (other.holds, other.words[:36]) == (False, "NOT the record that was signed: entr")
    later = held(page, entries[:6], head, tmp_path)
    assert (later.holds, later.words[-18:]) == (None, "use a later record")


def test_what_no_named_key_signed_is_no_evidence(page: Page, entries: list[Entry], tmp_path: Path) -> None:
    thief = Identity(bytes(32), "fixtures.example")
    game = entries[0].game
    for note, why in (
        ("nothing", "is not a signed head or checkpoint"),
        (checkpoint(LEAVES, thief), "is not signed by a key you named"),
        (thief.signed_head(game, 7, entries[6].digest).note, "is not signed by a key you named"),
        (SERVICE.signed_head("anothergameanoth", 7, entries[6].digest).note, "belongs to a different game"),
    ):
        with pytest.raises(typer.BadParameter, match=why):
            held(page, entries, note, tmp_path)
    with pytest.raises(typer.BadParameter, match="add --key"):
        held_in([tmp_path / "held"], page, [])


def test_a_receipt_that_was_taken_from_the_page_is_missed(page: Page, entries: list[Entry]) -> None:
    record = FIXTURES / "infludance_duel.attested.gunbai"
    page.answer.dispute.receipt_sha256 = sha256(b"a receipt").digest()
    all_findings = findings(Papers("", page, record, entries, KEYS, page, None))
    (missed,) = [finding for finding in all_findings if finding.paper == RULING]
    assert (missed.holds, missed.words) == (None, "not checked: the page lacks the receipt for the refusal")
