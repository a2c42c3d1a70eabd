"""Who vouches for a record, and what contradicts it: only keys that the reader named count, and those they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import Ancestor, FileHeader
from gunbai_record.heads import Head, Rotation, head_of
from gunbai_record.note import Note, NoteError, sign_note
from gunbai_record.record_file import RecordFileError, delimited, header
from gunbai_record.verify.attestation import (
    Attestation,
    Evidence,
    Witness,
    attest,
    is_checkpoint,
    missing,
    read_keys,
    read_witness,
)
from lab.one_record_log import ORIGIN, SIZE, checkpoint, proven
from lab.toy_games import NAME, bid, finished, started
from referee.proof.identity import Identity

SERVICE, THIEF = Identity(bytes(32), "one.example"), Identity(b"\x01" * 32, "one.example")
NIGHT = list(finished().entries)
RUNNING = list(started().play(bid(1, 3)).entries)


UNVOUCHED = Attestation(lacking=True)


def file_of(entries: Sequence[record.Entry], signer: Identity = SERVICE) -> FileHeader:
    """Return the header of a file of these entries."""
    last = entries[-1]
    return header(last.game, last.version, (), signer.signed_head(last.game, last.version, last.digest))


def witness(entry: record.Entry, signer: Identity = SERVICE, game: str = NAME) -> Witness:
    """Return a head that the reader kept."""
    signed = signer.signed_head(game, entry.version, entry.digest)
    return Witness(Note.parse(signed.note), head_of(signed))


def judged(
    entries: Sequence[record.Entry],
    *witnesses: Witness,
    head: FileHeader | None = None,
    keys: Sequence[Identity] = (SERVICE,),
) -> Attestation:
    """Return who vouches for entries whose chain fits them, for a reader who named these keys."""
    evidence = Evidence(tuple(key.verifier for key in keys), witnesses)
    return attest(head or file_of(entries), entries, len(entries), evidence)


def other(entry: record.Entry) -> record.Entry:
    """Return the same entry with another digest."""
    made = record.Entry()
    made.CopyFrom(entry)
    made.digest = bytes(32)
    return made


def test_nobody_vouches_for_a_record_that_is_wrong_in_itself() -> None:
    assert Attestation(signer="one.example").withdrawn() == UNVOUCHED
    assert UNVOUCHED.withdrawn() == UNVOUCHED
    assert Attestation().withdrawn() == Attestation()


def handed_over(*keys: Identity) -> list[str]:
    """Return the rotations from each key to the next."""
    return [sign_note(Rotation(old.verifier, new.verifier).text, old.verifier, old.sign) for old, new in pairwise(keys)]


def test_a_key_that_the_reader_named_vouches_for_the_last_entry() -> None:
    assert judged(NIGHT) == Attestation(str(SERVICE.verifier))


@pytest.mark.parametrize("keys", [[], [THIEF]])
def test_nobody_vouches_but_a_named_key_whatever_the_file_says_of_itself(keys: list[Identity]) -> None:
    assert judged(NIGHT, keys=keys) == Attestation(lacking=bool(keys))
    assert judged(NIGHT, head=file_of(NIGHT, THIEF)) == UNVOUCHED


def test_a_head_vouches_for_no_other_entries() -> None:
    for signed in (file_of(NIGHT[:-1]), file_of([other(NIGHT[-1])]), header(NAME, len(NIGHT))):
        assert judged(NIGHT, head=signed) == UNVOUCHED
    foreign = header(NAME, len(NIGHT), (), SERVICE.signed_head("another", len(NIGHT), NIGHT[-1].digest))
    assert judged(NIGHT, head=foreign) == UNVOUCHED
    evidence = Evidence((SERVICE.verifier,))
    assert attest(file_of(NIGHT), NIGHT, len(NIGHT) - 1, evidence) == UNVOUCHED


def test_a_false_signature_in_the_name_of_the_named_key_spoils_the_note() -> None:
    head = file_of(NIGHT, THIEF)
    forged = Identity(b"\x02" * 32, "one.example")
    true = SERVICE.verifier
    line = sign_note(Note.parse(head.signed_head.note).text, true, forged.sign).split("\n")[-2]
    head.signed_head.note += f"{line}\n"
    assert judged(NIGHT, head=head) == UNVOUCHED


def test_a_named_key_vouches_through_the_keys_that_it_handed_over_to() -> None:
    second, third = Identity(b"\x03" * 32, "two.example"), Identity(b"\x04" * 32, "one.example")
    chain = handed_over(SERVICE, second, third)
    signer = Identity(b"\x04" * 32, "one.example", chain)
    for named in (SERVICE, second, third):
        assert judged(NIGHT, head=file_of(NIGHT, signer), keys=[named]).signer == str(third.verifier)
    for broken in (chain[:1], chain[1:], chain[::-1], [chain[0], *chain], []):
        signer = Identity(b"\x04" * 32, "one.example", broken)
        assert judged(NIGHT, head=file_of(NIGHT, signer), keys=[SERVICE]) == UNVOUCHED


def test_a_rotation_that_the_old_key_did_not_sign_hands_nothing_over() -> None:
    rotation = Rotation(SERVICE.verifier, THIEF.verifier)
    by_thief = sign_note(rotation.text, THIEF.verifier, THIEF.sign)
    as_service = sign_note(rotation.text, SERVICE.verifier, THIEF.sign)
    for statement in (by_thief, as_service, "no note", NIGHT[0].game):
        signer = Identity(b"\x01" * 32, "one.example", [statement])
        assert judged(NIGHT, head=file_of(NIGHT, signer)) == UNVOUCHED


def test_a_kept_head_that_agrees_contradicts_nothing() -> None:
    attestation = judged(NIGHT, *map(witness, NIGHT))
    assert (attestation.contradictions, attestation.compared) == ((), (NAME,))


def test_two_records_that_one_key_signed_prove_a_fraud() -> None:
    (contradiction,) = judged(NIGHT, witness(other(NIGHT[4]))).contradictions
    assert contradiction.startswith("PROOF OF FRAUD: one.example signed ")
    assert f"{NAME}@5 with the digest {NIGHT[4].digest.hex()}" in contradiction
    assert f"{NAME}@5 with the digest {bytes(32).hex()}" in contradiction


def test_a_file_that_nobody_signed_is_only_not_the_signed_one() -> None:
    (contradiction,) = judged(NIGHT, witness(other(NIGHT[4])), head=header(NAME, len(NIGHT))).contradictions
    assert contradiction.startswith("NOT the record that one.example signed: ")


def test_two_kept_heads_prove_a_fraud_without_the_file() -> None:
    attestation = judged(RUNNING, witness(NIGHT[-1]), witness(other(NIGHT[-1])))
    (contradiction,) = attestation.contradictions
    assert contradiction.startswith("PROOF OF FRAUD")
    broken = attest(file_of(NIGHT), NIGHT, 0, Evidence((SERVICE.verifier,), (witness(other(NIGHT[-1])),)))
    assert broken.contradictions


def test_no_entry_is_signed_after_the_end_of_a_finished_game() -> None:
    later = record.Entry(version=len(NIGHT) + 1, digest=b"x" * 32)
    (contradiction,) = judged(NIGHT, witness(later)).contradictions
    assert contradiction.startswith("PROOF OF FRAUD")
    assert not missing(file_of(NIGHT), NIGHT[-1], [witness(later)])


def test_a_finished_game_that_is_offered_as_a_running_one_lacks_entries() -> None:
    cut = NIGHT[:6]
    assert judged(cut, witness(NIGHT[-1])).contradictions == ()
    assert missing(file_of(cut), cut[-1], [witness(NIGHT[-1])]) == range(7, len(NIGHT) + 1)
    assert not missing(file_of(cut), cut[-1], [witness(NIGHT[3]), witness(NIGHT[-1], game="another")])


def test_the_heads_of_an_ancestor_hold_for_the_shared_entries() -> None:
    last = NIGHT[-1]
    head = header(
        "branch",
        last.version,
        [Ancestor(game=NAME, version=5)],
        SERVICE.signed_head("branch", last.version, last.digest),
    )
    for version, contradicts in ((5, True), (6, False)):
        attestation = judged(NIGHT, witness(other(NIGHT[version - 1])), head=head)
        assert bool(attestation.contradictions) == contradicts
        assert attestation.compared == (NAME,)
    assert judged(NIGHT, witness(NIGHT[0], game="another"), head=head).compared == ()


def test_a_head_that_no_named_key_signed_proves_nothing() -> None:
    with pytest.raises(NoteError, match="no key you named signed the head"):
        judged(NIGHT, witness(other(NIGHT[4]), THIEF))


def test_keys_and_heads_are_read_from_files(tmp_path: Path) -> None:
    key = str(SERVICE.verifier)
    assert read_keys(key) == [SERVICE.verifier]
    keys = tmp_path / "keys"
    keys.write_text(f"{key}\n{THIEF.verifier}\n\nwhat follows\n")
    assert read_keys(str(keys)) == [SERVICE.verifier, THIEF.verifier]
    with pytest.raises(ValueError, match="not a verifier key"):
        read_keys("one.example+00000000+AAAA")
    head = tmp_path / "head"
    head.write_text(SERVICE.signed_head(NAME, 5, bytes(32)).note)
    assert read_witness(head).head == Head(NAME, 5, bytes(32))
    record_ = tmp_path / "game.gunbai"
    record_.write_bytes(delimited(file_of(NIGHT)) + b"".join(map(delimited, NIGHT)))
    assert read_witness(record_).head == Head(NAME, len(NIGHT), NIGHT[-1].digest)
    record_.write_bytes(delimited(header(NAME, 0)))
    with pytest.raises(RecordFileError, match="no signed head"):
        read_witness(record_)


def logged(signer: Identity = SERVICE) -> FileHeader:
    """Return the header of a file whose game is in a log."""
    head = file_of(NIGHT)
    head.leaves.extend(proven(NIGHT, signer))
    return head


def test_a_named_key_vouches_for_the_log_of_a_record() -> None:
    assert judged(NIGHT, head=logged()).logged == (f"{ORIGIN} of {SIZE} leaves",)
    assert judged(NIGHT, head=logged(THIEF)).logged == ()
    assert judged(NIGHT, head=logged(), keys=[]).logged == ()


def test_a_log_that_forked_is_found_by_who_kept_a_checkpoint() -> None:
    same, other_log = checkpoint(NIGHT, SERVICE), checkpoint(NIGHT, SERVICE, b"other")
    evidence = Evidence((SERVICE.verifier,), (), (Note.parse(same),))
    found_same = attest(logged(), NIGHT, len(NIGHT), evidence)
    assert (found_same.contradictions, found_same.uncompared) == ((), ())
    assert attest(file_of(NIGHT), NIGHT, len(NIGHT), evidence).uncompared == (f"{ORIGIN} of {SIZE} leaves",)
    evidence = Evidence((SERVICE.verifier,), (), (Note.parse(other_log),))
    (contradiction,) = attest(logged(), NIGHT, len(NIGHT), evidence).contradictions
    assert contradiction.startswith(
        f"PROOF OF FRAUD: {SERVICE.verifier.name} signed two versions of {ORIGIN} of {SIZE} leaves"
    )
    evidence = Evidence((SERVICE.verifier,), (), (Note.parse(checkpoint(NIGHT, THIEF)),))
    with pytest.raises(NoteError, match="no key you named signed the checkpoint"):
        attest(logged(), NIGHT, len(NIGHT), evidence)


def test_a_checkpoint_is_told_from_a_head(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_text(checkpoint(NIGHT, SERVICE), encoding="utf-8")
    assert is_checkpoint(file)
    file.write_text(SERVICE.signed_head(NAME, 1, bytes(32)).note, encoding="utf-8")
    assert not is_checkpoint(file)
