"""The store alone: what an acknowledgement costs on disk, with and without the file of heads."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

from bench.echo import ENTRY
from bench.figures import Figure, Pace, Trial, alternate, ratio
from bench.traffic import AT_ONCE
from store.contract import Head, Opening, Stored, Summary
from store.sqlite import SqliteStore, open_file
from store.sqlite.heads_file import HeadsFile


class Unsynced(HeadsFile):
    """Heads in memory only: what a store would do without the file."""

    def make_room(self, games: Iterable[str]) -> None:
        """Need none."""

    def add(self, heads: Iterable[Head]) -> None:
        """Remember the heads."""
        self._heads.update({head.game: head for head in heads})


async def measure(folder: Path, pace: Pace, progress: Callable[[str], None]) -> list[Figure]:
    """Append to as many games at once as the commands do, in a store with the file of heads and in one without."""
    trials: dict[str, Trial] = {}
    stores = []
    for name, kind in (("with", HeadsFile), ("without", Unsynced)):
        store = await opened(folder / f"{name}.sqlite", kind)
        stores.append(store)
        trials[name] = appending(store, pace.seconds)
    samples = await alternate(trials, pace.rounds, progress)
    for store in stores:
        await store.close()
    remark = f"{AT_ONCE} games at once, entries of {len(ENTRY)} bytes, on this disk"
    differences = [1e6 / one - 1e6 / other for one, other in zip(samples["with"], samples["without"], strict=True)]
    return [
        Figure("appends with the file of heads", median(samples["with"]), "/s", remark=remark),
        Figure("appends without it", median(samples["without"]), "/s"),
        Figure("the rate with it, beside that without", ratio(samples, "with", "without"), "x"),
        Figure("time that it adds to an append", median(differences), "us", remark="its share of a commit"),
    ]


async def opened(file: Path, kind: type[HeadsFile]) -> SqliteStore:
    """Return a new store with a game for each concurrent writer."""
    lock, db, name, heads, vault = await asyncio.to_thread(open_file, file, None)
    heads.close()
    store = SqliteStore(lock, db, name, kind(heads.file, list), vault)
    for number in range(AT_ONCE):
        game = f"game-{number}"
        row = Summary(game=game, title="t", status="s", seats=2, created_at=0, changed_at=0)
        await store.create(Opening(game=game, title="t", secret=bytes(32)), [], [], row)
    return store


def appending(store: SqliteStore, seconds: float) -> Trial:
    """Return a trial of the rate at which all games together append, one entry after another in each."""
    heads = [0] * AT_ONCE

    async def append(game: int, until: float) -> int:
        done = 0
        while not done or time.perf_counter() < until:
            version = heads[game] + 1
            await store.append(f"game-{game}", heads[game], [Stored(version, f"{version}", ENTRY)])
            heads[game] = version
            done += 1
        return done

    async def trial() -> float:
        begun = time.perf_counter()
        done = await asyncio.gather(*(append(game, begun + seconds) for game in range(AT_ONCE)))
        return sum(done) / (time.perf_counter() - begun)

    return trial
