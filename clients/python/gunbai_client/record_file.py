"""Record files, *.gunbai: a header and the entries of a game, each preceded by its length as a varint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO, TypeVar

from google.protobuf.message import DecodeError, Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import file_pb2 as file
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai_client.errors import GunbaiError

MAGIC = "gunbai record"
FORMAT = 1
MAX_MESSAGE = 16 * 1024 * 1024

M = TypeVar("M", bound=Message)


class RecordFileError(GunbaiError, ValueError):
    """A file that is not a record file, or is truncated: the message says where."""


def header(
    game: str, head: int, ancestors: Iterable[file.Ancestor] = (), signed_head: SignedHead | None = None
) -> file.FileHeader:
    """Return the header of a record file."""
    return file.FileHeader(
        magic=MAGIC, format=FORMAT, game=game, head=head, ancestors=ancestors, signed_head=signed_head
    )


def delimited(message: Message) -> bytes:
    """Return a message preceded by its length."""
    value = message.SerializeToString()
    return _varint(len(value)) + value


def read(source: BinaryIO) -> tuple[file.FileHeader, Iterator[record.Entry]]:
    """Return the header of a record file, and an iterator that reads its entries. Both raise RecordFileError."""
    head = _message(source, file.FileHeader, "the header")
    if head is None or head.magic != MAGIC:
        raise RecordFileError("this is not a record file of gunbai")
    if head.format != FORMAT:
        raise RecordFileError(f"the format {head.format} is unknown; this client reads {FORMAT}")
    return head, _entries(source, head.head)


def _entries(source: BinaryIO, head: int) -> Iterator[record.Entry]:
    for version in range(1, head + 1):
        entry = _message(source, record.Entry, f"entry {version}")
        if entry is None:
            raise RecordFileError(f"the file ends after entry {version - 1} of {head}")
        yield entry
    if source.read(1):
        raise RecordFileError(f"there is data after the last entry, {head}")


def _message(source: BinaryIO, kind: type[M], place: str) -> M | None:
    """Return the next message, or None at the end of the file."""
    size = _size(source, place)
    if size is None:
        return None
    value = source.read(size) if size <= MAX_MESSAGE else b""
    if len(value) != size:
        raise RecordFileError(f"{place}: {size} bytes expected, {len(value)} found")
    try:
        message = kind.FromString(value)
    except DecodeError:
        raise RecordFileError(f"{place} is not a {kind.DESCRIPTOR.full_name}") from None
    message.DiscardUnknownFields()
    if message.ByteSize() != size:
        raise RecordFileError(f"{place} has data that is no part of a {kind.DESCRIPTOR.full_name}")
    return message


def _size(source: BinaryIO, place: str) -> int | None:
    size = 0
    for shift in range(0, 35, 7):
        byte = source.read(1)
        if not byte:
            if shift:
                break
            return None
        size |= (byte[0] & 0x7F) << shift
        if byte[0] < 0x80:
            return size
    raise RecordFileError(f"{place} has no valid length before it")


def _varint(number: int) -> bytes:
    groups = []
    while number >= 0x80:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*groups, number))
