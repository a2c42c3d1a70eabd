"""Whether the store can be reached is said when it changes, and not otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from referee.records import reachability
from referee.records.reachability import Reachability
from store.contract import StoreClosed, StoreError


class Unsteady:
    """A store that answers, or does not, in turn; None answers never, and the last is what it does from then on."""

    def __init__(self, *errors: Exception | str | None) -> None:
        self._errors: Iterator[Exception | str | None] = iter(errors)
        self.ended = asyncio.Event()

    async def catch_up(self) -> None:
        error = next(self._errors, self)
        if error is self:
            self.ended.set()
        if error is None:
            await asyncio.Event().wait()
        if isinstance(error, Exception):
            raise error


async def changes_said(monkeypatch: pytest.MonkeyPatch, *errors: Exception | str | None) -> list[bool]:
    """Return what is said of a store that answers so, and then always."""
    monkeypatch.setattr(reachability, "EVERY_SECONDS", 0)
    monkeypatch.setattr(reachability, "PATIENCE_SECONDS", 0.01)
    reached_all: list[bool] = []

    async def say(*, reached: bool) -> None:
        reached_all.append(reached)

    store: Any = Unsteady(*errors)
    asking = Reachability(store, say)
    asking.begin()
    await asyncio.wait_for(store.ended.wait(), 30)
    await asyncio.sleep(0.01)
    await asking.end()
    return reached_all


async def test_a_store_that_answers_is_not_spoken_of(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await changes_said(monkeypatch, "an answer", "an answer") == []


@pytest.mark.parametrize("error", [StoreError("away"), None])
async def test_a_change_is_said_once(
    monkeypatch: pytest.MonkeyPatch, lines: list[Any], error: Exception | None
) -> None:
    assert await changes_said(monkeypatch, "an answer", error, error, "an answer", "an answer", error) == [
        False, True, False, True,
    ]  # fmt: skip
    events = ["storage_unreachable", "storage_reached"]
    assert [(line["event"], line["log_level"]) for line in lines] == [(event, "warning") for event in events * 2]


async def test_a_store_that_is_closed_is_not_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await changes_said(monkeypatch, StoreClosed(), StoreClosed()) == []
