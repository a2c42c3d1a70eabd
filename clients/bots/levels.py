"""The bots' levels: how a seat chooses its move from only what it may know.

0  any legal move
1  the move with the best resulting evaluation, over what chance may show and others may hold
2  a search with few playouts
3  a search on all cores, by time or by playouts; in a solved title, a best move
"""

from __future__ import annotations

import os
import secrets
import time
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from pathlib import Path
from random import Random, SystemRandom
from types import TracebackType
from typing import Any, NamedTuple, Protocol

from clients.bots.processes import searching
from clients.bots.search import Look, Search, Tried, useful
from games.kit.bots.solved import Solution
from games.kit.rules import canonical, decider
from games.kit.title import Title
from gunbai_record.errors import GunbaiError
from gunbai_record.plain import Plain
from titles.packages import own_title

LEVELS = range(4)
NAMES = ("Random", "Greedy", "Searcher", "Thinker")
"""What the bots of each level are called."""
USUAL = LEVELS[2]
"""A bot's default level: the lowest that is worth beating in every title (docs/bots.md)."""
SECONDS = 0.5
"""How long a level 3 bot searches for a decision, by default."""
MOST_SECONDS = 86_400
"""The longest time to search a decision or a position: a day."""
FEW = 100
"""A level 2 bot's playouts."""
SAMPLES = 8
"""The guesses that a level 1 bot averages over."""
TREES = 4
"""The trees that share a number of playouts, whatever the number of cores, so that a seed repeats a choice."""


class RulesMissingError(GunbaiError, LookupError):
    """The rules of a title, which bots and analysis need to look ahead, are not installed where they run."""


def versions_here(title: str) -> Mapping[int, Title[Any]]:
    """Return the versions of a title's rules that are installed here; none for an unknown title."""
    if own := own_title(title):
        return own
    # It loads every title, the foreign ones in a process of their own first.
    from titles.catalogue import TITLES

    return TITLES.get(title, {})


def rules_here(title: str, rules_version: int) -> Title[Any]:
    """Return a version of a title. Raises RulesMissingError."""
    found = versions_here(title).get(rules_version)
    if found is None:
        problem = f"the rules of {title!r}, version {rules_version}, are not installed here; bots need them"
        raise RulesMissingError(problem)
    return found


def free_name(level: int, taken: Collection[str]) -> str:
    """Return an unused name for a bot of a level: "Greedy", or else "Greedy 2" and so on."""
    numbered = (f"{NAMES[level]} {number}" for number in range(2, len(taken) + 3))
    return next(name for name in (NAMES[level], *numbered) if name not in taken)


class Question(NamedTuple):
    """What a seat is asked, with everything that it knows. It can be sent to another process."""

    title: str
    rules_version: int
    edition: str
    """The edition as JSON; empty for the title's own."""
    table: str
    """A table that the seat cannot tell from the real one, as canonical JSON."""
    seat: int

    def read(self) -> tuple[Title[Any], Any]:
        """Return the title, and the table as a value. Raises RulesMissingError."""
        title = rules_here(self.title, self.rules_version)
        edition = title.rules.edition.read(self.edition) if self.edition else title.rules.edition
        return title, canonical.decode(title.rules, self.table, edition)


class Budget(NamedTuple):
    """How long to search: a number of playouts, or without one a number of seconds."""

    playouts: int = 0
    seconds: float = SECONDS


class Folder:
    """Keeps solutions in files in a folder; nowhere if there is none, or it cannot be written."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self, name: str) -> bytes:
        """Return what was kept under a name; nothing if there is none, or it is damaged."""
        if self._path is not None:
            with suppress(OSError, zlib.error):
                return zlib.decompress((self._path / name).read_bytes())
        return b""

    def write(self, name: str, values: bytes) -> None:
        """Keep values under a name, replacing earlier ones."""
        if self._path is None:
            return
        with suppress(OSError):
            self._path.mkdir(parents=True, exist_ok=True)
            part = self._path / f"{name}.{secrets.token_hex(8)}.part"
            part.write_bytes(zlib.compress(values))
            part.replace(self._path / name)


class Chooser(Protocol):
    """Chooses a seat's moves: a bot, or something in front of one."""

    def choose(self, question: Question) -> Plain | None:
        """Return a legal move for the seat, or None if it has none. It may take as long as it likes."""


class Bot(AbstractContextManager["Bot"]):
    """Chooses moves at a level. A context, because level 3 keeps processes."""

    def __init__(
        self,
        level: int,
        budget: Budget | None = None,
        seed: int | None = None,
        *,
        cores: int = 0,
        folder: Path | None = None,
    ) -> None:
        """Make a bot, which keeps what it solves in a folder, if one is given."""
        if level not in LEVELS:
            raise ValueError(f"expected a level from {LEVELS.start} to {LEVELS.stop - 1}, not {level}")
        self._level = level
        self._budget = budget or (Budget(playouts=FEW) if level == LEVELS[2] else Budget())
        self._source: Random = SystemRandom() if seed is None else Random(seed)  # noqa: S311  # not for secrets
        cores = cores or os.cpu_count() or 1
        self._cores = cores
        self._folder = Folder(folder)
        self._solutions: dict[tuple[str, int], Solution] = {}
        self._ending = ExitStack()
        searches_here = level != LEVELS[-1] or cores == 1
        self._pool = None if searches_here else self._ending.enter_context(searching(cores))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ending.__exit__(kind, error, trace)

    def choose(self, question: Question) -> Plain | None:
        """Return a legal move for the seat, or None if it has none."""
        title, table = question.read()
        legal = list(decider.legal(title.rules, table, question.seat))
        if self._level == 0:
            return self._source.choice(legal) if legal else None
        moves = useful(title, table, question.seat)
        if len(moves) < 2:
            return moves[0] if moves else None
        if self._level == LEVELS[-1] and (best := self._solved(title, table, question.seat)) is not None:
            return best
        if self._level == 1:
            return greedy(title, table, question.seat, moves, self._source)
        return moves[most_tried(self._searched(question))]

    def _solved(self, title: Title[Any], table: Any, seat: int) -> Plain | None:
        """Return a best move if the title is solved."""
        if title.bots.solution is None:
            return None
        key = title.name, title.rules_version
        if key not in self._solutions:
            self._solutions[key] = title.bots.solution(self._folder)
        return self._solutions[key].best(table, seat)

    def _searched(self, question: Question) -> list[list[Tried]]:
        """Return how the moves did in each tree."""
        budget = self._budget
        trees = TREES if budget.playouts else self._cores
        seeds = [self._source.getrandbits(64) for _ in range(trees)]
        shares = [budget.playouts // trees + (place < budget.playouts % trees) for place in range(trees)]
        # A tree without a share of the playouts would grow by time, and no seed could repeat it.
        tasks = [
            (question, seed, Budget(share, budget.seconds))
            for seed, share in zip(seeds, shares, strict=True)
            if share or not budget.playouts
        ]
        if self._pool is None:
            return [grown(*task) for task in tasks]
        return list(self._pool.map(grown, *zip(*tasks, strict=True)))


def cache_folder() -> Path:
    """Return the folder where bots keep what they solve: in the user's caches."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gunbai"


def grown(question: Question, seed: int, budget: Budget) -> list[Tried]:
    """Grow a tree, and return how each useful move did, in their order."""
    title, table = question.read()
    source = Random(seed)  # noqa: S311  # not for secrets
    search = Search(title, table, question.seat, useful(title, table, question.seat), source)
    grow(search, budget)
    return search.tried()


def grow(search: Search, budget: Budget) -> None:
    """Play a budget's playouts; at least one."""
    end = time.monotonic() + budget.seconds
    search.play()
    if budget.playouts:
        for _ in range(budget.playouts - 1):
            search.play()
    else:
        while time.monotonic() < end:
            search.play()


def most_tried(trees: Iterable[Sequence[Tried]]) -> int:
    """Return the move that was tried most in all trees together; among several, the best."""
    together = [
        (sum(tried.visits for tried in move), sum(tried.total for tried in move)) for move in zip(*trees, strict=True)
    ]
    return max(range(len(together)), key=together.__getitem__)


def greedy(title: Title[Any], table: Any, seat: int, moves: Sequence[Plain], source: Random) -> Plain:
    """Return the move with the best resulting evaluation; any of equally good ones."""
    look = Look(title, table, seat, source)
    worths = [(look.worth(move, SAMPLES), source.random()) for move in moves]
    return moves[max(range(len(moves)), key=worths.__getitem__)]
