"""A store's game list, rebuilt from its records."""

from __future__ import annotations

from typing import NamedTuple

from referee.errors import RecordDamaged
from referee.records.games import Games
from referee.records.summaries import summary_of, summary_of_unverified
from store.contract import StorageCorrupt


class Reindexed(NamedTuple):
    """A new catalogue's size, and the games that it leaves out because their records are damaged."""

    games: int
    damaged: tuple[str, ...]


async def reindex(games: Games) -> Reindexed:
    """Replace a store's catalogue by one that is computed from its records."""
    rows, damaged = [], []
    for game in sorted(await games.store.every_game()):
        try:
            unverified = await games.unverified(game)
            rows.append(summary_of_unverified(unverified) if unverified else summary_of(await games.game(game)))
        except (RecordDamaged, StorageCorrupt):
            damaged.append(game)
    await games.store.rebuild(rows)
    return Reindexed(len(rows), tuple(damaged))
