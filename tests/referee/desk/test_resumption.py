"""The resumption: a damaged catalogue ends it with a line in the log; its games are taken up when somebody asks."""

from __future__ import annotations

from typing import Any

from structlog.testing import capture_logs

from referee.desk.desk import Desk
from referee.desk.resumption import Resumption
from store.contract import Page, StorageError
from store.memory import MemoryStore
from tests.referee.nights import TITLES


class Ailing(MemoryStore):
    """A store whose catalogue cannot be read."""

    async def games(self, *_: Any, **__: Any) -> Page:
        raise StorageError("games.sqlite", "page 7 is damaged")


async def test_a_catalogue_that_cannot_be_read_is_logged() -> None:
    store = Ailing()
    resumption = Resumption(store, Desk(store, TITLES))
    with capture_logs() as logged:
        resumption.begin()
        await resumption._task  # type: ignore[misc]  # it has begun
    assert [(line["event"], line["problem"]) for line in logged] == [
        ("storage_damaged", "games.sqlite: page 7 is damaged")
    ]
