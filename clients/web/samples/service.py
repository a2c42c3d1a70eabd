"""The read-only service of the games that ship with the pages, in this process, next to the real one.

Another package serves the record files, through the entry point `records` of the group `gunbai.files`: a function that
takes the paths of finished games' files, and returns an asynchronous context manager that yields their service's
address.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple, cast

from clients.web.samples.sample_files import Sample, find_samples
from gunbai_client.aio import Gunbai, connect

Serve = Callable[[Sequence[Path]], AbstractAsyncContextManager[str]]
"""Serves the games in record files, and yields the address."""


class SampleService(NamedTuple):
    """The games by their titles, and a client that reads them."""

    games: Mapping[str, Sample]
    gunbai: Gunbai

    def has(self, game: str) -> bool:
        """Return whether a game is one of these."""
        return any(sample.game == game for sample in self.games.values())


@asynccontextmanager
async def serving_samples() -> AsyncIterator[SampleService | None]:
    """Serve the games while the block runs; yield None if no installed package can serve record files."""
    samples = find_samples()
    point = next(iter(entry_points(group="gunbai.files", name="records")), None)
    if point is None or not samples:
        yield None
        return
    serve = cast("Serve", point.load())
    async with serve([sample.file for sample in samples.values()]) as address, connect(address) as gunbai:
        yield SampleService(samples, gunbai)
