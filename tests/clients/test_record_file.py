"""Record files are written and read; one that is cut, altered or something else is refused with the place."""

from __future__ import annotations

import io

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai_client.record_file import RecordFileError, delimited, header, read

ENTRIES = [record.Entry(game="g", version=version, command_id="x" * version * 50) for version in (1, 2, 3)]
FILE = b"".join(map(delimited, [header("g", 3), *ENTRIES]))


def entries_of(file: bytes) -> list[record.Entry]:
    """The entries of a file."""
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
        (b"", "no record"),
        (b"\x05hello", "no record|the head"),
        (b"\xff" * 20, "no length"),
        (FILE + b"more", "something follows the last entry, 3"),
        (delimited(record.Entry(game="gunbai")), "no record"),
        (FILE.replace(b"gunbai record", b"gunbai recorD"), "no record"),
        (delimited(header("g", 1)) + b"\x02\xff\xff", "entry 1 is no gunbai.record.v1.Entry"),
        (delimited(header("g", 1)) + b"\xff\xff\xff\xff\x0f", "entry 1: 4294967295 bytes are announced"),
    ],
)
def test_what_is_no_record_is_refused(file: bytes, problem: str) -> None:
    with pytest.raises(RecordFileError, match=problem):
        entries_of(file)


def test_a_later_layout_is_named() -> None:
    later = header("g", 0)
    later.format = 2
    with pytest.raises(RecordFileError, match="the layout 2 is not known; 1 is"):
        entries_of(delimited(later))
