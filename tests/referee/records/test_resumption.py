"""The resumption: a damaged catalogue ends it with a line in the log; its games are taken up when somebody asks."""

from __future__ import annotations

from typing import Any

import pytest
from structlog.testing import capture_logs

from lab.share_games import asking
from lab.toy_games import TITLES, keep
from referee.records.changes import Changes
from referee.records.games import Games
from referee.records.resumption import ROUND_SECONDS, Resumption
from store.contract import ANY_GAME, Filter, Page, StorageError, StoreClosed, Stored
from store.memory import MemoryStore
from store.shared_state import LocalState


class Ailing(MemoryStore):
    """A store whose catalogue cannot be read."""

    async def games(self, *_: Any, **__: Any) -> Page:
        raise StorageError("games.sqlite", "page 7 is damaged")


class Leaves(MemoryStore):
    """A store whose catalogue has one game on a page, and which counts the games that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []

    async def games(self, only: Filter = ANY_GAME, page_token: str = "", *_: Any, **__: Any) -> Page:
        return await super().games(only, page_token, 1)

    async def read(self, game: str, *versions: Any) -> list[Stored]:
        self.loaded.append(game)
        return await super().read(game, *versions)


async def test_every_game_that_may_wait_for_shares_is_taken_up_from_whatever_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee.records.resumption.PAUSE_SECONDS", 0)
    store, names = Leaves(), [f"nightnightnight{number}" for number in range(3)]
    for name in names:
        await keep(store, asking(game=name))
    resumption = Resumption(store, Changes(Games(store, TITLES)))
    resumption.begin()
    await resumption._task  # type: ignore[misc]  # it has begun
    assert sorted(set(store.loaded)) == names


async def test_where_the_record_is_shared_it_goes_on_in_rounds_and_the_store_reports_its_own_faults(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store, rounds = Ailing(), list[float]()

    async def pause(seconds: float) -> None:
        rounds.append(seconds)
        if len(rounds) == 3:
            raise StoreClosed

    monkeypatch.setattr("referee.records.resumption.asyncio.sleep", pause)
    shared_state = LocalState()
    shared_state.shared = True
    resumption = Resumption(store, Changes(Games(store, TITLES, shared_state=shared_state)))
    with capture_logs() as logged, pytest.raises(StoreClosed):
        await resumption._run()
    assert logged == []
    assert rounds == [ROUND_SECONDS] * 3


async def test_a_catalogue_that_cannot_be_read_is_logged() -> None:
    store = Ailing()
    resumption = Resumption(store, Changes(Games(store, TITLES)))
    with capture_logs() as logged:
        resumption.begin()
        await resumption._task  # type: ignore[misc]  # it has begun
    assert [(line["event"], line["problem"]) for line in logged] == [
        ("storage_damaged", "games.sqlite: page 7 is damaged")
    ]
