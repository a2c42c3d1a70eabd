"""The chain of a record: leaves, entry digests, seals and signatures, as docs/record-format.md lays out their bytes.

    leaf    = SHA-256(00 | length of type | type | value)                 an item that everybody may see
    leaf    = SHA-256(01 | salt | length of type | type | value)          an item that one seat may see
    digest  = SHA-256(02 | previous | header | leaf of the command | leaf of each event)
    seal    = SHA-256(03 | salt | signature)                              the signature of such a command

Lengths are 4 bytes, versions and times 8 bytes, all big-endian. A sealed item shows its leaf in place of its content,
and a sealed command its signature's seal in place of the signature, by which a guessed content could be told from a
wrong one: who may not see them checks the chain all the same.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from gunbai.record.v1 import entry_pb2 as record

ORIGIN = bytes(32)
"""What stands in place of the digest before entry 1."""

_URL = "type.googleapis.com/"
_ACTORS = frozenset({record.ACTOR_KIND_HOST, record.ACTOR_KIND_SEAT, record.ACTOR_KIND_CHANCE})
_PUBLIC, _SALTED, _ENTRY, _SIGNATURE = b"\x00", b"\x01", b"\x02", b"\x03"
_length = struct.Struct(">I").pack
_version = struct.Struct(">Q").pack
_time = struct.Struct(">q").pack
_place = struct.Struct(">QBIqQI").pack


class ChainError(ValueError):
    """An entry that does not continue the chain: `version` says which, the message what is wrong with it."""

    def __init__(self, version: int, problem: str) -> None:
        super().__init__(f"entry {version}: {problem}")
        self.version, self.problem = version, problem


def field(value: bytes) -> bytes:
    """The value after its length."""
    return _length(len(value)) + value


def type_name(type_url: str) -> str:
    """The full name of a message type, which is all that counts in the URL of an Any."""
    return type_url.rpartition("/")[2]


@lru_cache(1024)
def _named(name: str) -> bytes:
    return field(name.encode())


def leaf(name: str, value: bytes, salt: bytes = b"") -> bytes:
    """The leaf of a message: its type's full name and its serialized value, salted if only one seat may see it."""
    return sha256((_SALTED + salt if salt else _PUBLIC) + _named(name) + value).digest()


def leaf_of(item: record.Item) -> bytes:
    """The leaf of an item, whether it is open or sealed."""
    if item.HasField("sealed"):
        return item.sealed
    content = item.open
    return leaf(type_name(content.type_url), content.value, item.salt)


def sealed(item: record.Item) -> record.Item:
    """The item as those see it who may not know it."""
    return record.Item(sealed=leaf_of(item))


def sealed_signature(entry: record.Entry) -> bytes:
    """What stands for an entry's signature in its header: its seal if one seat alone may see the command, or itself.

    Where the command is sealed already, so is the signature.
    """
    salt = entry.command.salt
    return sha256(_SIGNATURE + salt + entry.signature).digest() if salt and entry.signature else entry.signature


def header(entry: record.Entry) -> bytes:
    """The bytes that stand for everything in an entry but its items and its place in the chain."""
    actor = entry.actor
    place = _place(entry.version, actor.kind, actor.seat, entry.at_micros, entry.expected_version, len(entry.events))
    texts = field(entry.game.encode()) + place + field(entry.command_id.encode())
    return texts + field(entry.position_digest) + field(sealed_signature(entry))


def digest_of(entry: record.Entry) -> bytes:
    """The digest that the entry must have."""
    return digest_with(entry, map(leaf_of, (entry.command, *entry.events)))


def digest_with(entry: record.Entry, leaves: Iterable[bytes]) -> bytes:
    """The digest of an entry whose leaves are known already: the command's, then the events'."""
    return sha256(_ENTRY + entry.previous + header(entry) + b"".join(leaves)).digest()


def check(entry: record.Entry, version: int, previous: bytes) -> None:
    """Hold an entry against the place in the chain where it should stand. Raises ChainError."""
    if entry.version != version:
        raise ChainError(version, f"the entry in its place has the number {entry.version}")
    if entry.previous != previous:
        raise ChainError(version, "it does not follow the entry before")
    if entry.actor.kind not in _ACTORS:
        raise ChainError(version, f"there is no actor of the kind {entry.actor.kind}")
    for item in (entry.command, *entry.events):
        if problem := _problem(item):
            raise ChainError(version, problem)
    if digest_of(entry) != entry.digest:
        raise ChainError(version, "its content does not have its digest")


def _problem(item: record.Item) -> str:
    """What is wrong with the form of an item, since its leaf does not tell: nothing may stand beside what it covers."""
    if item.HasField("sealed"):
        return "" if len(item.sealed) == 32 and not item.salt else "a sealed item is not just its leaf of 32 bytes"
    if len(item.salt) not in {0, 32}:
        return f"a salt has 32 bytes, not {len(item.salt)}"
    url = item.open.type_url
    return "" if url == _URL + type_name(url) else f"{url[:200]!r} is not {_URL} and the name of a message"


def checked(entries: Iterable[record.Entry], after: int = 0, previous: bytes = ORIGIN) -> Iterator[record.Entry]:
    """Yield the entries of a chain, each after it was checked. Raises ChainError at the first that does not fit."""
    for version, entry in enumerate(entries, after + 1):
        check(entry, version, previous)
        yield entry
        previous = entry.digest


def command_payload(game: str, expected_version: int, command_id: str, name: str, value: bytes) -> bytes:
    """What a seat signs to give a command, which is named by its type's full name and its serialized value."""
    return b"".join(
        (
            b"gunbai command 1\x00",
            field(game.encode()),
            _version(expected_version),
            field(command_id.encode()),
            field(name.encode()),
            field(value),
        )
    )


def head_payload(game: str, head: int, digest: bytes, at_micros: int) -> bytes:
    """What the service signs when it tells the head of a game."""
    return b"".join((b"gunbai head 1\x00", field(game.encode()), _version(head), field(digest), _time(at_micros)))


def signed_by(public_key: bytes, signature: bytes, payload: bytes) -> bool:
    """Whether the holder of an Ed25519 key signed the payload."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, payload)
    except (InvalidSignature, ValueError):
        return False
    return True
