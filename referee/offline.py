"""Verifying record files without a service, several at once."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import msgspec

from gunbai.record.v1 import entry_pb2 as record
from gunbai_client.record_file import RecordFileError, read
from referee.titles import finished
from referee.verification import Report, opened_secret, verify


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


def verified(files: Sequence[Path], processes: int = 0) -> Iterator[FileReport]:
    """The reports on files, in their order; 0 processes means one per core."""
    workers = min(processes or os.cpu_count() or 1, len(files))
    if workers < 2:
        yield from map(verify_file, files)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(verify_file, files)


def verify_file(file: Path) -> FileReport:
    """The report on one file."""
    try:
        with file.open("rb") as source:
            head, entries = read(source)
            game, read_entries = head.game, list(entries)
    except RecordFileError as error:
        return FileReport(file, "", Report(problem=str(error)))
    secrets = {ancestor.game: ancestor.secret for ancestor in head.ancestors if ancestor.secret}
    report = verify(finished(), read_entries, secrets | own_secret(game, read_entries))
    return FileReport(file, game, report)


def own_secret(game: str, entries: Sequence[record.Entry]) -> dict[str, bytes]:
    """The secret that the last entry of the game opens, by game."""
    secret = opened_secret(entries[-1]) if entries else b""
    return {game: secret} if secret else {}
