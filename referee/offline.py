"""Verifying record files without a service, several at once."""

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
from referee.titles import finished
from referee.verification import Report, opened_secret, verify

Told = Callable[[int, int], None]
"""Hears how many are done of how many."""

_OFTEN = 250


def unheard(_done: int, _total: int) -> None:
    """Nobody waits for the numbers."""


def now_and_then(told: Told, total: int, done: int) -> None:
    """Tell every few hundredth number, and the last."""
    if done % _OFTEN == 0 or done == total:
        told(done, total)


class FileReport(NamedTuple):
    """What was found in a file."""

    file: Path
    game: str
    report: Report

    @property
    def valid(self) -> bool:
        """Whether everything holds that could be checked."""
        return self.report.valid

    def as_json(self) -> str:
        """The report as a line of JSON."""
        told = {"file": str(self.file), "game": self.game, "valid": self.valid, **msgspec.structs.asdict(self.report)}
        return json.dumps(told)

    def sentence(self) -> str:
        """The report in words."""
        report = self.report
        if not self.valid:
            where = f"entry {report.bad_version}: " if report.bad_version else ""
            return f"{self.file}: NOT valid: {where}{report.problem}"
        checked = (
            f"{report.entries} entries linked, {report.adjudicated} judged again, "
            f"{report.chance_recomputed} outcomes of chance recomputed"
        )
        return "; ".join([f"{self.file}: valid: {checked}", *report.remarks])


def verified(files: Sequence[Path], processes: int = 0, told: Told = unheard) -> Iterator[FileReport]:
    """The reports on files, in their order; 0 processes means one per core.

    `told` hears how many are done of how many: entries where one process verifies, files where several do.
    """
    workers = min(processes or os.cpu_count() or 1, len(files))
    if workers < 2:
        yield from (verify_file(file, told) for file in files)
        return
    with ProcessPoolExecutor(workers) as pool:
        for done, report in enumerate(pool.map(verify_file, files), 1):
            told(done, len(files))
            yield report


def verify_file(file: Path, told: Told = unheard) -> FileReport:
    """The report on one file."""
    try:
        with file.open("rb") as source:
            head, entries = read(source)
            game, read_entries = head.game, list(entries)
    except RecordFileError as error:
        return FileReport(file, "", Report(problem=str(error)))
    if not read_entries:
        return FileReport(file, game, Report(problem="it has no entry"))
    secrets = {ancestor.game: ancestor.secret for ancestor in (*head.ancestors, own(game, read_entries[-1]))}
    report = verify(finished(), read_entries, secrets, partial(now_and_then, told, len(read_entries)))
    if report.valid:
        report.problem = misfit(head, read_entries)
    return FileReport(file, game, report)


def misfit(head: FileHeader, entries: Sequence[record.Entry]) -> str:
    """What the head of a file says that its entries do not; an ancestor may share no entry of its own."""
    last = {entry.game: entry.version for entry in entries}
    named = {ancestor.game: ancestor.version for ancestor in head.ancestors} | {head.game: head.head}
    if entries[-1].game != head.game or last != {game: version for game, version in named.items() if game in last}:
        return f"the head tells of {named}, the entries of {last}"
    if parent_of(head.game, entries) != (head.ancestors[0].game if head.ancestors else ""):
        return f"the head does not tell of the game from which {head.game!r} was forked"
    return ""


def parent_of(game: str, entries: Sequence[record.Entry]) -> str:
    """The game that a game was forked from, as its first entry tells; empty if it tells of none."""
    first = next(entry for entry in entries if entry.game == game).command.open
    with suppress(DecodeError):
        return ForkGame.FromString(first.value).parent if first.Is(ForkGame.DESCRIPTOR) else ""
    return ""


def own(game: str, last: record.Entry) -> Ancestor:
    """The game of a file as if it were an ancestor, with its secret if its last entry opens it."""
    return Ancestor(game=game, version=last.version, secret=opened_secret(last))
