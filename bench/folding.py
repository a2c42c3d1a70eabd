"""Folding whole records, compared with the `eventsourcing` library replaying an aggregate."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from bench.children import DATABASE
from bench.figures import Figure, Pace, alternate, computing, ratio, trial
from gunbai.record.v1 import entry_pb2 as record
from referee.game.fold import fold
from referee.game.titles import Titles, finished
from referee.records.games import Games
from store.contract import Store
from store.sqlite import SqliteStore

FOLD, CHECKED, PEER = "fold from the store", "fold, chain and position checked", "eventsourcing, replay from SQLite"

Announce = Callable[[str], None]


async def measure(folder: Path, game: str, pace: Pace, progress: Announce) -> list[Figure]:
    """Return how many events per second one long game in a folder's file is folded with, and the peer's figure."""
    store = await SqliteStore.open(folder / DATABASE)
    try:
        events = sum(len(entry.events) for entry in await _entries(store, game))
        trials = {
            FOLD: computing(partial(_folded, store, finished(), game, events), pace.seconds),
            CHECKED: computing(partial(_loaded, store, finished(), game, events), pace.seconds),
        }
        if find_spec("eventsourcing"):
            trials[PEER] = trial(_replayer(folder, events), pace.seconds)
        samples = await alternate(trials, pace.rounds, progress)
    finally:
        await store.close()
    figures = [
        Figure(FOLD, median(samples[FOLD]), "events/s"),
        Figure(CHECKED, median(samples[CHECKED]), "events/s"),
    ]
    if PEER not in samples:
        return [*figures, Figure(PEER, None, "events/s", remark="needs the extra dev")]
    peer = Figure(PEER, median(samples[PEER]), "events/s", remark="peer")
    return [*figures, peer, Figure("fold / eventsourcing", ratio(samples, FOLD, PEER), "x")]


async def _entries(store: Store, game: str) -> list[record.Entry]:
    return [record.Entry.FromString(entry.data) for entry in await store.read(game)]


async def _folded(store: Store, titles: Titles, game: str, events: int) -> int:
    """Read, parse and fold: what a replay means, and what the peer's replay does."""
    fold(titles, await _entries(store, game), {game: b""}, trusted=True)
    return events


async def _loaded(store: Store, titles: Titles, game: str, events: int) -> int:
    """Load a game as the service does when it is cold, with checks of the chain and the last position."""
    await Games(store, titles).game(game)
    return events


def _replayer(folder: Path, events: int) -> Callable[[], int]:
    """Return what replays an aggregate of this many events from the peer's own SQLite store."""
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Duel(Aggregate):
        @event("Begun")
        def __init__(self) -> None:
            self.fields: dict[int, str] = {}

        @event("Stepped")
        def step(self, seat: int, field: str) -> None:
            self.fields[seat] = field

    file = folder / "eventsourcing.db"
    file.unlink(missing_ok=True)
    app: Any = Application(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(file)})
    duel = Duel()
    for number in range(events - 1):
        duel.step(number % 2 + 1, f"c{number % 9 + 1}")
    app.save(duel)

    def replayed() -> int:
        app.repository.get(duel.id)
        return events

    return replayed
