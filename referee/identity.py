"""The service's own Ed25519 key, with which it signs heads of games and consents to forks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai_client.chain import signed_by


class Identity:
    """A private key and what is done with it."""

    def __init__(self, private_key: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(private_key)
        self.public_key = self._key.public_key().public_bytes_raw()

    @classmethod
    def kept_in(cls, file: Path) -> Self:
        """The key in a file of 32 bytes, made for its owner's eyes only where there is none. Raises ValueError."""
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
        """The signature over a payload."""
        return self._key.sign(payload)

    def signed(self, signature: bytes, payload: bytes) -> bool:
        """Whether this service signed a payload."""
        return signed_by(self.public_key, signature, payload)
