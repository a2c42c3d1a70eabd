"""Losses: logs that end before an acknowledged head, and how an operator without a newer backup accepts them.

Nothing can bring the entries back. What can be prevented is that others take their place: players have seen the game's
versions, chance and signed heads. So a log whose loss was accepted is marked in the file of heads, and can be read and
forked from then on, but never written.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from sqlite_utils import Database

from store.contract import Head, LeavesBehind, LogBehind, StorageCorrupt
from store.log_heads import GONE, LEAVES, head_of_leaves
from store.sqlite import name_leaves, open_file, queries
from store.sqlite.encryption import Vault
from store.sqlite.heads_file import heads_of, read_heads, write_heads
from store.sqlite.queries import Mark


class Loss(NamedTuple):
    """A game that lost entries: the acknowledged version and the one found; both are the same if more is not known."""

    game: str
    expected: int
    found: int


def accept_losses(database: Path, over: Container[str]) -> list[Loss]:
    """Mark every log that ends before its head, and rewrite the file of heads; return those logs.

    Without a sound file of heads, every log of a game that is not `over` is marked: nobody knows how far it went. Games
    that are gone altogether stay refused by name. Raises StorageError if the database cannot be used.
    """
    file = heads_of(database.resolve())
    last_heads = heads_in(file)
    spare = file.with_name(f"{file.name}.spare")
    lock, db, _, heads, vault = open_file(database, spare)
    try:
        accepted = [
            as_accepted(db, game, (last_heads or {}).get(game), is_known=last_heads is not None or game in over)
            for game in sorted(queries.every_game(db.conn, ()))
        ]
        names = {head.game for head in accepted} | {LEAVES}
        gone = [
            replace(head, lost=max(head.lost, head.version))
            for game, head in (last_heads or {}).items()
            if game not in names
        ]
        leaves = leaves_accepted(db, last_heads, vault)
        write_heads(file, {head.game: head for head in (*leaves, *accepted, *gone)})
    finally:
        heads.close()
        db.close()
        spare.unlink()
        lock.release()
    lost = [Loss(head.game, head.lost, head.version) for head in accepted if head.lost]
    return lost + [Loss(head.game, head.version, GONE) for head in gone]


def leaves_accepted(db: Database, last_heads: Mapping[str, Head] | None, vault: Vault) -> Iterator[Head]:
    """Yield the present head of the log of leaves, under a new name unless the log is known to be complete."""
    last = queries.last_leaf(db.conn)
    head = last_heads.get(LEAVES) if last_heads is not None else None
    try:
        queries.check_leaf_log(db.conn, Mark(LEAVES, "", head))
    # Readers have seen another tree under the old name: no signed head may contradict it.
    except LeavesBehind:
        name_leaves(db, vault, anew=True)
    else:
        if last_heads is None:
            name_leaves(db, vault, anew=True)
    if last is not None:
        yield head_of_leaves(last)


def heads_in(file: Path) -> Mapping[str, Head] | None:
    """Return the heads in a file; None if it is missing, blank or damaged."""
    try:
        return read_heads(file).heads or None
    except (FileNotFoundError, StorageCorrupt):
        return None


def as_accepted(db: Database, game: str, head: Head | None, *, is_known: bool) -> Head:
    """Return a log's present head, marked unless the log is known to have everything that was acknowledged."""
    stored_head = queries.whole_head(db.conn, game)
    if head is None:
        return stored_head if is_known else replace(stored_head, lost=stored_head.version)
    try:
        queries.newest(db.conn, Mark(game, "", head))
    except LogBehind:
        return replace(stored_head, lost=max(head.version, head.lost))
    return replace(stored_head, lost=head.lost)
