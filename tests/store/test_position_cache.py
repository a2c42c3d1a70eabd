"""Positions are a cache: bounded, readable by its owner alone, and begun anew if it is damaged or gone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from store.contract import StoreClosed
from store.position_cache import LIMIT_BYTES, Position, Positions, beside
from tools import code


@pytest.fixture(params=["file", "memory"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return beside(tmp_path / "games.sqlite") if request.param == "file" else None


def size_of(file: Path | None) -> int:
    """Return the size of a file; nothing takes no room."""
    return file.stat().st_size if file is not None else 0


async def test_the_nearest_position_that_is_not_later_is_found(file: Path | None) -> None:
    positions = Positions(file)
    positions.keep("g", Position(128, b"one"), Position(256, b"two"))
    positions.keep("h", Position(130, b"other"))
    assert await positions.nearest("g", 0, 127) is None
    assert await positions.nearest("g", 0, 255) == (128, b"one")
    assert await positions.nearest("g", 0, 2**63 - 1) == (256, b"two")
    assert await positions.nearest("g", 128, 255) is None
    positions.drop("g", 256)
    positions.keep("g", Position(128, b"anew"))
    assert await positions.nearest("g", 0, 300) == (128, b"anew")
    await positions.close()
    await positions.close()
    with pytest.raises(StoreClosed):
        await positions.nearest("g", 0, 1)


async def test_the_oldest_make_room_for_the_newest(file: Path | None) -> None:
    positions = Positions(file, limit_bytes=1_000_000)
    for first in range(1, 1201, 100):
        positions.keep("g", *(Position(version, bytes(2000)) for version in range(first, first + 100)))
    assert await positions.nearest("g", 0, 1) is None
    newest = await positions.nearest("g", 0, 1200)
    assert newest is not None
    assert newest.version == 1200
    await positions.close()
    assert size_of(file) < 1_300_000


async def test_a_file_lasts_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    file = beside(tmp_path / "games.sqlite")
    file.touch(mode=0o644)
    for data in (b"first", b"second"):
        positions = Positions(file)
        positions.keep("g", Position(len(data), data))
        await positions.close()
    assert file.stat().st_mode & 0o777 == 0o600
    positions = Positions(file)
    assert await positions.nearest("g", 0, 5) == (5, b"first")
    await positions.close()


async def test_a_new_file_is_its_owners_alone_from_the_first_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes, chmod = list[int](), Path.chmod

    def changing(file: Path, mode: int) -> None:
        modes.append(file.stat().st_mode & 0o777)
        chmod(file, mode)

    monkeypatch.setattr(Path, "chmod", changing)
    positions = Positions(beside(tmp_path / "games.sqlite"))
    assert await positions.nearest("g", 0, 5) is None
    await positions.close()
    assert modes == [0o600]


@pytest.mark.parametrize("damage", [b"no database at all", b"SQLite format 3\x00" + bytes(5000)])
async def test_a_damaged_file_is_begun_anew(tmp_path: Path, damage: bytes) -> None:
    file = beside(tmp_path / "games.sqlite")
    file.write_bytes(damage)
    positions = Positions(file)
    assert await positions.nearest("g", 0, 5) is None
    positions.keep("g", Position(5, b"kept"))
    assert await positions.nearest("g", 0, 5) == (5, b"kept")
    await positions.close()


async def test_a_file_that_fails_again_when_it_was_begun_anew_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def fail(file: Path, **_: object) -> None:
        tried.append(file)
        raise sqlite3.OperationalError("disk I/O error")

    positions = Positions(tmp_path / "games.sqlite-positions")
    monkeypatch.setattr(sqlite3, "connect", fail)
    assert await positions.nearest("g", 0, 5) is None
    assert tried == 2 * [tmp_path / "games.sqlite-positions"]
    await positions.close()


async def test_a_file_that_cannot_be_made_is_done_without(tmp_path: Path) -> None:
    positions = Positions(tmp_path / "nowhere" / "games.sqlite-positions")
    positions.keep("g", Position(5, b"lost"))
    assert await positions.nearest("g", 0, 5) is None
    await positions.close()


async def test_positions_of_a_game_that_is_forgotten_are_gone_and_others_are_kept(file: Path | None) -> None:
    positions = Positions(file)
    for game in ("g", "h"):
        positions.keep(game, Position(1, b"one"), Position(2, b"two"))
    await positions.forget("g")
    assert await positions.nearest("g", 0, 2) is None
    assert await positions.nearest("h", 0, 2) == (2, b"two")
    await positions.close()


def held_open(file: Path) -> list[str]:
    """Return what this process has open of a file and of those beside it."""
    names = [path.resolve().name for path in Path("/proc/self/fd").iterdir()]
    return [name for name in names if name.startswith(file.name)]


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs the list of open files that Linux has")
async def test_a_closed_file_is_held_open_by_nobody(tmp_path: Path) -> None:
    file = beside(tmp_path / "games.sqlite")
    positions = Positions(file)
    positions.keep("g", Position(1, b"one"))
    await positions.close()
    assert held_open(file) == []


def test_the_file_takes_as_much_room_as_the_manual_says() -> None:
    size = f"{LIMIT_BYTES / (1 << 20):.10g} MiB"
    assert f"a cache of at most {size} " in (code.ROOT / "docs" / "backups.md").read_text("utf-8")
