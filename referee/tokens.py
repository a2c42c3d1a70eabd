"""Tokens: 256 random bits for each seat, host, dealer and spectator, of which only the SHA-256 is kept."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from hashlib import sha256

from referee.errors import TokenUnknown
from store.contract import Grant, Role


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode()).digest()


def grant(token: str, game: str, role: Role, seat: int = 0) -> Grant:
    """What the holder of a token may be in a game."""
    return Grant(hash_of(token), game, role, seat)


def same(one: bytes, other: bytes) -> bool:
    """Whether two hashes are equal, in a time that does not tell where they differ."""
    return secrets.compare_digest(one, other)


def bearer(metadata: Iterable[tuple[str, str | bytes]] | None) -> str:
    """The token that a call brings along, or "". Raises TokenUnknown for another `authorization`, or for two."""
    shown = [str(value) for key, value in metadata or () if key == "authorization"]
    if not shown:
        return ""
    scheme, _, token = shown[0].partition(" ")
    if scheme.lower() != "bearer" or not token or len(shown) > 1:
        raise TokenUnknown
    return token
