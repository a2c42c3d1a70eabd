"""Ways to tamper with the rows of a database: every column of every row, and the bytes of what the rows hold."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from gunbai.liars_dice.v1 import commands_pb2 as liars
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1.audit_pb2 import GivenRuling
from gunbai.referee.v1.ruling_pb2 import Refused
from gunbai_record.verify.entry_checks import opened
from lab.disk_damage import scribble
from lab.tampering.ways import parts
from referee.game.entries import packed, seat
from referee.game.fold import fold
from referee.game.titles import finished
from referee.records.stored_entries import stored
from referee.records.summaries import summary_of
from store.contract import Grant, Opening, RefusedMove
from store.sqlite import SqliteStore

OWN = ("_sqlite", "sqlite_")
"""What begins the names of tables that are SQLite's own."""


class Cell(NamedTuple):
    """A value in a table."""

    table: str
    row: int
    column: str
    value: Any


async def made(database: Path, file: bytes) -> str:
    """Write the game of a record file into a database, with tokens and a refused move, and return its id."""
    _, entries = parts(file)
    game = fold(finished(), entries, secrets := opened(entries))
    opening = Opening(game=game.id, title=game.charter.rulebook.name, secret=secrets[game.id])
    grants = [Grant(bytes([role.seat]) * 32, game.id, role.role, role.seat, role.since) for role in roles(entries)]
    given = GivenRuling(actor=seat(1), refused=Refused(clause="LD-7.2", version=game.version))
    given.command.open.CopyFrom(packed(liars.ChallengeBid()))
    refused = RefusedMove(
        game=game.id, version=game.version, at=1, actor="seat 1", command_id="r", data=given.SerializeToString()
    )
    async with await SqliteStore.open(database) as store:
        await store.create(opening, [stored(entry) for entry in entries], grants, summary_of(game))
        await store.add_refusal(refused)
    return game.id


def roles(entries: list[record.Entry]) -> Iterator[Grant]:
    """Yield the grants of the host and of seat 1."""
    yield Grant(b"", entries[0].game, "host")
    yield Grant(b"", entries[0].game, "seat", 1, 2)


def cells(database: Path) -> Iterator[Cell]:
    """Yield every value of the tables of a database."""
    with closing(sqlite3.connect(database)) as reading:
        names = [name for (name,) in reading.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")]
        for table in names:
            if table.startswith(OWN):
                continue
            columns = [row[1] for row in reading.execute(f"PRAGMA table_info({table})")]
            for row in reading.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid").fetchall():
                yield from (Cell(table, row[0], name, value) for name, value in zip(columns, row[1:], strict=True))


def altered(value: Any, step: int) -> Iterator[Any]:
    """Yield a value with a bit of every `step`th byte flipped; a number with its lowest bit."""
    if isinstance(value, int):
        yield value ^ 1
    if isinstance(value, bytes | str):
        raw = value if isinstance(value, bytes) else value.encode()
        for place in range(0, len(raw), step):
            other = bytearray(raw)
            other[place] ^= 1
            yield bytes(other) if isinstance(value, bytes) else other.decode("latin-1")


def put(database: Path, cell: Cell, value: Any) -> None:
    """Put another value in the place of one."""
    statement = f"UPDATE {cell.table} SET {cell.column} = ? WHERE rowid = ?"
    scribble(database, ("PRAGMA ignore_check_constraints = ON", ()), (statement, (value, cell.row)))
