"""Tokens: 256 random bits made by the client of a seat, host, dealer or spectator; only their SHA-256 is stored."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path

from gunbai_record.tokens import as_kept, hash_of, kept_in, new_token, token_bytes
from referee.errors import InvalidField, TokenUnknown
from store.contract import Grant, Role
from store.key_files import keep_private, replace_file

_LEAST_DISTINCT = 16
"""The fewest different byte values in a token: 32 random bytes have fewer with a probability of 3e-17."""


def check_token(field: str, token: str) -> None:
    """Raise InvalidField unless a client can have made a token at random; the error does not quote it."""
    raw = token_bytes(token)
    if not raw:
        raise InvalidField(field, "expected 32 random bytes as URL-safe Base64 without padding: 43 characters")
    if len({*raw}) < _LEAST_DISTINCT:
        raise InvalidField(field, f"these 32 bytes are not random: they contain only {len({*raw})} different values")


def kept_token(file: Path) -> str:
    """Return the operator's token from a file with its digest, creating it if there is none.

    Raises ValueError for any other content, or OSError.
    """
    if not file.exists():
        replace_file(file, as_kept(new_token()).encode())
    keep_private(file)
    token = kept_in(file.read_text(encoding="ascii", errors="replace"))
    if not token:
        problem = "the file has no token with its digest; restore the file, or remove it to make a new token"
        raise ValueError(f"{file}: {problem}")
    return token


def grant(token: str, game: str, role: Role, seat: int = 0, since: int = 0) -> Grant:
    """Return the grant that gives a token's holder a role in a game; a seat since the version of an entry."""
    return Grant(hash_of(token), game, role, seat, since)


def same(one: bytes, other: bytes) -> bool:
    """Return whether two hashes are equal, in constant time."""
    return secrets.compare_digest(one, other)


def bearer(metadata: Iterable[tuple[str, str | bytes]] | None) -> str:
    """Return a call's bearer token, or "". Raises TokenUnknown for any other `authorization`, or for two."""
    shown = []
    for key, value in metadata or ():
        if key == "authorization":
            shown.append(str(value))
    if not shown:
        return ""
    scheme, _, token = shown[0].partition(" ")
    if scheme.lower() != "bearer" or not token or len(shown) > 1:
        raise TokenUnknown
    return token
