"""Tokens: 256 random bits for each seat, host, dealer and spectator; only their SHA-256 is stored."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from hashlib import sha256

from referee.errors import TokenUnknown
from store.contract import Grant, Role


def new_token() -> str:
    """Return a new token."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> bytes:
    """Return the SHA-256 of a token, which is what the store keeps."""
    return sha256(token.encode()).digest()


def grant(token: str, game: str, role: Role, seat: int = 0) -> Grant:
    """Return the grant that gives the holder of a token a role in a game."""
    return Grant(hash_of(token), game, role, seat)


def same(one: bytes, other: bytes) -> bool:
    """Return whether two hashes are equal, in constant time."""
    return secrets.compare_digest(one, other)


def bearer(metadata: Iterable[tuple[str, str | bytes]] | None) -> str:
    """Return the bearer token of a call, or "". Raises TokenUnknown for any other `authorization`, or for two."""
    shown = [str(value) for key, value in metadata or () if key == "authorization"]
    if not shown:
        return ""
    scheme, _, token = shown[0].partition(" ")
    if scheme.lower() != "bearer" or not token or len(shown) > 1:
        raise TokenUnknown
    return token
