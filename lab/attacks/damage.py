"""Damage: a database's files are altered, cut, deleted or put back; every answer is compared with the one before."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import closing
from itertools import product
from pathlib import Path

from gunbai.referee.v1 import lobby_pb2
from lab.attacks.figures import Figure, at_most
from lab.attacks.questions import Answer, Subject, answers, copy, make, service
from store.contract import StorageError

TRIES = 60
"""How often a file is damaged somewhere; the database, which has many places, four times as often."""
DATABASE, LOG, HEADS, POSITIONS = "games.sqlite", "games.sqlite-wal", "games.sqlite.heads", "games.sqlite-positions"
BEFORE = {DATABASE: "2 of 60", LOG: "60 of 60", HEADS: "0 of 60", POSITIONS: "0 of 60"}
NO_START = {DATABASE: "1 of 60", LOG: "0 of 60", HEADS: "59 of 60", POSITIONS: "0 of 60"}
NAMED = ("STORAGE_DAMAGED", "RECORD_DAMAGED")
"""The reasons with which damage is refused."""

Damage = Callable[[Path, random.Random], None]


async def attack(folder: Path) -> AsyncIterator[Figure]:
    """Damage a cleanly closed database, and the files that a crash leaves, in every way."""
    made, older, running, closed = (folder / name for name in ("made", "older", "running", "closed"))
    made.mkdir()
    subjects = await make(made, older, running)
    copy(made, closed)
    trial = Trial(folder / "trial", older, subjects)
    await trial.learn(closed)
    for name, base, file, tries in (
        ("the database", closed, DATABASE, 4 * TRIES),
        ("the write-ahead log", running, LOG, TRIES),
        ("the file of heads", running, HEADS, TRIES),
        ("the cache of positions", closed, POSITIONS, TRIES),
    ):
        done = Counter[str]()
        for number in range(tries):
            done += await trial.run(base, file, flipped, number)
        yield at_most(f"{name}: of {tries} flips, answered differently", done["wrong"], 0, before=BEFORE[file])
        yield Figure(f"{name}: as before", str(done["same"]))
        yield Figure(f"{name}: damage refused by name", str(done["named"]))
        yield at_most(f"{name}: of these, no start", done["no start"], tries // 2, before=NO_START[file])
    done = Counter[str]()
    ways: Sequence[Damage] = (cut, deleted, trial.put_back)
    tried = list(product((closed, running), (DATABASE, LOG, HEADS, POSITIONS), ways))
    for number, (base, file, way) in enumerate(tried):
        done += await trial.run(base, file, way, number)
    yield at_most(
        f"of {len(tried)} files cut, deleted or put back: answered differently", done["wrong"], 0, before="6 of 24"
    )
    for what, number in trial.wrong.most_common(12):
        yield Figure(f"  {what}", str(number))


class Trial:
    """Damages copies of a folder, and asks a service over each of them everything."""

    def __init__(self, folder: Path, older: Path, subjects: Sequence[Subject]) -> None:
        self._folder, self._older, self._subjects = folder, older, subjects
        self._truth: Mapping[str, Answer] = {}
        self.wrong = Counter[str]()

    async def learn(self, base: Path) -> None:
        """Learn the true answers."""
        copy(base, self._folder)
        async with service(self._folder) as house:
            self._truth = await answers(house, self._subjects)

    async def run(self, base: Path, file: str, way: Damage, seed: int) -> Counter[str]:
        """Damage a copy in one way; count whether the answers were the same, refused by name, or wrong."""
        copy(base, self._folder)
        if (self._folder / file).exists():
            way(self._folder / file, random.Random(seed))
        try:
            async with service(self._folder) as house:
                given = await answers(house, self._subjects)
        except StorageError:
            return Counter({"named": 1, "no start": 1})
        except Exception as error:  # noqa: BLE001  # whatever it is, it is no answer
            self.wrong[f"{file}: the start fails: {type(error).__name__}"] += 1
            return Counter({"wrong": 1})
        return self._judged(file, given)

    def put_back(self, file: Path, _: random.Random) -> None:
        """Replace a file with an older copy."""
        older = self._older / file.name
        if older.exists():
            file.write_bytes(older.read_bytes())

    def _judged(self, file: str, given: Mapping[str, Answer]) -> Counter[str]:
        other = {name: answer for name, answer in given.items() if answer != self._truth[name]}
        wrong = {name: answer for name, answer in other.items() if not self._is_named(name, answer, other)}
        for kind in {f"{file}: {name.partition(' ')[2] or name}: {in_short(answer)}" for name, answer in wrong.items()}:
            self.wrong[kind] += 1
        return Counter({"wrong" if wrong else "named" if other else "same": 1})

    def _is_named(self, name: str, answer: Answer, other: Mapping[str, Answer]) -> bool:
        """Return whether an answer refuses by name, or is a list that names what it lacks."""
        if answer[1:] and answer[1] in NAMED:
            return True
        return name.startswith("ListGames") and not isinstance(answer[0], str) and self._lacks_named(name, answer[0])

    def _lacks_named(self, name: str, answer: bytes) -> bool:
        before = self._truth[name][0]
        if isinstance(before, str):
            return False
        true, response = (lobby_pb2.ListGamesResponse.FromString(data) for data in (before, answer))
        named = {*getattr(response, "damaged_games", ())}
        return bool(named) and [game for game in true.games if game.game not in named] == [
            game for game in response.games if game.game not in named
        ]


def flipped(file: Path, rng: random.Random) -> None:
    """Flip a bit, or alter sixteen bytes: in a database somewhere in a table or index, each equally likely."""
    data = bytearray(file.read_bytes())
    start, end = rng.choice(spans(file)) if file.name == DATABASE else (0, len(data.rstrip(b"\0")) or len(data))
    place, length = rng.randrange(start, end), rng.choice((1, 1, 1, 16))
    for at in range(place, min(place + length, len(data))):
        data[at] ^= 1 << rng.randrange(8) if length == 1 else rng.randrange(1, 256)
    file.write_bytes(data)


def cut(file: Path, rng: random.Random) -> None:
    """Cut a file short."""
    data = file.read_bytes()
    file.write_bytes(data[: rng.randrange(len(data))])


def deleted(file: Path, _: random.Random) -> None:
    """Delete a file."""
    file.unlink()


def spans(file: Path) -> list[tuple[int, int]]:
    """Return a page of each of a database's tables and indexes, as byte ranges; a different one each time."""
    pages: dict[str, list[int]] = defaultdict(list)
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        (size,) = database.execute("PRAGMA page_size").fetchone()
        for name, page in database.execute("SELECT name, pageno FROM dbstat"):
            pages[name].append(page)
    rng = random.Random(file.stat().st_mtime_ns)
    chosen = [rng.choice(of) for of in pages.values()]
    return [((page - 1) * size, page * size) for page in chosen]


def in_short(answer: Answer) -> str:
    """Return what kind of answer it is."""
    return " ".join(map(str, answer)) if isinstance(answer[0], str) else "altered"
