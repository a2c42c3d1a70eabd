"""Losses: logs that end before an acknowledged head, and how an operator without a newer backup accepts them.

Nothing can bring the entries back. What can be prevented is that others take their place: players have seen the game's
versions, chance and signed heads. So a log whose loss was accepted is marked in the file of heads, and can be read and
forked from then on, but never written.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace
from sqlite_utils import Database

from store.contract import Head, LeavesBehind, LogBehind, StorageCorrupt
from store.log_heads import LEAVES, head_of_leaves
from store.sqlite import name_leaves, open_file, queries
from store.sqlite.encryption import Vault
from store.sqlite.heads_file import NoRoom, heads_of, read_heads, write_heads
from store.sqlite.heads_room import AT_ONCE, HeadsOnDisk
from store.sqlite.queries import Mark


def accept_losses(database: Path, over: Container[str]) -> None:
    """Mark every log that ends before its head, and rewrite the file of heads, in the same memory for any number.

    Without a sound file of heads, every log of a game that is not `over` is marked: nobody knows how far it went. Games
    that are gone altogether stay refused by name. Raises StorageError if the database cannot be used.
    """
    file = heads_of(database.resolve())
    spare = file.with_name(f"{file.name}.spare")
    with closing(HeadsOnDisk()) as known, closing(HeadsOnDisk()) as accepted:
        last_heads = known if has_heads(file) and read_heads(file, known) else None
        lock, db, _, heads, vault = open_file(database, spare, HeadsOnDisk())
        try:
            for head in _accepted(db, last_heads, over):
                accepted[head.game] = head
            for head in _gone(known, accepted):
                accepted[head.game] = head
            for head in leaves_accepted(db, last_heads, vault):
                accepted[LEAVES] = head
            write_heads(file, accepted)
        finally:
            heads.close()
            db.close()
            spare.unlink()
            lock.release()


def _accepted(db: Database, last_heads: Mapping[str, Head] | None, over: Container[str]) -> Iterator[Head]:
    """Yield the head of every game in the database, marked if its log may lack something."""
    after = ""
    while names := queries.games_after(db.conn, after, AT_ONCE, ()):
        for after in names:
            known = last_heads is not None or after in over
            yield as_accepted(db, after, (last_heads or {}).get(after), is_known=known)


def _gone(last_heads: HeadsOnDisk, there: HeadsOnDisk) -> Iterator[Head]:
    """Yield the head of every game that is not there any more, marked."""
    for game, head in last_heads.games().items():
        if game not in there:
            yield replace(head, lost=max(head.lost, head.version))


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


def has_heads(file: Path) -> bool:
    """Return whether a file has heads: it is neither missing nor blank nor damaged."""
    try:
        return bool(read_heads(file, NoRoom()).lines)
    except (FileNotFoundError, StorageCorrupt):
        return False


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
