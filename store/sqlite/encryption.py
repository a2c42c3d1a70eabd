"""The vault: it encrypts games' secrets in the file and seals the rows outside the logs, under a key next to the file.

A reader of the tables, with Datasette or in a copy, sees no secret. ChaCha20-Poly1305 (RFC 8439) with a random 12-byte
nonce before the ciphertext; the game's name is the associated data, so no secret fits another game. A row's seal is a
keyed BLAKE2b (RFC 7693) of 16 bytes over its table and its other columns, in MessagePack: a row that was altered, by a
disk or by somebody without the key, does not fit its seal.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from store.contract import StorageError
from store.key_files import kept_key
from store.sqlite.sqlite_errors import Damage, system_error

_NONCE = 12
_SECRETS = b"gunbai secrets at rest 1"
_SEALS = b"gunbai rows at rest 1"
_SEAL = 16


class Vault:
    """Encrypts and decrypts secrets, and seals rows, under one 32-byte key."""

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(_derived(key, _SECRETS))
        self._sealing = _derived(key, _SEALS)

    def lock(self, game: str, secret: bytes) -> bytes:
        """Return a secret as the table has it."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, secret, game.encode())

    def unlock(self, game: str, locked: bytes) -> bytes:
        """Return a secret from the table. Raises Damage."""
        try:
            return self._cipher.decrypt(locked[:_NONCE], locked[_NONCE:], game.encode())
        except (InvalidTag, ValueError):
            raise Damage("its secret was altered, or belongs to another key") from None

    def seal(self, table: str, columns: Sequence[object]) -> bytes:
        """Return the seal for a row with these columns."""
        return blake2b(msgspec.msgpack.encode((table, *columns)), key=self._sealing, digest_size=_SEAL).digest()

    def check(self, table: str, columns: Sequence[object], seal: bytes) -> None:
        """Check a row's seal. Raises Damage."""
        if not self.fits(table, columns, seal):
            raise Damage(f"a row of {table} differs from what was written")

    def fits(self, table: str, columns: Sequence[object], seal: object) -> bool:
        """Return whether a row is the one that was sealed."""
        return seal == self.seal(table, columns)


def _derived(key: bytes, purpose: bytes) -> bytes:
    return HKDF(SHA256(), 32, salt=None, info=purpose).derive(key)


def key_of(database: Path) -> Path:
    """Return the key file next to a database."""
    return database.with_name(f"{database.name}.secrets.key")


def vault_of(database: Path, *, has_secrets: bool) -> Vault:
    """Return a database's vault; its key is created with the database. Raises StorageError."""
    file = key_of(database)
    if has_secrets and not file.exists():
        raise StorageError(str(file), f"missing: this key encrypts the secrets in {database.name}; restore it")
    try:
        return Vault(kept_key(file))
    except ValueError as error:
        raise StorageError(str(file), str(error).partition(": ")[2]) from None
    except OSError as error:
        raise system_error(error, str(file)) from error
