"""The identity of a file: its name leads to what was opened, and no other name does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from store.contract import StorageError, StorageReplaced
from store.sqlite.file_identity import FileIdentity, check_alone, identity, status_of


def moved(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))


def replaced(file: Path) -> None:
    moved(file)
    file.touch()


def linked(file: Path) -> None:
    file.with_name("other").hardlink_to(file)


@pytest.mark.parametrize("change", [moved, replaced, linked])
@pytest.mark.parametrize("name", ["games", "games-wal"])
def test_a_file_that_is_another_or_elsewhere_or_has_another_name_is_not_written(
    tmp_path: Path, name: str, change: Callable[[Path], None]
) -> None:
    file = tmp_path / "games"
    for path in (file, tmp_path / "games-wal"):
        path.touch()
    opened = FileIdentity(file)
    opened.check()
    change(tmp_path / name)
    with pytest.raises(StorageReplaced) as gone:
        opened.check()
    assert gone.value.file == str(file)


def test_a_write_ahead_log_that_comes_later_is_the_one_from_then_on(tmp_path: Path) -> None:
    file, log = tmp_path / "games", tmp_path / "games-wal"
    file.touch()
    opened = FileIdentity(file)
    opened.check()
    log.touch()
    opened.check()
    replaced(log)
    with pytest.raises(StorageReplaced):
        opened.check()


def test_a_file_is_known_by_its_device_its_number_and_how_many_names_it_has(tmp_path: Path) -> None:
    file = tmp_path / "games"
    assert identity(status_of(str(file))) is None
    file.touch()
    status = file.stat()
    assert identity(status_of(str(file))) == (status.st_dev, status.st_ino, 1)


def test_a_file_with_several_names_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.touch()
    check_alone(file)
    check_alone(tmp_path)
    linked(file)
    with pytest.raises(StorageError, match=r"games: has 2 names \(hard links\), but only one is allowed") as named:
        check_alone(file)
    assert named.value.file == str(file)
