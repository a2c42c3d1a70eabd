"""Attestation: whether a key that the reader named vouches for a record, and whether heads it signed contradict it.

A signed head fixes every entry up to its version. If the key vouches for a record and also signed another head that
contradicts the record, the two prove that its holder changed a record. A record that the key does not vouch for is
merely not the one that was signed.
"""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai_record.checkpoint import Checkpoint, LogProof, log_signer
from gunbai_record.errors import GunbaiError
from gunbai_record.heads import Head, Keyring, Rotation, head_of, rotations_of
from gunbai_record.note import Note, NoteError, VerifierKey
from gunbai_record.policy import Policy, Witnessed, read_policy
from gunbai_record.record_file import RecordFileError, read
from gunbai_record.text_files import read_text, text_of
from gunbai_record.verify.entry_checks import opened_secret


class Witness(NamedTuple):
    """A head that the reader has from elsewhere, with the rotations that came with it."""

    note: Note
    head: Head
    rotations: tuple[Rotation, ...] = ()


class Evidence(NamedTuple):
    """What the reader knows of the service: its keys, and heads that it signed."""

    keys: tuple[VerifierKey, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    checkpoints: tuple[Note, ...] = ()
    """Checkpoints of the log of all games that the reader has from elsewhere."""
    policy: Policy | None = None
    """Which witnesses of the log the reader trusts, and how many must have cosigned."""


class EvidenceError(GunbaiError, ValueError):
    """Evidence that cannot be used; `option` is the command-line option at fault."""

    def __init__(self, option: str, problem: str) -> None:
        super().__init__(problem)
        self.option = option


class Attestation(NamedTuple):
    """Who vouches for a record, if anybody, and what contradicts it."""

    signer: str = ""
    """The verifier key that signed the record's head, if the reader accepts it."""
    lacking: bool = False
    """Whether the reader named keys, but none of them vouches."""
    contradictions: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    """The witnesses' games that the record could be compared with."""
    logged: tuple[str, ...] = ()
    """The logs, with their sizes, in which an accepted key vouches for the record's leaves."""
    uncompared: tuple[str, ...] = ()
    """The logs, with their sizes, of the reader's checkpoints that no leaf of the record could be compared with."""
    seeded: bool = False
    """Whether anybody could predict its chance, so that no signature makes the game fair."""
    cosigners: tuple[str, ...] = ()
    """The witnesses of the reader's policy that cosigned the record, by their names there."""
    witnessed: str = ""
    """How the reader's policy judges the cosignatures, in words; "" without a policy."""
    unwitnessed: bool = False
    """Whether the reader's policy needs more cosignatures."""

    @property
    def attests(self) -> bool:
        """Whether somebody vouches for the record, and nothing that the reader knows contradicts it."""
        return bool(self.signer) and not self.contradictions and not self.unwitnessed

    @property
    def nobody(self) -> str:
        """Why nobody vouches for the record, in words; "" if somebody does."""
        if self.signer:
            return ""
        if self.seeded:
            return SEEDED
        return NOT_ATTESTED if self.lacking else "nobody vouches for it: you named no key"

    def unfair(self) -> Attestation:
        """Return the attestation for a record whose chance follows from a seed: nobody can vouch for it."""
        return self.withdrawn()._replace(seeded=True)

    def withdrawn(self) -> Attestation:
        """Return the attestation for a record that fails its own checks: nobody can vouch for it."""
        return self._replace(signer="", lacking=self.lacking or bool(self.signer))

    def cosigned(self, header: FileHeader, end: record.Entry, policy: Policy | None) -> Attestation:
        """Return the attestation with a policy's judgement, if any. Raises NoteError for a false signature."""
        if policy is None:
            return self
        found = _cosigned(header, end, policy)
        return self._replace(cosigners=found.by, witnessed=found.sentence, unwitnessed=not found.holds)


NOT_ATTESTED = "NOT attested: no key you named signed its head"
SEEDED = "NOT attested: its chance follows from a seed in its first entry, so anybody could predict it"
NO_EVIDENCE = Evidence()
LOG = b"gunbai/"
"""How the origin of every service's log begins."""


def read_keys(text: str) -> list[VerifierKey]:
    """Return the keys that a reader names: a verifier key, or a file with one on each line.

    Raises ValueError or OSError. Only the part of a file before its first empty line counts: after it, a service's own
    key file lists its rotations.
    """
    if not os.path.isfile(text):  # noqa: PTH113  # Path.is_file raises for an invalid path
        if "+" in text:
            return [VerifierKey.parse(text)]
        if os.path.exists(text):  # noqa: PTH110  # Path.exists raises for an invalid path
            raise NoteError(f"{text[:200]!r} is not a file of keys")
        raise NoteError(f"{text[:200]!r} is neither a file nor a verifier key (NAME+ID+KEY)")
    lines, _, _ = read_text(Path(text)).partition("\n\n")
    return [VerifierKey.parse(line) for line in lines.splitlines()]


def is_checkpoint(file: Path) -> bool:
    """Return whether a file holds a checkpoint of a service's log. Raises OSError."""
    with file.open("rb") as source:
        return source.read(len(BOM_UTF8) + len(LOG)).removeprefix(BOM_UTF8).startswith(LOG)


def read_evidence(keys: Sequence[str], against: Sequence[Path], policy: Path | None = None) -> Evidence:
    """Return what a reader knows of a service, from the keys and files on a command line. Raises EvidenceError."""
    if against and not keys:
        raise EvidenceError("--against", "a head counts only if a key you named signed it: add --key")
    try:
        named = [key for text in keys for key in read_keys(text)]
    except (ValueError, OSError) as error:
        raise EvidenceError("--key", str(error)) from None
    try:
        checkpoints = [Note.parse(read_text(file)) for file in against if is_checkpoint(file)]
        heads = [read_witness(file) for file in against if not is_checkpoint(file)]
    except (ValueError, OSError) as error:
        raise EvidenceError("--against", str(error)) from None
    try:
        return Evidence(tuple(named), tuple(heads), tuple(checkpoints), read_policy(policy) if policy else None)
    except (ValueError, OSError) as error:
        raise EvidenceError("--policy", str(error)) from None


def check_compared(evidence: Evidence, attestations: Iterable[Attestation]) -> None:
    """Check that each of the reader's heads belongs to the game of one of the files. Raises EvidenceError."""
    compared = {game for attestation in attestations for game in attestation.compared}
    for witness in evidence.witnesses:
        if witness.head.game not in compared:
            raise EvidenceError("--against", f"none of the files is a record of the game {witness.head.game!r}")


def read_witness(file: Path) -> Witness:
    """Return the head in a file: a note, or a record file with a head. Raises NoteError, RecordFileError or OSError."""
    raw = file.read_bytes()
    if raw.removeprefix(BOM_UTF8).startswith(b"gunbai head"):
        note = Note.parse(text_of(raw))
        return Witness(note, Head.parse(note.text))
    with file.open("rb") as source:
        signed = read(source)[0].signed_head
    if not signed.note:
        raise RecordFileError(f"{file} has no signed head")
    return Witness(Note.parse(signed.note), head_of(signed), tuple(rotations_of(signed)))


def attest(header: FileHeader, entries: Sequence[record.Entry], linked: int, evidence: Evidence) -> Attestation:
    """Return who vouches for a file whose first `linked` entries continue the chain.

    Raises NoteError if no accepted key signed a witness, which then proves nothing.
    """
    own = _own(header.signed_head)
    ring = Keyring(evidence.keys, [*(own.rotations if own else ()), *_handed_over(evidence.witnesses)])
    signer = _signer(ring, own)
    last = Head(header.game, entries[-1].version, entries[-1].digest)
    # A head of an earlier version is genuine too, but says nothing about the entries after it.
    vouched = signer is not None and own is not None and own.head == last and linked == len(entries)
    signed = [(own.head, signer)] if own and signer else []
    contradictions: list[str] = []
    for witness in evidence.witnesses:
        by = ring.signer(witness.note)
        if by is None:
            raise NoteError(f"no key you named signed the head of {witness.head.game}@{witness.head.version}")
        # Compared even if the file's own entries say nothing about that version: two signed heads are evidence by
        # themselves.
        contradictions += [
            _contradiction(by, head, witness.head) for head, _ in signed if head.contradicts(witness.head)
        ]
        signed.append((witness.head, by))
        own_head = _own_head(header, entries[:linked], witness.head)
        if own_head is not None and own_head != witness.head:
            contradictions.append(_contradiction(by, own_head, witness.head, vouched=vouched))
    logs = _logs(ring, header)
    contradictions += [*_forks(ring, logs, evidence.checkpoints)]
    compared = {witness.head.game for witness in evidence.witnesses} & {header.game, *_shared(header)}
    return Attestation(
        str(signer) if vouched else "",
        lacking=bool(evidence.keys) and not vouched,
        contradictions=tuple(dict.fromkeys(contradictions)),
        compared=tuple(sorted(compared)),
        logged=tuple(dict.fromkeys(log.label for log in logs)),
        uncompared=tuple(dict.fromkeys(_uncompared(logs, evidence.checkpoints))),
    )


def _uncompared(logs: Iterable[Checkpoint], notes: Iterable[Note]) -> Iterator[str]:
    """Yield the reader's checkpoints that differ from a file's logs in size or origin."""
    sizes = {log[:2] for log in logs}
    theirs = (Checkpoint.parse(note.text) for note in notes)
    yield from (their.label for their in theirs if their[:2] not in sizes)


def _logs(ring: Keyring, header: FileHeader) -> list[Checkpoint]:
    """Return the checkpoints of a file's leaves that an accepted key signed."""
    logs = []
    for leaf in header.leaves:
        with suppress(NoteError):
            note = LogProof.parse(leaf.proof).note()
            if log_signer(note, ring.keys) is not None:
                logs.append(Checkpoint.parse(note.text))
    return logs


def _cosigned(header: FileHeader, end: record.Entry, policy: Policy) -> Witnessed:
    """Judge a file by the checkpoint with the fewest cosignatures. Raises NoteError for a false signature."""
    if all(leaf.version != end.version for leaf in header.leaves):
        return policy.unwitnessed("no proof shows the last entry in a log")
    judged = [policy.judged(LogProof.parse(leaf.proof).note()) for leaf in header.leaves]
    # The weakest: the creation and the end must both be witnessed.
    return min(judged, key=lambda found: (found.holds, len(found.by)))


def _forks(ring: Keyring, logs: Iterable[Checkpoint], notes: Iterable[Note]) -> Iterator[str]:
    """Yield the logs of a file that contradict one of the reader's checkpoints.

    Raises NoteError if no named key signed a checkpoint.
    """
    for note in notes:
        theirs, by = Checkpoint.parse(note.text), log_signer(note, ring.keys)
        if by is None:
            raise NoteError(f"no key you named signed the checkpoint of {theirs.origin}")
        for log in logs:
            if log.contradicts(theirs):
                one, other = log.root.hex(), theirs.root.hex()
                fork_text = f"two versions of {log.label}, {one} and {other}"
                yield f"PROOF OF FRAUD: {by.name} signed {fork_text}"


def missing(header: FileHeader, end: record.Entry, witnesses: Iterable[Witness]) -> range:
    """Return the numbers of the entries that a witness shows to be missing from the end of a file."""
    upto = max((witness.head.version for witness in witnesses if witness.head.game == header.game), default=0)
    # After the end of a game nothing can be missing; a later head contradicts the record instead.
    return range(end.version + 1, end.version + 1 if opened_secret(end) else upto + 1)


def sentence_of_missing(game: str, lacking: range) -> str:
    """Say that entries of a game are missing."""
    return f"missing: a signed head shows that {game!r} continues to entry {lacking[-1]}"


def _own(signed: SignedHead) -> Witness | None:
    """Return a file's signed head; None if it has none, or if something is wrong with it."""
    try:
        return Witness(Note.parse(signed.note), head_of(signed), tuple(rotations_of(signed)))
    except NoteError:
        return None


def _signer(ring: Keyring, own: Witness | None) -> VerifierKey | None:
    """Return the accepted key that signed a file's head. A note with any false signature counts as unsigned."""
    with suppress(NoteError):
        return ring.signer(own.note) if own else None
    return None


def _handed_over(witnesses: Iterable[Witness]) -> list[Rotation]:
    return [rotation for witness in witnesses for rotation in witness.rotations]


def _shared(header: FileHeader) -> dict[str, int]:
    """Return the ancestors of a file's game, each with the last version that they share."""
    return {ancestor.game: ancestor.version for ancestor in header.ancestors}


def _own_head(header: FileHeader, entries: Sequence[record.Entry], head: Head) -> Head | None:
    """Return the head that a file has instead of the given one; None if the file says nothing about that version.

    A game has no entry after its end, so a later head contradicts the last entry.
    """
    upto = (_shared(header) | {header.game: len(entries)}).get(head.game, 0)
    if head.version <= min(upto, len(entries)):
        return Head(head.game, head.version, entries[head.version - 1].digest)
    if head.game == header.game and entries and opened_secret(entries[-1]):
        return Head(head.game, len(entries), entries[-1].digest)
    return None


def _contradiction(by: VerifierKey, seen: Head, signed: Head, *, vouched: bool = True) -> str:
    """Return a contradiction in words: it proves fraud only if the same key vouches for both sides."""
    one, other = (f"{head.game}@{head.version} with the digest {head.digest.hex()}" for head in (seen, signed))
    if vouched:
        return f"PROOF OF FRAUD: {by.name} signed {one} and {other}"
    return f"NOT the record that {by.name} signed: this one has {one}, the signed one has {other}"
