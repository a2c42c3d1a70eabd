"""The mark shows how far a stream was acknowledged, whatever becomes of the stream and of its copies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from store.contract import StorageCorrupt, StorageError, StorageLocked
from store.jetstream.stream_mark import SLOT_BYTES, MarkFile, StreamMark, mark_of


def mark(sequence: int, era: int = 0, stream: str = "founding") -> StreamMark:
    return StreamMark(stream, era, sequence, bytes([sequence]) * 32)


def written(file: Path, *marks: StreamMark) -> StreamMark | None:
    """Write marks, and return the one that is read again."""
    made = MarkFile(file)
    for mark in marks:
        made.note(mark)
    made.close()
    again = MarkFile(file)
    again.close()
    return again.noted


def test_the_last_mark_is_read_again_and_one_that_is_behind_it_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "games.stream.mark"
    assert MarkFile(file).noted is None
    assert not file.exists()
    assert written(file, mark(1), mark(2), mark(3)) == mark(3)
    assert written(file, mark(2)) == mark(3)
    assert written(file, mark(1, era=1)) == mark(1, era=1), "a later era outranks a higher number"
    assert written(file, mark(1, stream="another")) == mark(1, stream="another")
    assert written(file, StreamMark("empty", 0, 0, b"")) == StreamMark("empty", 0, 0, b"")
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.stat().st_size == 2 * SLOT_BYTES


@pytest.mark.parametrize(("slot", "left"), [(0, 3), (1, 2)])
def test_damage_in_one_line_leaves_the_other(tmp_path: Path, slot: int, left: int) -> None:
    file = tmp_path / "mark"
    written(file, mark(1), mark(2), mark(3))
    content = bytearray(file.read_bytes())
    content[slot * SLOT_BYTES + 3] ^= 1
    file.write_bytes(content)
    assert written(file) == mark(left)


def test_a_file_without_a_sound_line_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "mark"
    file.write_bytes(b"nothing of ours")
    with pytest.raises(StorageCorrupt, match="every line of the file was altered") as damaged:
        MarkFile(file)
    assert damaged.value.file == str(file)


def test_one_process_at_a_time_has_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mark"
    held = MarkFile(file)
    held.note(mark(1))
    with pytest.raises(StorageLocked):
        MarkFile(file)
    held.close()
    MarkFile(file).close()


def test_a_mark_that_cannot_be_written_is_an_error_of_the_medium(tmp_path: Path) -> None:
    made = MarkFile(tmp_path / "nowhere" / "mark")
    with pytest.raises(StorageError, match="No such file"):
        made.note(mark(1))
    assert made.noted is None
    folder = tmp_path / "folder"
    os.mkfifo(tmp_path / "pipe")
    folder.mkdir()
    with pytest.raises(StorageError):
        MarkFile(folder)


def test_the_mark_is_beside_the_copy_and_no_part_of_it() -> None:
    assert mark_of(Path("/data/games.sqlite")) == Path("/data/games.stream.mark")
