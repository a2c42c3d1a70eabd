"""What readers wait for: a cold long game, its branches, a thousand watchers; and memory."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from grpc.aio import UsageError, insecure_channel

from bench.children import service
from bench.figures import Figure, Pace, at_most
from bench.sizes import CALLS, entries
from bench.traffic import AT_ONCE, Place, Script, check, ordinary_script, script, seated, streams, unary
from gunbai.referee.v1.record_pb2 import WatchGameRequest, WatchGameResponse
from gunbai.referee.v1.record_pb2_grpc import RecordStub
from gunbai_client.aio import Gunbai, connect

COLD_ENTRIES = 2_000
COLD_GAMES = 5
FORKS = 15
VIEWS = 101
EARLY = 10
WATCHED_ENTRIES = 20
THOUGHT_SECONDS = 0.5
"""How long after an entry the next one is sent, as by players who think."""
WATCHERS_PER_CONNECTION = 100
ENTRIES_PER_HOT_GAME = 10
BESIDES_MOVES = 4
"""The entries before a duel's first move: created, two seats taken, started."""

Announce = Callable[[str], None]


class Readings(NamedTuple):
    """The readers' figures, those of calls in games of any length, and the long game that stays in the file."""

    figures: list[Figure]
    sizes: list[Figure]
    long_game: str


async def measure(folder: Path, pace: Pace, progress: Announce) -> Readings:
    """Measure what readers wait for, with services on a folder's file."""
    with service(folder) as child:
        async with connect(child.address, deadline=60) as client:
            progress("long games")
            games = await asyncio.gather(*(filled(client, script(COLD_ENTRIES)) for _ in range(COLD_GAMES)))
            moves = script(pace.long_game + pace.rounds * CALLS)
            long = await filled(client, moves[: pace.long_game])
            progress("views of old versions")
            viewing = await views(client, long, pace)
            progress("forks")
            forking = await forks(client, long, pace)
            progress("calls in a long game")
            sized = await entries(
                child, client, long._replace(head=long.head + pace.long_game), moves[pace.long_game :], pace
            )
            progress("watchers")
            watching = await watchers(child.address, client, pace)
    with service(folder) as child:
        async with connect(child.address, deadline=60) as client:
            progress("cold games")
            cold = await cold_views(client, games)
    return Readings([cold, viewing, *forking, *watching], sized, long.game)


async def filled(client: Gunbai, moves: Script) -> Place:
    """Return a game that was played to the end of a script."""
    place = await seated(client)
    await streams(client.stubs.referee, place, moves, math.inf)
    return place


async def cold_views(client: Gunbai, games: Sequence[Place]) -> Figure:
    """Time the first look at games that are only on disk; a look at another game has warmed the service up."""
    await client.view((await seated(client)).game)
    times = [await milliseconds(client.view(place.game)) for place in games]
    return Figure(f"cold GetView of {COLD_ENTRIES + BESIDES_MOVES:,} entries", median(times), "ms", at_most(30))


async def views(client: Gunbai, long: Place, pace: Pace) -> Figure:
    """Time looks at a long game's old positions, at random, after the first such look."""
    source = random.Random(1)
    versions = [source.randrange(BESIDES_MOVES, pace.long_game) for _ in range(VIEWS)]
    times = [await milliseconds(client.view(long.game, version)) for version in versions][1:]
    name = f"GetView of any version of {pace.long_game:,} entries"
    return Figure(name, median(times), "ms", at_most(20), remark=f"the slowest of {len(times)}: {max(times):.0f}")


async def forks(client: Gunbai, long: Place, pace: Pace) -> list[Figure]:
    """Time branches near a long game's beginning and near its end, in turn."""
    times: dict[int, list[float]] = {EARLY: [], pace.long_game: []}
    for version in [*times] * FORKS:
        times[version].append(await milliseconds(client.fork(long.game, version)))
    early, late = map(median, times.values())
    return [
        Figure(f"fork at version {EARLY}", early, "ms", remark="one row"),
        Figure(f"fork at version {pace.long_game:,}", late, "ms", remark="one row"),
        Figure("fork, late / early", late / early, "x", at_most(1.2)),
    ]


async def watchers(address: str, client: Gunbai, pace: Pace) -> list[Figure]:
    """Time how long after an entry's acknowledgement the last of many watchers has it.

    Rounds of messages to watchers keep a pace, so an entry that follows another at once waits for the next round.
    """
    place, moves = await seated(client), script()
    crowd = Crowd(pace.watchers)
    # Channels to one address share a connection, and its streams, unless each keeps its own.
    apart = [("grpc.use_local_subchannel_pool", 1)]
    channels = [insecure_channel(address, apart) for _ in range(0, pace.watchers, WATCHERS_PER_CONNECTION)]
    stubs = [RecordStub(channel) for channel in channels]
    tasks = [asyncio.create_task(crowd.watch(stubs[n % len(stubs)], place)) for n in range(pace.watchers)]
    await crowd.all_have(place.head)
    delays: dict[float, list[float]] = {THOUGHT_SECONDS: [], 0: []}
    for number, (actor, command) in enumerate(moves[: 2 * WATCHED_ENTRIES]):
        thought = THOUGHT_SECONDS if number < WATCHED_ENTRIES else 0
        await asyncio.sleep(thought)
        response = await client.stubs.referee.Submit(place.request(number, command), metadata=place.bearers[actor])
        check(response.ruling)
        acknowledged = time.perf_counter()
        await crowd.all_have(place.head + number + 1)
        delays[thought].append(1000 * (crowd.complete_at - acknowledged))
    for channel in channels:
        await channel.close()
    await asyncio.gather(*tasks, return_exceptions=True)
    name = f"the last of {pace.watchers:,} watchers has an entry after"
    played, hurried = delays.values()
    return [
        Figure(name, median(played), "ms", at_most(100), f"the slowest of {len(played)}: {max(played):.0f}"),
        Figure(f"{name}, without a pause between entries", median(hurried), "ms"),
    ]


class Crowd:
    """Watchers of one game, counted per version."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._have: Counter[int] = Counter()
        self._complete: dict[int, asyncio.Event] = {}
        self.complete_at = 0.0

    async def watch(self, stub: RecordStub, place: Place) -> None:
        """Watch from the head on."""
        try:
            watching: Any = stub.WatchGame(WatchGameRequest(game=place.game, after_version=place.head))
            async for response in watching:
                for version in versions_in(response):
                    self._note(version)
        except (asyncio.CancelledError, UsageError):
            return

    async def all_have(self, version: int) -> None:
        """Wait until every watcher has a version."""
        await self._event(version).wait()

    def _note(self, version: int) -> None:
        self._have[version] += 1
        if self._have[version] == self._size:
            self.complete_at = time.perf_counter()
            self._event(version).set()

    def _event(self, version: int) -> asyncio.Event:
        return self._complete.setdefault(version, asyncio.Event())


def versions_in(response: WatchGameResponse) -> list[int]:
    """Return the versions that a watcher has with a message; the caught-up head counts as one."""
    if response.HasField("caught_up"):
        return [response.caught_up.version]
    return [entry.version for entry in response.entries.entries]


async def measure_memory(folder: Path, pace: Pace, progress: Announce) -> list[Figure]:
    """Measure what a running game adds to a service's memory; as many games have warmed it up."""
    name = "memory per hot game"
    with service(folder) as child:
        async with connect(child.address, deadline=60) as client:
            progress("memory")
            await _play_briefly(client, pace.hot_games)
            before = child.resident_kib()
            await _play_briefly(client, pace.hot_games)
            after = child.resident_kib()
    if before is None or after is None:
        return [Figure(name, None, "KiB", at_most(10), remark="this system does not report a process's memory")]
    remark = f"after {ENTRIES_PER_HOT_GAME} moves each"
    return [Figure(name, (after - before) / pace.hot_games, "KiB", at_most(10), remark=remark)]


async def _play_briefly(client: Gunbai, games: int) -> None:
    moves = ordinary_script(ENTRIES_PER_HOT_GAME)
    for _ in range(0, games, AT_ONCE):
        places = [await seated(client, wide=False) for _ in range(AT_ONCE)]
        await asyncio.gather(*(unary(client.stubs.referee, place, moves, math.inf) for place in places))


async def milliseconds(call: Awaitable[object]) -> float:
    """Return how long a call takes."""
    start = time.perf_counter()
    await call
    return 1000 * (time.perf_counter() - start)
