"""What the fields of requests may hold, whatever the title."""

from __future__ import annotations

import secrets

from referee.errors import InvalidField

MAX_COMMAND = 64 * 1024
"""The size of a command in bytes."""
MAX_SET_UP = 64 * 1024
"""The size of options, of an edition and of a table as JSON, in characters: several times that of any in play."""

_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P
_EIGHTH = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
"""The prime and the constant of the curve, and the height of its points of order eight (RFC 8032, 5.1)."""


def check_text(field: str, text: str, at_most: int, at_least: int = 0) -> None:
    """Hold a text against its length in characters, all of which can be shown. Raises InvalidField."""
    if not at_least <= len(text) <= at_most:
        raise InvalidField(field, f"{at_least} to {at_most} characters are expected, not {len(text)}")
    if not text.isprintable():
        raise InvalidField(field, "printable characters are expected, without line ends and control characters")


def check_set_up(field: str, text: str) -> None:
    """Hold a part of a set-up against its length: what costs time to read grows with it. Raises InvalidField."""
    if len(text) > MAX_SET_UP:
        raise InvalidField(field, f"at most {MAX_SET_UP} characters are expected, not {len(text)}")


def check_bytes(field: str, value: bytes, at_most: int) -> None:
    """Hold bytes against their length. Raises InvalidField."""
    if len(value) > at_most:
        raise InvalidField(field, f"at most {at_most} bytes are expected, not {len(value)}")


def check_key(field: str, key: bytes) -> None:
    """Hold an Ed25519 public key, if there is one, against the curve. Raises InvalidField."""
    if key and len(key) != 32:
        raise InvalidField(field, f"an Ed25519 public key has 32 bytes, not {len(key)}")
    if key and not is_point(key):
        raise InvalidField(field, "these 32 bytes are no Ed25519 public key: no private key has it")


def is_point(key: bytes) -> bool:
    """Whether a key is a point of the curve, and none of the eight of small order, for which anybody could sign."""
    y = int.from_bytes(key, "little") & (2**255 - 1)
    if y >= _P or y in {0, _EIGHTH, _P - _EIGHTH}:
        return False
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    return pow(square, (_P - 1) // 2, _P) == 1


def page_size(size: int) -> int:
    """The size of a page: 50 unless asked for otherwise, at most 200. Raises InvalidField."""
    if size > 200:
        raise InvalidField("page_size", f"at most 200 are expected, not {size}")
    return size or 50


def new_game_id() -> str:
    """A name for a game: 80 random bits as 16 letters and digits."""
    alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
    return "".join(secrets.choice(alphabet) for _ in range(16))
