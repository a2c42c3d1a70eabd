"""The scrub: damage is logged before anybody asks for the game, and is no reason to stop."""

from __future__ import annotations

import asyncio
from typing import NoReturn

import pytest
from structlog.testing import capture_logs

from lab.toy_games import NAME, keep, started, store_with
from referee.records.scrub import ASTRAY, Scrub
from store.contract import Cosignature, Head, Leaf, StorageError, StorageSilent
from store.memory import MemoryStore


async def test_a_game_that_went_back_is_logged_once() -> None:
    store = await store_with(started())
    await keep(store, started(game="sound"))
    del store._logs[NAME].entries[-1]
    with capture_logs() as logged:
        scrub = Scrub(store, pause_seconds=0)
        for _ in range(2):
            await scrub.compare()
    assert [(line["event"], line["game"]) for line in logged] == [("record_damaged", NAME)]
    assert "version 4 was acknowledged, but it ends at version 3" in logged[0]["problem"]


async def test_a_game_that_the_catalogue_has_lost_is_logged_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    store = await store_with(started())

    async def lost() -> list[str]:
        return [NAME]

    monkeypatch.setattr(store, "check_catalogue", lost)
    with capture_logs() as logged:
        await Scrub(store, pause_seconds=0).compare()
    assert [(line["game"], line["problem"]) for line in logged] == [(NAME, ASTRAY)]


async def test_a_stream_that_does_not_answer_is_no_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    store = await store_with(started())

    async def silent(*_: object) -> NoReturn:
        raise StorageSilent("there", "the stream did not answer for 8 s; nothing was written")

    for name in ("leaf_log", "check_catalogue"):
        monkeypatch.setattr(store, name, silent)
    scrub = Scrub(store, pause_seconds=0)
    with capture_logs() as logged:
        await scrub.inspect()
        await scrub.compare()
    assert (scrub.damaged, logged) == (set(), [])


async def test_a_log_of_leaves_that_went_back_is_logged_once() -> None:
    store = await store_with(started())
    leaves = [Leaf(NAME, "created", 1, bytes(32)), Leaf(NAME, "ended", 4, bytes(32))]
    await store.append(NAME, 4, [], leaves=leaves)
    await Scrub(store, pause_seconds=0).compare()
    del store._leaves[-1]
    with capture_logs() as logged:
        scrub = Scrub(store, pause_seconds=0)
        for _ in range(2):
            await scrub.compare()
    assert [(line["event"], line["game"]) for line in logged] == [("storage_damaged", "")]
    assert "leaf 2 of the log of all games was acknowledged, but the log ends after leaf 1" in logged[0]["problem"]


async def test_a_short_log_of_leaves_is_found_before_every_game_was_looked_at() -> None:
    store = await store_with(started())
    await store.append(NAME, 4, [], leaves=[Leaf(NAME, "ended", 4, bytes(32))])
    del store._leaves[-1]
    scrub = Scrub(store)
    await scrub.inspect()
    assert scrub.damaged == {""}


class Ailing(MemoryStore):
    """A store whose medium is damaged, and then fails."""

    failing = False

    async def inspect(self, *, thorough: bool = False) -> list[str]:
        if self.failing:
            raise StorageError("games.sqlite", "the disk is gone")
        return ["page 7 is damaged"]


async def test_what_is_wrong_with_the_medium_is_logged() -> None:
    store = Ailing()
    with capture_logs() as logged:
        await Scrub(store).inspect()
        store.failing = True
        await Scrub(store).inspect()
    problems = [line["problem"] for line in logged]
    assert problems == ["page 7 is damaged", "games.sqlite: the disk is gone"]
    assert {line["event"] for line in logged} == {"storage_damaged"}


class Failing(MemoryStore):
    """A store in which one kind of question fails."""

    def __init__(self, lost: str) -> None:
        super().__init__()
        self._lost = lost

    async def head(self, game: str) -> Head:
        return await super().head(game) if self._lost != "heads" else self._fail()

    async def check_catalogue(self) -> list[str]:
        return await super().check_catalogue() if self._lost != "catalogue" else self._fail()

    async def cosignatures(self) -> list[Cosignature]:
        return await super().cosignatures() if self._lost != "cosignatures" else self._fail()

    def _fail(self) -> NoReturn:
        raise StorageError("games.sqlite", f"no {self._lost}")


@pytest.mark.parametrize("lost", ["heads", "catalogue", "cosignatures"])
async def test_a_fault_of_the_medium_belongs_to_no_game(lost: str) -> None:
    store = Failing(lost)
    await keep(store, started())
    with capture_logs() as logged:
        await Scrub(store, pause_seconds=0).compare()
    assert [(line["event"], line["game"], line["problem"]) for line in logged] == [
        ("storage_damaged", "", f"games.sqlite: no {lost}")
    ]


async def test_it_ends_when_it_is_ended_and_when_the_store_is_closed() -> None:
    store = await store_with(started())
    scrub = Scrub(store, pause_seconds=0)
    scrub.begin()
    await asyncio.sleep(0)
    await scrub.end()
    await store.close()
    closed = Scrub(store)
    closed.begin()
    await closed._task  # type: ignore[misc]  # it has begun
