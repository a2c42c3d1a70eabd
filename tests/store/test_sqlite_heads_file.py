"""The file of heads of the SQLite engine: torn and damaged lines, room, and what it is compared with."""

from __future__ import annotations

import fcntl
import os
import tracemalloc
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest

from lab.disk_damage import failing_disk, failing_sync
from store.contract import Head, LogBehind, StorageCorrupt, StorageError, StorageFull, WentBack
from store.sqlite import SqliteStore
from store.sqlite.heads_file import (
    AHEAD,
    HeadsFile,
    Parsed,
    after_damage,
    heads_of,
    line,
    parsed,
    read_heads,
    texts,
    write_all,
    write_heads,
)
from store.sqlite.losses import accept_losses
from tests.store.store_values import entries, entry, make, opening, summary

DIGEST = bytes(range(32))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite.heads"


def head(version: int, game: str = "g") -> Head:
    return Head(game, version, DIGEST)


def opened(file: Path, existing: Sequence[Head] = ()) -> HeadsFile:
    return HeadsFile(file, lambda: existing)


def written(file: Path, *groups: Sequence[Head]) -> None:
    """Write groups of heads, as commits do."""
    heads = opened(file)
    for group in groups:
        heads.make_room(item.game for item in group)
        heads.add(group)
    heads.close()


def lines(file: Path) -> list[bytes]:
    """Return each line once, though the file has it twice."""
    return list(dict.fromkeys(file.read_bytes().rstrip(b"\0").splitlines(keepends=True)))


@pytest.mark.parametrize("head", [Head("g", 3, DIGEST, 70_000), Head("g", 3, b"", 1, public=False)])
def test_what_is_beside_a_log_is_read_again(file: Path, head: Head) -> None:
    written(file, [head])
    heads = opened(file)
    assert heads.all() == {"g": head}
    heads.close()


@pytest.mark.parametrize("game", ["g", "a b", "line\nbreak", "日本", "50%"])
def test_heads_are_read_again(file: Path, game: str) -> None:
    written(file, [head(1, game), head(1, "other")], [head(2, game)])
    heads = opened(file)
    assert heads.get(game) == head(2, game)
    assert heads.get("other") == head(1, "other")
    assert heads.get("nobody") is None
    assert sorted(heads.games()) == sorted([game, "other"])
    heads.close()


def test_a_missing_file_is_written_from_the_logs(file: Path) -> None:
    opened(file, [head(7), Head("empty", 0, b"")]).close()
    heads = opened(file)
    assert (heads.get("g"), heads.get("empty")) == (head(7), Head("empty", 0, b""))
    heads.close()


@pytest.mark.parametrize("kept", [0, 1, 30, 80])
def test_lines_that_a_crash_tore_are_dropped(file: Path, kept: int) -> None:
    written(file, [head(1), head(1, "h")], [head(2), head(2, "h")])
    whole = lines(file)
    file.write_bytes(b"".join(whole[:3]) + whole[3][:kept] + bytes(AHEAD))
    heads = opened(file)
    assert (heads.get("g"), heads.get("h")) == (head(2), head(1, "h"))
    heads.make_room(["h"])
    heads.add([head(3, "h")])
    heads.close()
    heads = opened(file)
    assert (heads.get("g"), heads.get("h")) == (head(2), head(3, "h"))
    heads.close()


def test_a_group_may_be_torn_in_its_middle(file: Path) -> None:
    """A disk may write the later block of a group before the earlier one."""
    written(file, [head(1)], [head(2), head(2, "h")])
    whole = lines(file)
    file.write_bytes(whole[0] + bytes(len(whole[1])) + whole[2] + bytes(AHEAD))
    heads = opened(file)
    assert (heads.get("g"), heads.get("h")) == (head(1), head(2, "h"))
    heads.close()


def test_a_damaged_byte_loses_no_line(file: Path) -> None:
    written(file, [head(1), head(1, "h")], [head(2)], [head(2, "h"), head(3, "i")])
    whole = file.read_bytes()[: len(file.read_bytes().rstrip(b"\0")) + 100]
    heads = parsed(str(file), whole).heads
    assert len(heads) == 3
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 0x11
        read_back = parsed(str(file), bytes(damaged))
        assert read_back.heads == heads
        assert read_back.torn


@pytest.mark.parametrize("number", [1, 2])
def test_a_damaged_line_before_the_last_group_is_reported(file: Path, number: int) -> None:
    written(file, [head(1), head(1, "h")], [head(2)])
    whole = lines(file)
    for place in range(len(whole[number - 1])):
        damaged = bytearray(whole[number - 1])
        damaged[place] ^= 1
        file.write_bytes(2 * b"".join([*whole[: number - 1], bytes(damaged), *whole[number:]]) + bytes(AHEAD))
        with pytest.raises(StorageCorrupt, match=f"line {number} is damaged"):
            opened(file)


def test_a_missing_line_is_reported(file: Path) -> None:
    written(file, [head(1)], [head(2)], [head(3)])
    whole = lines(file)
    file.write_bytes(whole[0] + whole[2])
    with pytest.raises(StorageCorrupt, match="line 2 is damaged") as corrupt:
        opened(file)
    assert (corrupt.value.file, corrupt.value.game) == (str(file), "")


def test_lines_are_numbered_on_after_a_start(file: Path) -> None:
    written(file, [head(1)], [head(2)])
    written(file, [head(3)])
    assert [int(line.split()[6]) for line in lines(file)] == [1, 2, 3]


def test_torn_lines_are_gone_after_a_start(file: Path) -> None:
    written(file, [head(1)], [head(2)])
    file.write_bytes(lines(file)[0] + lines(file)[1][:30] + bytes(AHEAD))
    opened(file).close()
    assert not parsed(str(file), file.read_bytes()).torn


def test_every_line_has_room_that_was_made_and_is_on_the_disk(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is percent-encoded: each byte may take three."""
    name, sizes, write = 300 * "é", [AHEAD], os.pwrite
    heads = opened(file)

    def noted(descriptor: int, data: bytes, place: int) -> int:
        assert fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_DSYNC == os.O_DSYNC
        done = write(descriptor, data, place)
        sizes.append(file.stat().st_size)
        return done

    monkeypatch.setattr(os, "pwrite", noted)
    for version in range(1, 700):
        heads.make_room([name])
        assert sizes[-1] == file.stat().st_size
        heads.add([head(version, name)])
        assert sizes.pop() == sizes[-1]
    assert len(sizes) > 5
    heads.close()


def test_a_file_that_was_written_anew_is_closed(file: Path) -> None:
    heads = opened(file)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for version in range(1, 4):
        with failing_sync():
            heads.make_room(["g"])
            heads.add([head(version)])
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    heads.close()


def test_a_long_file_is_written_anew_with_a_line_per_game(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.sqlite.heads_file.SPARE_LINES", 20)
    heads = opened(file)
    heads.make_room(["a"])
    heads.add([head(1, "a")])
    for version in range(1, 50):
        heads.make_room(["g"])
        heads.add([head(version)])
        # Of two games it has 23 lines at most, and two after that.
        assert len(lines(file)) == (version + 1 if version < 23 else 2 + (version - 23) % 22)
    heads.close()
    heads = opened(file)
    assert (heads.get("a"), heads.get("g")) == (head(1, "a"), head(49))
    heads.close()
    assert not list(file.parent.glob("*.new"))


def test_a_file_that_was_written_anew_has_no_torn_line(file: Path) -> None:
    """It took the place of the old one as a whole, so a line that is missing is damage."""
    opened(file, [head(1), head(2, "h")]).close()
    file.write_bytes(lines(file)[0] + bytes(AHEAD))
    with pytest.raises(StorageCorrupt, match="line 2 is damaged"):
        opened(file)


def test_room_is_made_before_it_is_needed(file: Path) -> None:
    heads = opened(file)
    names = [f"game {number}" for number in range(3000)]
    before = file.stat().st_size
    heads.make_room(names)
    after = file.stat().st_size
    heads.add([head(1, name) for name in names])
    assert before < after == file.stat().st_size
    heads.close()


def test_a_disk_without_room_is_reported_before_anything_is_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads = opened(file)
    monkeypatch.setattr(os, "pwrite", lambda *_: 10)
    with pytest.raises(StorageFull) as full:
        heads.make_room(["g" * AHEAD])
    assert full.value.file == str(file)
    monkeypatch.setattr(os, "pwrite", lambda _, data, __: len(data))
    heads.make_room(["g" * AHEAD])
    heads.close()


def test_a_disk_that_fails_is_reported_with_the_file(file: Path) -> None:
    heads = opened(file)
    with failing_sync(), pytest.raises(StorageError, match="Input/output error") as failed:
        heads.make_room(["g" * AHEAD])
    assert failed.value.file == str(file)
    with failing_disk(), pytest.raises(StorageError, match="Input/output error") as failed:
        heads.add([head(1)])
    assert failed.value.file == str(file)
    heads.close()


def test_nothing_to_write_costs_no_sync_and_any_number_of_heads_one(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads, synced = opened(file), list[int]()

    def noted(_: int, data: bytes, place: int) -> int:
        synced.append(place)
        return len(data)

    monkeypatch.setattr(os, "pwrite", noted)
    heads.add([])
    assert synced == []
    heads.add([head(1), head(1, "another")])
    assert len(synced) == 1
    heads.close()


def test_what_a_disk_takes_in_parts_is_written_whole(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pwrite = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda descriptor, data, place: pwrite(descriptor, data[:3], place))
    file.write_bytes(bytes(20))
    with file.open("r+b") as disk:
        write_all(disk.fileno(), b"0123456789", 4)
    assert file.read_bytes() == bytes(4) + b"0123456789" + bytes(6)


def test_lines_are_read_up_to_the_zeros_and_a_damaged_beginning_hides_no_line_after_it() -> None:
    one, two = line(head(1), 1, 1), line(head(2), 2, 2)
    assert parsed("file", b"") == Parsed({}, 0, 0, 0, torn=False)
    assert parsed("file", bytes(9)) == Parsed({}, 0, 0, 9, torn=False)
    whole = 2 * one + 2 * two
    assert parsed("file", whole + bytes(9)) == Parsed({"g": head(2)}, 2, len(whole), len(whole) + 9, torn=False)
    assert [*texts(BytesIO(one + b"torn" + bytes(3)))] == [(0, one), (len(one), b"torn")]
    for damage in (b"x", b"damaged "):
        assert after_damage(damage + one) == (head(1), 1, 1)
        assert parsed("file", damage + one) == Parsed(
            {"g": head(1)}, 1, len(damage + one), len(damage + one), torn=True
        )
    assert after_damage(one[:-1]) is None
    assert after_damage(b"") is None


def test_each_group_of_lines_is_there_twice_and_nothing_but_zeros_follows(file: Path) -> None:
    written(file, [head(1), head(1, "h")], [head(2)])
    first = line(head(1), 1, 1) + line(head(1, "h"), 2, 1)
    content = file.read_bytes()
    assert content.rstrip(b"\0") == 2 * first + 2 * line(head(2), 3, 3)
    file.unlink()
    opened(file, [head(1), head(1, "h")]).close()
    anew = line(head(1), 1, 3) + line(head(1, "h"), 2, 3)
    assert file.read_bytes() == 2 * anew + bytes(AHEAD)


def test_a_line_is_text(file: Path) -> None:
    assert line(Head("a game", 3, b"\x01\x02"), 5, 4) == b"a%20game 3 0102 0 public 0 5 4 d2c8c53b\n"
    private = line(Head("a/b", 3, b"", 7, public=False, lost=9), 5, 4)
    assert private == b"a%2Fb 3 - 7 private 9 5 4 1b6b1cc3\n"
    assert parsed(str(file), line(head(1), 1, 1) + bytes(9)).heads == {"g": head(1)}


async def test_a_log_may_be_ahead_of_its_head(tmp_path: Path) -> None:
    """After a crash between the commit and the line: nobody was answered, and the entry is there."""
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        await make(store, last=2)
        heads = (tmp_path / "games.sqlite.heads").read_bytes()
        await store.append("g", 2, [entry(3)])
    (tmp_path / "games.sqlite.heads").write_bytes(heads)
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        assert await store.read("g") == entries(1, 3)
        assert (await store.head("g")).version == 3
        await store.append("g", 3, [entry(4)])
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        assert await store.read("g") == entries(1, 4)


async def test_a_new_game_may_be_ahead_of_its_head(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        await make(store)
        heads = (tmp_path / "games.sqlite.heads").read_bytes()
        await make(store, "new", last=2)
    (tmp_path / "games.sqlite.heads").write_bytes(heads)
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        listed = {row.game: row.head for row in (await store.games()).summaries}
        assert listed == {"g": 1, "new": 2}
        await store.append("new", 2, [entry(3)])


async def test_a_log_that_is_ahead_must_still_have_the_entry_at_the_head(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        await store.create(opening("g"), [entry(1, data=b"first")], [], summary("g"))
    heads = (tmp_path / "games.sqlite.heads").read_bytes()
    for name in ("games.sqlite", "games.sqlite.heads"):
        (tmp_path / name).unlink()
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        await make(store, last=2)
    (tmp_path / "games.sqlite.heads").write_bytes(heads)
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        for reading in (store.read("g"), store.head("g")):
            with pytest.raises(LogBehind, match="a different entry is in its place"):
                await reading


async def test_a_database_that_was_put_back_is_behind(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        await make(store, last=2)
        await make(store, "h", last=2)
    backup = (tmp_path / "games.sqlite").read_bytes()
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        await store.append("g", 2, [entry(3)])
        await make(store, "young")
    (tmp_path / "games.sqlite").write_bytes(backup)
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        for game in ("g", "young"):
            with pytest.raises(LogBehind):
                await store.read(game)
        assert await store.read("h") == entries(1, 2)


def test_a_file_is_read_line_by_line(file: Path) -> None:
    """What is kept of a line is its head: neither the bytes of the file nor the number of each line."""
    heads = {game: Head(game, 2, bytes(32)) for game in (f"game{number:012}" for number in range(5000))}
    end = write_heads(file, heads)
    tracemalloc.start()
    try:
        heads_read = read_heads(file)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert heads_read == Parsed(heads, 5000, end, file.stat().st_size, False)
    assert peak - AHEAD < 400 * len(heads)


@pytest.mark.parametrize("rest", [b"", b"\n", b"nonsense\n", b"g 1 ", b"nonsense\n" * 40_000 + bytes(9)])
async def test_a_file_that_lost_its_end_stops_the_service(tmp_path: Path, rest: bytes) -> None:
    database = tmp_path / "games.sqlite"
    async with await SqliteStore.open(database) as store:
        await make(store, "g", 2)
    heads_of(database).write_bytes(rest)
    with pytest.raises(StorageError, match=r"the file lists no games|its end was cut off"):
        await SqliteStore.open(database)
    assert heads_of(database).read_bytes() == rest


def test_the_lines_that_were_cut_off_are_missed(file: Path) -> None:
    written(file, [head(1)], [head(2)])
    whole = file.read_bytes()
    for end in range(1, len(whole.rstrip(b"\0"))):
        file.write_bytes(whole[:end])
        with pytest.raises(StorageCorrupt, match=r"its end was cut off|line 1 is damaged"):
            read_heads(file)
    file.write_bytes(whole[: len(whole.rstrip(b"\0")) + 1])
    assert read_heads(file).heads == {"g": head(2)}


async def test_a_file_of_zeros_hides_no_loss(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    async with await SqliteStore.open(database) as store:
        await make(store, "g", 2)
    heads_of(database).write_bytes(bytes(AHEAD))
    with pytest.raises(StorageError, match="the file lists no games"):
        await SqliteStore.open(database)
    accept_losses(database, frozenset())
    async with await SqliteStore.open(database) as store:
        with pytest.raises(WentBack):
            await store.append("g", 2, [entry(3)])


async def test_a_crash_before_the_first_heads_of_all_stops_nothing(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    async with await SqliteStore.open(database) as store:
        await make(store, "g", 1)
    heads_of(database).write_bytes(bytes(AHEAD))
    async with await SqliteStore.open(database) as store:
        assert (await store.head("g")).version == 1


@pytest.mark.parametrize("rest", [None, b""])
async def test_a_database_that_was_lost_is_not_created_again(tmp_path: Path, rest: bytes | None) -> None:
    database = tmp_path / "games.sqlite"
    async with await SqliteStore.open(database) as store:
        await make(store, "g", 2)
    for file in (database, Path(f"{database}-wal"), Path(f"{database}-shm")):
        file.unlink(missing_ok=True)
    if rest is not None:
        database.write_bytes(rest)
    with pytest.raises(StorageError, match=r"missing, but games\.sqlite\.heads lists games in it \(1\)"):
        await SqliteStore.open(database)
    assert database.exists() == (rest is not None)
    heads_of(database).rename(tmp_path / "away")
    async with await SqliteStore.open(database) as store:
        assert await store.every_game() == []
