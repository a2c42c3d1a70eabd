"""The catalogue of a store, computed anew from its records."""

from __future__ import annotations

from typing import NamedTuple

from referee.desk.desk import Desk
from referee.desk.summaries import summary_of, summary_of_unverified
from referee.errors import RecordDamaged
from store.contract import StorageCorrupt


class Reindexed(NamedTuple):
    """What a new catalogue has, and which games it leaves out since their records are damaged."""

    games: int
    damaged: tuple[str, ...]


async def reindex(desk: Desk) -> Reindexed:
    """Replace the catalogue of a store by one that is computed from its records."""
    rows, damaged = [], []
    for game in sorted(await desk.store.every_game()):
        try:
            unverified = await desk.unverified(game)
            rows.append(summary_of_unverified(unverified) if unverified else summary_of(await desk.game(game)))
        except (RecordDamaged, StorageCorrupt):
            damaged.append(game)
    await desk.store.rebuild(rows)
    return Reindexed(len(rows), tuple(damaged))
