"""The queries: each takes a connection and returns values of the contract."""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from store.contract import (
    Cosignature,
    GameNotFound,
    Grant,
    Head,
    Leaf,
    LeafLog,
    Opening,
    Paper,
    RefusedMove,
    RulesNote,
    Stored,
)
from store.log_heads import GONE, check_end, check_entry, check_leaves, check_log, digest_of, head_of_leaves
from store.matching import folded
from store.sqlite.encryption import Vault
from store.sqlite.sqlite_errors import Damage

# How long to wait for other processes that use the file.
WAIT_SECONDS = 5
# The greatest version that an entry can have.
LAST_VERSION = 2**63 - 1

# A game's rows after a version and up to another one, in order, each as its table has it: the index only locates a row,
# because one flipped bit in it may lead to another row.
WITHIN = """
SELECT own.game, own.version, {columns} FROM {table} AS found JOIN {table} AS own NOT INDEXED ON own.rowid = found.rowid
WHERE found.game = ? AND found.version > ? AND found.version <= ? ORDER BY found.version
"""
ENTRIES = WITHIN.format(table="entries", columns="own.command_id, own.data")
APART = WITHIN.format(table="apart", columns="own.data")
# A command's row by its index, and then the row itself, because the index alone is not trusted.
INDEXED = """
SELECT rowid FROM entries INDEXED BY entries_by_command WHERE game = ? AND command_id = ? AND command_id <> ''
"""
FOUND = """
SELECT version, command_id, entries.data, coalesce(apart.data, x''), entries.game
FROM entries NOT INDEXED LEFT JOIN apart USING (game, version) WHERE entries.rowid = ?
"""
REFUSALS = """
SELECT game, version, at, actor, command_id, data, number, seal
FROM refusals INDEXED BY refusals_by_game WHERE game = ? AND number > ? ORDER BY number LIMIT ?
"""
NUMBERS = "SELECT number FROM refusals INDEXED BY refusals_by_game WHERE game = ? ORDER BY number"
# How many refused moves were dropped for newer ones, and how many there were in all.
REFUSED = """
SELECT coalesce((SELECT dropped FROM dropped_refusals WHERE game = :game), 0), refusals
FROM tallies WHERE game = :game
"""
GRANTS = "SELECT token_hash, game, role, seat, since, seal FROM grants INDEXED BY grants_by_game WHERE game = ?"
CONSENTS = "SELECT consent, game, seal FROM consents INDEXED BY consents_by_game WHERE game = ?"
# What makes up the catalogue: the table, then its indexes and its trigger.
CATALOGUE = "SELECT sql FROM sqlite_schema WHERE tbl_name = 'catalogue' AND sql IS NOT NULL ORDER BY rowid"
PAPERS = "SELECT game, number, at, data, seal FROM papers WHERE game = ? ORDER BY number"
LEAVES = "SELECT number, game, kind, version, data, seal FROM leaves WHERE number >= ? AND number < ? ORDER BY number"
LEAVES_OF = """
SELECT number, game, kind, version, data, seal FROM leaves INDEXED BY leaves_by_game WHERE game = ? ORDER BY number
"""
COSIGNED = """
SELECT number, lines, seal FROM cosigned WHERE number = (SELECT max(number) FROM leaf_logs)
"""
RULES = "SELECT title, rules_version, fingerprint, seal FROM rules ORDER BY title, rules_version"
LAST_LEAF = "SELECT game, kind, version, data, number FROM leaves ORDER BY number DESC LIMIT 1"
ROWS = """
SELECT game, grants + consents + refusals + summaries + papers + leaves FROM tallies
WHERE game IN (SELECT value FROM json_each(?))
"""
ROWS_OF_ALL = "SELECT game, grants + consents + refusals + summaries + papers + leaves FROM tallies"
OPENINGS = "SELECT game, title, public, parent, parent_version, provenance, seal FROM openings"
OPENING = f"{OPENINGS} WHERE game = ?"
# All names are looked at: a key that is out of order would hide others from a search.
GAMES_AFTER = "SELECT game FROM openings WHERE +game > ? ORDER BY +game LIMIT ?"
NOTE = "SELECT name, value, seal FROM record_notes WHERE name = ?"
LEAF_LOGS = "SELECT number, name, seal FROM leaf_logs"
# How many rows of a table may fail to fit the key before it counts as another key.
MOST_TRIED = 16
SECRET = "SELECT secret FROM secrets WHERE game = ?"  # noqa: S105  # a statement, no password
OPENED = ("game", "title", "public", "parent", "parent_version", "provenance")
# A key that is out of order hides others from a search, other games' too, but not from reading in order.
COMMANDS = """
SELECT command_id FROM entries AS listed INDEXED BY entries_by_command
WHERE game = ? AND command_id <> '' AND EXISTS (
  SELECT 1 FROM entries AS found INDEXED BY entries_by_command
  WHERE found.game = listed.game AND found.command_id = listed.command_id AND found.command_id <> ''
)
"""


class Mark(NamedTuple):
    """What a log must reach: the game's separately stored head, and the file that the log is in."""

    game: str
    file: str
    head: Head | None


def connect(file: str, *, read_only: bool = True) -> sqlite3.Connection:
    """Return a connection in autocommit mode, which waits a few seconds for other processes that use the file."""
    connection = sqlite3.connect(
        f"file:{quoted(file)}?mode={'ro' if read_only else 'rw'}",
        uri=True, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False,
    )  # fmt: skip
    connection.create_function("folded", 1, folded, deterministic=True)
    return connection


def quoted(file: str) -> str:
    """Return a path quoted for a URI."""
    return file.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def read(connection: sqlite3.Connection, game: str, vault: Vault, after: int, upto: int | None) -> list[Stored]:
    """Return the entries after < version <= upto, with the ancestors' for the shared prefix.

    Raises GameNotFound or Damage.
    """
    after = min(after, LAST_VERSION)
    upto = LAST_VERSION if upto is None else min(upto, LAST_VERSION)
    spans: list[tuple[str, int, int]] = []
    for name, begins in lineage(connection, game, vault, after):
        spans.append((name, max(begins, after), upto))
        upto = min(upto, begins)
    rows = [*chain.from_iterable(own(connection, ENTRIES, span) for span in reversed(spans))]
    # Read after the entries: none of these can have been added since; what is replaced meanwhile counts as replaced.
    apart = dict(chain.from_iterable(own(connection, APART, span) for span in spans))
    entries = [Stored(version, command_id, data, apart.get(version, b"")) for version, command_id, data in rows]
    if entries and entries[-1].version - after != len(entries):
        raise Damage(f"entries are missing between versions {after} and {entries[-1].version}")
    return entries


def own(connection: sqlite3.Connection, within: str, span: tuple[str, int, int]) -> list[tuple[Any, ...]]:
    """Return a game's rows with after < version <= upto, without its name. Raises Damage for any other row."""
    game, last, upto = span
    checked = []
    for owner, version, *columns in connection.execute(within, span):
        if owner != game or not last < version <= upto:
            raise Damage(f"an index has version {version} of {owner!r} instead of a version after {last} of {game!r}")
        checked.append((version, *columns))
        last = version
    return checked


def read_to_head(
    connection: sqlite3.Connection, mark: Mark, vault: Vault, after: int, upto: int | None
) -> list[Stored]:
    """Return the same entries, compared with the head. Raises LogBehind."""
    last = LAST_VERSION if upto is None else upto
    entries = read(connection, mark.game, vault, after, upto)
    if not entries and mark.head is not None and after < mark.head.version:
        check_end(mark.file, mark.head, head(connection, mark.game))
    check_log(mark.file, mark.head, entries, after, last)
    return entries


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Read everything in the block from one state of the file."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        # An error may have ended the transaction already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def lineage(connection: sqlite3.Connection, game: str, vault: Vault, after: int) -> Iterator[tuple[str, int]]:
    """Yield a game and its ancestors, youngest first, as far as they have versions > after, each with its beginning.

    That is the version after which its own entries begin. Raises GameNotFound or Damage.
    """
    opened = opening_row(connection, game, vault)
    yield game, opened["parent_version"]
    while opened["parent_version"] > after:
        game, child = opened["parent"], game
        try:
            opened = opening_row(connection, game, vault)
        except GameNotFound:
            raise Damage(f"the parent of {child!r} is missing") from None
        yield game, opened["parent_version"]


def opening_row(connection: sqlite3.Connection, game: str, vault: Vault) -> dict[str, Any]:
    """Return an opening's columns, compared with their seal. Raises GameNotFound or Damage."""
    sealed_row = connection.execute(OPENING, (game,)).fetchone()
    if sealed_row is None:
        raise GameNotFound(game)
    *row, seal = sealed_row
    vault.check("openings", row, seal)
    return dict(zip(OPENED, row, strict=True))


def head(connection: sqlite3.Connection, game: str) -> int:
    """Return the version of a game's last entry. Raises GameNotFound."""
    row = connection.execute("SELECT head FROM heads WHERE game = ?", (game,)).fetchone()
    if row is None:
        raise GameNotFound(game)
    return int(row[0])


def begins_after(connection: sqlite3.Connection, game: str) -> int:
    """Return the version after which a game's own entries begin. Raises GameNotFound."""
    row = connection.execute("SELECT parent_version FROM openings WHERE game = ?", (game,)).fetchone()
    if row is None:
        raise GameNotFound(game)
    return int(row[0])


def newest(connection: sqlite3.Connection, mark: Mark) -> Head:
    """Return a log's head, compared with the separately stored one. Raises GameNotFound, Damage or LogBehind."""
    last, begins = head(connection, mark.game), begins_after(connection, mark.game)
    check_end(mark.file, mark.head, last)
    digest = b""
    for version in sorted({last, mark.head.version if mark.head is not None else last} - {begins}):
        entries = [Stored(*row) for row in own(connection, ENTRIES, (mark.game, version - 1, version))]
        if not entries:
            raise Damage(f"version {version} is missing")
        check_entry(mark.file, mark.head, entries[0])
        digest = digest_of(entries[0].data)
    return Head(mark.game, last, digest, lost=mark.head.lost if mark.head is not None else 0)


def whole_head(connection: sqlite3.Connection, game: str) -> Head:
    """Return a log's present head, with the number of rows outside it. Raises GameNotFound."""
    entry = newest(connection, Mark(game, "", None))
    ((public,),) = connection.execute("SELECT public FROM openings WHERE game = ?", (game,)).fetchall()
    return Head(game, entry.version, entry.digest, rows(connection, [game]).get(game, 0), bool(public))


def every_head(connection: sqlite3.Connection) -> Iterator[Head]:
    """Yield the present heads of all logs."""
    if (last := last_leaf(connection)) is not None:
        yield head_of_leaves(last)
    for (game,) in connection.execute("SELECT game FROM openings"):
        yield whole_head(connection, game)


def has_moved(connection: sqlite3.Connection) -> bool:
    """Return whether any game has more than its first entry."""
    return connection.execute("SELECT 1 FROM entries WHERE version > 1 LIMIT 1").fetchone() is not None


def has_secrets(connection: sqlite3.Connection) -> bool:
    """Return whether any secret is stored."""
    return connection.execute("SELECT 1 FROM secrets LIMIT 1").fetchone() is not None


def seals_fit(connection: sqlite3.Connection, vault: Vault) -> bool:
    """Return whether a vault's key sealed a file's rows: one of the first fits, or none can be read."""
    tried = [
        (table, row)
        for table, sealed in (("leaf_logs", LEAF_LOGS), ("openings", OPENINGS))
        for row in _readable(connection.execute(f"{sealed} LIMIT ?", (MOST_TRIED,)))
    ]
    return not tried or any(vault.fits(table, row[:-1], row[-1]) for table, row in tried)


def _readable(rows: sqlite3.Cursor) -> Iterator[tuple[Any, ...]]:
    """Yield rows up to the first with an invalid text: whoever reads that one will find the damage."""
    with suppress(sqlite3.OperationalError):
        yield from rows


def inspect(connection: sqlite3.Connection, *, thorough: bool) -> list[str]:
    """Return what is wrong with the file as a whole."""
    check = "integrity_check" if thorough else "quick_check"
    problems = [str(row[0]) for row in connection.execute(f"PRAGMA {check}").fetchall()]
    return [] if problems == ["ok"] else problems


def find(connection: sqlite3.Connection, game: str, command_id: str) -> Stored | None:
    """Return the game's own entry for a command. Raises GameNotFound or Damage."""
    require(connection, game)
    indexed = connection.execute(INDEXED, (game, command_id)).fetchone()
    if indexed is None:
        return None
    row = connection.execute(FOUND, indexed).fetchone()
    if row is None or (row[-1], row[1]) != (game, command_id):
        raise Damage(f"the entry for command {command_id!r} is not where the index says")
    return Stored(*row[:-1])


def opening(connection: sqlite3.Connection, game: str, vault: Vault) -> Opening:
    """Return a game's opening, its secret decrypted. Raises GameNotFound or Damage."""
    columns = opening_row(connection, game, vault)
    (secret,) = connection.execute(SECRET, (game,)).fetchone() or (b"",)
    return msgspec.convert(columns | {"secret": vault.unlock(game, secret)}, Opening, strict=False)


def exists(connection: sqlite3.Connection, game: str) -> bool:
    """Return whether a game exists."""
    return connection.execute("SELECT 1 FROM openings WHERE game = ?", (game,)).fetchone() is not None


def require(connection: sqlite3.Connection, game: str) -> None:
    """Check that a game exists. Raises GameNotFound."""
    if not exists(connection, game):
        raise GameNotFound(game)


def every_game(connection: sqlite3.Connection, named: Iterable[str]) -> list[str]:
    """Return the names of all games, including these even if they are missing."""
    named_games = {*named}
    return [
        *named_games,
        *(game for (game,) in connection.execute("SELECT game FROM openings") if game not in named_games),
    ]


def games_after(connection: sqlite3.Connection, game: str, limit: int, named: Iterable[str]) -> list[str]:
    """Return the first names of games after a name, in order, including these even if they are missing."""
    stored_games = connection.execute(GAMES_AFTER, (game, limit)).fetchall()
    return sorted({*named, *(name for (name,) in stored_games)})[:limit]


def commands(connection: sqlite3.Connection, game: str) -> list[str]:
    """Return the command ids of the game's own entries as the index has them."""
    require(connection, game)
    return [command_id for (command_id,) in connection.execute(COMMANDS, (game,)).fetchall()]


def rows(connection: sqlite3.Connection, games: Iterable[str]) -> dict[str, int]:
    """Return how many rows were ever written outside each game's log."""
    return dict(connection.execute(ROWS, (msgspec.json.encode([*games]).decode(),)).fetchall())


def check_rows(connection: sqlite3.Connection, mark: Mark) -> None:
    """Check that no row is missing that was written before the log's head. Raises Damage or LogBehind."""
    if mark.head is None:
        return
    if not exists(connection, mark.game):
        check_end(mark.file, mark.head, GONE)
    count = rows(connection, [mark.game]).get(mark.game, GONE)
    if count < mark.head.rows:
        raise Damage(f"found {max(count, 0)} of {mark.head.rows} acknowledged rows next to its log")


def tally(connection: sqlite3.Connection, game: str, column: str) -> int:
    """Return how many rows of a kind were ever written for a game. Raises Damage."""
    row = connection.execute(f"SELECT {column} FROM tallies WHERE game = ?", (game,)).fetchone()  # noqa: S608  # ours
    if row is None:
        raise Damage("its tally is missing")
    return int(row[0])


def consented(connection: sqlite3.Connection, game: str, vault: Vault) -> set[bytes]:
    """Return all used consents to a game's branches. Raises Damage."""
    sealed_rows = connection.execute(CONSENTS, (game,)).fetchall()
    for *columns, seal in sealed_rows:
        vault.check("consents", columns, seal)
    used = {consent for consent, *_ in sealed_rows}
    if len(used) != tally(connection, game, "consents"):
        raise Damage("used consents are missing")
    return used


def granted(connection: sqlite3.Connection, token_hash: bytes) -> bool:
    """Return whether a token has a grant."""
    return connection.execute("SELECT 1 FROM grants WHERE token_hash = ?", (token_hash,)).fetchone() is not None


def grant(connection: sqlite3.Connection, token_hash: bytes, vault: Vault, marks: Sequence[Mark]) -> Grant | None:
    """Return a token's grant; if the index has none, look among all grants of these games.

    Raises Damage or LogBehind.
    """
    sql = "SELECT token_hash, game, role, seat, since, seal FROM grants WHERE token_hash = ?"
    row = connection.execute(sql, (token_hash,)).fetchone()
    if row is not None:
        vault.check("grants", row[:-1], row[-1])
        return Grant(*row[:-1])
    every = chain.from_iterable(grants(connection, mark, vault) for mark in marks)
    return next((candidate for candidate in every if candidate.token_hash == token_hash), None)


def grants(connection: sqlite3.Connection, mark: Mark, vault: Vault) -> list[Grant]:
    """Return all of a game's grants, none if there is no such game. Raises Damage or LogBehind."""
    with snapshot(connection):
        check_rows(connection, mark)
        return every_grant(connection, mark.game, vault) if exists(connection, mark.game) else []


def every_grant(connection: sqlite3.Connection, game: str, vault: Vault) -> list[Grant]:
    """Return all grants of an existing game. Raises Damage."""
    sealed_rows = connection.execute(GRANTS, (game,)).fetchall()
    for *columns, seal in sealed_rows:
        vault.check("grants", columns, seal)
    # A set, because a damaged index can list one row twice and another not at all.
    found = len({token_hash for token_hash, *_ in sealed_rows})
    if found != (expected := tally(connection, game, "grants")):
        raise Damage(f"found {found} of {expected} granted tokens")
    return [Grant(*row[:-1]) for row in sealed_rows]


def refusals(connection: sqlite3.Connection, mark: Mark, vault: Vault, *, after: int, limit: int) -> list[RefusedMove]:
    """Return refused moves with greater numbers, oldest first. Raises Damage or LogBehind."""
    with snapshot(connection):
        _, numbers = check_refusals(connection, mark)
        span = (mark.game, min(after, LAST_VERSION), min(limit, LAST_VERSION))
        sealed_rows = connection.execute(REFUSALS, span).fetchall()
    for *columns, seal in sealed_rows:
        vault.check("refusals", columns, seal)
    moves = [RefusedMove(**dict(zip(RefusedMove.__struct_fields__, row[:-1], strict=True))) for row in sealed_rows]
    if [move.number for move in moves] != [number for number in numbers if number > after][:limit]:
        raise Damage("the index of its refused moves is out of order")
    return moves


def refusals_dropped(connection: sqlite3.Connection, mark: Mark) -> int:
    """Return how many of a game's refused moves were dropped. Raises Damage or LogBehind."""
    with snapshot(connection):
        dropped, _ = check_refusals(connection, mark)
        return dropped


def check_refusals(connection: sqlite3.Connection, mark: Mark) -> tuple[int, list[int]]:
    """Check that all of a game's refused moves are there, except the dropped ones.

    Return how many were dropped, and the numbers of the others. Raises Damage or LogBehind.
    """
    require(connection, mark.game)
    check_rows(connection, mark)
    row = connection.execute(REFUSED, {"game": mark.game}).fetchone()
    if row is None:
        raise Damage("its counters are missing")
    dropped, refused = row
    numbers = [int(number) for (number,) in connection.execute(NUMBERS, (mark.game,)).fetchall()]
    if numbers != sorted({*numbers}) or min(numbers, default=1) < 1:
        raise Damage("the index of its refused moves is out of order")
    rows_kept = len(numbers)
    if rows_kept + dropped != refused:
        raise Damage(f"found {rows_kept} and dropped {dropped} of {refused} refused moves")
    return int(dropped), numbers


def papers(connection: sqlite3.Connection, mark: Mark, vault: Vault, *, after: int, limit: int) -> list[Paper]:
    """Return a game's papers with greater numbers, in order. Raises GameNotFound, Damage or LogBehind."""
    with snapshot(connection):
        require(connection, mark.game)
        check_rows(connection, mark)
        sealed_rows = connection.execute(PAPERS, (mark.game,)).fetchall()
        last_paper(connection, mark.game)
    for *columns, seal in sealed_rows:
        vault.check("papers", columns, seal)
    every = (Paper(**dict(zip(Paper.__struct_fields__, row[:-1], strict=True))) for row in sealed_rows)
    return [paper for paper in every if paper.number > after][:limit]


def last_paper(connection: sqlite3.Connection, game: str) -> int:
    """Return the number of a game's last paper, 0 if it has none. Raises Damage if one is missing."""
    sql = "SELECT count(*), coalesce(max(number), 0) FROM papers WHERE game = ?"
    there, last = connection.execute(sql, (game,)).fetchone()
    if there != (stored := tally(connection, game, "papers")):
        raise Damage(f"found {there} of {stored} stored papers")
    return int(last)


def last_leaf(connection: sqlite3.Connection) -> Leaf | None:
    """Return the last leaf, if there is any."""
    row = connection.execute(LAST_LEAF).fetchone()
    return row and Leaf(*row)


def has_leaf(connection: sqlite3.Connection, kinds: Container[str], since: int) -> bool:
    """Return whether a leaf with this number or a later one is of one of these kinds."""
    later = connection.execute("SELECT kind FROM leaves WHERE number >= ?", (min(since, LAST_VERSION),))
    return any(kind in kinds for (kind,) in later)


def check_leaf_log(connection: sqlite3.Connection, mark: Mark) -> None:
    """Check that the log of leaves reaches its head. Raises LeavesBehind."""
    if mark.head is None:
        return
    last = last_leaf(connection)
    at_head = connection.execute("SELECT data FROM leaves WHERE number = ?", (mark.head.version - 1,)).fetchone()
    check_leaves(mark.file, mark.head, last.number + 1 if last is not None else 0, at_head[0] if at_head else b"")


def leaf_log(connection: sqlite3.Connection, mark: Mark, vault: Vault) -> LeafLog:
    """Return the name of the log of leaves and its acknowledged size. Raises Damage or LeavesBehind."""
    with snapshot(connection):
        check_leaf_log(connection, mark)
        row = connection.execute(f"{LEAF_LOGS} ORDER BY number DESC LIMIT 1").fetchone()
    if row is None:
        raise Damage("the name of the log of all games is missing")
    vault.check("leaf_logs", row[:-1], row[-1])
    return LeafLog(str(row[1]), mark.head.version if mark.head is not None else 0)


def cosignatures(connection: sqlite3.Connection, vault: Vault) -> tuple[int, list[Cosignature]]:
    """Return the number of the log of leaves' name, and its cosignatures. Raises Damage."""
    row = connection.execute(COSIGNED).fetchone()
    if row is None:
        raise Damage("the row of `cosigned` with the cosignatures of the log of all games is missing")
    vault.check("cosigned", row[:-1], row[-1])
    return int(row[0]), msgspec.json.decode(row[1], type=list[Cosignature])


def rules(connection: sqlite3.Connection, vault: Vault) -> list[RulesNote]:
    """Return the noted rules. Raises Damage."""
    rows = connection.execute(RULES).fetchall()
    for row in rows:
        vault.check("rules", row[:-1], row[-1])
    return [RulesNote(*row[:-1]) for row in rows]


def leaves(connection: sqlite3.Connection, mark: Mark, vault: Vault, first: int, limit: int) -> list[Leaf]:
    """Return acknowledged leaves from a number on. Raises Damage or LeavesBehind."""
    end = min(first + min(limit, LAST_VERSION), mark.head.version if mark.head is not None else 0)
    with snapshot(connection):
        check_leaf_log(connection, mark)
        log_leaves = leaves_in(connection.execute(LEAVES, (min(first, LAST_VERSION), end)).fetchall(), vault)
    if [leaf.number for leaf in log_leaves] != [*range(first, end)]:
        raise Damage(f"leaves are missing between number {first} and {end}")
    return log_leaves


def leaves_of(connection: sqlite3.Connection, mark: Mark, vault: Vault) -> list[Leaf]:
    """Return a game's leaves. Raises Damage, GameNotFound or LogBehind."""
    with snapshot(connection):
        require(connection, mark.game)
        check_rows(connection, mark)
        log_leaves = leaves_in(connection.execute(LEAVES_OF, (mark.game,)).fetchall(), vault)
        expected = tally(connection, mark.game, "leaves")
    # A set, because a damaged index can list one row twice and another not at all.
    if (found := len({leaf.number for leaf in log_leaves})) != expected:
        raise Damage(f"found {found} of its {expected} leaves")
    return log_leaves


def leaves_in(rows: Iterable[Sequence[Any]], vault: Vault) -> list[Leaf]:
    """Return the leaves in rows, compared with their seals. Raises Damage."""
    log_leaves = []
    for number, *columns, seal in rows:
        vault.check("leaves", (number, *columns), seal)
        game, kind, version, data = columns
        log_leaves.append(Leaf(game, kind, version, data, number))
    return log_leaves


def followed(connection: sqlite3.Connection, stream: str) -> tuple[int, bytes]:
    """Return the sequence and digest of a stream's last message that is in the tables; 0 if there is none."""
    row = connection.execute("SELECT sequence, digest FROM followed WHERE stream = ?", (stream,)).fetchone()
    return (int(row[0]), bytes(row[1])) if row else (0, b"")


def streams(connection: sqlite3.Connection) -> list[str]:
    """Return the names of the followed streams."""
    return [str(name) for (name,) in connection.execute("SELECT stream FROM followed").fetchall()]


def note(connection: sqlite3.Connection, vault: Vault, name: str) -> str:
    """Return the note about the record under a name; "" if there is none. Raises Damage."""
    row = connection.execute(NOTE, (name,)).fetchone()
    if row is None:
        return ""
    vault.check("record_notes", row[:-1], row[-1])
    return str(row[1])
