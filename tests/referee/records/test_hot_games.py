"""Hot games have one owner each: those in use stay, of the others the ones used last."""

from __future__ import annotations

import asyncio

import pytest

from lab.toy_games import bid, started
from referee.records.hot_games import Hot, HotGames
from store.contract import Stored

NIGHT = started().play(bid(1, 1))


def load(games: HotGames, *names: str) -> None:
    """Make games hot, as if they had been loaded."""
    for name in names:
        with games.used(name) as hot:
            hot.game = NIGHT.game


def test_of_games_out_of_use_those_used_last_stay() -> None:
    games = HotGames(2)
    load(games, "a", "b")
    assert games.newest("a") is NIGHT.game
    load(games, "c")
    assert len(games) == 2
    assert [games.newest(name) for name in ("a", "b", "c")] == [NIGHT.game, None, NIGHT.game]


def test_a_game_in_use_stays_and_has_one_owner() -> None:
    games = HotGames(1)
    with games.used("a") as first:
        assert games.newest("a") is None
        first.game = NIGHT.game
        with games.used("a") as second:
            assert second is first
        load(games, "b", "c")
        assert games.newest("a") is NIGHT.game
        assert len(games) == 2
    assert [games.newest(name) for name in ("a", "b", "c")] == [NIGHT.game, None, None]
    with games.used("a") as again:
        assert again is first


def test_a_game_that_is_not_there_displaces_none() -> None:
    games = HotGames(1)
    load(games, "a")
    with games.used("nowhere"):
        assert len(games) == 2
    assert len(games) == 1
    assert games.newest("a") is NIGHT.game


def test_the_entries_of_the_newest_write_are_known_in_use_and_out_of_it() -> None:
    games, latest = HotGames(1), (Stored(5, "", b"entry"),)
    assert games.latest("a") == ()
    with games.used("a") as hot:
        hot.game, hot.latest = NIGHT.game, latest
        assert games.latest("a") == latest
    assert games.latest("a") == latest
    hot.forget()
    assert games.newest("a") is None
    assert games.latest("a") == ()


async def test_a_game_that_is_being_changed_has_no_newest_version_until_the_write_is_done() -> None:
    games, done = HotGames(1), asyncio.Event()
    load(games, "a")

    async def writing() -> str:
        await done.wait()
        return "written"

    with games.used("a") as hot:
        write = games.write("a", hot, writing())
    assert (games.newest("a"), hot.newest, hot.users) == (None, None, 1)
    write.cancel()
    finished = asyncio.ensure_future(games.finished())
    await asyncio.sleep(0)
    assert not finished.done()
    done.set()
    await finished
    assert games.newest("a") is NIGHT.game
    assert (hot.users, hot.writing) == (0, None)


async def test_what_follows_from_a_write_is_done_before_anybody_hears_of_it_and_though_its_caller_has_gone() -> None:
    games, followed = HotGames(1), list[BaseException | None]()
    load(games, "a")
    for gone in (False, True):
        on_disk = asyncio.get_running_loop().create_future()
        with games.used("a") as hot:
            write = games.write("a", hot, on_disk, followed.append)
        assert hot.writing is on_disk
        if gone:
            write.cancel()
        on_disk.set_result(None)
        await games.finished()
        assert write.cancelled() == gone
    assert followed == [None, None]


async def test_the_error_of_a_write_is_told_and_that_of_what_follows_where_the_write_has_none() -> None:
    games, full, defect = HotGames(1), OSError("full"), KeyError("a defect")
    load(games, "a")

    def follow(_: BaseException | None) -> None:
        raise defect

    for error in (full, None):
        on_disk = asyncio.get_running_loop().create_future()
        with games.used("a") as hot:
            write = games.write("a", hot, on_disk, follow)
        if error is None:
            on_disk.set_result(None)
        else:
            on_disk.set_exception(error)
        with pytest.raises((OSError, KeyError)) as raised:
            await write
        assert raised.value is (error or defect)
        assert (hot.users, hot.writing) == (0, None)


async def test_a_load_that_fails_is_reported_to_who_waits_and_the_game_is_gone() -> None:
    games = HotGames(1)

    async def failing() -> None:
        raise KeyError("no such game")

    with games.used("a") as hot, pytest.raises(KeyError):
        await games.load("a", hot, failing())
    await games.finished()
    assert (len(games), hot.loading) == (0, None)


def test_the_nearest_known_digest_is_that_of_a_milestone_or_of_the_head() -> None:
    hot = Hot()
    with pytest.raises(ValueError, match="an unknown game has no digest"):
        hot.anchor(1)
    hot.game = NIGHT.game
    hot.note(NIGHT.entries)
    assert hot.anchor(2) == (NIGHT.game.version, NIGHT.game.digest)
