"""The scrub: damage is logged before anybody asks for the game, and is no reason to stop."""

from __future__ import annotations

import asyncio

from structlog.testing import capture_logs

from referee.desk.scrub import Scrub
from store.contract import StorageError
from store.memory import MemoryStore
from tests.referee.nights import NAME, keep, kept, started


async def test_a_game_that_went_back_is_logged_once() -> None:
    store = await kept(started())
    await keep(store, started(game="sound"))
    del store._logs[NAME].entries[-1]
    with capture_logs() as logged:
        scrub = Scrub(store, pause_seconds=0)
        for _ in range(2):
            await scrub.compare()
    assert [(line["event"], line["game"]) for line in logged] == [("record_damaged", NAME)]
    assert "version 4 was acknowledged, but it ends at version 3" in logged[0]["problem"]


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


async def test_it_ends_when_it_is_ended_and_when_the_store_is_closed() -> None:
    store = await kept(started())
    scrub = Scrub(store, pause_seconds=0)
    scrub.begin()
    await asyncio.sleep(0)
    await scrub.end()
    await store.close()
    closed = Scrub(store)
    closed.begin()
    await closed._task  # type: ignore[misc]  # it has begun
