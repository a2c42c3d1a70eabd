"""Editions: the components that a game is played with, as data that an owner of the printed game can replace.

A title puts into an edition what its sources did not give and had to be reconstructed. A table refers to its edition,
but its canonical JSON contains only the digest: the edition itself appears once in the record, where the game is
created.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import msgspec

D = TypeVar("D", bound=msgspec.Struct)


class EditionError(ValueError):
    """An edition file that does not fit the title: the message says where."""


class Edition(Generic[D]):
    """One edition: its data (a frozen msgspec.Struct), its canonical JSON text and the SHA-256 of that text in hex."""

    __slots__ = ("data", "digest", "text")

    def __init__(self, data: D) -> None:
        self.data = data
        self.text = msgspec.json.encode(data, order="deterministic").decode()
        self.digest = hashlib.sha256(self.text.encode()).hexdigest()

    def read(self, text: str) -> Edition[D]:
        """Return the edition of the same title in `text` (JSON). Raises EditionError."""
        try:
            edition = Edition(msgspec.json.decode(text, type=type(self.data)))
        except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
            raise EditionError(str(error)) from None
        for words in _texts(msgspec.to_builtins(edition.data)):
            # Its texts are shown in terminals and pictures, and a stranger may have written them.
            if not words.isprintable():
                raise EditionError(f"{words!r} holds characters that cannot be printed")
        return edition

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text in it: names, ids and so on."""
        return tuple(dict.fromkeys(_texts(msgspec.to_builtins(self.data))))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edition) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"Edition({self.digest[:12]})"


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in plain data, including the keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts([*value, *value.values()])
    elif isinstance(value, (list, tuple)):
        for element in value:
            yield from _texts(element)


def digest_of(value: Any) -> str:
    """Encode hook of msgspec: an edition is written as its digest."""
    if isinstance(value, Edition):
        return value.digest
    raise TypeError(f"a table cannot hold a {type(value).__name__}")
