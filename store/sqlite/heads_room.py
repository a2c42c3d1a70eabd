"""Where the heads of all logs are held: in memory, or in a temporary file.

A service asks for them with each call. A command that reads a whole record asks for each once or twice, and takes the
same memory for any number of games.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, MutableMapping
from heapq import nsmallest
from threading import Lock
from typing import TypeAlias

import msgspec

from store.contract import Head
from store.log_heads import LEAVES

AT_ONCE = 1000
"""How many names are read at once."""
_TABLE = "CREATE TABLE heads (game TEXT PRIMARY KEY, lost INTEGER NOT NULL, head BLOB NOT NULL) WITHOUT ROWID"
_NAMES = "SELECT game FROM heads WHERE game > ? AND (NOT ? OR lost = 0) ORDER BY game LIMIT ?"


class HeadsInMemory(dict[str, Head]):
    """Heads by game in memory."""

    def games(self) -> Mapping[str, Head]:
        """Return the heads without that of the leaves."""
        return {game: head for game, head in self.items() if game != LEAVES}

    def names(self, after: str, limit: int) -> list[str]:
        """Return the first names of games after a name, in order, without those whose loss was accepted."""
        return nsmallest(limit, (game for game, head in self.items() if game > after and not head.lost))

    def close(self) -> None:
        """Hold nothing that must be released."""


class HeadsOnDisk(MutableMapping[str, Head]):
    """Heads by game in a temporary file, in the order of their names; any thread reads and writes them."""

    def __init__(self) -> None:
        # A database without a name is a temporary file: SQLite keeps a few pages in memory, and removes it at the end.
        self._db = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._using = Lock()
        # Never committed: nobody else reads it, and one transaction is faster than many.
        for statement in ("PRAGMA journal_mode = OFF", _TABLE, "BEGIN"):
            self._db.execute(statement)

    def __getitem__(self, game: str) -> Head:
        with self._using:
            row = self._db.execute("SELECT head FROM heads WHERE game = ?", (game,)).fetchone()
        if row is None:
            raise KeyError(game)
        return msgspec.msgpack.decode(row[0], type=Head)

    def __setitem__(self, game: str, head: Head) -> None:
        row = (game, head.lost, msgspec.msgpack.encode(head))
        with self._using:
            self._db.execute("INSERT OR REPLACE INTO heads VALUES (?, ?, ?)", row)

    def __delitem__(self, game: str) -> None:
        with self._using:
            self._db.execute("DELETE FROM heads WHERE game = ?", (game,))

    def __iter__(self) -> Iterator[str]:
        if LEAVES in self:
            yield LEAVES
        yield from self.games()

    def __len__(self) -> int:
        with self._using:
            return int(self._db.execute("SELECT count(*) FROM heads").fetchone()[0])

    def games(self) -> Mapping[str, Head]:
        """Return the heads without that of the leaves."""
        return _OfGames(self)

    def names(self, after: str, limit: int, *, with_losses: bool = False) -> list[str]:
        """Return the first names of games after a name, in order, without those whose loss was accepted."""
        with self._using:
            rows = self._db.execute(_NAMES, (after, not with_losses, limit)).fetchall()
        return [game for (game,) in rows]

    def close(self) -> None:
        """Remove the file."""
        self._db.close()


class _OfGames(Mapping[str, Head]):
    """The heads without that of the leaves, each read when it is asked for."""

    def __init__(self, heads: HeadsOnDisk) -> None:
        self._heads = heads

    def __getitem__(self, game: str) -> Head:
        if game == LEAVES:
            raise KeyError(game)
        return self._heads[game]

    def __iter__(self) -> Iterator[str]:
        after = LEAVES
        while names := self._heads.names(after, AT_ONCE, with_losses=True):
            yield from names
            after = names[-1]

    def __len__(self) -> int:
        return len(self._heads) - (LEAVES in self._heads)


class NamesOnDisk:
    """Names of games in a temporary file."""

    def __init__(self) -> None:
        self._heads = HeadsOnDisk()

    def add(self, game: str) -> None:
        """Note a name."""
        self._heads[game] = Head(game, 0, b"")

    def __contains__(self, game: object) -> bool:
        return game in self._heads

    def close(self) -> None:
        """Remove the file."""
        self._heads.close()


Room: TypeAlias = HeadsInMemory | HeadsOnDisk
