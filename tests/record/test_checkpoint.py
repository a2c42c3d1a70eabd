"""Checkpoints and proofs: each byte counts, and two who compare find a log that forked."""

from __future__ import annotations

from contextlib import suppress

import pytest

from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai_record.checkpoint import (
    Checkpoint,
    LogForked,
    LogProof,
    LogReplaced,
    check_continued,
    cosign,
    cosigned_at,
    cosigned_text,
    log_key,
    log_signer,
    signed_checkpoint,
    witness_key,
)
from gunbai_record.leaves import leaf_entry
from gunbai_record.note import COSIGNATURE, Note, NoteError, VerifierKey, sign_note
from gunbai_record.tree import ProofError, Range, consistency_ranges, hash_of, inclusion_ranges, leaf_hash, root_of
from referee.proof.identity import Identity

SERVICE = Identity(bytes(range(32)), "referee.example")
ORIGIN = "gunbai/0123456789abcdef"
KEY = log_key(SERVICE.verifier, ORIGIN)
WITNESS = Identity(bytes(range(1, 33)), "witness.example")
WITNESS_KEY = VerifierKey("witness.example", WITNESS.public_key, COSIGNATURE)
ENTRIES = [leaf_entry("created", f"game {number}", 1, bytes(32)) for number in range(20)]
LEAVES = [leaf_hash(entry) for entry in ENTRIES]


def checkpoint(size: int, leaves: list[bytes] = LEAVES) -> Checkpoint:
    return Checkpoint(ORIGIN, size, root_of(leaves[:size]))


def signed(size: int, leaves: list[bytes] = LEAVES) -> str:
    return sign_note(checkpoint(size, leaves).text, KEY, SERVICE.sign)


def hashes(ranges: list[Range], leaves: list[bytes] = LEAVES) -> tuple[bytes, ...]:
    return tuple(
        hash_of(span, lambda leaf_span: leaves[leaf_span.start] if leaf_span.size == 1 else None) for span in ranges
    )


def proof(number: int, size: int) -> LogProof:
    return LogProof(number, hashes(inclusion_ranges(number, size)), signed(size))


def holds(text: str, entry: bytes) -> bool:
    """Return whether a proof shows that an entry is in a log of the service."""
    try:
        log_proof = LogProof.parse(text)
        checkpoint = log_proof.shown(entry)
        return checkpoint.origin == ORIGIN and log_signer(log_proof.note(), [SERVICE.verifier]) is not None
    except (NoteError, ProofError):
        return False


def flipped(text: str) -> list[str]:
    """Return every text that differs in one bit of a byte, as far as it is a text."""
    raw, variants = text.encode(), []
    for place in range(len(raw)):
        damaged = bytearray(raw)
        damaged[place] ^= 1
        with suppress(UnicodeDecodeError):
            variants.append(damaged.decode())
    return variants


def test_a_checkpoint_is_read_as_it_was_written() -> None:
    for size in (0, 1, 20):
        note = Note.parse(signed(size))
        assert Checkpoint.parse(note.text) == checkpoint(size)
        assert log_signer(note, [WITNESS.verifier, SERVICE.verifier]) == SERVICE.verifier
        assert log_signer(note, [WITNESS.verifier]) is None
    extended = checkpoint(3)._replace(extensions=("more", "and more"))
    assert Checkpoint.parse(extended.text) == extended


@pytest.mark.parametrize(
    "text",
    ["", "\n", "a\n1\n", "a\n01\n" + "A" * 43 + "=\n", "a\n-1\n" + "A" * 43 + "=\n", "\n1\n" + "A" * 43 + "=\n",
     "a\n1\nAAAA\n", "a\n1\n" + "A" * 43 + "=\n\n", "a\n1\n" + "A" * 43 + "=", f"a\n{2**63}\n" + "A" * 43 + "=\n"],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(NoteError, match="is not a log checkpoint"):
        Checkpoint.parse(text)


def test_the_largest_log_has_a_checkpoint_and_its_leaves_have_proofs() -> None:
    largest = checkpoint(7)._replace(size=2**63 - 1)
    assert Checkpoint.parse(largest.text) == largest
    last = proof(5, 13)._replace(number=2**63 - 1)
    assert LogProof.parse(last.text) == last


def test_each_byte_of_a_checkpoint_counts() -> None:
    sound = signed(7)
    for text in flipped(sound):
        with suppress(NoteError):
            assert log_signer(Note.parse(text), [SERVICE.verifier]) is None, text


def test_each_byte_of_a_proof_counts() -> None:
    text = proof(5, 13).text
    assert holds(text, ENTRIES[5])
    assert not holds(text, ENTRIES[6])
    for altered in flipped(text):
        assert not holds(altered, ENTRIES[5]), altered


@pytest.mark.parametrize("size", [1, 2, 3, 13, 20])
def test_a_proof_is_read_as_it_was_written(size: int) -> None:
    for number in range(size):
        made_proof = proof(number, size)
        for log_proof in (made_proof, made_proof._replace(extra=b"whatever")):
            assert LogProof.parse(log_proof.text) == log_proof
            assert holds(log_proof.text, ENTRIES[number])
            assert not holds(log_proof._replace(number=number + 1).text, ENTRIES[number])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("c2sp.org/tlog-proof@v1", "c2sp.org/tlog-proof@v2"),
        ("index 5", "index 05"),
        ("index 5", "index -5"),
        ("index 5", f"index {2**63}"),
        ("index 5\n", ""),
        ("index 5\n", "index 5\nAAAA\n"),
        ("index 5\n", "index 5\n" + ("A" * 43 + "=\n") * 64),
        ("index 5\n", "extra !\nindex 5\n"),
        ("\n\n", "\n"),
    ],
)
def test_what_is_no_proof_is_refused(old: str, new: str) -> None:
    with pytest.raises(NoteError):
        LogProof.parse(proof(5, 13).text.replace(old, new, 1)).note()


def test_two_who_compare_their_checkpoints_find_a_log_that_forked() -> None:
    other = [*LEAVES[:9], leaf_hash(b"what only one was shown"), *LEAVES[10:]]
    check_continued(checkpoint(5), checkpoint(13, other), hashes(consistency_ranges(5, 13), other))
    for old, new, shown in (
        (checkpoint(12), checkpoint(13, other), other),
        (checkpoint(12, other), checkpoint(13), LEAVES),
    ):
        with pytest.raises(LogForked, match=f"FORKED: {ORIGIN} showed two logs, of 12 and 13 leaves"):
            check_continued(old, new, hashes(consistency_ranges(12, 13), shown))
    with pytest.raises(LogForked, match="showed two logs, of 13 and 13 leaves"):
        check_continued(checkpoint(13), checkpoint(13, other), ())
    assert checkpoint(13).contradicts(checkpoint(13, other))
    assert not checkpoint(13).contradicts(checkpoint(12, other))
    with pytest.raises(LogForked, match="of 13 and 12 leaves"):
        check_continued(checkpoint(13), checkpoint(12), ())
    with pytest.raises(LogReplaced, match=r"is a different log than .*; ask its operator why"):
        check_continued(checkpoint(3), checkpoint(3)._replace(origin="gunbai/other"), ())


@pytest.mark.parametrize("change", ["dropped", "swapped", "doubled"])
def test_a_log_whose_leaves_were_changed_does_not_continue_what_it_was(change: str) -> None:
    leaves = {
        "dropped": [*LEAVES[:4], *LEAVES[5:]],
        "swapped": [*LEAVES[:4], LEAVES[5], LEAVES[4], *LEAVES[6:]],
        "doubled": [*LEAVES[:4], LEAVES[3], *LEAVES[4:]],
    }[change]
    with pytest.raises(LogForked, match="FORKED"):
        check_continued(checkpoint(8), checkpoint(13, leaves), hashes(consistency_ranges(8, 13), leaves))


def test_a_cosignature_is_of_one_checkpoint_one_time_and_one_witness() -> None:
    text = checkpoint(7).text
    line = cosign(text, 1_700_000_000, WITNESS_KEY, WITNESS.sign)
    note = Note.parse(signed(7) + line)
    assert cosigned_at(note, WITNESS_KEY) == 1_700_000_000
    assert log_signer(note, [SERVICE.verifier]) == SERVICE.verifier
    assert cosigned_at(Note.parse(signed(7)), WITNESS_KEY) is None
    assert cosigned_at(note, WITNESS_KEY._replace(name="another.example")) is None
    with pytest.raises(NoteError, match="is not valid"):
        cosigned_at(Note.parse(signed(8) + line), WITNESS_KEY)
    for altered in flipped(line):
        with suppress(NoteError):
            assert cosigned_at(Note.parse(signed(7) + altered), WITNESS_KEY) is None, altered
    assert witness_key(str(WITNESS_KEY)) == WITNESS_KEY
    with pytest.raises(NoteError, match="of a witness"):
        witness_key(str(WITNESS.verifier))


@pytest.mark.parametrize(
    "signature", [bytes(8 + 63), bytes(8 + 65), (2**63).to_bytes(8, "big") + bytes(64), b"\xff" * 8 + bytes(64)]
)
def test_a_cosignature_of_another_form_is_refused(signature: bytes) -> None:
    note = sign_note(checkpoint(7).text, WITNESS_KEY, lambda _: signature)
    with pytest.raises(NoteError, match=r"^a cosignature by 'witness\.example' has the wrong form$"):
        cosigned_at(Note.parse(note), WITNESS_KEY)


def test_of_several_cosignatures_the_latest_counts() -> None:
    text = checkpoint(7).text
    for times in ((5, 9), (9, 5), (2**63 - 1, 0)):
        lines = [cosign(text, seconds, WITNESS_KEY, WITNESS.sign) for seconds in times]
        assert cosigned_at(Note.parse(signed(7) + "".join(lines)), WITNESS_KEY) == max(times)
    assert cosigned_text(5, text) == f"cosignature/v1\ntime 5\n{text}".encode()


def test_a_proof_has_at_most_63_hashes() -> None:
    longest = LogProof(0, (bytes(32),) * 63, signed(7))
    assert LogProof.parse(longest.text) == longest
    with pytest.raises(NoteError, match="is not a proof of a leaf"):
        LogProof.parse(longest._replace(hashes=(bytes(32),) * 64).text)
    for first in (1, 2):
        with pytest.raises(NoteError, match="is not a proof of a leaf"):
            LogProof.parse(longest._replace(hashes=(bytes(32),) * first + (bytes(31),)).text)


def test_a_leaf_that_is_another_is_named() -> None:
    with pytest.raises(ProofError, match=f"^leaf 5 of the log {ORIGIN} is not the expected one$"):
        proof(5, 13).shown(ENTRIES[6])
    assert proof(5, 13).shown(ENTRIES[5]) == checkpoint(13)
    assert (LogProof(5, (), "").extra, checkpoint(5).extensions) == (b"", ())


def test_a_checkpoint_is_accepted_from_a_named_key_and_from_those_it_handed_over_to() -> None:
    given = SignedCheckpoint(note=signed(7), key=str(SERVICE.verifier))
    assert signed_checkpoint(given, [SERVICE.verifier]) == checkpoint(7)
    with pytest.raises(NoteError, match="no named key vouches"):
        signed_checkpoint(given, [WITNESS.verifier])
