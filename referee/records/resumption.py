"""The resumption: a starting service takes up the games with deadlines, and those that continue in a branch.

A process's timers and received shares of chance are lost with it. Each game that waits for shares, has an announced
token, or has clocks is loaded once, in the background with a pause after each. That asks the seats again for their
shares with a new deadline, leaves the stop out of the clocks, completes what is due, and sets the timer. If other
processes write to the record, their games are taken up again and again: any process may be gone before a deadline
comes.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from referee.errors import RefereeError
from referee.records.background_task import Background
from referee.records.changes import Changes
from store.contract import Filter, StorageError, Store, StoreClosed

PAUSE_SECONDS = 0.02
"""The pause after each game: at most fifty games a second."""
ROUND_SECONDS = 20.0
"""The pause before games are taken up from other processes."""
WAITING = ("open", "revealing", "running")
"""The states in which a game can have deadlines."""


class Resumption(Background):
    """Takes up the games that may have deadlines: once, or in rounds if the record is shared."""

    def __init__(self, store: Store, changes: Changes) -> None:
        self._store, self._changes, self._games = store, changes, changes.games

    async def _run(self) -> None:
        while True:
            try:
                for status in WAITING:
                    await self._take_up(Filter(status=status, has_deadlines=True))
                # In case a process stopped between a branch's beginning, or its end, and the entry in its game.
                for only in (Filter(status="running", held=True), Filter(status="continued")):
                    await self._take_up(only)
            except StoreClosed:
                return
            except StorageError as error:
                # A store for several processes may be out of reach for a while, which the next round makes up for.
                if not self._games.shared_state.shared:
                    structlog.get_logger().error("storage_damaged", problem=str(error))
            if not self._games.shared_state.shared:
                return
            await asyncio.sleep(ROUND_SECONDS)

    async def _take_up(self, only: Filter) -> None:
        """Load the games in a list. A failure goes to the next caller who asks for the game."""
        page_token = ""
        while True:
            page = await self._store.games(only, page_token)
            for summary in page.summaries:
                if self._changes.expects(summary.game):
                    continue
                with suppress(RefereeError, StorageError):
                    await self._games.game(summary.game)
                await asyncio.sleep(PAUSE_SECONDS)
            page_token = page.next_page_token
            if not page_token:
                return
