"""Commands by the thousand: many games at once that play one long duel, over unary calls and over streams."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from statistics import median
from typing import Any, NamedTuple, TypeAlias

from google.protobuf.any_pb2 import Any as AnyMessage
from grpc.aio import Channel

from bench.children import Child
from bench.figures import Figure, Pace, Target, Trial, alternate, at_most, rates, ratio
from bench.games import RED_STARTS, long_duel, random_game, wide_boards
from games.infludance_duel import INFLUDANCE_DUEL
from games.kit.rules.decider import Actor
from gunbai.referee.v1.referee_pb2 import PlayRequest, SubmitRequest
from gunbai.referee.v1.referee_pb2_grpc import RefereeStub
from gunbai.referee.v1.ruling_pb2 import Ruling
from gunbai_client.aio import Gunbai, packed
from gunbai_client.channel import bearer
from gunbai_record.plain import as_message

AT_ONCE = 64
ENTRIES = 4_000
"""Entries of the duel that every game plays: more than any of them reaches in one trial."""

Script: TypeAlias = Sequence[tuple[Actor, AnyMessage]]
Player: TypeAlias = Callable[["Stub", "Place", Script, float], Awaitable[int]]

Stub: TypeAlias = Any
"""A RefereeStub of grpc.aio, whose calls are awaited: the generated types are those of the other grpc."""

_ids = count(1)


class Place(NamedTuple):
    """A running game, with the dealer's and the seats' tokens."""

    game: str
    head: int
    bearers: tuple[tuple[tuple[str, str], ...], ...]

    def request(self, number: int, command: AnyMessage) -> SubmitRequest:
        """Return a command's request; the first command is number 0."""
        command_id = f"bench-{next(_ids)}"
        version = self.head + number
        return SubmitRequest(game=self.game, expected_version=version, command_id=command_id, command=command)


def script(entries: int = ENTRIES) -> Script:
    """Return a long duel's moves in their wire form."""
    return [(ply.actor, packed(as_message(ply.move))) for ply in long_duel(entries)]


def ordinary_script(entries: int) -> Script:
    """Return a duel's first moves on the ordinary board, including chance's lot for who starts."""
    games = (list(random_game(INFLUDANCE_DUEL, random.Random(seed))) for seed in count())
    plies = next(plies for plies in games if len(plies) > entries)
    return [(ply.actor, packed(as_message(ply.move))) for ply in plies[:entries]]


async def seated(client: Gunbai, *, wide: bool = True) -> Place:
    """Return a new duel with a dealer, begun; on wide boards it is ready for the long script."""
    options, edition = (RED_STARTS, wide_boards().text) if wide else ("", "")
    created = await client.create("infludance_duel", seats=2, options=options, edition=edition, chance="dealer")
    game = created.info.game
    red = await client.join(game, "Red", seat=1)
    blue = await client.join(game, "Blue", seat=2)
    started = await client.holding(created.host_token).start(game)
    return Place(game, started.head, tuple(map(bearer, (created.dealer_token, red.token, blue.token))))


async def unary(stub: Stub, place: Place, moves: Script, until: float) -> int:
    """Play over unary calls until a time or the end of the script; return the number of rulings."""
    for number, (actor, command) in enumerate(moves):
        if time.perf_counter() > until:
            return number
        response = await stub.Submit(place.request(number, command), metadata=place.bearers[actor])
        check(response.ruling)
    return len(moves)


async def streams(stub: Stub, place: Place, moves: Script, until: float) -> int:
    """Play over one stream for each seat and the dealer; return the number of rulings."""
    calls: list[Any] = [stub.Play(metadata=holder) for holder in place.bearers]
    try:
        for number, (actor, command) in enumerate(moves):
            if time.perf_counter() > until:
                return number
            await calls[actor].write(PlayRequest(submit=place.request(number, command)))
            check((await calls[actor].read()).ruling)
        return len(moves)
    finally:
        for call in calls:
            call.cancel()


def check(ruling: Ruling) -> None:
    """Raise an error unless the ruling accepts: a refusal would count as speed."""
    if not ruling.HasField("accepted"):
        raise RuntimeError(f"the referee refuses a move of the benchmark: {ruling}")


class Server(NamedTuple):
    """What is measured: the process, calls to it, and what each call cost the process, in microseconds per trial."""

    child: Child
    stub: Stub
    costs: list[float]

    async def rate(self, player: Player, places: Sequence[Place], seconds: float) -> float:
        """Return how many rulings per second all the places together get."""
        moves, computed, start = script(), self.child.cpu_seconds(), time.perf_counter()
        done = sum(await asyncio.gather(*(player(self.stub, place, moves, start + seconds) for place in places)))
        self.costs.append(1_000_000 * (self.child.cpu_seconds() - computed) / done)
        return done / (time.perf_counter() - start)


def service_trial(client: Gunbai, server: Server, player: Player, games: int, pace: Pace) -> Trial:
    """Return a trial on the service with fresh games; taking the seats is not counted."""

    async def measured() -> float:
        return await server.rate(player, [await seated(client) for _ in range(games)], pace.seconds)

    return measured


def echo_trial(server: Server, player: Player, games: int, pace: Pace) -> Trial:
    """Return the same trial on the echo."""
    holder = bearer("x" * 43)
    place = Place("g" * 26, 4, (holder, holder, holder))

    async def measured() -> float:
        return await server.rate(player, [place] * games, pace.seconds)

    return measured


async def measure(
    client: Gunbai,
    service: Child,
    echoes: Sequence[tuple[Child, Channel]],
    pace: Pace,
    progress: Callable[[str], None],
) -> list[Figure]:
    """Return a service's rulings per second, compared with the bare echo and the one that commits."""
    bare, submit, play = f"echo, {AT_ONCE} at once", f"Submit, {AT_ONCE} games", f"Play streams, {AT_ONCE} games"
    durable, streamed = f"echo that commits, {AT_ONCE} at once", f"echo streams, {AT_ONCE}"
    costs: dict[str, list[float]] = defaultdict(list)
    bare_echo, durable_echo = echoes

    def ours(name: str, player: Player, games: int) -> Trial:
        return service_trial(client, Server(service, client.stubs.referee, costs[name]), player, games, pace)

    def theirs(name: str, echo: tuple[Child, Channel], player: Player, games: int) -> Trial:
        child, channel = echo
        return echo_trial(Server(child, RefereeStub(channel), costs[name]), player, games, pace)

    trials = {
        bare: theirs(bare, bare_echo, unary, AT_ONCE),
        durable: theirs(durable, durable_echo, unary, AT_ONCE),
        submit: ours(submit, unary, AT_ONCE),
        play: ours(play, streams, AT_ONCE),
        streamed: theirs(streamed, bare_echo, streams, AT_ONCE),
        "echo, one at a time": theirs("echo, one at a time", bare_echo, unary, 1),
        "Submit, 1 game": ours("Submit, 1 game", unary, 1),
    }
    script()
    samples = await alternate(trials, pace.rounds, progress)
    return [
        *rates(samples, "calls/s"),
        Figure("Submit / echo", ratio(samples, submit, bare), "x"),
        Figure("Play / echo", ratio(samples, play, bare), "x"),
        Figure("Submit latency, 1 game", 1000 / median(samples["Submit, 1 game"]), "ms"),
        *(cost(f"computing per call: {name}", costs[name]) for name in (bare, durable, submit, play, streamed)),
        relative("computing: Submit / echo", costs[submit], costs[bare], at_most(2.7)),
        relative("computing: Submit / echo that commits", costs[submit], costs[durable], at_most(1.8)),
        relative("computing: Play / echo", costs[play], costs[bare], at_most(1.85)),
        relative("computing: Play / echo streams", costs[play], costs[streamed]),
    ]


def cost(name: str, costs: Sequence[float]) -> Figure:
    """Return what a call costs the server: steadier than rates on a shared machine."""
    if any(map(math.isnan, costs)):
        return Figure(name, None, "us", remark="this system does not report a process's time")
    return Figure(name, median(costs), "us")


def relative(name: str, costs: Sequence[float], beside: Sequence[float], target: Target | None = None) -> Figure:
    """Return the median over the rounds of the ratio of two costs."""
    if any(map(math.isnan, (*costs, *beside))):
        return Figure(name, None, "x", target, remark="this system does not report a process's time")
    return Figure(name, median(one / other for one, other in zip(costs, beside, strict=True)), "x", target)
