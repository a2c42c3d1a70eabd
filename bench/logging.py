"""The transparency log: what a proof costs in a log with many leaves."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from bench.figures import Figure, Pace, at_most
from gunbai_record.checkpoint import LogProof
from referee.proof.identity import Identity
from referee.records.log_leaves import leaf
from referee.records.transparency import Transparency
from store.contract import Opening, Summary
from store.sqlite import SqliteStore

AT_ONCE = 20_000
"""How many leaves are written in one commit."""
PROVEN = 200
"""How many games prove that they are in the log."""


async def measure(folder: Path, pace: Pace, progress: Callable[[str], None]) -> list[Figure]:
    """Fill a log, build its tree, and prove leaves at random places, each checked by its reader."""
    progress(f"writing {pace.leaves:,} leaves")
    async with await SqliteStore.open(folder / "log.sqlite") as store:
        await fill(store, pace.leaves)
        log = Transparency(store, Identity(bytes(32), "bench"))
        progress("making the tree")
        begun = time.perf_counter()
        await log.checkpoint()
        made = time.perf_counter() - begun
        progress("proving leaves")
        taken, drawn = [], random.Random(1)  # positions, not secrets
        for _ in range(PROVEN):
            place = drawn.randrange(pace.leaves)
            begun = time.perf_counter()
            _, proof, _ = await log.proof(place)
            taken.append(1000 * (time.perf_counter() - begun))
            (stored,) = await store.leaves(place, 1)
            LogProof.parse(proof.text).shown(stored.data)
    remark = f"in a log of {pace.leaves:,} leaves"
    return [
        Figure("inclusion proof", median(taken), "ms", at_most(5), remark=remark),
        Figure("tree of a log, when it is first asked for", made, "s", remark=f"of {pace.leaves:,} leaves"),
    ]


async def fill(store: SqliteStore, leaves: int) -> None:
    """Write this many leaves for one game."""
    row = Summary(game="game", title="t", status="s", seats=2, created_at=0, changed_at=0)
    await store.create(Opening(game="game", title="t", secret=bytes(32)), [], [], row)
    for first in range(0, leaves, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, leaves))
        await store.append("game", 0, [], leaves=[leaf("created", "game", number, bytes(32)) for number in numbers])
