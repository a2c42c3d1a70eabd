"""Key files: whole or not there, and for their owner alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO

import pytest

from lab.disk_damage import open_in
from store.key_files import keep_private, kept_key, make_key, new_file, replace_file


def mode(file: Path) -> int:
    return file.stat().st_mode & 0o777


def test_a_key_is_made_once(tmp_path: Path) -> None:
    file = tmp_path / "a.key"
    key = kept_key(file)
    assert (len(key), kept_key(file), file.read_bytes(), mode(file)) == (32, key, key, 0o600)
    make_key(file)
    assert kept_key(file) == key
    assert [path.name for path in tmp_path.iterdir()] == ["a.key"]


def test_a_crash_leaves_no_part_of_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_: int) -> None:
        raise OSError("power")

    monkeypatch.setattr(os, "fsync", crash)
    with pytest.raises(OSError, match="power"):
        kept_key(tmp_path / "a.key")
    assert list(tmp_path.iterdir()) == []


def test_a_crash_leaves_the_old_content_or_the_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_: int) -> None:
        raise OSError("power")

    file = tmp_path / "a.key.pub"
    replace_file(file, b"old", mode=0o644)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", crash)
        with pytest.raises(OSError, match="power"):
            replace_file(file, b"new")
    assert (file.read_bytes(), mode(file), list(tmp_path.iterdir())) == (b"old", 0o644, [file])
    replace_file(file, b"new")
    assert (file.read_bytes(), mode(file), list(tmp_path.iterdir())) == (b"new", 0o600, [file])


def anew(file: Path) -> None:
    with new_file(file) as writing:
        writing.write(b"x" * 32)


@pytest.mark.parametrize("write", [make_key, partial(replace_file, content=b"x" * 32), anew])
def test_the_content_is_on_the_disk_before_its_name_and_its_name_before_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], None]
) -> None:
    file, synced = tmp_path / "a.key", []

    def sync(descriptor: int) -> None:
        status = os.fstat(descriptor)
        synced.append(("folder", file.exists()) if stat.S_ISDIR(status.st_mode) else (status.st_size, file.exists()))

    monkeypatch.setattr(os, "fsync", sync)
    write(file)
    assert synced == [(32, False), ("folder", True)]
    assert open_in(tmp_path) == []


@pytest.mark.parametrize("content", [b"", b"x" * 31, b"x" * 33])
def test_what_is_no_key_is_named_and_left(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.key"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=f"a.key: a key has 32 bytes, not {len(content)}; restore the file"):
        kept_key(file)
    assert file.read_bytes() == content


def test_a_file_that_others_may_read_is_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / "a.key"
    kept_key(file)
    file.chmod(0o644)
    kept_key(file)
    assert mode(file) == 0o600
    file.chmod(0o755)
    keep_private(file)
    assert mode(file) == 0o700


def half(writing: IO[bytes]) -> None:
    """Write a part, and no more."""
    writing.write(b"half")
    raise ValueError("no room")


def test_a_new_file_is_there_as_a_whole_and_for_its_owner_alone_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "backup"
    with pytest.raises(ValueError, match="no room"), new_file(file) as writing:
        half(writing)
    assert list(tmp_path.iterdir()) == []
    with new_file(file) as writing:
        writing.write(b"whole")
        assert not file.exists()
    assert (file.read_bytes(), mode(file)) == (b"whole", 0o600)
    assert list(tmp_path.iterdir()) == [file]
