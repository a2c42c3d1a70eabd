"""Submissions of a checkpoint to a witness: which it cosigns, and with which status it refuses the others."""

from __future__ import annotations

import pytest

from gunbai_record.checkpoint import Checkpoint, cosign, log_key
from gunbai_record.note import COSIGNATURE, MOST_SIGNATURES, Note, VerifierKey, sign_note
from gunbai_record.submission import OldSizeDiffers, Submission, SubmissionRefused, path_of
from gunbai_record.tree import Range, consistency_ranges, hash_of, leaf_hash
from referee.proof.identity import Identity

CLUB, THIEF = Identity(bytes([1]) * 32, "club.example"), Identity(bytes([2]) * 32, "club.example")
ORIGIN = "gunbai/0123456789abcdef"
LEAVES = [leaf_hash(bytes([number])) for number in range(20)]
OTHERS = [leaf_hash(bytes([number, 0])) for number in range(20)]


def checkpoint(size: int, *, leaves: list[bytes] = LEAVES, origin: str = ORIGIN, by: Identity = CLUB) -> str:
    """Return the signed checkpoint of a log."""
    root = hashes(leaves, [Range(0, size)])[0]
    return sign_note(Checkpoint(origin, size, root).text, log_key(by.verifier, origin), by.sign)


def altered(note: str) -> str:
    """Return a note with another signature by the same key."""
    place = note.rindex(" ") + 20
    return f"{note[:place]}{'B' if note[place] == 'A' else 'A'}{note[place + 1 :]}"


def hashes(leaves: list[bytes], ranges: list[Range]) -> tuple[bytes, ...]:
    return tuple(hash_of(span, lambda each: leaves[each.start] if each.size == 1 else None) for span in ranges)


def submission(old: int, size: int, note: str = "") -> Submission:
    """Return the submission of a checkpoint by an honest log."""
    return Submission(old, hashes(LEAVES, consistency_ranges(old, size)), note or checkpoint(size))


def seen(size: int) -> Checkpoint:
    return Checkpoint.parse(Note.parse(checkpoint(size)).text)


def status(found: Submission, before: Checkpoint | None) -> int:
    """Return the status with which a witness answers."""
    try:
        found.judged(before, [CLUB.verifier])
    except SubmissionRefused as error:
        return int(error.status)
    return 200


@pytest.mark.parametrize(("old", "size"), [(0, 1), (0, 13), (1, 2), (6, 7), (7, 13), (8, 16), (13, 13), (0, 0)])
def test_a_log_that_only_grew_is_cosigned(old: int, size: int) -> None:
    sent = Submission.parse(submission(old, size).text.encode())
    assert sent.judged(seen(old) if old else None, [CLUB.verifier]) == checkpoint(size)


def test_a_signature_that_is_repeated_is_kept_once() -> None:
    """So that the cosignature has room, however often somebody else repeats it."""
    text, _, line = checkpoint(5).partition("\n\n")
    many = f"{text}\n\n{line * MOST_SIGNATURES}"
    assert submission(0, 5, many).judged(None, [CLUB.verifier]) == checkpoint(5)


def test_signatures_of_others_are_left_out() -> None:
    witness = VerifierKey("eye.example", CLUB.public_key, COSIGNATURE)
    note = checkpoint(5)
    line = cosign(Note.parse(note).text, 1, witness, CLUB.sign)
    assert submission(0, 5, note + line).judged(None, [CLUB.verifier]) == note


@pytest.mark.parametrize(
    ("found", "before", "expected"),
    [
        (Submission(9, (), checkpoint(5)), seen(9), 400),
        (submission(0, 5, checkpoint(5, by=THIEF)), None, 403),
        (submission(3, 5, altered(checkpoint(5))), seen(3), 403),
        (submission(0, 5, checkpoint(5, origin="gunbai/other")), seen(3), 404),
        (submission(3, 5), seen(4), 409),
        (submission(0, 5), seen(4), 409),
        (submission(3, 5), None, 409),
        (submission(3, 5)._replace(hashes=()), seen(3), 422),
        (submission(0, 5)._replace(hashes=(LEAVES[0],)), None, 422),
        (submission(3, 5, checkpoint(5, leaves=OTHERS)), seen(3), 422),
        (submission(5, 5, checkpoint(5, leaves=OTHERS)), seen(5), 422),
    ],
)
def test_other_submissions_are_refused_with_the_status_for_it(
    found: Submission, before: Checkpoint | None, expected: int
) -> None:
    assert status(found, before) == expected


def test_an_empty_log_has_the_root_of_the_empty_tree() -> None:
    text = Checkpoint(ORIGIN, 0, bytes(32)).text
    note = sign_note(text, log_key(CLUB.verifier, ORIGIN), CLUB.sign)
    assert status(Submission(0, (), note), None) == 422


def test_a_conflict_names_the_size_that_was_seen_last() -> None:
    with pytest.raises(OldSizeDiffers) as refused:
        submission(3, 5).judged(seen(4), [CLUB.verifier])
    assert refused.value.size == 4


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"old 3\n",
        b"old -1\n\n" + checkpoint(5).encode(),
        b"old 03\n\n" + checkpoint(5).encode(),
        b"old \xd9\xa3\n\n" + checkpoint(5).encode(),
        b"new 3\n\n" + checkpoint(5).encode(),
        b"old 3\nAAAA\n\n" + checkpoint(5).encode(),
        b"old 3\r\n\r\n" + checkpoint(5).encode(),
        b"old 3\n\n\xff",
        submission(3, 5)._replace(hashes=(LEAVES[0],) * 64).text.encode(),
    ],
)
def test_what_is_no_submission_is_refused(body: bytes) -> None:
    with pytest.raises(SubmissionRefused) as refused:
        Submission.parse(body)
    assert refused.value.status == 400


def test_a_monitor_finds_the_checkpoint_by_the_hash_of_the_origin() -> None:
    """The digest is that which `printf example.com/log42 | sha256sum` prints."""
    digest = "4e08c70cc7f225871fda7dc115566008e6954b26a25896be01faa45cdd0f63eb"
    assert path_of("example.com/log42") == f"/{digest}/checkpoint"
