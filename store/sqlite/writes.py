"""The callers' writes: their rows, and the laws by which they may fail."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from store.argument_checks import check_follows
from store.contract import (
    MOST_PAPERS,
    Conflict,
    ConsentUsed,
    Cosignature,
    DuplicateCommand,
    DuplicateToken,
    Filter,
    GameExists,
    GameNotFound,
    Grant,
    Head,
    Leaf,
    LeafConflict,
    LogBehind,
    Opening,
    Paper,
    PaperConflict,
    PapersFull,
    RefusedMove,
    RulesNote,
    StorageCorrupt,
    Stored,
    StoreError,
    Summary,
    VersionNotFound,
    WentBack,
)
from store.cosigning import with_cosignature
from store.log_heads import GONE, check_end, digest_of, head_after
from store.sqlite import catalogue, queries
from store.sqlite.encryption import Vault
from store.sqlite.queries import Mark
from store.sqlite.sqlite_errors import Damage

# Statements in the order in which they run; a group of writes runs each once, over all rows.
OPENING = (
    "INSERT INTO openings (game, title, public, parent, parent_version, provenance, seal) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
SECRET = "INSERT INTO secrets (game, secret) VALUES (?, ?)"  # noqa: S105  # a statement, no password
ENTRY = "INSERT INTO entries (game, version, command_id, data) VALUES (?, ?, ?, ?)"
APART = "INSERT INTO apart (game, version, data) VALUES (?, ?, ?)"
REPLACED = "UPDATE apart SET data = ? WHERE game = ? AND version = ?"
CONSENT = "INSERT INTO consents (consent, game, seal) VALUES (?, ?, ?)"
GRANT = "INSERT INTO grants (token_hash, game, role, seat, since, seal) VALUES (?, ?, ?, ?, ?, ?)"
SUMMARY = (
    "INSERT OR REPLACE INTO catalogue (game, title, status, seats, label, players, ending, winners, played_on, tags,"
    " public, parent, parent_version, created_at, changed_at, absent, has_deadlines, held, standing, keys, seal)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
REFUSAL = (
    "INSERT INTO refusals (game, version, at, actor, command_id, data, number, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
PAPER = "INSERT INTO papers (game, number, at, data, seal) VALUES (?, ?, ?, ?, ?)"
LEAF = "INSERT INTO leaves (number, game, kind, version, data, seal) VALUES (?, ?, ?, ?, ?, ?)"
NAME = "INSERT INTO leaf_logs (number, name, seal) VALUES (?, ?, ?)"
COSIGNED = "INSERT OR REPLACE INTO cosigned (number, lines, seal) VALUES (?, ?, ?)"
RULES = "INSERT OR REPLACE INTO rules (title, rules_version, fingerprint, seal) VALUES (?, ?, ?, ?)"
FOLLOWED = "INSERT OR REPLACE INTO followed (stream, sequence, digest) VALUES (?, ?, ?)"
NOTE = "INSERT OR REPLACE INTO record_notes (name, value, seal) VALUES (?, ?, ?)"
STATEMENTS = (
    OPENING, SECRET, ENTRY, APART, REPLACED, GRANT, CONSENT, SUMMARY, REFUSAL, PAPER, LEAF, NAME, COSIGNED, RULES,
    FOLLOWED, NOTE,
)  # fmt: skip

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]


class Rehearsed(Exception):
    """A trial write was possible, and was undone."""


class Write(msgspec.Struct):
    """The rows of one call, by statement, written all or none. A write that is `alone` is not merged with others."""

    game: str
    rows: Rows
    entries: Sequence[Stored] = ()
    alone: bool = False
    spares_reserve: bool = False
    """Whether the write leaves the last of the room to running games' entries."""
    begins: int | None = None
    """The log's version before the write, if the write gives it a new head."""
    beside: tuple[str, ...] = ()
    """The games that get rows outside their logs."""
    refused: RefusedMove | None = None
    """A refused move, whose row gets its number and its seal when it is written."""
    leaves: Sequence[Leaf] = ()
    """The leaves, whose rows get their numbers and seals when they are written."""
    size: int = 0
    """Roughly how many bytes it writes, if they are many."""
    lost: Mapping[str, int] = {}
    """The games that count as having lost entries from now on, with their acknowledged versions."""
    trial: bool = False
    """Whether it is undone at once, failing with Rehearsed if it could have been written."""

    @property
    def head(self) -> Head | None:
        """The log's head after the write, if it changes."""
        return None if self.begins is None else head_after(self.game, self.begins, self.entries)

    @property
    def adds_entries_alone(self) -> bool:
        """Whether it writes only entries: no rows outside the log, and nothing computed from the tables."""
        return len(self.rows) == 1 and ENTRY in self.rows and not (self.beside or self.leaves or self.refused)

    def breach(self, connection: sqlite3.Connection) -> StoreError | None:
        """Return the law that the write breaks, in the contract's order. Raises GameNotFound."""
        return None if queries.exists(connection, self.game) else GameNotFound(self.game)

    def prepare(self, connection: sqlite3.Connection) -> None:
        """Do what comes before the rows: nothing."""


class Create(Write, kw_only=True):
    """The rows of a new game; it is `alone` if the game has a head although it is missing."""

    opening: Opening
    vault: Vault
    mark: Mark
    origin: Mark | None = None
    """What the parent's log must reach."""

    def breach(self, connection: sqlite3.Connection) -> StoreError | None:
        if queries.exists(connection, self.game):
            return GameExists(self.game)
        if behind := behind_head(self.mark, GONE):
            return behind
        return self._breach_of_origin(connection) or token_in_use(self, connection) or self._reuse(connection)

    def _breach_of_origin(self, connection: sqlite3.Connection) -> StoreError | None:
        if self.origin is None:
            return None
        parent, version = self.origin.game, self.opening.parent_version
        head = queries.head(connection, parent)
        if version > head:
            return behind_head(self.origin, head) or VersionNotFound(parent, version, head)
        return None

    def _reuse(self, connection: sqlite3.Connection) -> StoreError | None:
        consents = [row[0] for row in self.rows.get(CONSENT, ())]
        if not consents:
            return None
        try:
            used = queries.consented(connection, self.opening.parent, self.vault)
        except Damage as damage:
            return StorageCorrupt(self.mark.file, self.opening.parent, str(damage))
        reused = len({*consents}) < len(consents) or not used.isdisjoint(consents)
        return ConsentUsed(self.opening.parent) if reused else None


class Adopt(Create, kw_only=True):
    """The rows of an imported game; its entries are read while they are written, because they may not fit in memory."""

    log: Iterator[Stored]
    last: Stored | None = None
    """The last entry that was read."""
    apart: list[Row] = []
    """The rows of the separate parts of the entries that were read."""

    @property
    def head(self) -> Head | None:
        return Head(self.game, self.last.version, digest_of(self.last.data)) if self.last else Head(self.game, 0, b"")

    def further(self) -> Iterator[Row]:
        """Yield the entries' rows. Raises ValueError for one that does not follow, and whatever reading them raises."""
        for entry in self.log:
            check_follows(self.game, self.last.version if self.last else 0, entry)
            self.last = entry
            if entry.apart:
                self.apart.append((self.game, entry.version, entry.apart))
            yield (self.game, entry.version, entry.command_id, entry.data)


class Append(Write, kw_only=True):
    """Further entries of a game.

    It is `alone` if the tables do not check the version (without entries, or if the acknowledged head differs or lost
    entries); with grants, whose tokens must be new to the game, whatever the index of tokens shows; and if it depends
    on the rest of the catalogue.
    """

    expected: int
    mark: Mark
    vault: Vault
    unless: Sequence[Filter] = ()

    def breach(self, connection: sqlite3.Connection) -> StoreError | None:
        head = queries.head(connection, self.game)
        if behind := behind_head(self.mark, head):
            return behind
        if self.mark.head and self.mark.head.lost:
            return WentBack(self.game, self.mark.head.lost, self.mark.head.version)
        for entry in self.entries:
            if queries.find(connection, self.game, entry.command_id):
                return DuplicateCommand(self.game, entry.command_id)
        # An ending that waits for branches names the rows that must not be there. A lock over two games would have to
        # outlive the process that holds it.
        if head != self.expected or any(catalogue.has(connection, only) for only in self.unless):
            return Conflict(self.game, self.expected, head)
        return token_in_use(self, connection) or self._reuse(connection)

    def _reuse(self, connection: sqlite3.Connection) -> StoreError | None:
        hashes = {row[0] for row in self.rows.get(GRANT, ())}
        if not hashes:
            return None
        granted = {grant.token_hash for grant in queries.every_grant(connection, self.game, self.vault)}
        return DuplicateToken(self.game) if hashes & granted else None


class File(Write, kw_only=True):
    """A game's papers; it is `alone`, because the tables check neither for missing papers nor an expected number."""

    expected: int
    since: int | None = None

    def breach(self, connection: sqlite3.Connection) -> StoreError | None:
        if not queries.exists(connection, self.game):
            return GameNotFound(self.game)
        last = queries.last_paper(connection, self.game)
        if last != self.expected:
            return PaperConflict(self.game, self.expected, last)
        if self.since is not None and queries.has_leaf(connection, {leaf.kind for leaf in self.leaves}, self.since):
            return LeafConflict(self.game, self.since)
        return PapersFull(self.game) if last + len(self.rows[PAPER]) > MOST_PAPERS else None


class Replace(Write):
    """The replacements for separate parts of a game's entries, and the new catalogue row."""


class Rebuild(Write):
    """The rows of a whole new catalogue."""

    def breach(self, connection: sqlite3.Connection) -> StoreError | None:
        names = (row[0] for row in self.rows[SUMMARY])
        return next((GameNotFound(name) for name in names if not queries.exists(connection, name)), None)

    def prepare(self, connection: sqlite3.Connection) -> None:
        """Create the table again: SQLite neither deletes rows that an index has lost, nor indexes two for one game."""
        parts = connection.execute(queries.CATALOGUE).fetchall()
        connection.execute("DROP TABLE catalogue")
        for (part,) in parts:
            connection.execute(part)


class Name(Write, kw_only=True):
    """A new name for the log of leaves; with `keep`, its cosignatures come along."""

    name: str
    keep: bool
    vault: Vault

    def prepare(self, connection: sqlite3.Connection) -> None:
        """Make the rows that follow the former ones. Raises Damage."""
        number, cosignatures = queries.cosignatures(connection, self.vault)
        self.rows[NAME] = [name_row(number + 1, self.name, self.vault)]
        self.rows[COSIGNED] = [cosigned_row(number + 1, cosignatures if self.keep else (), self.vault)]

    def breach(self, connection: sqlite3.Connection) -> StoreError | None:
        return None


class Lose(Write):
    """Games that may have lost entries."""

    def breach(self, connection: sqlite3.Connection) -> StoreError | None:
        return None


class Cosign(Write, kw_only=True):
    """A cosignature among the kept ones; always `alone`, because it is computed from them when it is written."""

    cosignature: Cosignature
    vault: Vault

    def breach(self, connection: sqlite3.Connection) -> StoreError | None:
        return None

    def prepare(self, connection: sqlite3.Connection) -> None:
        """Make the row from the former one. Raises Damage."""
        number, cosignatures = queries.cosignatures(connection, self.vault)
        self.rows[COSIGNED] = [cosigned_row(number, with_cosignature(cosignatures, self.cosignature), self.vault)]


def create(
    opening: Opening,
    entries: Sequence[Stored],
    grants: Sequence[Grant],
    summary: Summary,
    *,
    consents: Sequence[bytes] = (),
    leaves: Sequence[Leaf] = (),
    mark: Mark,
    origin: Mark | None = None,
    vault: Vault,
) -> Create:
    """Return the write for a new game, its secret encrypted."""
    rows = rows_of(opening.game, entries, grants, summary, vault)
    public = int(opening.public)
    opened = (opening.game, opening.title, public, opening.parent, opening.parent_version, opening.provenance)
    rows[OPENING] = [sealed(vault, "openings", opened)]
    rows[SECRET] = [(opening.game, vault.lock(opening.game, opening.secret))]
    beside: tuple[str, ...] = (opening.game,)
    if consents:
        # All consents are under the parent, so that one query shows whether any is missing.
        rows[CONSENT] = [sealed(vault, "consents", (consent, opening.parent)) for consent in consents]
        beside += (opening.parent,)
    alone, begins = mark.head is not None or bool(consents), opening.parent_version
    return Create(
        opening.game, rows, entries, alone=alone, spares_reserve=True, begins=begins, mark=mark, beside=beside,
        opening=opening, vault=vault, leaves=leaves, origin=origin,
    )  # fmt: skip


def adopt(
    opening: Opening,
    log: Iterator[Stored],
    grants: Sequence[Grant],
    summary: Summary,
    *,
    size: int,
    leaves: Sequence[Leaf],
    mark: Mark,
    vault: Vault,
) -> Adopt:
    """Return the write for an imported game."""
    made = create(opening, (), grants, summary, mark=mark, vault=vault)
    return Adopt(
        made.game, made.rows, alone=True, spares_reserve=True, mark=mark, beside=made.beside, size=size,
        opening=opening, vault=vault, log=log, leaves=leaves,
    )  # fmt: skip


def append(
    game: str,
    expected: int,
    entries: Sequence[Stored],
    grants: Sequence[Grant],
    summary: Summary | None,
    *,
    leaves: Sequence[Leaf],
    unless: Sequence[Filter],
    mark: Mark,
    vault: Vault,
) -> Append:
    """Return the write for further entries."""
    rows = rows_of(game, entries, grants, summary, vault)
    elsewhere = mark.head is None or mark.head.version != expected or bool(mark.head.lost)
    alone = not entries or bool(grants) or bool(unless) or elsewhere
    begins = expected if entries else None
    beside = (game,) if grants or leaves or summary is not None else ()
    return Append(
        game, rows, entries, alone=alone, begins=begins, mark=mark, beside=beside, expected=expected, vault=vault,
        leaves=leaves, unless=unless,
    )  # fmt: skip


def replacement(game: str, apart: Mapping[int, bytes], summary: Summary, vault: Vault) -> Replace:
    """Return the write that replaces separate parts of entries."""
    rows: Rows = {
        REPLACED: [(data, game, version) for version, data in apart.items()],
        SUMMARY: [summary_row(summary, vault)],
    }
    return Replace(game, rows, alone=True, beside=(game,))


def refusal(refused: RefusedMove) -> Write:
    """Return the write for a refused move."""
    game = refused.game
    return Write(game, {}, spares_reserve=True, beside=(game,), refused=refused)


def file(
    game: str, expected: int, papers: Sequence[Paper], leaves: Sequence[Leaf], vault: Vault, *, since: int | None
) -> File:
    """Return the write for papers."""
    rows = [sealed(vault, "papers", (paper.game, paper.number, paper.at, paper.data)) for paper in papers]
    beside = (game,) if papers or leaves else ()
    return File(
        game, {PAPER: rows}, alone=True, spares_reserve=True, beside=beside, expected=expected, leaves=leaves,
        since=since,
    )  # fmt: skip


def cosign(cosignature: Cosignature, vault: Vault) -> Cosign:
    """Return the write for a cosignature."""
    return Cosign("", {}, alone=True, spares_reserve=True, cosignature=cosignature, vault=vault)


def lose(games: Mapping[str, int]) -> Lose:
    """Return the write that marks games that may have lost entries."""
    return Lose("", {}, beside=tuple(games), lost=games)


def name(name: str, vault: Vault, *, keep: bool) -> Name:
    """Return the write for a new name of the log of leaves."""
    return Name("", {}, name=name, keep=keep, vault=vault)


def note(name: str, value: str, vault: Vault) -> Write:
    """Return the write for a note about the record under a name."""
    return Write("", {NOTE: [sealed(vault, "record_notes", (name, value))]})


def note_rules(notes: Iterable[RulesNote], vault: Vault) -> Write:
    """Return the write for notes about rules."""
    rows = [sealed(vault, "rules", (note.title, note.rules_version, note.fingerprint)) for note in notes]
    return Write("", {RULES: rows}, spares_reserve=True)


def rebuild(summaries: Iterable[Summary], vault: Vault) -> Rebuild:
    """Return the write for a new catalogue that replaces the old one, whose indexes may not fit it."""
    return Rebuild("", {SUMMARY: [summary_row(summary, vault) for summary in summaries]}, alone=True)


def rows_of(
    game: str, entries: Sequence[Stored], grants: Sequence[Grant], summary: Summary | None, vault: Vault
) -> Rows:
    """Return the rows that creating and appending have in common."""
    rows: Rows = {ENTRY: [(game, entry.version, entry.command_id, entry.data) for entry in entries]}
    if apart := [(game, entry.version, entry.apart) for entry in entries if entry.apart]:
        rows[APART] = apart
    if grants:
        rows[GRANT] = [
            sealed(vault, "grants", (grant.token_hash, grant.game, grant.role, grant.seat, grant.since))
            for grant in grants
        ]
    if summary is not None:
        rows[SUMMARY] = [summary_row(summary, vault)]
    return rows


def refusal_row(refused: RefusedMove, number: int, vault: Vault) -> Row:
    """Return a refused move as its row, with its number."""
    columns = (refused.game, refused.version, refused.at, refused.actor, refused.command_id, refused.data, number)
    return sealed(vault, "refusals", columns)


def leaf_row(leaf: Leaf, number: int, vault: Vault) -> Row:
    """Return a leaf as its row, with its number."""
    return sealed(vault, "leaves", (number, leaf.game, leaf.kind, leaf.version, leaf.data))


def name_row(number: int, name: str, vault: Vault) -> Row:
    """Return a name of the log of leaves as its row."""
    return sealed(vault, "leaf_logs", (number, name))


def cosigned_row(number: int, cosignatures: Sequence[Cosignature], vault: Vault) -> Row:
    """Return the cosignatures of the log of leaves under a name, given by its number, as their row."""
    return sealed(vault, "cosigned", (number, msgspec.json.encode(cosignatures).decode()))


def summary_row(summary: Summary, vault: Vault) -> Row:
    """Return a summary as its row, without the head, which the log has."""
    lists = (summary.players, summary.winners, summary.tags, summary.absent, summary.keys)
    players, winners, tags, absent, keys = (msgspec.json.encode(items).decode() for items in lists)
    columns = (
        summary.game, summary.title, summary.status, summary.seats, summary.label, players, summary.ending, winners,
        summary.played_on, tags, int(summary.public), summary.parent, summary.parent_version, summary.created_at,
        summary.changed_at, absent, int(summary.has_deadlines), int(summary.held), summary.standing, keys,
    )  # fmt: skip
    return sealed(vault, "catalogue", columns)


def sealed(vault: Vault, table: str, columns: Row) -> Row:
    """Return a row with its seal."""
    return (*columns, vault.seal(table, columns))


def token_in_use(write: Write, connection: sqlite3.Connection) -> StoreError | None:
    """Return the error for a token that already has a grant, or is granted twice."""
    hashes = [row[0] for row in write.rows.get(GRANT, ())]
    used = len(set(hashes)) < len(hashes) or any(queries.granted(connection, token_hash) for token_hash in hashes)
    return DuplicateToken(write.game) if used else None


def behind_head(mark: Mark, version: int) -> StoreError | None:
    """Return the error for a log that ends before the acknowledged head."""
    try:
        check_end(mark.file, mark.head, version)
    except LogBehind as behind:
        return behind
    return None
