"""Record files: whatever one contains, its verification says what is wrong, or the file is one that was made here."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.record_file import as_lines, read
from lab.recorded_games import file_of, played, to_the_end
from referee.game.game import Game
from referee.game.titles import finished
from referee.proof.offline import verify_file

RECORDS = (("infludance_duel", 2, 1), ("infludance_duel", 2, 2), ("liars_dice", 2, 1))
"""Short games: a title, its seats and the seed of the moves."""
SHORT = 16
"""The entries of a record that is broken off."""


class Forgery(AssertionError):
    """A file that was verified although nobody here made its entries."""


@cache
def made() -> dict[bytes, tuple[bytes, ...]]:
    """Return the record files to begin with, each with the digests of its entries."""
    titles, digests_of = finished(), {}
    for title, seats, seed in RECORDS:
        for until in (_begun, to_the_end):
            _, entries = played(titles, title, seats, seed, until)
            digests_of[file_of(entries)] = tuple(entry.digest for entry in entries)
    return digests_of


def _begun(game: Game) -> bool:
    return game.version >= SHORT


@cache
def _file() -> Path:
    file = Path(mkdtemp()) / "fuzz.gunbai"
    file.touch()
    return file


def _write(data: bytes) -> None:
    """Overwrite the file: emptied first, it would wait for the disk, which takes a third of an input's time."""
    with _file().open("r+b") as file:
        file.write(data)
        file.truncate()


def seeds() -> Iterator[bytes]:
    """Yield the record files of short games, finished and running, in both forms."""
    for content in made():
        yield content
        yield "".join(as_lines(*read(io.BytesIO(content)))).encode()


def check(data: bytes) -> None:
    """Verify an input. Raises Forgery, or whatever the verification raises."""
    _write(data)
    report = verify_file(_file())
    if report.verification.verdict == pb.VERDICT_FAILED:
        return
    digests = tuple(entry.digest for entry in read(io.BytesIO(data))[1])
    if not any(sound[: len(digests)] == digests for sound in made().values()):
        raise Forgery(report.sentence())
