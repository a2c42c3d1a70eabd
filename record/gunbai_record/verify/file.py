"""The checks of a record file: its form, its entries, its header, and what the reader knows of the service."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai_record.chain import ChainError
from gunbai_record.checkpoint import LogProof, cosigned_at
from gunbai_record.note import VerifierKey
from gunbai_record.policy import Policy
from gunbai_record.record_file import RecordFileError, read
from gunbai_record.text.counts import counted
from gunbai_record.verify.attestation import NO_EVIDENCE, Evidence, attest, missing, sentence_of_missing
from gunbai_record.verify.entry_checks import opened
from gunbai_record.verify.header import misfit
from gunbai_record.verify.report import (
    Check,
    Cosigned,
    Gap,
    Report,
    Verdict,
    sentence_of_removed,
    sentence_of_sealed,
    sentence_of_uncanonical,
)
from gunbai_record.verify.trail import Trail


def record_files(named: Iterable[Path]) -> Iterator[Path]:
    """Yield the named record files, and those in the named folders. Raises FileNotFoundError."""
    for path in named:
        if not path.is_dir():
            yield path
            continue
        within = sorted(path.rglob("*.gunbai"))
        if not within:
            raise FileNotFoundError(f"{path}: no *.gunbai files in this folder")
        yield from within


def verify_file(file: Path, evidence: Evidence = NO_EVIDENCE, witnesses: Sequence[VerifierKey] = ()) -> Report:
    """Check a record file. `witnesses` are keys that cosign checkpoints.

    Raises OSError, or NoteError if no named key signed the reader's own evidence.
    """
    with file.open("rb") as source:
        return verify_source(source, file, evidence, witnesses)


def verify_source(
    source: BinaryIO, file: Path, evidence: Evidence = NO_EVIDENCE, witnesses: Sequence[VerifierKey] = ()
) -> Report:
    """Check a record from its beginning; `file` is its name in the report. Raises as `verify_file` does."""
    report = Report(file)
    try:
        header, entries = read(source)
        report.game = header.game
        listed, problem = _listed(entries)
    except RecordFileError as error:
        report.problem = str(error)
        return report
    secrets = {ancestor.game: ancestor.secret for ancestor in header.ancestors if ancestor.secret}
    trail = Trail({**opened(listed), **secrets}, header.common_secret)
    return judged(report, trail, header, listed, cut_off=problem, evidence=evidence, witnesses=witnesses)


def judged(
    report: Report,
    trail: Trail,
    header: FileHeader,
    listed: Sequence[record.Entry],
    *,
    first: int = 1,
    cut_off: str = "",
    evidence: Evidence = NO_EVIDENCE,
    witnesses: Sequence[VerifierKey] = (),
) -> Report:
    """Check a file's header, and its entries from number `first`, where the trail stands. Raises NoteError.

    `cut_off` says what is wrong with the entry after the listed ones.
    """
    report.entries = len(listed)
    if listed:
        _follow(report, trail, listed, first)
        report.attestation = attest(header, listed, report.counts.linked, evidence)
        if report.seeded:
            report.attestation = report.attestation.unfair()
    if not report.problem:
        report.problem = cut_off or ("" if listed else "it has no entries")
    if not report.problem:
        _check_header(report, header, listed, witnesses, evidence.policy)
    if report.problem:
        # A good signature under a bad record proves nothing good about it.
        report.attestation = report.attestation.withdrawn()
        return report
    if lacking := missing(header, listed[-1], evidence.witnesses):
        report.gaps.append(Gap(lacking[0], lacking[-1], sentence_of_missing(header.game, lacking)))
    _conclude(report)
    return report


def _listed(entries: Iterator[record.Entry]) -> tuple[list[record.Entry], str]:
    """Return the entries of a file up to the first unreadable one, and what is wrong with that one, or ""."""
    listed = list[record.Entry]()
    try:
        listed.extend(entries)
    except RecordFileError as error:
        return listed, str(error)
    return listed, ""


def _follow(report: Report, trail: Trail, entries: Sequence[record.Entry], first: int) -> None:
    """Check the entries of a file up to the first bad one, and report what was checked."""
    for version, entry in enumerate(entries[first - 1 :], first):
        try:
            trail.follow(version, entry)
        except Exception as error:  # noqa: BLE001  # whatever a foreign record breaks is the record's fault
            report.bad_version = version
            report.problem = error.problem if isinstance(error, ChainError) else str(error) or type(error).__name__
            break
    report.counts, report.irregular, report.seeded = trail.counts, trail.irregular, trail.frame.seeded
    report.checks += _checks(trail, len(entries))
    report.gaps += [
        Gap(part.first, part.last, f"{part.hidden}: salts were not recomputed")
        for part in trail.frame.parts
        if not part.opened
    ]
    if trail.lost:
        report.gaps.append(Gap(trail.lost.version, len(entries), trail.lost.sentence))
    if sealed := trail.counts.signatures.sealed:
        report.gaps.append(Gap(sealed[0], sealed[-1], sentence_of_sealed(len(sealed))))


def _checks(trail: Trail, entries: int) -> Iterator[Check]:
    """Yield what was checked of the entries, with counts."""
    counts, parts, signed, shares = trail.counts, trail.frame.parts, trail.counts.signatures, trail.shares
    yield Check("form", f"{counted(entries, 'entry')} written as the record format says")
    if counts.strange:
        unread = counted(counts.strange.total(), "message")
        yield Check("form", f"{unread} not read because the type is unknown: {', '.join(sorted(counts.strange))}")
    if uncanonical := trail.frame.uncanonical:
        yield Check("form", sentence_of_uncanonical(uncanonical))
    yield Check("chain", f"{counts.linked:,} of {counted(entries, 'entry')} linked by number, leaves and digest")
    yield Check("games", ", ".join(f"{part.game} has entries {part.first} to {part.last}" for part in parts) or "none")
    ended, disclosed = sum(part.ended for part in parts), sum(part.opened for part in parts)
    given = f"{ended} opened by the last entry of a game, {disclosed} of {len(parts)} known"
    yield Check("secrets", f"{given}; each matches its commitment")
    names = f", {sentence_of_removed(counts.removed)}" if counts.removed else ""
    salts, sealed = counted(counts.salts, "salt"), counted(counts.sealed, "item")
    yield Check("seals", f"{salts} recomputed from the secrets, {sealed} sealed{names}")
    unseen = f"{len(signed.sealed):,} sealed"
    yield Check("signatures", f"{signed.seats:,} by seats, {signed.arbiter:,} by the arbiter, {unseen}")
    drawn = counted(shares.outcomes, "outcome")
    yield Check("shares", f"{shares.checked:,} match their commitments, {drawn} drawn from them")


def _check_header(
    report: Report,
    header: FileHeader,
    entries: Sequence[record.Entry],
    witnesses: Iterable[VerifierKey],
    policy: Policy | None,
) -> None:
    """Check the header against the entries, which hold; a mismatch becomes the report's problem."""
    try:
        report.problem = misfit(header, entries)
        report.cosigned += [Cosigned(witness.name, _cosignatures(header, witness)) for witness in witnesses]
        if not report.problem:
            report.attestation = report.attestation.cosigned(header, entries[-1], policy)
    except Exception as error:  # noqa: BLE001  # whatever a foreign header breaks is the header's fault
        report.problem = str(error) or type(error).__name__
    if report.problem:
        return
    report.checks += _said_of_header(header)


def _said_of_header(header: FileHeader) -> Iterator[Check]:
    """Yield what was checked of a header."""
    signed, leaves, head = len(header.result_signatures), len(header.leaves), header.signed_head
    yield Check("result", f"{counted(signed, 'signature')} by seats")
    by = f"signed by {head.key} after {counted(len(head.rotations), 'rotation')}" if head.note else "not signed"
    yield Check("head", f"the last entry is {by}")
    yield Check("log", f"{counted(leaves, 'leaf')} proved to be in the tree of a signed checkpoint")


def _cosignatures(header: FileHeader, witness: VerifierKey) -> int:
    """Return how many of a header's checkpoints a witness cosigned. Raises NoteError if a signature is false."""
    notes = (LogProof.parse(leaf.proof).note() for leaf in header.leaves)
    return sum(cosigned_at(note, witness) is not None for note in notes)


def _conclude(report: Report) -> None:
    """Give the verdict on a file with nothing wrong in it."""
    attestation = report.attestation
    report.checks += [Check("log", f"a named key vouches for the log {log}") for log in attestation.logged]
    report.checks += [
        Check("log", f"NOT compared with the log {log}: its size is different") for log in attestation.uncompared
    ]
    report.checks += [
        Check("witness", f"{cosigned.witness} cosigned {counted(cosigned.times, 'checkpoint')}")
        for cosigned in report.cosigned
    ]
    report.checks += [Check("witness", words) for words in [attestation.witnessed] if words]
    report.checks += [Check("against", f"a signed head of {game} was compared") for game in attestation.compared]
    if not report.gaps:
        report.verdict = Verdict.ATTESTED if attestation.attests and not report.unwitnessed else Verdict.INTACT
        return
    report.verdict = Verdict.INCOMPLETE
    if attestation.signer:
        report.checks.append(Check("signed", f"its head is signed by {attestation.signer}"))
