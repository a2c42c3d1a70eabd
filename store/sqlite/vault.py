"""The vault: secrets of games are encrypted in the file, under a key in a file beside it.

Whoever reads the tables, with Datasette or from a copy, has no secret. ChaCha20-Poly1305 (RFC 8439) with a random nonce
of 12 bytes before the ciphertext; the game's name is the associated data, so no secret fits another game.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from store.contract import StorageError
from store.keys import kept_key
from store.sqlite.trouble import Damage, system_error

_NONCE = 12
_PURPOSE = b"gunbai secrets at rest 1"


class Vault:
    """Encrypts and decrypts secrets under one key of 32 bytes."""

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(HKDF(SHA256(), 32, salt=None, info=_PURPOSE).derive(key))

    def lock(self, game: str, secret: bytes) -> bytes:
        """Return a secret as the table has it."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, secret, game.encode())

    def unlock(self, game: str, locked: bytes) -> bytes:
        """Return a secret of the table. Raises Damage."""
        try:
            return self._cipher.decrypt(locked[:_NONCE], locked[_NONCE:], game.encode())
        except (InvalidTag, ValueError):
            raise Damage("its secret was altered, or belongs to another key") from None


def vault_of(database: Path, *, has_secrets: bool) -> Vault:
    """Return the vault of a database; its key is made with the database. Raises StorageError."""
    file = database.with_name(f"{database.name}.secrets.key")
    if has_secrets and not file.exists():
        raise StorageError(str(file), f"missing: the secrets in {database.name} are encrypted with it; restore it")
    try:
        return Vault(kept_key(file))
    except ValueError as error:
        raise StorageError(str(file), str(error).partition(": ")[2]) from None
    except OSError as error:
        raise system_error(error, str(file)) from error
