"""The scrub: a running service looks its store over in the background for damage that no call has met yet.

First, the whole medium is inspected once. Then, round by round, every game's head is compared with the separately
stored one, game by game with a pause after each, so that the cost is bounded however much is stored; then the log of
leaves, a few at a time, and the catalogue. Findings are logged once per game: these games are refused by name when they
are asked for, and the other games continue.
"""

from __future__ import annotations

import asyncio

import structlog

from referee.records.background_task import Background
from store.contract import GameNotFound, StorageCorrupt, StorageError, StorageSilent, Store, StoreClosed

PAUSE_SECONDS = 0.02
"""The pause after each game: at most fifty games a second."""
ASTRAY = "its row in the game list is missing, altered or not indexed: stop the service and run `gunbai server reindex`"
LEAVES_AT_ONCE = 256
"""How many leaves are checked between two pauses."""
ROUND_SECONDS = 60.0
"""The pause after all games."""


class Scrub(Background):
    """Looks over a store until it is ended."""

    def __init__(self, store: Store, pause_seconds: float = PAUSE_SECONDS) -> None:
        self._store, self._pause = store, pause_seconds
        self._log: structlog.stdlib.BoundLogger = structlog.get_logger().bind()
        self.damaged: set[str] = set()
        """The damaged games found; "" for the medium."""
        self._noted: set[str] = set()

    async def inspect(self) -> None:
        """Inspect the whole medium, and log its damage."""
        try:
            faults = await self._store.inspect()
        except StorageError as error:
            faults = [str(error)]  # a fact about the disk, no mistake of ours
        for fault in faults:
            self.damaged.add("")
            self._log.error("storage_damaged", problem=fault)
        try:
            await self._store.leaf_log()
        except StorageError as error:
            self._note("", error)

    async def compare(self) -> None:
        """Compare every game's head, then the leaves and the game list, and log the damage."""
        for game in await self._store.every_game():
            try:
                await self._store.head(game)
            except GameNotFound:
                continue
            except StorageCorrupt as error:
                self._note(game, error)
            except StorageError as error:
                self._note("", error)
            await asyncio.sleep(self._pause)
        try:
            for game in await self._store.check_catalogue():
                self._note(game, ASTRAY)
            await self._compare_leaves()
        except StorageError as error:
            self._note("", error)

    async def _compare_leaves(self) -> None:
        """Read every leaf and cosignature. Raises StorageError at the first altered one."""
        size = (await self._store.leaf_log()).size
        for first in range(0, size, LEAVES_AT_ONCE):
            await self._store.leaves(first, LEAVES_AT_ONCE)
            await asyncio.sleep(self._pause)
        await self._store.cosignatures()

    async def _run(self) -> None:
        try:
            await self.inspect()
            while True:
                await self.compare()
                await asyncio.sleep(ROUND_SECONDS)
        except StoreClosed:
            return

    def _note(self, game: str, error: StorageError | str) -> None:
        """Log a fault of a game, or of the medium (""), if it is new. An outage is none."""
        if isinstance(error, StorageSilent):
            return
        if game not in self._noted:
            self._noted.add(game)
            self.damaged.add(game)
            self._log.error("record_damaged" if game else "storage_damaged", game=game, problem=str(error))
