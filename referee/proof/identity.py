"""The Ed25519 key of the service, with which it signs heads of games and consents to forks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai_client.chain import signed_by


class Identity:
    """A private key: signs, and checks its own signatures."""

    def __init__(self, private_key: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(private_key)
        self.public_key = self._key.public_key().public_bytes_raw()

    @classmethod
    def kept_in(cls, file: Path) -> Self:
        """Read the key from a file of 32 bytes; create it with mode 0600 if it is missing. Raises ValueError."""
        try:
            made = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            kept = file.read_bytes()
            if len(kept) != 32:
                raise ValueError(f"{file}: a key has 32 bytes, not {len(kept)}") from None
            return cls(kept)
        with os.fdopen(made, "wb") as new:
            new.write(os.urandom(32))
        return cls(file.read_bytes())

    def sign(self, payload: bytes) -> bytes:
        """Return the signature of a payload."""
        return self._key.sign(payload)

    def signed(self, signature: bytes, payload: bytes) -> bool:
        """Return whether this key signed a payload."""
        return signed_by(self.public_key, signature, payload)
