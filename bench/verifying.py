"""Verifying whole records: one after another, in files on all cores, and as part of an import; and measuring luck."""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from bench.figures import Figure, Pace, Samples, Trial, alternate, at_least, at_most, computing, ratio, trial
from bench.games import begun, random_game
from bench.records import Record, entries_of, long_record, refereed_games, written
from games.kit.rules.decider import CHANCE, Chance, waiting
from games.kit.rules.luck import lucks
from games.kit.title import Title
from gunbai.referee.v1.audit_pb2 import VERDICT_FAILED
from gunbai.referee.v1.record_pb2 import ImportRecordRequest, ImportTerms
from referee.game.titles import Titles, finished
from referee.proof.offline import verified
from referee.proof.verification import verify
from referee.records.changes import Changes
from referee.records.games import Games
from referee.records.workers import Workers
from referee.services.imports import imported
from store.sqlite import SqliteStore
from titles.catalogue import TITLES, newest
from titles.checks.walk import pick

REPLAY = "python-chess, recorded games"
VERIFY, LONG, IMPORT = "verify, one core", "verify the long record", "import of the long record"
ONE_PROCESS, ALL_CORES = "verify files, one process", "verify files, all cores"
CHUNK = 256 * 1024
"""The bytes of a record file in each request of an import."""
LUCKY = "luck of an outcome, "
CHESS_GAMES = 20
"""How many recorded games of python-chess are replayed."""
LUCK_GAMES = 3
"""The number of a title's games whose outcomes are measured."""

Announce = Callable[[str], None]
Drawn = tuple[Chance[Any, Any], Any, Any]
"""A step of chance, the table before it, and its outcome."""


async def measure(folder: Path, pace: Pace, progress: Announce) -> list[Figure]:
    """Return the rates of verification and import, what cores add, and what luck costs."""
    titles = finished()
    progress("records of every title")
    games = {name: refereed_games(titles, name, pace.verified) for name in TITLES}
    long = long_record(titles, pace.long_game)
    everything = [record for records in games.values() for record in records]
    trials: dict[str, Trial] = {name: trial(partial(_verified, titles, games[name]), pace.seconds) for name in TITLES}
    if find_spec("chess"):
        trials[REPLAY] = trial(chess_verifier(), pace.seconds)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        files = [written(Path(place), record) for record in everything]
        cores = Files(files)
        trials |= {
            ONE_PROCESS: partial(cores.rate, 1),
            ALL_CORES: partial(cores.rate, 0),
            LONG: trial(partial(_verified, titles, [long]), pace.seconds),
            IMPORT: computing(partial(_imported, titles, written(Path(place), long), Path(place)), pace.seconds),
        }
        outcomes = {f"{LUCKY}{name}": _outcomes(name) for name in TITLES}
        trials |= {name: trial(partial(_lucky, drawn), pace.seconds / 4) for name, drawn in outcomes.items()}
        samples = await alternate(trials, pace.rounds, progress)
    return [*_verifying(samples), *_over_cores(samples, cores), *_importing(samples, long), *_measuring_luck(samples)]


def _verifying(samples: Samples) -> list[Figure]:
    """Return each title's rate, and that of as many entries of each."""
    mixed = [len(TITLES) / sum(1 / samples[name][number] for name in TITLES) for number in range(len(samples[LONG]))]
    remark = "as many entries of every title"
    figures = [Figure(VERIFY, median(mixed), "entries/s", remark=remark)]
    if REPLAY in samples:
        beside = ratio({VERIFY: mixed, REPLAY: samples[REPLAY]}, VERIFY, REPLAY)
        figures += [
            Figure(REPLAY, median(samples[REPLAY]), "moves/s", remark="legality and a hash of each position"),
            Figure("verify / python-chess", beside, "x", remark="its moves carry no signature, digest or hidden fact"),
        ]
    return figures + [Figure(f"verify, {name}", median(samples[name]), "entries/s") for name in TITLES]


def _over_cores(samples: Samples, files: Files) -> list[Figure]:
    number = os.cpu_count() or 1
    remark = f"{number} cores, by the clock on the wall"
    more = median(files.computed[0]) / median(files.computed[1])
    return [
        Figure(ONE_PROCESS, median(samples[ONE_PROCESS]), "entries/s", remark="by the clock on the wall"),
        Figure(ALL_CORES, median(samples[ALL_CORES]), "entries/s", remark="processes started anew each time"),
        Figure("all cores / one process", ratio(samples, ALL_CORES, ONE_PROCESS), "x", at_least(0.8 * number), remark),
        Figure("computing per entry, all cores / one process", more, "x", at_most(1.2), "whatever else runs"),
    ]


def _importing(samples: Samples, long: Record) -> list[Figure]:
    remark = f"{len(long.entries):,} entries, into a new file"
    return [
        Figure(LONG, median(samples[LONG]), "entries/s"),
        Figure(IMPORT, median(samples[IMPORT]), "entries/s", remark=remark),
        Figure("import / verify", ratio(samples, IMPORT, LONG), "x", at_least(0.5)),
    ]


def _measuring_luck(samples: Samples) -> list[Figure]:
    return [Figure(name, 1e6 / median(samples[name]), "us") for name in samples if name.startswith(LUCKY)]


def _verified(titles: Titles, records: Sequence[Record]) -> int:
    for record in records:
        report = verify(titles, record.entries, {record.game: record.secret})
        if report.verdict == VERDICT_FAILED:
            raise RuntimeError(f"a record of the benchmark does not verify: {report}")
    return entries_of(records)


def chess_verifier() -> Callable[[], int]:
    """Return what replays recorded games of python-chess, and checks that each move is legal and leads to its position.

    A position is known by the SHA-256 of its FEN, which was recorded with the move.
    """
    import chess

    def recorded(source: random.Random) -> list[tuple[str, bytes]]:
        board, moves = chess.Board(), list[tuple[str, bytes]]()
        while not board.is_game_over():
            move = pick(source, tuple(board.legal_moves))
            board.push(move)
            moves.append((move.uci(), _digest(board.fen())))
        return moves

    games = [recorded(random.Random(seed)) for seed in range(CHESS_GAMES)]

    def replayed() -> int:
        for moves in games:
            board = chess.Board()
            for move, digest in moves:
                board.push_uci(move)
                if _digest(board.fen()) != digest:
                    raise RuntimeError(f"python-chess comes to another position by {move}: {board.fen()}")
        return sum(map(len, games))

    return replayed


def _digest(position: str) -> bytes:
    return sha256(position.encode()).digest()


class Files:
    """Record files that are verified by a number of processes, which are started anew each time."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = files
        self.computed: dict[int, list[float]] = {0: [], 1: []}
        """The processor time per entry in each trial, by the number of processes; 0 means one per core."""

    async def rate(self, processes: int) -> float:
        """Return the entries per second of elapsed time."""
        start, before = time.perf_counter(), _computed()
        entries = sum(result.verification.entries for result in verified(self._files, processes))
        self.computed[processes].append((_computed() - before) / entries)
        return entries / (time.perf_counter() - start)


def _computed() -> float:
    """Return the processor time of this process, and of its children that have ended."""
    return sum(os.times()[:4])


async def _imported(titles: Titles, record: Path, folder: Path) -> int:
    """Import a record file into a new store, as the service does."""
    workers = Workers("importing", threads=1, queue=1)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        async with await SqliteStore.open(Path(place) / "imported.sqlite") as store:
            response = await imported(Changes(Games(store, titles)), workers, Path(place), _requests(record))
    workers.stop()
    return response.verification.entries


async def _requests(record: Path) -> AsyncIterator[ImportRecordRequest]:
    yield ImportRecordRequest(terms=ImportTerms())
    with record.open("rb") as source:
        while piece := await asyncio.to_thread(source.read, CHUNK):
            yield ImportRecordRequest(chunk=piece)


def _outcomes(name: str) -> list[Drawn]:
    """Return the outcomes of random games of a title, each with its step."""
    title: Title[Any] = newest(name)
    drawn: list[Drawn] = []
    for seed in range(LUCK_GAMES):
        before: Any = begun(title)
        for ply in random_game(title, random.Random(seed)):
            step = waiting(title.rules, before)
            if ply.actor == CHANCE and isinstance(step, Chance) and type(ply.move) in step.takes:
                drawn.append((step, before, ply.move))
            before = ply.accepted.table
    return drawn


def _lucky(drawn: Sequence[Drawn]) -> int:
    for step, table, outcome in drawn:
        lucks(step, table, outcome)
    return len(drawn)
