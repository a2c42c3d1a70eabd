"""The file of presence: when the service last ran, next to the database, so that its stops are known.

It is rewritten every few seconds while clocks run. If it cannot be read, no time is known, and the clocks leave out all
time since their game's last entry.
"""

from __future__ import annotations

from pathlib import Path

from store.key_files import replace_file
from store.sqlite.encryption import Vault
from store.sqlite.sqlite_errors import system_error

_SEALED_AS = "presence"


class PresenceFile:
    """The moment that was noted last, with a seal like those of the database's rows."""

    def __init__(self, database: Path, vault: Vault) -> None:
        self._file, self._vault = database.with_name(f"{database.name}.presence"), vault

    def note(self, at: int) -> None:
        """Note a moment, in microseconds since 1970 (UTC). Raises StorageError."""
        try:
            replace_file(self._file, f"{at} {self._vault.seal(_SEALED_AS, (at,)).hex()}\n".encode())
        except OSError as error:
            raise system_error(error, str(self._file)) from error

    def read(self) -> int:
        """Return the moment that was noted last; 0 if there is none, or if it was altered."""
        try:
            at, seal = self._file.read_text("ascii").split()
            return int(at) if self._vault.fits(_SEALED_AS, (int(at),), bytes.fromhex(seal)) else 0
        except (OSError, ValueError):
            return 0
