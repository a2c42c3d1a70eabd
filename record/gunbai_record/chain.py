"""The chain of a record: leaves, entry digests, seals and signatures. docs/record-format.md specifies their bytes.

    leaf    = SHA-256(00 | length of type | type | value)                 a public item
    leaf    = SHA-256(01 | salt | length of type | type | value)          an item that only one seat can see
    digest  = SHA-256(02 | previous | header | leaf of the command | leaf of each event)
    seal    = SHA-256(03 | salt | signature)                              the signature of such a command

Lengths are 4 bytes, versions and times 8 bytes, all big-endian. A sealed item has its leaf instead of its content, and
a sealed command has the seal of its signature instead of the signature, which would confirm a guess at the content. So
readers who cannot see the content can still check the chain.
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
"""Entry 1's previous digest."""

DIGEST_BYTES = 32
"""The length of a digest, of an entry or of a position."""

MAX_NUMBER = 2**53 - 1
"""The largest number in a record: every JSON reader reads it exactly."""

URL = "type.googleapis.com/"
"""What precedes a message's full name in its type URL."""
_ACTORS = frozenset(record.ActorKind.values()) - {record.ACTOR_KIND_UNSPECIFIED}
# Each kind of hash begins with a byte of its own, so that none can pass for another.
_PUBLIC, _SALTED, _ENTRY, _SIGNATURE = b"\x00", b"\x01", b"\x02", b"\x03"
_length = struct.Struct(">I").pack
_version = struct.Struct(">Q").pack
_time = struct.Struct(">q").pack
_place = struct.Struct(">QBIqQI").pack


class ChainError(ValueError):
    """An entry that does not continue the chain: its version and the problem, with what was expected and found."""

    def __init__(self, version: int, problem: str, expected: str = "", found: str = "") -> None:
        super().__init__(f"entry {version}: {problem}")
        self.version, self.problem, self.expected, self.found = version, problem, expected, found


def field(value: bytes) -> bytes:
    """Return a value preceded by its length."""
    return _length(len(value)) + value


def type_name(type_url: str) -> str:
    """Return the full name of the message type in an Any's URL."""
    return type_url.rpartition("/")[2]


# A record has thousands of items, but few types.
@lru_cache(1024)
def _named(type_url: str) -> bytes:
    return field(type_name(type_url).encode())


def leaf(type_url: str, value: bytes, salt: bytes = b"") -> bytes:
    """Return a message's leaf: the hash of its type's full name and its serialized value, salted if it is private.

    The type may be given by its name alone, without the URL's prefix.
    """
    return sha256((_SALTED + salt if salt else _PUBLIC) + _named(type_url) + value).digest()


def leaf_of(item: record.Item) -> bytes:
    """Return the leaf of an open or sealed item."""
    content = item.open
    if not content.type_url and item.HasField("sealed"):
        return item.sealed
    return leaf(content.type_url, content.value, item.salt)


def items_of(entry: record.Entry) -> list[record.Item]:
    """Return an entry's command and events. A slice makes protobuf create all the event objects at once."""
    return [entry.command, *entry.events[:]]


def sealed(item: record.Item) -> record.Item:
    """Return the sealed form of an item."""
    return record.Item(sealed=leaf_of(item))


def sealed_signature(entry: record.Entry) -> bytes:
    """Return an entry's signature in the form of the header: sealed if the command is private.

    A sealed command's signature is already sealed: in the open it would confirm guesses at the command.
    """
    signature = entry.signature
    salt = entry.command.salt if signature else b""
    return sha256(_SIGNATURE + salt + signature).digest() if salt else signature


def header(entry: record.Entry) -> bytes:
    """Return an entry's header: everything but its items and the previous digest, as bytes."""
    actor = entry.actor
    place = _place(entry.version, actor.kind, actor.seat, entry.at_micros, entry.expected_version, len(entry.events))
    texts = field(entry.game.encode()) + place + field(entry.command_id.encode())
    return texts + field(entry.position_digest) + field(sealed_signature(entry))


def digest_of(entry: record.Entry) -> bytes:
    """Return the digest that an entry must have."""
    return digest_with(entry, map(leaf_of, items_of(entry)))


def digest_with(entry: record.Entry, leaves: Iterable[bytes]) -> bytes:
    """Return an entry's digest from its leaves: the command's, then the events'."""
    return sha256(_ENTRY + entry.previous + header(entry) + b"".join(leaves)).digest()


def is_beyond_json(entry: record.Entry) -> bool:
    """Return whether an entry has a time or a number that lines of JSON cannot hold."""
    return abs(entry.at_micros) > MAX_NUMBER or entry.expected_version > MAX_NUMBER


def check(entry: record.Entry, version: int, previous: bytes) -> None:
    """Check an entry against its place in the chain. Raises ChainError."""
    if entry.version != version:
        problem = f"entry {entry.version} is in its place"
        raise ChainError(version, problem, f"entry {version}", f"entry {entry.version}")
    if entry.previous != previous:
        raise ChainError(version, "it does not follow the previous entry", previous.hex(), entry.previous.hex())
    if is_beyond_json(entry):
        raise ChainError(version, f"it has a number beyond {MAX_NUMBER}, the largest that a line of JSON can hold")
    # Before the digest: the header has one byte for a kind, and `struct` would raise an error of its own for more.
    if entry.actor.kind not in _ACTORS:
        raise ChainError(version, f"unknown actor kind {entry.actor.kind}")
    items = items_of(entry)
    for item in items:
        if problem := _problem(item):
            raise ChainError(version, problem)
    digest = digest_with(entry, map(leaf_of, items))
    if digest != entry.digest:
        raise ChainError(version, "its digest does not match its content", digest.hex(), entry.digest.hex())


def _problem(item: record.Item) -> str:
    """Return what is wrong with an item's form, or "": it may have nothing that its leaf does not cover."""
    url, salt = item.open.type_url, item.salt
    if not url and item.HasField("sealed"):
        is_leaf = len(item.sealed) == 32 and not salt
        return "" if is_leaf else "a sealed item must contain only its leaf, which has 32 bytes"
    if len(salt) not in {0, 32}:
        return f"a salt must have 32 bytes, not {len(salt)}"
    return "" if url == URL + type_name(url) else f"{url[:200]!r} must be {URL} followed by the name of a message"


def checked(entries: Iterable[record.Entry], after: int = 0, previous: bytes = ORIGIN) -> Iterator[record.Entry]:
    """Yield the entries of a chain, each once it is checked. Raises ChainError at the first that does not fit."""
    for version, entry in enumerate(entries, after + 1):
        check(entry, version, previous)
        yield entry
        previous = entry.digest


def command_payload(game: str, expected_version: int, command_id: str, name: str, value: bytes) -> bytes:
    """Return what a seat signs to give a command, from its type's full name and its serialized value."""
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


def signed_by(public_key: bytes, signature: bytes, payload: bytes) -> bool:
    """Return whether the holder of an Ed25519 key signed the payload."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, payload)
    # A key that is no point of the curve raises ValueError.
    except (InvalidSignature, ValueError):
        return False
    return True
