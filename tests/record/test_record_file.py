"""Record files are written and read; one that is cut, altered or something else is refused with the place."""

from __future__ import annotations

import io

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai_record import record_file
from gunbai_record.record_file import RecordFileError, delimited, header, read

ENTRIES = [record.Entry(game="g", version=version, command_id="x" * version * 50) for version in (1, 2, 3)]
FILE = b"".join(map(delimited, [header("g", 3), *ENTRIES]))


def entries_of(file: bytes) -> list[record.Entry]:
    """Return the entries of a file."""
    return list(read(io.BytesIO(file))[1])


def test_what_is_written_is_read() -> None:
    head, entries = read(io.BytesIO(FILE))
    assert (head.game, head.head, head.format) == ("g", 3, 1)
    assert list(entries) == ENTRIES


def test_a_file_that_is_cut_anywhere_is_refused() -> None:
    for length in range(len(FILE)):
        with pytest.raises(RecordFileError):
            entries_of(FILE[:length])


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        (b"", "not a gunbai record file"),
        (b"\x05hello", "not a gunbai record file, or its beginning is damaged: the header"),
        (b"\xff" * 20, "a valid length"),
        (FILE + b"more", "data after the last entry, 3"),
        (delimited(record.Entry(game="gunbai")), "not a gunbai record file"),
        (FILE.replace(b"gunbai record", b"gunbai recorD"), "not a gunbai record file"),
        (delimited(header("g", 1)) + b"\x03\x98\x06\x01", "entry 1 has data that does not belong to"),
        (delimited(header("g", 1)) + b"\x04\x10\x01\x10\x01", "entry 1 has data that does not belong to"),
        (delimited(header("g", 1)) + b"\x05\x10\x01\x0a\x01g", "entry 1 is not the canonical encoding"),
        (delimited(header("g", 1)) + b"\x82\x00\x10\x01", "entry 1 must be preceded by a valid length"),
        (delimited(header("g", 1)) + b"\x02\xff\xff", "entry 1 is not a gunbai.record.v1.Entry"),
        (delimited(header("g", 1)) + b"\xff\xff\xff\xff\x0f", "entry 1 has 4294967295 bytes; the limit is 16777216"),
    ],
)
def test_what_is_no_record_is_refused(file: bytes, problem: str) -> None:
    with pytest.raises(RecordFileError, match=problem):
        entries_of(file)


def test_the_length_of_a_message_is_no_longer_than_five_bytes_and_whole() -> None:
    for cut in (b"\x80", b"\x80" * 4, b"\x80" * 5 + b"\x01"):
        with pytest.raises(RecordFileError, match="entry 1 must be preceded by a valid length"):
            entries_of(delimited(header("g", 1)) + cut)


def test_a_message_of_more_than_16_mib_is_not_read() -> None:
    file = delimited(header("g", 1)) + b"\x81\x80\x80\x08" + bytes((1 << 24) + 1)
    with pytest.raises(RecordFileError, match="entry 1 has 16777217 bytes; the limit is 16777216"):
        entries_of(file)


def test_the_largest_message_is_read_and_no_larger_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert record_file.MAX_MESSAGE == 16 * 1024 * 1024
    largest = record.Entry(command_id="x" * 298)
    monkeypatch.setattr(record_file, "MAX_MESSAGE", largest.ByteSize())
    assert entries_of(b"".join(map(delimited, [header("g", 1), largest]))) == [largest]
    monkeypatch.setattr(record_file, "MAX_MESSAGE", largest.ByteSize() - 1)
    with pytest.raises(RecordFileError, match="entry 1 has 301 bytes; the limit is 300"):
        entries_of(b"".join(map(delimited, [header("g", 1), largest])))


def test_a_message_of_every_length_is_read_as_it_was_written() -> None:
    entries = [record.Entry(command_id="x" * length) for length in (0, 125, 126, 16_380, 16_381)]
    assert [entry.ByteSize() for entry in entries] == [0, 127, 128, 16_383, 16_384]
    assert entries_of(b"".join(map(delimited, [header("g", len(entries)), *entries]))) == entries


def test_a_file_that_is_cut_off_says_where() -> None:
    whole = b"".join(map(delimited, [header("g", 2), record.Entry(command_id="a"), record.Entry(command_id="b")]))
    with pytest.raises(RecordFileError, match="the file is cut off: it ends within entry 2, after 2 of its 3 bytes"):
        entries_of(whole[:-1])
    with pytest.raises(RecordFileError, match="the file is cut off: it ends after entry 1 of 2"):
        entries_of(whole[:-4])


def test_a_later_format_is_named() -> None:
    later = header("g", 0)
    later.format = 2
    with pytest.raises(RecordFileError, match="unknown format 2; this client reads 1"):
        entries_of(delimited(later))
