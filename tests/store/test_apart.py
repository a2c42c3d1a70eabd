"""What is apart from an entry is read with it until it is replaced, and then it is gone forever."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from lab.patience import PATIENCE
from store.contract import GameNotFound, Opening, Store, StoreClosed, Stored
from store.sqlite import SqliteStore
from store.sqlite.queries import connect
from tests.store.store_values import SECRET, entry, fork, make, opening, row_of, summary


def named(version: int, command_id: str = "", name: bytes = b"Ann") -> Stored:
    """Return an entry that has a name apart."""
    return replace(entry(version, command_id), apart=name)


LOG = [entry(1), named(2), named(3, "c"), entry(4)]
REST = b"no name"
BARE = [replace(stored, apart=REST) if stored.apart else stored for stored in LOG]


async def begin(store: Store, game: str = "g") -> None:
    """Create a game with two names apart, and two games that share one of them and both."""
    await store.create(opening(game), LOG[:2], [], summary(game))
    await store.append(game, 2, LOG[2:])


async def test_it_is_read_with_its_entry_wherever_that_is_read(store: Store) -> None:
    await begin(store)
    await fork(store, "branch", "g", 3, 5)
    assert await store.read("g") == LOG
    assert await store.read("g", 1, 2) == LOG[1:2]
    assert await store.read("branch") == [*LOG[:3], entry(4), entry(5)]
    assert await store.find("g", "c") == LOG[2]
    followed = store.follow("g", 1)
    assert await anext(followed) == LOG[1]
    await followed.aclose()


async def test_it_is_replaced_with_a_new_row_and_the_log_goes_on(store: Store) -> None:
    await begin(store)
    await fork(store, "branch", "g", 3, 4)
    before = await store.head("g")
    await store.replace_apart("g", dict.fromkeys([1, 2, 9], REST), summary("g", players=("", "")))
    log = [*BARE[:2], *LOG[2:]]
    assert await store.read("g") == log
    assert await store.read("branch", 0, 3) == log[:3]
    assert (await row_of(store, "g")).players == ("", "")
    assert await store.head("g") == before
    await store.replace_apart("g", {2: REST, 3: REST}, summary("g", players=("", "")))
    await store.append("g", 4, [named(5, "d")])
    assert await store.read("g") == [*BARE, named(5, "d")]
    assert await store.find("g", "c") == BARE[2]
    assert await store.check_catalogue() == []


async def test_only_the_games_own_entries_are_concerned(store: Store) -> None:
    await begin(store)
    await store.create(opening("branch", "g", 3), [named(4)], [], summary("branch", parent="g", parent_version=3))
    await store.replace_apart("branch", dict.fromkeys([2, 3, 4], REST), summary("branch", parent="g", parent_version=3))
    assert await store.read("branch") == [*LOG[:3], named(4, name=REST)]
    assert await store.read("g") == LOG


async def test_the_head_does_not_depend_on_it(store: Store) -> None:
    await store.create(opening("g"), [entry(1), named(2)], [], summary("g"))
    await make(store, "h", 2)
    assert (await store.head("g")).digest == (await store.head("h")).digest
    await store.replace_apart("g", {2: REST}, summary("g"))
    assert await store.read("g") == [entry(1), named(2, name=REST)]
    assert (await store.head("g")).digest == (await store.head("h")).digest


async def test_a_follower_who_is_behind_does_not_get_it_any_more(store: Store) -> None:
    await begin(store)
    followed = store.follow("g", 4)
    waiting = asyncio.ensure_future(anext(followed))
    await asyncio.sleep(0)
    await store.append("g", 4, [entry(5), named(6)])
    assert await asyncio.wait_for(waiting, PATIENCE) == entry(5)
    await store.append("g", 6, [named(7)])
    await store.replace_apart("g", {7: REST}, summary("g"))
    assert await anext(followed) == named(6)
    assert await anext(followed) == named(7, name=REST)
    await followed.aclose()


async def test_an_imported_log_has_it_too(store: Store) -> None:
    imported = Opening(game="i", title="titan_race", secret=SECRET, provenance=b"from elsewhere")
    await store.adopt(imported, iter([entry(1), named(2)]), [], summary("i", standing="consistent"), size=100)
    assert await store.read("i") == [entry(1), named(2)]
    await store.replace_apart("i", {2: REST}, summary("i", standing="consistent"))
    assert await store.read("i") == [entry(1), named(2, name=REST)]


async def test_what_is_asked_of_no_game_is_refused(store: Store) -> None:
    with pytest.raises(GameNotFound):
        await store.replace_apart("g", {1: REST}, summary("g"))
    await begin(store)
    with pytest.raises(ValueError, match="data of game"):
        await store.replace_apart("g", {1: REST}, summary("h"))
    await store.close()
    with pytest.raises(StoreClosed):
        await store.replace_apart("g", {1: REST}, summary("g"))


NAME = "Wilhelmina Quetzalcoatl"


def files_with(folder: Path, name: str) -> list[str]:
    """Return the files of a folder that have a name in them."""
    return [file.name for file in sorted(folder.iterdir()) if name.encode() in file.read_bytes()]


async def seat(store: Store, game: str, name: str) -> None:
    """Write a game in which a player took a seat, and whose row of the catalogue changed some times since."""
    await store.create(opening(game), [entry(1)], [], summary(game, players=("", "")))
    for version in range(2, 12):
        added = named(version, name=name.encode()) if version == 2 else entry(version)
        players = (name, f"another player of {version}"[: version * 3])
        await store.append(game, version - 1, [added], summary=summary(game, changed_at=version, players=players))


async def test_no_byte_of_it_is_left_in_the_files(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "games.sqlite")
    games = [f"game {number}" for number in range(60)]
    # So many, with rows of so many sizes, that pages are split, merged and freed.
    for number, game in enumerate(games):
        await seat(store, game, NAME if number % 3 == 0 else "x" * (number * 37 % 900))
    assert files_with(tmp_path, NAME)
    for game in games[::3]:
        await store.replace_apart(game, {2: REST}, summary(game, players=("", "")))
    assert files_with(tmp_path, NAME) == []
    for game in games:
        assert len(await store.read(game)) == 11
    await store.close()
    assert files_with(tmp_path, NAME) == []


async def test_it_goes_with_the_next_commit_if_a_reader_is_in_the_middle_of_a_query(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "games.sqlite")
    await seat(store, "g", NAME)
    reader = connect(str(tmp_path / "games.sqlite"))
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM apart").fetchall()
    await store.replace_apart("g", {2: REST}, summary("g", players=("", "")))
    assert files_with(tmp_path, NAME), "the reader still sees it"
    assert (await store.read("g"))[1].apart == REST
    await store.append("g", 11, [entry(12)])
    reader.execute("ROLLBACK")
    reader.close()
    await store.append("g", 12, [entry(13)])
    assert files_with(tmp_path, NAME) == []
    await store.close()
