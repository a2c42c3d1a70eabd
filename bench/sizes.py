"""What a call should not depend on: how many games are stored, and how many entries its game has."""

from __future__ import annotations

import asyncio
import math
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from bench import children
from bench.children import DATABASE, Child
from bench.figures import Figure, Pace, Samples, Trial, alternate, at_most
from bench.traffic import AT_ONCE, Place, Script, Server, cost, relative, script, seated, service_trial, unary
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.aio import Gunbai, connect
from referee.desk.leaves import leaves_of
from referee.desk.stored import stored
from referee.desk.summaries import summary_of
from referee.game.lifecycle import create_game
from referee.game.titles import Titles, finished
from store.contract import Opening, Store
from store.sqlite import SqliteStore

FEW = 10
"""How many games are stored, or entries a game has, in what is compared with many."""
CALLS = 500
"""How many calls a trial makes one after the other."""
WRITTEN_AT_ONCE = 1_000
FLAT = at_most(1.1)
CREATED_AT = 1_700_000_000_000_000
"""When the stored games were created, in microseconds since 1970."""

Announce = Callable[[str], None]


async def measure(folder: Path, pace: Pace, progress: Announce) -> list[Figure]:
    """Return what calls cost a service with many stored games beside one with few."""
    costs: Samples = defaultdict(list)
    trials: dict[str, Trial] = {}
    names = few, many = f"{FEW} stored games", f"{pace.stored:,} stored games"
    async with AsyncExitStack() as stack:
        for name, number in zip(names, (FEW, pace.stored), strict=True):
            progress(f"writing {name}")
            place = folder / str(number)
            place.mkdir()
            await fill(place, number)
            child = stack.enter_context(children.service(place))
            client = await stack.enter_async_context(connect(child.address, deadline=60))
            server = Server(child, client.stubs.referee, costs[f"Submit, {name}"])
            trials[f"Submit, {name}"] = service_trial(client, server, unary, AT_ONCE, pace)
            trials[f"GetView, {name}"] = looking(child, client, await seated(client), costs[f"GetView, {name}"])
        await alternate(trials, pace.rounds, progress)
    return beside(costs, few, many)


async def fill(folder: Path, games: int) -> None:
    """Write so many games that wait for players into the file of records of a folder."""
    titles, source = finished(), random.Random(1)
    async with await SqliteStore.open(folder / DATABASE) as store:
        for first in range(0, games, WRITTEN_AT_ONCE):
            numbers = range(first, min(first + WRITTEN_AT_ONCE, games))
            await asyncio.gather(*(_written(store, titles, f"stored-{number}", source) for number in numbers))


async def _written(store: Store, titles: Titles, game: str, source: random.Random) -> None:
    """Write a game that was created."""
    secret = source.randbytes(32)
    asked = life.CreateGame(title="infludance_duel", seats=2, chance_source=life.CHANCE_SOURCE_REFEREE)
    added = create_game(titles, asked, game, secret, CREATED_AT)
    opening = Opening(game=game, title="infludance_duel", secret=secret, public=True)
    entries = [stored(entry) for entry in added.entries]
    await store.create(opening, entries, [], summary_of(added.game), leaves=leaves_of(added))


async def entries(child: Child, client: Gunbai, long: Place, further: Script, pace: Pace) -> list[Figure]:
    """Return what calls cost in a game of many entries, played on by the `further` moves, beside one of few entries."""
    costs: Samples = defaultdict(list)
    few, many = f"a game of {FEW} entries", f"a game of {pace.long_game:,} entries"
    short = await seated(client)
    moves = min(CALLS, len(further) // pace.rounds)
    begun = iter(range(pace.rounds))

    async def from_the_beginning() -> float:
        return await moving(child, client, await seated(client), script()[:moves], costs[f"Submit, {few}"])

    async def from_the_end() -> float:
        done = next(begun) * moves
        place = long._replace(head=long.head + done)
        return await moving(child, client, place, further[done : done + moves], costs[f"Submit, {many}"])

    trials: dict[str, Trial] = {
        f"Submit, {few}": from_the_beginning,
        f"Submit, {many}": from_the_end,
        f"GetView, {few}": looking(child, client, short, costs[f"GetView, {few}"]),
        f"GetView, {many}": looking(child, client, long, costs[f"GetView, {many}"]),
    }
    await alternate(trials, pace.rounds, lambda _: None)
    return beside(costs, few, many)


def looking(child: Child, client: Gunbai, place: Place, costs: list[float]) -> Trial:
    """Return a trial of calls of GetView at the head of a game."""

    async def look() -> int:
        for _ in range(CALLS):
            await client.view(place.game)
        return CALLS

    async def measured() -> float:
        return await charged(child, look(), costs)

    return measured


async def moving(child: Child, client: Gunbai, place: Place, moves: Script, costs: list[float]) -> float:
    """Play moves one after the other; return what each cost the service in microseconds."""
    return await charged(child, unary(client.stubs.referee, place, moves, math.inf), costs)


async def charged(child: Child, calls: Awaitable[int], costs: list[float]) -> float:
    """Note and return what each of some calls costs the service, in microseconds."""
    computed = child.cpu_seconds()
    done = await calls
    costs.append(1_000_000 * (child.cpu_seconds() - computed) / done)
    return costs[-1]


def beside(costs: Samples, few: str, many: str) -> list[Figure]:
    """Return the costs of both calls with few and with many, and their ratio."""
    figures: list[Figure] = []
    for call in ("Submit", "GetView"):
        names: Sequence[str] = (f"{call}, {few}", f"{call}, {many}")
        figures += [cost(f"computing per call: {name}", costs[name]) for name in names]
        figures.append(relative(f"{call}: {many} / {FEW}", costs[names[1]], costs[names[0]], FLAT))
    return figures
