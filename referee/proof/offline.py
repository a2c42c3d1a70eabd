"""Verify record files without a service, several at once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from google.protobuf.message import DecodeError

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import Ancestor, FileHeader
from gunbai.record.v1.lifecycle_pb2 import ForkGame
from gunbai_client.record_file import RecordFileError, read
from referee.game.titles import finished
from referee.proof.verification import Report, opened_secret, verify

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
    """The report on a file."""

    file: Path
    game: str
    report: Report

    @property
    def valid(self) -> bool:
        """Return whether everything that could be checked holds."""
        return self.report.valid

    def as_json(self) -> str:
        """Return the report as a line of JSON."""
        line = {"file": str(self.file), "game": self.game, "valid": self.valid, **msgspec.structs.asdict(self.report)}
        return json.dumps(line)

    def sentence(self) -> str:
        """Return the report in words."""
        report = self.report
        if not self.valid:
            where = f"entry {report.bad_version}: " if report.bad_version else ""
            return f"{self.file}: NOT valid: {where}{report.problem}"
        checked = (
            f"{report.entries} entries linked, {report.adjudicated} judged again, "
            f"{report.chance_recomputed} outcomes of chance recomputed"
        )
        return "; ".join([f"{self.file}: valid: {checked}", *report.remarks])


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
        return FileReport(file, "", Report(problem=str(error)))
    if not read_entries:
        return FileReport(file, game, Report(problem="it has no entry"))
    secrets = {ancestor.game: ancestor.secret for ancestor in (*head.ancestors, own(game, read_entries[-1]))}
    report = verify(finished(), read_entries, secrets, partial(sparsely, progress, len(read_entries)))
    if report.valid:
        report.problem = misfit(head, read_entries)
    return FileReport(file, game, report)


def misfit(head: FileHeader, entries: Sequence[record.Entry]) -> str:
    """Return how the header of a file contradicts its entries, or ""; an ancestor may share no entry of its own."""
    last = {entry.game: entry.version for entry in entries}
    named = {ancestor.game: ancestor.version for ancestor in head.ancestors} | {head.game: head.head}
    if entries[-1].game != head.game or last != {game: version for game, version in named.items() if game in last}:
        return f"the header has {named}, the entries have {last}"
    if parent_of(head.game, entries) != (head.ancestors[0].game if head.ancestors else ""):
        return f"the header does not name the game from which {head.game!r} was forked"
    return ""


def parent_of(game: str, entries: Sequence[record.Entry]) -> str:
    """Return the game that a game was forked from according to its first entry, or ""."""
    first = next(entry for entry in entries if entry.game == game).command.open
    with suppress(DecodeError):
        return ForkGame.FromString(first.value).parent if first.Is(ForkGame.DESCRIPTOR) else ""
    return ""


def own(game: str, last: record.Entry) -> Ancestor:
    """Return the game of a file in the form of an ancestor, with its secret if its last entry opens it."""
    return Ancestor(game=game, version=last.version, secret=opened_secret(last))
