"""Verifies record files without a service, several at once, and against what the reader knows about the service."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

from google.protobuf.message import DecodeError

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.messages import as_json
from gunbai_record.note import NoteError
from gunbai_record.record_file import RecordFileError, read
from gunbai_record.text.counts import counted
from gunbai_record.verify.attestation import NO_EVIDENCE, Attestation, Evidence, attest, missing, sentence_of_missing
from gunbai_record.verify.header import misfit
from gunbai_record.verify.report import sentence_of_removed, sentence_of_uncanonical
from referee.game.titles import Titles, finished
from referee.proof.verification import failed, verify
from titles.packages import own_title

FileProgress = Callable[[int, int], None]
"""Called with how many are done of how many."""

_OFTEN = 250


def no_progress(_done: int, _total: int) -> None:
    """Ignore the progress."""


def sparsely(progress: FileProgress, total: int, done: int) -> None:
    """Report every 250th number, and the last."""
    if done % _OFTEN == 0 or done == total:
        progress(done, total)


class FileReport(NamedTuple):
    """A file's verification, and the keys that vouch for it."""

    file: Path
    game: str
    verification: pb.Verification
    attestation: Attestation = Attestation()

    @property
    def failed(self) -> bool:
        """Whether a check of the file failed."""
        return self.verification.verdict == pb.VERDICT_FAILED

    def as_json(self) -> str:
        """Return the report as a line of JSON."""
        line = {"file": str(self.file), "game": self.game, **as_json(self.verification)}
        return json.dumps(line | self.attestation._asdict())

    def sentence(self) -> str:
        """Return the report in words; contradictions come first."""
        parts = [*self.attestation.contradictions, sentence(self.verification)]
        if self.attestation.signer:
            parts.append(f"its head is signed by {self.attestation.signer}")
        if self.attestation.witnessed:
            parts.append(self.attestation.witnessed)
        if not self.failed:
            parts += [f"the log of all games lists it: {log}" for log in self.attestation.logged]
        parts += [f"NOT compared with the log {log}: its size is different" for log in self.attestation.uncompared]
        if self.attestation.nobody and (not self.failed or self.attestation.lacking):
            parts.append(self.attestation.nobody)
        return f"{self.file}: {'; '.join(parts)}"


def verified(
    files: Sequence[Path], processes: int, progress: FileProgress = no_progress, evidence: Evidence = NO_EVIDENCE
) -> Iterator[FileReport]:
    """Yield the reports on files, in order; 0 processes means one per core. Raises NoteError as `attest` does.

    `progress` receives how many are done of how many: entries with one process, files with several.
    """
    workers = min(processes or os.cpu_count() or 1, len(files))
    if workers < 2:
        yield from (verify_file(file, progress, evidence) for file in files)
        return
    with ProcessPoolExecutor(workers) as pool:
        for done, report in enumerate(pool.map(partial(verify_file, evidence=evidence), files), 1):
            progress(done, len(files))
            yield report


def verify_file(file: Path, progress: FileProgress = no_progress, evidence: Evidence = NO_EVIDENCE) -> FileReport:
    """Verify one file. Raises NoteError as `attest` does."""
    with file.open("rb") as source:
        return verify_source(source, file, progress, evidence)


def verify_source(
    source: BinaryIO, file: Path, progress: FileProgress = no_progress, evidence: Evidence = NO_EVIDENCE
) -> FileReport:
    """Verify a record from its beginning; `file` is its name in the report. Raises as `verify_file` does."""
    try:
        header, entries = read(source)
        read_entries = list(entries)
    except RecordFileError as error:
        return FileReport(file, "", failed(str(error)))
    if not read_entries:
        return FileReport(file, header.game, failed("it has no entries"))
    secrets = {ancestor.game: ancestor.secret for ancestor in header.ancestors}
    told_progress = partial(sparsely, progress, len(read_entries))
    title = _title_of(read_entries[0])
    verification = verify(_titles(title), read_entries, secrets, told_progress, header.common_secret)
    if title and verification.verdict == pb.VERDICT_FAILED:
        # With the other titles, which the sentence may concern.
        verification = verify(_titles(), read_entries, secrets, told_progress, header.common_secret)
    return reported(file, header, read_entries, verification, evidence)


def reported(
    file: Path,
    header: FileHeader,
    entries: Sequence[record.Entry],
    verification: pb.Verification,
    evidence: Evidence = NO_EVIDENCE,
) -> FileReport:
    """Return the report on a file from its entries' verification. Raises NoteError as `attest` does."""
    attestation = attest(header, entries, verification.linked, evidence)
    if verification.seeded:
        attestation = attestation.unfair()
    if verification.verdict == pb.VERDICT_FAILED:
        return FileReport(file, header.game, verification, attestation.withdrawn())
    problem = misfit(header, entries)
    try:
        attestation = attestation if problem else attestation.cosigned(header, entries[-1], evidence.policy)
    except NoteError as error:
        problem = str(error)
    if problem:
        return FileReport(file, header.game, failed(problem), attestation.withdrawn())
    if lacking := missing(header, entries[-1], evidence.witnesses):
        verification.unchecked.add(
            first_version=lacking[0],
            last_version=lacking[-1],
            reason=pb.UNCHECKED_REASON_MISSING_ENTRIES,
            sentence=sentence_of_missing(header.game, lacking),
        )
    if verification.verdict == pb.VERDICT_CONSISTENT and attestation.attests:
        verification.verdict = pb.VERDICT_ATTESTED
    return FileReport(file, header.game, verification, attestation)


@cache
def _titles(name: str = "") -> Titles:
    """Return one of gunbai's own titles, or all, in all versions of their rules, which a process looks up once."""
    return Titles(own_title(name).values()) if name else finished()


def _title_of(first: record.Entry) -> str:
    """Return the title of a record by its first entry, if it is one of gunbai's own; otherwise ""."""
    created = life.CreateGame()
    with suppress(DecodeError):
        first.command.open.Unpack(created)
    return created.title if own_title(created.title) else ""


def sentence(verification: pb.Verification) -> str:
    """Return a verification in words."""
    if verification.verdict == pb.VERDICT_FAILED:
        where = f"entry {verification.bad_version}: " if verification.bad_version else ""
        return f"FAILED: {where}{verification.problem}"
    verdict = pb.Verdict.Name(verification.verdict).removeprefix("VERDICT_").lower()
    checked = (
        f"{verdict}: {counted(verification.entries, 'entry')} linked, {verification.adjudicated} judged again, "
        f"{counted(verification.chance_recomputed, 'outcome')} of chance recomputed"
    )
    missing = [f"{place(gap.first_version, gap.last_version)}: {gap.sentence}" for gap in verification.unchecked]
    without = [
        f"entry {lacking.version}: seat {lacking.seat} gave no entropy"
        for lacking in verification.seats_without_entropy
    ]
    irregular = [f"except entry {entry.version}: {entry.sentence}" for entry in verification.irregular_entries]
    removed, uncanonical = verification.removed_names, verification.uncanonical_commands
    names = [sentence_of_removed(removed)] if removed else []
    encodings = [sentence_of_uncanonical(uncanonical)] if uncanonical else []
    return "; ".join([checked, *irregular, *missing, *without, *names, *encodings])


def place(first: int, last: int) -> str:
    """Return a range of entries in words."""
    return f"entry {first}" if first == last else f"entries {first} to {last}"
