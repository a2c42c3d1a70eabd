"""People's keys, in PEM: an arbiter signs with the private one, and a game names the public one."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ArbiterKey = Annotated[
    Path | None,
    typer.Option("--arbiter-key", metavar="FILE", help="The arbiter's private key file (PEM)."),
]
SeatKey = Annotated[
    Path | None,
    typer.Option("--seat-key", metavar="FILE", help="The seat's private key file (PEM), if it has one."),
]
Arbiter = Annotated[
    str,
    typer.Option("--arbiter", metavar="KEY", help="Public key of the arbiter (64 hex digits)."),
]
_DIGITS = 64


def private_key(file: Path | None) -> Ed25519PrivateKey | None:
    """Return the private key in a file; None without one. Raises typer.BadParameter."""
    return kept_key(file) if file is not None else None


def kept_key(file: Path) -> Ed25519PrivateKey:
    """Return the private key in a file. Raises typer.BadParameter."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(file.read_bytes(), None)
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise typer.BadParameter(f"{file} is not an unencrypted PEM private key: {error}") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise typer.BadParameter(f"{file} does not hold an Ed25519 key; make one with `gunbai seat keygen`")
    return key


def public_key(digits: str, option: str = "--arbiter") -> bytes:
    """Return the public key in hexadecimal digits; empty for none. Raises typer.BadParameter."""
    if digits and not re.fullmatch(f"[0-9a-fA-F]{{{_DIGITS}}}", digits):
        raise typer.BadParameter(f"expected {_DIGITS} hexadecimal digits", param_hint=option)
    return bytes.fromhex(digits)


def make_key(file: Path) -> Ed25519PrivateKey:
    """Write a new private key to a file that only its owner may read, and return it. Raises OSError."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = Ed25519PrivateKey.generate()
    # O_EXCL: an existing key is never overwritten.
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as made:
        made.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return key
