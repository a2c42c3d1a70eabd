"""Record files, *.gunbai: a header and a game's entries, each preceded by its length as a varint.

Reading also accepts lines of JSON (`gunbai_record.record_lines`).
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import BinaryIO, Protocol, TypeAlias, TypeVar

from google.protobuf.message import DecodeError, Message
from google.protobuf.proto import serialize_length_prefixed

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import file_pb2 as file
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai.record.v1.log_pb2 import LeafProof
from gunbai_record import record_lines
from gunbai_record.errors import GunbaiError

MAGIC = "gunbai record"
FORMAT = 1
MAX_MESSAGE = 16 * 1024 * 1024
"""The largest message, in bytes, in a file or in a service's answer."""

M = TypeVar("M", bound=Message)


class Source(Protocol):
    """A file that is read from its beginning."""

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, up to this many."""

    def readline(self, size: int, /) -> bytes:
        """Return the rest of the line, up to this many bytes."""


Reader: TypeAlias = Callable[[Source, type[record.Entry], str], "record.Entry | None"]
"""(file, type, place) -> the next entry, or None at the end of the file."""


class RecordFileError(GunbaiError, ValueError):
    """A file that is not a record file, or is truncated: the message says where."""


def header(
    game: str,
    head: int,
    ancestors: Iterable[file.Ancestor] = (),
    signed_head: SignedHead | None = None,
    leaves: Iterable[LeafProof] = (),
) -> file.FileHeader:
    """Return the header of a record file."""
    return file.FileHeader(
        magic=MAGIC,
        format=FORMAT,
        game=game,
        head=head,
        ancestors=ancestors,
        signed_head=signed_head,
        leaves=leaves,
    )


def delimited(message: Message) -> bytes:
    """Return a message preceded by its length."""
    written = BytesIO()
    serialize_length_prefixed(message, written)
    return written.getvalue()


def read(source: BinaryIO) -> tuple[file.FileHeader, Iterator[record.Entry]]:
    """Return the header of a record file of either form, and an iterator over its entries.

    Both raise RecordFileError.
    """
    begun = source.read(len(record_lines.BEGINNING))
    if begun == BOM_UTF8[: len(begun)]:
        # The byte-order mark is longer than what was read.
        begun = (begun + source.read(len(BOM_UTF8))).removeprefix(BOM_UTF8)
    reader = _line if begun == record_lines.BEGINNING else _message
    try:
        head = reader(_Begun(begun, source), file.FileHeader, "the header")
    except RecordFileError as error:
        if reader is _line:
            raise
        raise RecordFileError(f"not a gunbai record file, or its beginning is damaged: {error}") from None
    if head is None or head.magic != MAGIC:
        raise RecordFileError("not a gunbai record file")
    if head.format != FORMAT:
        raise RecordFileError(f"unknown format {head.format}; this client reads {FORMAT}")
    return head, _entries(source, head.head, reader)


def is_record(content: bytes) -> bool:
    """Return whether bytes begin as a record file of either form does."""
    try:
        read(BytesIO(content))
    except RecordFileError:
        return False
    return True


def as_lines(header: file.FileHeader, entries: Iterable[record.Entry]) -> Iterator[str]:
    """Yield the lines of a record file with their line ends.

    Raises RecordFileError for anything that lines cannot hold.
    """
    try:
        yield f"{record_lines.line(header)}\n"
        for entry in entries:
            yield f"{record_lines.line(entry)}\n"
    except ValueError as error:
        raise RecordFileError(str(error)) from None


class _Begun:
    """A file whose first bytes were already read."""

    def __init__(self, begun: bytes, source: Source) -> None:
        self._begun, self._source = begun, source

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, up to this many."""
        taken, self._begun = self._begun[:size], self._begun[size:]
        return taken + self._source.read(size - len(taken))

    def readline(self, size: int, /) -> bytes:
        """Return the first line, up to this many bytes."""
        return self._begun + self._source.readline(size - len(self._begun))


def _entries(source: Source, head: int, reader: Reader) -> Iterator[record.Entry]:
    for version in range(1, head + 1):
        entry = reader(source, record.Entry, f"entry {version}")
        if entry is None:
            raise RecordFileError(f"the file is cut off: it ends after entry {version - 1} of {head}")
        yield entry
    # What follows would be covered by no check.
    if source.read(1):
        raise RecordFileError(f"there is data after the last entry, {head}")


def _line(source: Source, kind: type[M], place: str) -> M | None:
    """Return the message in the next line, or None at the end of the file."""
    # Room for CR LF.
    text = source.readline(record_lines.MAX_LINE + 2)
    if not text:
        return None
    if len(text) > record_lines.MAX_LINE + 1:
        raise RecordFileError(f"{place}: its line is longer than {record_lines.MAX_LINE} bytes")
    try:
        return record_lines.read_line(text.removesuffix(b"\r\n").removesuffix(b"\n"), kind)
    except ValueError as error:
        raise RecordFileError(f"{place}: {error}") from None


def _message(source: Source, kind: type[M], place: str) -> M | None:
    """Return the next message, or None at the end of the file."""
    size = _size(source, place)
    if size is None:
        return None
    # Before reading: a forged length must not take up memory.
    if size > MAX_MESSAGE:
        raise RecordFileError(f"{place} has {size} bytes; the limit is {MAX_MESSAGE}")
    value = source.read(size)
    if len(value) != size:
        raise RecordFileError(f"the file is cut off: it ends within {place}, after {len(value)} of its {size} bytes")
    try:
        message = kind.FromString(value)
    except DecodeError:
        raise RecordFileError(f"{place} is not a {kind.DESCRIPTOR.full_name}") from None
    # Unknown fields would be data that no check covers; another encoding would give one record two files.
    message.DiscardUnknownFields()
    if message.ByteSize() != size:
        raise RecordFileError(f"{place} has data that does not belong to a {kind.DESCRIPTOR.full_name}")
    if message.SerializeToString(deterministic=True) != value:
        raise RecordFileError(f"{place} is not the canonical encoding of a {kind.DESCRIPTOR.full_name}")
    return message


def _size(source: Source, place: str) -> int | None:
    size = 0
    # A varint of 32 bits has at most 5 bytes.
    for number in range(5):
        byte = source.read(1)
        if not byte:
            if number:
                break
            return None
        size |= (byte[0] & 0x7F) << 7 * number
        # A trailing zero byte makes a length longer than it need be: each file has only one form.
        if byte[0] < 0x80:
            if number and not byte[0]:
                break
            return size
    raise RecordFileError(f"{place} must be preceded by a valid length")
