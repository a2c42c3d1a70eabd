"""Stores browsers' tokens for their seats, under the secret in each browser's only cookie.

A row is named and sealed by that secret and its game. Without the cookie, the file reveals neither tokens nor which
games a browser plays.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Mapping
from hashlib import sha256
from hmac import digest
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from clients.web.room import find_site
from clients.web.storage.private_files import make_private, storing
from gunbai_client.errors import Exhausted

IN_ALL = 200_000
"""The most tables at which browsers hold something, all together."""
FOR_ONE = 2_000
"""How many of them may belong to browsers at one address."""
MOST_BYTES = 16 * 1024
"""How much a browser may hold at one table, in bytes: a hundred seats, or as many studies."""
UNUSED = 400 * 24 * 3600
"""How many seconds an unused row is kept: the longest lifetime of a cookie in a browser."""
NONCE = 12
GAMES = "games"
"""The key of the list of a browser's games, used in place of a game's id."""
MOST_GAMES = 500
"""How many games such a list holds; the earliest are dropped."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS held (
  name BLOB PRIMARY KEY, sealed BLOB NOT NULL, visitor TEXT NOT NULL, used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS held_since ON held (used);
CREATE INDEX IF NOT EXISTS held_by ON held (visitor);
"""
DAY = 24 * 3600

Held = Mapping[str, str]
"""The tokens that a browser holds at a table, by role."""


class BrowserKeys:
    """Stores browsers' tokens in a database that only this user may read; without a file, in memory."""

    def __init__(self, file: Path | None) -> None:
        """Open the database. Raises CannotStore."""
        with storing():
            if file is not None:
                make_private(file)
                file.touch(mode=0o600)
            self._database = sqlite3.connect(file or ":memory:", isolation_level=None, check_same_thread=False)
            # With NORMAL, a power cut may lose the last rows, but cannot damage the file.
            self._database.executescript(f"PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; {SCHEMA}")
            self._database.execute("DELETE FROM held WHERE used < ?", (time.time() - UNUSED,))

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def load(self, secret: bytes, game: str) -> Held:
        """Return a browser's tokens for a game. Raises CannotStore."""
        name, key = _derive(secret, game)
        with storing():
            row = self._database.execute("SELECT sealed, used FROM held WHERE name = ?", (name,)).fetchone()
            if row is None:
                return {}
            sealed, used = row
            # Once a day is enough for rows that expire after a year, and a page reads many.
            if used < time.time() - DAY:
                self._database.execute("UPDATE held SET used = ? WHERE name = ?", (int(time.time()), name))
        try:
            held: Held = json.loads(AESGCM(key).decrypt(sealed[:NONCE], sealed[NONCE:], name))
        except (InvalidTag, ValueError):
            # A damaged row holds nothing.
            return {}
        return held

    def keep(self, secret: bytes, game: str, role: str, token: str, visitor: str) -> None:
        """Store a role's token in a game, replacing an earlier one. Raises Exhausted or CannotStore."""
        self._change(secret, game, {**self.load(secret, game), role: token}, visitor)

    def drop(self, secret: bytes, game: str, role: str) -> None:
        """Forget a role's token; removing the last one makes room for others. Raises CannotStore."""
        held = {held_role: token for held_role, token in self.load(secret, game).items() if held_role != role}
        if held:
            self._change(secret, game, held, "")
            return
        name, _ = _derive(secret, game)
        with storing():
            self._database.execute("DELETE FROM held WHERE name = ?", (name,))

    def list_games(self, secret: bytes) -> list[str]:
        """Return a browser's games, the latest first. Raises CannotStore."""
        return [*self.load(secret, GAMES)][::-1]

    def note_game(self, secret: bytes, game: str, visitor: str) -> None:
        """Put a game first on the list of a browser's games. Raises Exhausted or CannotStore."""
        listed = [other for other in self.load(secret, GAMES) if other != game]
        self._change(secret, GAMES, dict.fromkeys([*listed, game][-MOST_GAMES:], ""), visitor)

    def _change(self, secret: bytes, game: str, held: Held, visitor: str) -> None:
        name, key = _derive(secret, game)
        plain, nonce = json.dumps(held).encode("ascii"), secrets.token_bytes(NONCE)
        if len(plain) > MOST_BYTES:
            raise Exhausted("this browser has reached its limit on seats in this game", "SEATS_OF_ONE")
        with storing():
            is_stored = self._database.execute("SELECT 1 FROM held WHERE name = ?", (name,)).fetchone()
            # Only a new row needs room: a full server still serves those who are here.
            if not is_stored:
                self._check_room(find_site(visitor))
            self._database.execute(
                "INSERT INTO held VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET sealed = excluded.sealed, used = excluded.used",
                (name, nonce + AESGCM(key).encrypt(nonce, plain, name), find_site(visitor), int(time.time())),
            )

    def _check_room(self, site: str) -> None:
        """Check that there is room for another row of a visitor. Raises Exhausted."""
        in_all, own = self._database.execute(
            "SELECT (SELECT count(*) FROM held), (SELECT count(*) FROM held WHERE visitor = ?)", (site,)
        ).fetchone()
        if in_all >= IN_ALL:
            raise Exhausted(
                f"this server has reached its limit of {IN_ALL} tables at which browsers hold seats", "SEATS_FULL"
            )
        if own >= FOR_ONE:
            raise Exhausted(
                f"browsers at your address have reached the limit of {FOR_ONE} tables at which they hold seats",
                "SEATS_OF_ONE",
            )


def _derive(secret: bytes, game: str) -> tuple[bytes, bytes]:
    """Return a row's name and key."""
    row = digest(secret, game.encode(), sha256)
    # Two digests of one: the name, which anyone with the file can read, says nothing about the key.
    return digest(row, b"name", sha256)[:16], digest(row, b"key", sha256)
