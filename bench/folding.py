"""Folding and verifying whole records, beside the replay of an aggregate by the `eventsourcing` library."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench.children import DATABASE
from bench.figures import Figure, Pace, Trial, alternate, at_least, computing, ratio, trial
from bench.games import pick
from games.kit.decider import Decision, legal
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_client.record_file import delimited, header
from referee.desk.desk import Desk
from referee.game.entries import Added, packed
from referee.game.fold import fold
from referee.game.game import Game
from referee.game.judge import Command, judge, settled
from referee.game.lifecycle import create_game, start_game, take_seat
from referee.game.names import Name
from referee.game.titles import Titles, finished
from referee.proof.offline import verified
from referee.proof.verification import verify
from store.contract import Store
from store.sqlite import SqliteStore

FOLD, CHECKED, PEER = "fold from the store", "fold, chain and position checked", "eventsourcing, replay from SQLite"
VERIFY, VERIFY_FILES = "verify, one core", "verify files, all cores"
RECORDS = 200

Announce = Callable[[str], None]


async def measure(folder: Path, game: str, pace: Pace, progress: Announce) -> list[Figure]:
    """Return the events a second that one long game in the file of a folder is folded with, and the peer's."""
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
        Figure(FOLD, median(samples[FOLD]), "events/s", at_least(200_000)),
        Figure(CHECKED, median(samples[CHECKED]), "events/s"),
    ]
    if PEER not in samples:
        return [*figures, Figure(PEER, None, "events/s", remark="needs the extra dev")]
    peer = Figure(PEER, median(samples[PEER]), "events/s", remark="peer")
    return [*figures, peer, Figure("fold / eventsourcing", ratio(samples, FOLD, PEER), "x", at_least(5))]


async def _entries(store: Store, game: str) -> list[record.Entry]:
    return [record.Entry.FromString(entry.data) for entry in await store.read(game)]


async def _folded(store: Store, titles: Titles, game: str, events: int) -> int:
    """Read, parse and fold: what a replay is, and what the peer's replay does."""
    fold(titles, await _entries(store, game), {game: b""}, trusted=True)
    return events


async def _loaded(store: Store, titles: Titles, game: str, events: int) -> int:
    """Load a game as the service does if it is cold, with checks of the chain and the last position."""
    await Desk(store, titles).game(game)
    return events


def _replayer(folder: Path, events: int) -> Callable[[], int]:
    """Return what replays one aggregate of so many events from the peer's own SQLite store."""
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


async def measure_verify(pace: Pace, progress: Announce) -> list[Figure]:
    """Return the entries a second that are verified: chain, every ruling, every position, every outcome of chance."""
    titles = finished()
    records = [refereed(titles, random.Random(seed), f"game-{seed}") for seed in range(RECORDS)]
    with tempfile.TemporaryDirectory() as folder:
        files = [_written(Path(folder), record) for record in records]
        trials = {
            VERIFY: trial(partial(_verified, titles, records), pace.seconds),
            VERIFY_FILES: _files_trial(files),
        }
        samples = await alternate(trials, pace.rounds, progress)
    return [
        Figure(VERIFY, median(samples[VERIFY]), "entries/s", at_least(20_000)),
        Figure(VERIFY_FILES, median(samples[VERIFY_FILES]), "entries/s", remark="processes started anew each time"),
    ]


class Record(NamedTuple):
    """A whole game with its opened secret."""

    game: str
    secret: bytes
    entries: list[record.Entry]


def _verified(titles: Titles, records: Sequence[Record]) -> int:
    reports = [verify(titles, each.entries, {each.game: each.secret}) for each in records]
    if not all(report.verdict == VERDICT_CONSISTENT for report in reports):
        raise RuntimeError(f"a record of the benchmark does not verify: {reports}")
    return sum(report.entries for report in reports)


def _files_trial(files: Sequence[Path]) -> Trial:
    """Return files at once on all cores, processes started anew, by the clock on the wall."""

    async def measured() -> float:
        start = time.perf_counter()
        entries = sum(each.verification.entries for each in verified(files))
        return entries / (time.perf_counter() - start)

    return measured


def _written(folder: Path, record: Record) -> Path:
    file = folder / f"{record.game}.gunbai"
    head = header(record.game, len(record.entries))
    file.write_bytes(b"".join(map(delimited, (head, *record.entries))))
    return file


def refereed(titles: Titles, source: random.Random, name: str) -> Record:
    """Return a duel between random players, whose chance the referee drew."""
    secret, at = source.randbytes(32), 1_700_000_000_000_000
    entries: list[record.Entry] = []

    def noted(added: Added) -> Game:
        entries.extend(added.entries)
        return added.game

    asked = life.CreateGame(title="infludance_duel", seats=2, chance_source=life.CHANCE_SOURCE_REFEREE)
    game = noted(create_game(titles, asked, name, secret, at))
    for seat, player in enumerate(("Red", "Blue"), 1):
        game = noted(
            take_seat(game, life.TakeSeat(seat=seat, entropy=source.randbytes(16)), Name(player, bytes(32)), at)
        )
    game = noted(settled(start_game(game, at)))
    while isinstance(game.step, Decision):
        game = noted(_answered(game, source, at))
    return Record(name, secret, entries)


def _answered(game: Game, source: random.Random, at: int) -> Added:
    (seat,) = game.step.seats(game.table)  # type: ignore[union-attr]  # the game goes on
    move = pick(source, tuple(legal(game.charter.rulebook.title, game.table, seat)))
    ruling = judge(game, Command(seat, f"move-{game.version}", game.version, packed(move), move, b""), at)
    if not isinstance(ruling, Added):
        raise TypeError(f"the referee refuses the legal move {move}: {ruling}")
    return ruling
