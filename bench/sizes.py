"""What a call should not depend on: how many games are stored, and how many entries its game has."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from bench import children
from bench.children import DATABASE, Child
from bench.figures import Figure, Pace, Samples, Trial, alternate, at_most
from bench.traffic import AT_ONCE, Place, Script, cost, relative, script, seated, unary
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.aio import Gunbai, connect
from referee.game.lifecycle import create_game
from referee.game.titles import Titles, finished
from referee.records.log_leaves import leaves_of
from referee.records.stored_entries import stored
from referee.records.summaries import summary_of
from store.contract import Opening, Store
from store.sqlite import SqliteStore

FEW = 10
"""How many stored games, or entries of a game, are compared with many."""
CALLS = 500
"""How many calls a trial makes one after another."""
WRITTEN_AT_ONCE = 1_000
REST_SECONDS = 2.0
LONGEST_REST = 60.0
"""How many seconds a service has for what it does after its start."""
BUSY = 0.04
"""If it uses more than this share of a core, it is still doing that."""
FLAT = at_most(1.1)
CREATED_AT = 1_700_000_000_000_000
"""When the stored games were created, in microseconds since 1970."""

Announce = Callable[[str], None]


class Measured(NamedTuple):
    """A service, a client of it, and what it computes per second while nobody calls: mostly its scrub."""

    child: Child
    client: Gunbai
    idle: float

    async def charge(self, calls: Awaitable[int], costs: list[float]) -> float:
        """Note and return what each of some calls costs the service in microseconds, without what it does besides."""
        computed, begun = self.child.cpu_seconds(), time.perf_counter()
        done = await calls
        besides = self.idle * (time.perf_counter() - begun)
        costs.append(1_000_000 * (self.child.cpu_seconds() - computed - besides) / done)
        return costs[-1]

    def looking(self, place: Place, costs: list[float]) -> Trial:
        """Return a trial of calls of GetView at the head of a game."""

        async def look() -> int:
            for _ in range(CALLS):
                await self.client.view(place.game)
            return CALLS

        return lambda: self.charge(look(), costs)

    def playing(self, seconds: float, costs: list[float]) -> Trial:
        """Return a trial of commands in new games, many at once."""

        async def play(places: Sequence[Place]) -> int:
            moves = script()
            until = time.perf_counter() + seconds
            return sum(await asyncio.gather(*(self.play(place, moves, until) for place in places)))

        async def measured() -> float:
            return await self.charge(play([await seated(self.client) for _ in range(AT_ONCE)]), costs)

        return measured

    async def play(self, place: Place, moves: Script, until: float = math.inf) -> int:
        """Play moves one after another; return how many."""
        return await unary(self.client.stubs.referee, place, moves, until)


async def at_rest(child: Child, client: Gunbai) -> Measured:
    """Return a service once it has looked over its file, which it does after the start."""
    until = time.perf_counter() + LONGEST_REST
    while (idle := await computing_at_rest(child)) > BUSY and time.perf_counter() < until:
        pass
    return Measured(child, client, idle)


async def computing_at_rest(child: Child) -> float:
    """Return what a service computes per second while nobody calls, in seconds."""
    computed = child.cpu_seconds()
    await asyncio.sleep(REST_SECONDS)
    return (child.cpu_seconds() - computed) / REST_SECONDS


async def measure(folder: Path, pace: Pace, progress: Announce) -> list[Figure]:
    """Return what calls cost a service with many stored games, compared with one with few."""
    costs: Samples = defaultdict(list)
    trials: dict[str, Trial] = {}
    names = few, many = f"{FEW} stored games", f"{pace.stored:,} stored games"
    async with AsyncExitStack() as stack:
        for name, number in zip(names, (FEW, pace.stored), strict=True):
            progress(f"writing {name}")
            place = folder / str(number)
            place.mkdir()
            await fill(place, number)
            child = stack.enter_context(children.service(place, more=["--new-key"]))
            client = await stack.enter_async_context(connect(child.address, deadline=60))
            service = await at_rest(child, client)
            trials[f"Submit, {name}"] = service.playing(pace.seconds, costs[f"Submit, {name}"])
            trials[f"GetView, {name}"] = service.looking(await seated(client), costs[f"GetView, {name}"])
        await alternate(trials, pace.rounds, progress)
    return beside(costs, few, many)


async def fill(folder: Path, games: int) -> None:
    """Write this many games that wait for players into a folder's file of records."""
    titles, source = finished(), random.Random(1)
    async with await SqliteStore.open(folder / DATABASE) as store:
        for first in range(0, games, WRITTEN_AT_ONCE):
            numbers = range(first, min(first + WRITTEN_AT_ONCE, games))
            await asyncio.gather(*(_written(store, titles, f"stored-{number}", source) for number in numbers))


async def _written(store: Store, titles: Titles, game: str, source: random.Random) -> None:
    """Write a game that was created."""
    secret = source.randbytes(32)
    terms = life.CreateGame(title="infludance_duel", seats=2, chance_source=life.CHANCE_SOURCE_REFEREE)
    added = create_game(titles, terms, game, secret, CREATED_AT)
    opening = Opening(game=game, title="infludance_duel", secret=secret, public=True)
    entries = [stored(entry) for entry in added.entries]
    await store.create(opening, entries, [], summary_of(added.game), leaves=leaves_of(added))


async def entries(child: Child, client: Gunbai, long: Place, further: Script, pace: Pace) -> list[Figure]:
    """Return what calls cost in a game with many entries, continued by `further` moves, compared with few entries."""
    costs: Samples = defaultdict(list)
    few, many = f"a game of {FEW} entries", f"a game of {pace.long_game:,} entries"
    service, begun = await at_rest(child, client), iter(range(pace.rounds))
    moves = min(CALLS, len(further) // pace.rounds)

    async def from_the_beginning() -> float:
        return await service.charge(service.play(await seated(client), script()[:moves]), costs[f"Submit, {few}"])

    async def from_the_end() -> float:
        done = next(begun) * moves
        place = long._replace(head=long.head + done)
        return await service.charge(service.play(place, further[done : done + moves]), costs[f"Submit, {many}"])

    trials: dict[str, Trial] = {
        f"Submit, {few}": from_the_beginning,
        f"Submit, {many}": from_the_end,
        f"GetView, {few}": service.looking(await seated(client), costs[f"GetView, {few}"]),
        f"GetView, {many}": service.looking(long, costs[f"GetView, {many}"]),
    }
    await alternate(trials, pace.rounds, lambda _: None)
    return beside(costs, few, many)


def beside(costs: Samples, few: str, many: str) -> list[Figure]:
    """Return both calls' costs with few and with many, and their ratio."""
    figures: list[Figure] = []
    for call in ("Submit", "GetView"):
        names: Sequence[str] = (f"{call}, {few}", f"{call}, {many}")
        figures += [cost(f"computing per call: {name}", costs[name]) for name in names]
        figures.append(relative(f"{call}: {many} / {FEW}", costs[names[1]], costs[names[0]], FLAT))
    return figures
