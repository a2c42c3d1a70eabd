"""The audit of a database by another rules version: which recorded rulings would differ, in several processes."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import msgspec
from google.protobuf.message import DecodeError

from gunbai_record.text.counts import counted
from referee.errors import RecordDamaged, TitleNotFound, TitleNotServed
from referee.game.rejudging import Difference, LoggedRefusal, Unjudged, rejudged
from referee.game.titles import Titles, finished
from referee.records.provenance import secrets_in, standing_of
from referee.records.stored_entries import as_written
from store.contract import StorageCorrupt, Store, Stored
from store.sqlite import SqliteStore

AHEAD = 2
"""How many games are read ahead for each process."""

Progress = Callable[[int, int], None]
"""Called with how many games are judged of how many."""


class Parcel(NamedTuple):
    """A stored game with everything needed to judge it, as bytes for another process."""

    game: str
    entries: tuple[Stored, ...]
    secrets: Mapping[str, bytes]
    refused: tuple[LoggedRefusal, ...]
    after: int


class AuditedRulings(NamedTuple):
    """How many of a game's rulings were judged, which would differ, and what could not be judged."""

    rulings: int
    differences: tuple[Difference, ...] = ()
    unjudged: tuple[Unjudged, ...] = ()
    left_out: bool = False
    """Whether the title lacks the version, so that nothing was asked."""


class Audited(NamedTuple):
    """The games and rulings that were judged, those that would differ, and those that could not be judged."""

    games: int
    left_out: int
    rulings: int
    differences: tuple[Difference, ...]
    unjudged: tuple[Unjudged, ...]

    @property
    def by_clause(self) -> dict[str, int]:
        """How many rulings would differ by each clause's number; those of a set-up are under "set-up"."""
        return dict(sorted(Counter(difference.clause or "set-up" for difference in self.differences).items()))

    def as_json(self) -> str:
        """Return the audit as one line of JSON."""
        return msgspec.json.encode(self._asdict() | {"by_clause": self.by_clause}).decode()

    def sentences(self) -> Iterator[str]:
        """Yield the audit in words: what differs by game, then by clause, then how much was judged."""
        for difference in self.differences:
            command = f"{difference.command} by {difference.actor}" if difference.command else difference.actor
            yield f"{difference.place}: {command}: {difference.recorded}; now {difference.ruled}"
        for one in self.unjudged:
            yield f"{one.place}: not judged: {one.why}"
        yield from (f"{clause}: {counted(number, 'differing ruling')}" for clause, number in self.by_clause.items())
        left_out = f"; {self.left_out} left out, because the title has no such version" if self.left_out else ""
        differ, unjudged = len(self.differences), len(self.unjudged)
        games, rulings = counted(self.games, "game"), counted(self.rulings, "ruling")
        yield f"{games}{left_out}. {rulings} judged: {differ} differ, {unjudged} not judged."


async def audit(database: Path, rules_version: int, progress: Progress, processes: int = 0) -> Audited:
    """Judge a database's rulings again by a rules version, 0 for each title's newest.

    0 processes means one per core. Raises TitleNotFound if no title has the version, StorageError if the database
    cannot be read.
    """
    check_version(rules_version)
    store = await SqliteStore.open(database, elsewhere=True)
    try:
        with pool_of(processes) as pool:
            return await audit_games(store, rules_version, progress, pool)
    finally:
        await store.close()


def check_version(rules_version: int) -> None:
    """Raise TitleNotFound if no title has a rules version; 0 is the newest, OWN each record's own."""
    titles = installed()
    if rules_version > 0 and not any(rules_version in titles.versions(book.name) for book in titles):
        raise TitleNotFound("any", rules_version)


def pool_of(processes: int) -> ProcessPoolExecutor:
    """Return a pool of processes, 0 for one per core, which share nothing with this one."""
    # Forked, they would inherit locks that threads of this process hold.
    return ProcessPoolExecutor(processes or os.cpu_count() or 1, mp_context=get_context("spawn"))


async def audit_games(
    store: Store, rules_version: int, progress: Progress, pool: Executor, titles: Titles | None = None
) -> Audited:
    """Judge the rulings of every game in a store in a pool; `titles` only work in a pool of this process."""
    games = sorted(await store.every_game())
    results, loop = list[AuditedRulings](), asyncio.get_running_loop()
    running = set[asyncio.Future[AuditedRulings]]()
    async with _awaited(running):
        for game in games:
            parcel = await packed_up(store, game)
            if isinstance(parcel, Unjudged):
                results.append(AuditedRulings(0, unjudged=(parcel,)))
            else:
                running.add(loop.run_in_executor(pool, audit_game, parcel, rules_version, titles))
            while len(running) > AHEAD * (os.cpu_count() or 1) or (running and game == games[-1]):
                done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                running -= done
                results += [future.result() for future in done]
                progress(len(results), len(games))
    return together(results)


@asynccontextmanager
async def _awaited(running: set[asyncio.Future[AuditedRulings]]) -> AsyncIterator[None]:
    """Wait for running work when an error leaves the block: a pool must not be closed under it."""
    try:
        yield
    finally:
        await asyncio.gather(*running, return_exceptions=True)


def together(results: Sequence[AuditedRulings]) -> Audited:
    """Return several games' findings as one audit."""
    differences = (difference for one in results for difference in one.differences)
    unjudged = (gap for one in results for gap in one.unjudged)
    return Audited(
        games=sum(not one.left_out for one in results),
        left_out=sum(one.left_out for one in results),
        rulings=sum(one.rulings for one in results),
        differences=tuple(
            sorted(
                differences,
                key=lambda difference: (difference.file, difference.game, difference.version, difference.refusal),
            )
        ),
        unjudged=tuple(sorted(unjudged, key=lambda gap: (gap.file, gap.game, gap.version))),
    )


async def packed_up(store: Store, game: str) -> Parcel | Unjudged:
    """Return a stored game as a parcel, or why it cannot be judged."""
    try:
        opening = await store.opening(game)
        if standing_of(opening.provenance) == "unverified":
            return Unjudged(game=game, version=1, why="it was imported although it does not verify")
        secrets, name = dict[str, bytes](), game
        while name:
            above = await store.opening(name)
            secrets, name = secrets | secrets_in(above), above.parent
        refused, after = list[LoggedRefusal](), 0
        while moves := await store.refusals(game, after):
            refused += [LoggedRefusal(move.version, move.number, move.data) for move in moves]
            after = moves[-1].number
        return Parcel(game, tuple(await store.read(game)), secrets, tuple(refused), opening.parent_version)
    except StorageCorrupt as error:
        return Unjudged(game=game, version=1, why=str(error))


def audit_game(parcel: Parcel, rules_version: int, titles: Titles | None = None) -> AuditedRulings:
    """Judge a game again. A damaged game, or one without rules here, counts as not judged."""
    rulings, differences, unjudged = 0, list[Difference](), list[Unjudged]()
    entries = (as_written(parcel.game, row) for row in parcel.entries)
    try:
        for finding in rejudged(
            titles or installed(), rules_version, entries, parcel.secrets, refused=parcel.refused, after=parcel.after
        ):
            rulings += 1
            if isinstance(finding, Difference):
                differences.append(finding)
            elif finding is not None:
                unjudged.append(finding)
    except TitleNotFound:
        return AuditedRulings(0, left_out=True)
    except RecordDamaged as error:
        unjudged.append(Unjudged(game=parcel.game, version=error.version, why=str(error)))
    except (TitleNotServed, DecodeError) as error:
        unjudged.append(Unjudged(game=parcel.game, version=rulings + 1, why=str(error)))
    return AuditedRulings(rulings - len(unjudged), tuple(differences), tuple(unjudged))


@cache
def installed() -> Titles:
    """Return the installed titles, made once in each process."""
    return finished()
