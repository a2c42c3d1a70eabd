"""Checks of request fields that are the same for every title."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from google.protobuf.any_pb2 import Any as AnyMessage
from nacl.bindings import crypto_core_ed25519_is_valid_point

from gunbai_record.chain import URL, type_name
from gunbai_record.limits import KEY_BYTES, LONGEST_ID, MAX_COMMAND, MAX_SET_UP
from referee.errors import InvalidField
from store.matching import folded

MAX_PIECE = 64 * 1024
"""The maximum number of bytes of a record file in one request."""

MAX_TAGS = 10
"""The maximum number of tags of a game."""
DATE_LENGTHS = (4, 7, 10)
"""The lengths of a year, a month and a day in ISO 8601."""


def check_text(field: str, text: str, at_most: int, at_least: int = 0) -> None:
    """Raise InvalidField unless a text is printable and has a length in this range, in characters."""
    if not at_least <= len(text) <= at_most:
        raise InvalidField(field, f"expected {at_least} to {at_most} characters, not {len(text)}")
    if not text.isprintable():
        raise InvalidField(field, "expected printable characters, without line breaks or control characters")


def check_id(field: str, text: str, at_least: int = 1) -> None:
    """Raise InvalidField unless a text can be the id of a command or a request."""
    check_text(field, text, LONGEST_ID, at_least)


def check_set_up(field: str, text: str) -> None:
    """Raise InvalidField if a part of a set-up is too long: the time to parse it grows with its length."""
    if len(text) > MAX_SET_UP:
        raise InvalidField(field, f"expected at most {MAX_SET_UP} characters, not {len(text)}")


def check_bytes(field: str, value: bytes, at_most: int) -> None:
    """Raise InvalidField if there are too many bytes."""
    if len(value) > at_most:
        raise InvalidField(field, f"expected at most {at_most} bytes, not {len(value)}")


def check_size(field: str, value: bytes, size: int) -> None:
    """Raise InvalidField unless there are exactly this many bytes."""
    if len(value) != size:
        raise InvalidField(field, f"expected {size} bytes, not {len(value)}")


def check_command_field(command: AnyMessage) -> None:
    """Check that there is a command, and its length, and make its URL begin as in the record.

    Only its type's name counts. Raises InvalidField.
    """
    if not command.type_url:
        raise InvalidField("command", "expected a command")
    check_bytes("command.value", command.value, MAX_COMMAND)
    command.type_url = URL + type_name(command.type_url)


def check_seat(field: str, seat: int, seats: int) -> None:
    """Raise InvalidField unless a game with this many seats has this one."""
    if not 1 <= seat <= seats:
        raise InvalidField(field, f"expected a seat from 1 to {seats}, not {seat}")


def check_key(field: str, key: bytes) -> None:
    """Raise InvalidField unless a key is empty or a usable Ed25519 public key."""
    if key and len(key) != KEY_BYTES:
        raise InvalidField(field, f"an Ed25519 public key has {KEY_BYTES} bytes, not {len(key)}")
    if key and not crypto_core_ed25519_is_valid_point(key):
        raise InvalidField(field, "these 32 bytes are not an Ed25519 public key")


def check_date(field: str, text: str) -> None:
    """Raise InvalidField unless a text is empty or an ISO 8601 date: a day, a month or a year, from 0001 on."""
    if not text:
        return
    try:
        # Check the first day of the period; `fromisoformat` also accepts other forms than ours.
        sound = date.fromisoformat(text + "0001-01-01"[len(text) :]).isoformat().startswith(text)
    except ValueError:
        sound = False
    if not sound or len(text) not in DATE_LENGTHS:
        raise InvalidField(field, f"expected a date such as 1972-07-11, 1972-07 or 1972, not {text[:40]!r}")


def check_tags(field: str, tags: Sequence[str]) -> None:
    """Raise InvalidField unless there are at most 10 tags, all different, each of 1 to 30 printable characters."""
    if len(tags) > MAX_TAGS:
        raise InvalidField(field, f"expected at most {MAX_TAGS} tags, not {len(tags)}")
    for tag in tags:
        check_text(field, tag, 30, at_least=1)
    if len({*map(folded, tags)}) < len(tags):
        raise InvalidField(field, "two tags are the same: case and accents are ignored")
