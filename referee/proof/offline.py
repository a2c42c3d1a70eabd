"""Verify record files without a service, several at once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.record.v1.lifecycle_pb2 import ForkGame
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_client.messages import as_json
from gunbai_client.record_file import RecordFileError, read
from referee.game.titles import finished
from referee.proof.frame import founding_of
from referee.proof.verification import failed, verify

FileProgress = Callable[[int, int], None]
"""Called with how many are done of how many."""

_OFTEN = 250


def no_progress(_done: int, _total: int) -> None:
    """Ignore the progress."""


def sparsely(progress: FileProgress, total: int, done: int) -> None:
    """Report every few hundredth number, and the last."""
    if done % _OFTEN == 0 or done == total:
        progress(done, total)


class FileReport(NamedTuple):
    """The verification of a file."""

    file: Path
    game: str
    verification: pb.Verification

    def as_json(self) -> str:
        """Return the report as a line of JSON."""
        return json.dumps({"file": str(self.file), "game": self.game, **as_json(self.verification)})

    def sentence(self) -> str:
        """Return the report in words."""
        return f"{self.file}: {sentence(self.verification)}"


def verified(files: Sequence[Path], processes: int = 0, progress: FileProgress = no_progress) -> Iterator[FileReport]:
    """Yield the reports on files, in order; 0 processes means one per core.

    `progress` receives how many are done of how many: entries with one process, files with several.
    """
    workers = min(processes or os.cpu_count() or 1, len(files))
    if workers < 2:
        yield from (verify_file(file, progress) for file in files)
        return
    with ProcessPoolExecutor(workers) as pool:
        for done, report in enumerate(pool.map(verify_file, files), 1):
            progress(done, len(files))
            yield report


def verify_file(file: Path, progress: FileProgress = no_progress) -> FileReport:
    """Verify one file."""
    try:
        with file.open("rb") as source:
            head, entries = read(source)
            game, read_entries = head.game, list(entries)
    except RecordFileError as error:
        return FileReport(file, "", failed(str(error)))
    if not read_entries:
        return FileReport(file, game, failed("it has no entry"))
    secrets = {ancestor.game: ancestor.secret for ancestor in head.ancestors}
    report = verify(finished(), read_entries, secrets, partial(sparsely, progress, len(read_entries)))
    if report.verdict != pb.VERDICT_FAILED and (problem := misfit(head, read_entries)):
        report = failed(problem)
    return FileReport(file, game, report)


def misfit(head: FileHeader, entries: Sequence[record.Entry]) -> str:
    """Return how the header of a file contradicts its entries, which are verified, or ""."""
    firsts = {entry.game: entry for entry in reversed(entries)}
    line = [head.game, *(ancestor.game for ancestor in head.ancestors)]
    if [game for game in line if game in firsts] != [*firsts] or not {line[0], line[-1]} <= firsts.keys():
        return f"the header has the games {line}, the entries have {[*firsts]}"
    shared = firsts[head.game].version - 1
    for below, ancestor in zip(line, head.ancestors, strict=False):
        if below in firsts and parent_of(firsts[below]) != ancestor.game:
            return f"the header says that {below!r} was branched from {ancestor.game!r}, its first entry does not"
        if ancestor.version != shared:
            return f"the header has {ancestor.game!r} up to entry {ancestor.version}, the entries up to {shared}"
        if ancestor.game in firsts:
            shared = firsts[ancestor.game].version - 1
        elif ancestor.secret:
            return f"the header has a secret of {ancestor.game!r}, which has no entry here"
    return ""


def parent_of(first: record.Entry) -> str:
    """Return the game that a game was branched from according to its first entry, or ""."""
    founding = founding_of(first.command.open)
    return founding.parent if isinstance(founding, ForkGame) else ""


def sentence(found: pb.Verification) -> str:
    """Return a verification in words."""
    if found.verdict == pb.VERDICT_FAILED:
        where = f"entry {found.bad_version}: " if found.bad_version else ""
        return f"FAILED: {where}{found.problem}"
    verdict = pb.Verdict.Name(found.verdict).removeprefix("VERDICT_").lower()
    checked = (
        f"{verdict}: {found.entries} entries linked, {found.adjudicated} judged again, "
        f"{found.chance_recomputed} outcomes of chance recomputed"
    )
    missing = [f"{place(each.first_version, each.last_version)}: {each.sentence}" for each in found.unchecked]
    without = [f"entry {each.version}: seat {each.seat} gave no entropy" for each in found.seats_without_entropy]
    return "; ".join([checked, *missing, *without])


def place(first: int, last: int) -> str:
    """Return a range of entries in words."""
    return f"entry {first}" if first == last else f"entries {first} to {last}"
