"""What tampering led to: for each way and title, how much was tried, noticed, and named with its entry."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from gunbai.referee.v1.audit_pb2 import VERDICT_ATTESTED, VERDICT_CONSISTENT, VERDICT_FAILED
from gunbai_record.verify.attestation import Evidence
from lab.tampering import rows, ways
from lab.tampering.ways import SERVICE, Tampered
from referee.game.titles import finished
from referee.proof.identity import Identity
from referee.proof.offline import verify_file
from referee.records.doctor import examine
from store.contract import StorageError

EVIDENCE = Evidence((SERVICE.verifier,))
"""The reader has named the key of the service."""
A_ROW = "a value in a row changed"
ELSEWHERE = {
    ("tallies", "consents"): "counted too high, it is met by the next branch (tests/store/test_sqlite_rows.py)",
}
"""The values that the doctor does not check, and what does."""


class Result(NamedTuple):
    """How often a game was tampered with in one way, how often that was noticed, and named with the entry at fault."""

    way: str
    title: str
    tried: int
    noticed: int
    named: int
    missed: tuple[str, ...] = ()

    def row(self) -> str:
        """Return the result as a line of the table."""
        return f"{self.way:26}{self.title:18}{self.tried:>8}{self.noticed:>9}{self.named:>8}"


HEAD = f"{'way':26}{'title':18}{'tried':>8}{'noticed':>9}{'named':>8}"


def tried_on_file(way: str, title: str, tampered: Iterable[Tampered], folder: Path) -> Result:
    """Verify files that were tampered with, for a reader who named the key of the service."""
    file, tried, noticed, named, missed = folder / "game.gunbai", 0, 0, 0, list[str]()
    for number, copy in enumerate(tampered):
        file.write_bytes(copy.file)
        report = verify_file(file, evidence=EVIDENCE)
        verification = report.verification
        tried += 1
        if verification.verdict in {VERDICT_ATTESTED, VERDICT_CONSISTENT} and not report.attestation.lacking:
            missed.append(f"{number}: {report.sentence()}")
            continue
        noticed += 1
        at = [verification.bad_version, *map(int, re.findall(r"entry (\d+)", verification.problem))]
        named += (
            copy.version in at
            or (not copy.version and not verification.bad_version)
            or is_head(copy, verification.verdict)
        )
    return Result(way, title, tried, noticed, named, tuple(missed))


def is_head(tampered: Tampered, verdict: int) -> bool:
    """Return whether a header or a signed head was at fault, and the entries were called sound."""
    return not tampered.version and verdict != VERDICT_FAILED


def tried_on_rows(title: str, file: bytes, folder: Path, step: int) -> Result:
    """Examine databases in each of which one value of one row was changed."""
    database = folder / "games.sqlite"
    game = asyncio.run(rows.made(database, file))
    Identity.kept_in(database.with_suffix(".key"))
    contents = {path.name: path.read_bytes() for path in folder.iterdir()}
    tried, noticed, named, missed = 0, 0, 0, list[str]()
    for cell in list(rows.cells(database))[:: max(step // 1000, 1)]:
        for value in rows.altered(cell.value, step):
            restore(folder, contents)
            if (cell.table, cell.column) in ELSEWHERE or not put(database, cell, value):
                continue
            tried += 1
            problems = [*examined(database)]
            noticed += bool(problems)
            named += any(game in line or cell.table in line for line in problems)
            if not problems:
                missed.append(f"{cell.table}.{cell.column}: {cell.value!r} as {value!r}")
    restore(folder, contents)
    return Result(A_ROW, title, tried, noticed, named, tuple(missed))


def restore(folder: Path, contents: dict[str, bytes]) -> None:
    """Restore a folder's files."""
    for path in folder.iterdir():
        path.unlink()
    for name, content in contents.items():
        (folder / name).touch(mode=0o600)
        (folder / name).write_bytes(content)


def put(database: Path, cell: rows.Cell, value: object) -> bool:
    """Replace a value with another, and return whether SQLite takes it: a key may not occur twice."""
    try:
        rows.put(database, cell, value)
    except sqlite3.IntegrityError:
        return False
    return True


def examined(database: Path) -> Iterator[str]:
    """Yield the faults that the doctor finds in a database."""
    try:
        report = asyncio.run(examine(database, database.with_suffix(".key"), finished(), lambda *_: None))
    except StorageError as error:
        yield str(error)
        return
    yield from (f"{fault.place}: {fault.problem}" for fault in report.faults)


def results(title: str, file: bytes, folder: Path, step: int = 1) -> Iterator[Result]:
    """Yield what became of each way to tamper with the record of a game, and with its rows in a database."""
    signed = ways.attested(file)
    for way, tampered in ways.WAYS.items():
        every = step if tampered is ways.flipped else max(step // 8, 1)
        yield tried_on_file(way, title, tampered(signed, every), folder)
    (folder / "game.gunbai").unlink()
    yield tried_on_rows(title, file, folder, 16 * step)
