"""Tokens, which clients make so that none is lost with an answer; and a new game's id, derived from its host's token.

A token is 32 random bytes as URL-safe Base64 without padding (RFC 4648, section 5). A service keeps only its SHA-256.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

from gunbai_record import chain
from gunbai_record.numerals import is_whole

TOKEN_BYTES = 32
"""A token's length before it is written as text."""

VISITOR, FORWARDER = "gunbai-visitor", "gunbai-forwarder"
"""The metadata of a forwarded call: the visitor's address, and the forwarder's credential."""

_DIGEST = "sha256:"
# Without l, o, 0 and 1, which people confuse. 32 of them, so that a remainder favours none.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_token() -> str:
    """Return a new token."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_bytes(token: str) -> bytes:
    """Return a token's bytes, or b"" if it has the wrong length, wrong characters, or a non-canonical form."""
    try:
        # 32 bytes make 43 characters; one character of padding is missing.
        raw = urlsafe_b64decode(f"{token}=")
    except ValueError:
        return b""
    written = urlsafe_b64encode(raw).decode().rstrip("=")
    # The last character has two bits to spare, so several texts decode to the same bytes.
    return raw if len(raw) == TOKEN_BYTES and written == token else b""


def as_kept(token: str) -> str:
    """Return a token file's text: the token, and its SHA-256, because a flipped bit may make another valid token."""
    return f"{token}\n{_DIGEST}{hash_of(token).hex()}\n"


def kept_in(text: str) -> str:
    """Return the token in such a text, or "" if the text is damaged."""
    token = text.partition("\n")[0]
    return token if token_bytes(token) and text == as_kept(token) else ""


def hash_of(token: str) -> bytes:
    """Return a token's SHA-256, which is all that a service keeps of the token."""
    return sha256(token.encode()).digest()


def game_id(token: str, request_id: str) -> str:
    """Return the id of the game that a host's token creates with a request: 80 bits as 16 letters and digits."""
    made = sha256(b"gunbai game 1\x00" + hash_of(token) + chain.field(request_id.encode())).digest()
    return letters(made, 16)


def seat_of(invitation: str) -> int:
    """Return the seat that an invitation is for, or 0 for none."""
    seat = invitation.partition("-")[0]
    return int(seat) if is_whole(seat) else 0


def letters(digest: bytes, count: int) -> str:
    """Return a digest's first bytes as letters and digits, five bits from each byte."""
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:count])
