"""The queries: each takes a connection and returns values of the contract."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import msgspec

from store.contract import Filter, GameNotFound, Grant, Head, Opening, RefusedMove, Stored, Summary
from store.heads import check_end, check_entry, check_log, digest_of
from store.paging import Place
from store.sqlite.trouble import Damage
from store.sqlite.vault import Vault

# The greatest version that an entry can have.
LAST_VERSION = 2**63 - 1

# The games whose entries make up a log, youngest first, each with the version after which its own begin.
LINEAGE = """
WITH RECURSIVE lineage (game, begins, parent) AS (
  SELECT game, parent_version, parent FROM openings WHERE game = :game
  UNION
  SELECT o.game, o.parent_version, o.parent FROM lineage l JOIN openings o ON o.game = l.parent WHERE l.begins > :after
)
SELECT game, begins FROM lineage
"""
ENTRIES = (
    "SELECT version, command_id, data FROM entries WHERE game = ? AND version > ? AND version <= ? ORDER BY version"
)
REFUSALS = """
SELECT game, version, at, actor, command_id, data, number
FROM refusals WHERE game = ? AND number > ? ORDER BY number LIMIT ?
"""
SUMMARY = """
SELECT game, title, status, seats, created_at, changed_at, players, winners, public, parent, parent_version, head
FROM catalogue JOIN heads USING (game)
"""


class Told(NamedTuple):
    """What a log must reach: the head of a game as it is stored in another file, and the file that the log is in."""

    game: str
    file: str
    head: Head | None


def connect(file: str, *, read_only: bool = True) -> sqlite3.Connection:
    """Return a connection in autocommit mode, which waits a few seconds for other processes that use the file."""
    connection = sqlite3.connect(
        f"file:{quoted(file)}?mode={'ro' if read_only else 'rw'}",
        uri=True, timeout=5, isolation_level=None, check_same_thread=False,
    )  # fmt: skip
    connection.create_function("casefold", 1, str.casefold, deterministic=True)
    return connection


def quoted(file: str) -> str:
    """Return a path quoted for a URI."""
    return file.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def read(connection: sqlite3.Connection, game: str, after: int, upto: int | None) -> list[Stored]:
    """Return the entries after < version <= upto, those of the shared prefix from the ancestors."""
    after = min(after, LAST_VERSION)
    upto = LAST_VERSION if upto is None else min(upto, LAST_VERSION)
    spans: list[tuple[str, int, int]] = []
    for name, begins in lineage(connection, game, after):
        spans.append((name, max(begins, after), upto))
        upto = min(upto, begins)
    rows = chain.from_iterable(connection.execute(ENTRIES, span).fetchall() for span in reversed(spans))
    entries = [Stored(*row) for row in rows]
    if entries and entries[-1].version - after != len(entries):
        raise Damage(f"entries are missing between versions {after} and {entries[-1].version}")
    return entries


def read_to_head(connection: sqlite3.Connection, told: Told, after: int, upto: int | None) -> list[Stored]:
    """Return the same entries, compared with the head. Raises LogBehind."""
    last = LAST_VERSION if upto is None else upto
    entries = read(connection, told.game, after, upto)
    if not entries and told.head is not None and after < told.head.version <= last:
        check_end(told.file, told.head, head(connection, told.game))
    check_log(told.file, told.head, entries, after, last)
    return entries


def lineage(connection: sqlite3.Connection, game: str, after: int) -> list[tuple[str, int]]:
    """Return a game and its ancestors, as far as they have versions > after. Raises GameNotFound."""
    ancestors = connection.execute(LINEAGE, {"game": game, "after": after}).fetchall()
    if not ancestors:
        raise GameNotFound(game)
    if ancestors[-1][1] > after:
        raise Damage(f"the parent of {ancestors[-1][0]!r} is missing")
    return ancestors


def head(connection: sqlite3.Connection, game: str) -> int:
    """Return the version of a game's last entry. Raises GameNotFound."""
    row = connection.execute("SELECT head FROM heads WHERE game = ?", (game,)).fetchone()
    if row is None:
        raise GameNotFound(game)
    return int(row[0])


def newest(connection: sqlite3.Connection, told: Told) -> Head:
    """Return the head of a log, compared with the one stored apart. Raises GameNotFound or LogBehind."""
    last = head(connection, told.game)
    check_end(told.file, told.head, last)
    of_version = "SELECT version, command_id, data FROM entries WHERE game = ? AND version = ?"
    for version in {last, told.head.version if told.head is not None else last}:
        row = connection.execute(of_version, (told.game, version)).fetchone()
        if row is not None:
            check_entry(told.file, told.head, Stored(*row))
    row = connection.execute(of_version, (told.game, last)).fetchone()
    return Head(told.game, last, digest_of(row[2]) if row is not None else b"")


def every_head(connection: sqlite3.Connection) -> Iterable[Head]:
    """Return the heads of all logs as they are."""
    return [newest(connection, Told(game, "", None)) for game in every_game(connection, ())]


def has_secrets(connection: sqlite3.Connection) -> bool:
    """Return whether any secret is stored."""
    return connection.execute("SELECT 1 FROM secrets LIMIT 1").fetchone() is not None


def inspect(connection: sqlite3.Connection, *, thorough: bool) -> list[str]:
    """Return what is wrong with the file as a whole."""
    check = "integrity_check" if thorough else "quick_check"
    found = [str(row[0]) for row in connection.execute(f"PRAGMA {check}").fetchall()]
    return [] if found == ["ok"] else found


def find(connection: sqlite3.Connection, game: str, command_id: str) -> Stored | None:
    """Return the game's own entry for a command."""
    require(connection, game)
    sql = "SELECT version, command_id, data FROM entries WHERE game = ? AND command_id = ? AND command_id <> ''"
    row = connection.execute(sql, (game, command_id)).fetchone()
    return row and Stored(*row)


def opening(connection: sqlite3.Connection, game: str, vault: Vault) -> Opening:
    """Return the opening of a game, its secret decrypted. Raises GameNotFound."""
    sql = "SELECT game, title, secret, public, parent, parent_version FROM openings JOIN secrets USING (game)"
    row = connection.execute(f"{sql} WHERE game = ?", (game,)).fetchone()
    if row is None:
        raise GameNotFound(game)
    columns = dict(zip(Opening.__struct_fields__, row, strict=True))
    return msgspec.convert(columns | {"secret": vault.unlock(game, columns["secret"])}, Opening, strict=False)


def exists(connection: sqlite3.Connection, game: str) -> bool:
    """Return whether a game exists."""
    return connection.execute("SELECT 1 FROM openings WHERE game = ?", (game,)).fetchone() is not None


def require(connection: sqlite3.Connection, game: str) -> None:
    """Check that a game exists. Raises GameNotFound."""
    if not exists(connection, game):
        raise GameNotFound(game)


def every_game(connection: sqlite3.Connection, told: Iterable[str]) -> list[str]:
    """Return the names of all games, those included that were told although they are not there."""
    return [*{*told, *(game for (game,) in connection.execute("SELECT game FROM openings").fetchall())}]


def consented(connection: sqlite3.Connection, consent: bytes) -> bool:
    """Return whether a game was created with a consent."""
    return connection.execute("SELECT 1 FROM consents WHERE consent = ?", (consent,)).fetchone() is not None


def grant(connection: sqlite3.Connection, token_hash: bytes) -> Grant | None:
    """Return the grant of a token."""
    sql = "SELECT token_hash, game, role, seat FROM grants WHERE token_hash = ?"
    row = connection.execute(sql, (token_hash,)).fetchone()
    return row and Grant(*row)


def refusals(connection: sqlite3.Connection, game: str, after: int, limit: int) -> list[RefusedMove]:
    """Refused moves with a greater number, oldest first."""
    require(connection, game)
    rows = connection.execute(REFUSALS, (game, min(after, LAST_VERSION), min(limit, LAST_VERSION))).fetchall()
    return [RefusedMove(**dict(zip(RefusedMove.__struct_fields__, row, strict=True))) for row in rows]


def dropped_refusals(connection: sqlite3.Connection, game: str) -> int:
    """Return how many refused moves of a game were dropped."""
    require(connection, game)
    row = connection.execute("SELECT dropped FROM dropped_refusals WHERE game = ?", (game,)).fetchone()
    return int(row[0]) if row else 0


def games(connection: sqlite3.Connection, only: Filter, before: Place | None, limit: int) -> list[Summary]:
    """Return the newest games before a place that meet a filter."""
    conditions = {
        "title = ?": only.title,
        "status = ?": only.status,
        "parent = ?": only.parent,
        "EXISTS (SELECT 1 FROM json_each(players) WHERE instr(casefold(value), ?))": only.player.casefold(),
        "public = ?": only.public,
    }
    asked = {condition: value for condition, value in conditions.items() if value not in {"", None}}
    values = [*asked.values(), *(before or ()), min(limit, LAST_VERSION)]
    where = " AND ".join([*asked, *(["(created_at, game) < (?, ?)"] if before else [])]) or "true"
    sql = f"{SUMMARY} WHERE {where} ORDER BY created_at DESC, game DESC LIMIT ?"
    return [summary_of(row) for row in connection.execute(sql, values).fetchall()]


def summary_of(row: tuple[object, ...]) -> Summary:
    """Return a row of the catalogue as a value."""
    columns = dict(zip(Summary.__struct_fields__, row, strict=True))
    columns |= {name: msgspec.json.decode(str(columns[name])) for name in ("players", "winners")}
    return msgspec.convert(columns, Summary, strict=False)
