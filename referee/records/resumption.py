"""The resumption: when a service starts, it takes up the games that have deadlines, and those that go on in a branch.

Timers are forgotten with the process that held them, and so are shares of chance that came. Each game that waits for
shares, in which a notice of another token runs, or that has clocks, is loaded once, in the background with a pause
after each. That asks the seats again for their shares with a new deadline, leaves the stop out of the clocks, completes
what is due, and sets the timer. Where other processes write to the record, games are taken up from them again and
again: any of them may be gone before a deadline comes.
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
"""The pause after each game: fifty games a second at most."""
ROUND_SECONDS = 20.0
"""The pause before games are taken up from other processes."""
WAITING = ("open", "revealing", "running")
"""The states where a game can have deadlines."""


class Resumption(Background):
    """Takes up the games that may have deadlines: once, or where the record is shared, in rounds."""

    def __init__(self, store: Store, changes: Changes) -> None:
        self._store, self._changes, self._games = store, changes, changes.games

    async def _run(self) -> None:
        while True:
            try:
                for status in WAITING:
                    await self._take_up(Filter(status=status, has_deadlines=True))
                # Should one have stopped between the beginning of a branch, or its end, and the entry of its game.
                for only in (Filter(status="running", held=True), Filter(status="continued")):
                    await self._take_up(only)
            except StoreClosed:
                return
            except StorageError as error:
                if not self._games.shared_state.shared:
                    structlog.get_logger().error("storage_damaged", problem=str(error))
            if not self._games.shared_state.shared:
                return
            await asyncio.sleep(ROUND_SECONDS)

    async def _take_up(self, only: Filter) -> None:
        """Load the games of a list. A failure goes to the next caller who asks for the game."""
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
