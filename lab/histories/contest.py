"""A contest: clients who call, give up and cancel while the service is stopped and killed; and the history they saw."""

from __future__ import annotations

import asyncio
import random
import signal
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncIterable, Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import grpc

from bench.ports import free_port
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import game_pb2, lobby_pb2, record_pb2, referee_pb2
from lab.histories.checker import Call, Log, violations
from lab.service_process import start, stop
from lab.toy_service import House, Match, bearer, creation, failure_of

TITLES = (("king_of_tokyo", 2), ("liars_dice", 2), ("infludance_duel", 2), ("shogun", 3))
SERVICES = {"Submit": "referee", "ListLegalCommands": "referee", "GetView": "record", "GetGame": "lobby"}
SOON = (("grpc.initial_reconnect_backoff_ms", 20), ("grpc.max_reconnect_backoff_ms", 100))
PAUSE = 0.02
"""The seconds between two looks at how far the contest has got."""
SHORT_PAUSE = 0.005
HASTE = 0.001
"""The deadline of a hasty call in seconds."""
WHIM = 0.004
"""A call is cancelled within this many seconds."""
PERSISTENCE = 0.8
"""How likely a client is to send an unanswered command again."""
HOT_GAMES = 2
"""How many idle games the service keeps: fewer than are played, so that games are loaded in between."""

WRITE_SECONDS = 1.0
"""How long one waits for a write before one tries again."""
AT_MOST_SECONDS = 90
"""How long one tries."""

NOT_KNOWN = {"STORAGE_UNAVAILABLE", "STORAGE_UNSETTLED"}
"""The reasons of errors that do not say whether a command was carried out."""

Answered = Mapping[str, Any]
"""What a call shows of a game: fields of a Call."""


class Outcome(NamedTuple):
    """The result of a contest: the history, the restarts, the codes and reasons of errors, and what is wrong."""

    history: list[Call]
    restarts: int
    codes: Counter[str]
    violations: list[str]
    recoveries: Sequence[float] = ()
    """After how many seconds a write was acknowledged again, for each stop."""

    @property
    def accepted(self) -> int:
        """Return how many commands were accepted and acknowledged."""
        return sum(bool(call.accepted) and not call.again for call in self.history)

    @property
    def unanswered(self) -> int:
        """Return how many calls had no answer."""
        return sum(not call.answered for call in self.history)


class Contest:
    """The games of a contest, and what its clients see, by one clock."""

    def __init__(self, *addresses: str, seed: int) -> None:
        self.addresses, self.rng = addresses, random.Random(seed)
        self.history: list[Call] = []
        self.answered = 0
        self.codes = Counter[str]()
        self.matches: list[Match] = []
        self.running: list[Match] = []
        self.over = False
        self.served = asyncio.Event()
        """Set while the service runs."""
        self._ids = count(1)

    def house(self) -> House:
        """Return a client of the service, or of one of several."""
        return House(self.rng.choice(self.addresses), SOON)

    async def add_game(self, house: House) -> None:
        """Start one more game."""
        match = await house.start(*self.rng.choice(TITLES))
        self.matches.append(match)
        self.running.append(match)

    async def client(self) -> None:
        """Call until the contest is over, about one game and another."""
        house = self.house()
        while not self.over:
            try:
                match = self.rng.choice(self.running).at(house)
                await self.rng.choices(
                    (self._move, self._view, self._game, self._entries, self._watch), (5, 1, 1, 1, 1)
                )[0](match)
                if len(self.running) < len(TITLES):
                    await self.add_game(house)
            except grpc.aio.AioRpcError as error:
                self.codes[error.code().name] += 1
            await self.served.wait()
        await house.channel.close()

    async def watcher(self) -> None:
        """Follow one game after another as it goes on, until the contest is over."""
        house = self.house()
        while not self.over:
            match, began = self.rng.choice(self.running), perf_counter()
            stream = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id), timeout=1)
            stored = list[record.Entry]()
            caught_up = False
            try:
                while (message := await stream.read()) is not grpc.aio.EOF:
                    stored += message.entries.entries
                    assert [entry.version for entry in stored] == [*range(1, len(stored) + 1)]
                    caught_up = caught_up or message.HasField("caught_up")
                    if caught_up:
                        self._note("WatchGame", match, began, reached_by(stored))
            except grpc.aio.AioRpcError as error:
                self.codes[error.code().name] += 1
            await self.served.wait()
        await house.channel.close()

    async def logs(self, house: House) -> dict[str, Log]:
        """Return the log of every game as the service has it now; these reads end the history."""
        log_of: dict[str, Log] = {}
        for match in self.matches:
            began = perf_counter()
            entries = [response.entry async for response in reading(house, match, wait=True)]
            self._note("ReadEntries", match, began, reached_by(entries))
            log_of[match.id] = [(entry.command_id, entry.digest) for entry in entries]
        return log_of

    async def _move(self, match: Match) -> None:
        """Send a command; while there is no answer, mostly send it again."""
        seat = self.rng.randint(1, match.seats)
        legal = await self._legal(match, seat)
        if legal is None or not legal.commands:
            return await self._look(match)
        move = self.rng.choice(legal.commands).command
        request = match.request(move, legal.expected_version, f"command {next(self._ids)}")
        while not await self._sent(match, seat, request) and self.rng.random() < PERSISTENCE:
            await asyncio.sleep(self.rng.choice((0, PAUSE)))
            await self.served.wait()
        return None

    async def _sent(self, match: Match, seat: int, request: referee_pb2.SubmitRequest) -> bool:
        """Send a command, and return whether there was an answer."""

        def ruled(answer: referee_pb2.SubmitResponse) -> Answered:
            accepted = answer.ruling.accepted
            return {**reached_by(accepted.entries), "again": accepted.repeated_command}

        began = perf_counter()
        answer = await self._call("Submit", match, request, ruled, seat=seat, command_id=request.command_id)
        if isinstance(answer, referee_pb2.SubmitResponse) and answer.ruling.HasField("accepted"):
            # From now on the seat is asked at this version or later.
            own = {"version": answer.ruling.accepted.entries[0].version, "scope": f"seat {seat}", "again": True}
            self._note("Submit", match, began, own)
        return answer is not None

    async def _legal(self, match: Match, seat: int) -> referee_pb2.ListLegalCommandsResponse | None:
        """List what a seat may do. It is asked at its own last command, or later: that is what is compared."""

        def answered(answer: referee_pb2.ListLegalCommandsResponse) -> Answered:
            return {"version": answer.expected_version, "scope": f"seat {seat}"}

        request = referee_pb2.ListLegalCommandsRequest(game=match.id)
        answer = await self._call("ListLegalCommands", match, request, answered, seat=seat)
        return answer if isinstance(answer, referee_pb2.ListLegalCommandsResponse) else None

    async def _view(self, match: Match) -> None:
        request = record_pb2.GetViewRequest(game=match.id)
        await self._call("GetView", match, request, lambda answer: {"version": answer.version})

    async def _game(self, match: Match) -> None:
        request = lobby_pb2.GetGameRequest(game=match.id)
        await self._call("GetGame", match, request, lambda answer: {"version": answer.info.head})

    async def _look(self, match: Match) -> None:
        """Remove a finished game from the contest."""
        view = await match.view(1)
        if view.status != game_pb2.GAME_STATUS_RUNNING:
            self.running[:] = [other for other in self.running if other.id != match.id]

    async def _entries(self, match: Match) -> None:
        began = perf_counter()
        entries = [response.entry async for response in reading(match.house, match)]
        assert [entry.version for entry in entries] == [*range(1, len(entries) + 1)]
        self._note("ReadEntries", match, began, reached_by(entries))

    async def _watch(self, match: Match) -> None:
        """Watch a game until the stored entries have come."""
        began, seen = perf_counter(), list[record.Entry]()
        stream = match.house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id))
        while (message := await stream.read()) is not grpc.aio.EOF:
            seen += message.entries.entries
            if message.HasField("caught_up"):
                assert [entry.version for entry in seen] == [*range(1, message.caught_up.version + 1)]
                self._note("WatchGame", match, began, reached_by(seen))
                break
        stream.cancel()

    async def _call(
        self,
        name: str,
        match: Match,
        request: Any,
        read_from: Callable[[Any], Answered],
        *,
        seat: int = 1,
        command_id: str = "",
    ) -> Any:
        """Make a call in one of three ways; return its answer, the reason of an error, or None if there is neither."""
        haste = self.rng.choices(("no", "deadline", "whim"), (6, 2, 2) if command_id else (8, 1, 1))[0]
        began = perf_counter()
        method = getattr(getattr(match.house, SERVICES[name]), name)
        call = method(request, metadata=bearer(match.tokens[seat]), timeout=HASTE if haste == "deadline" else None)
        if haste == "whim":
            asyncio.get_running_loop().call_later(self.rng.uniform(0, WHIM), call.cancel)
        try:
            answer = await call
        except grpc.aio.AioRpcError as error:
            reason = failure_of(error).reason
            self.codes[reason or error.code().name] += 1
            if reason in NOT_KNOWN:
                reason = ""
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if not call.cancelled() or (task is not None and task.cancelling()):
                raise
            reason = ""
            self.codes["CANCELLED"] += 1
        else:
            self._note(name, match, began, read_from(answer), command_id)
            return answer
        self._note(name, match, began, {"answered": bool(reason)}, command_id)
        return reason or None

    def _note(self, name: str, match: Match, began: float, shown: Answered, command_id: str = "") -> None:
        self.history.append(Call(name, match.id, began, perf_counter(), command_id=command_id, **shown))
        self.answered += self.history[-1].answered


def reached_by(entries: Any) -> Answered:
    """Return what entries tell: the last version, and the digest of each."""
    digests = {entry.version: entry.digest for entry in entries}
    return {"version": max(digests, default=0), "entries": digests}


def reading(house: House, match: Match, *, wait: bool = False) -> AsyncIterable[record_pb2.ReadEntriesResponse]:
    """Return the stream of a whole record; `wait` is for a channel that may not have noticed a new start."""
    stream: AsyncIterable[record_pb2.ReadEntriesResponse] = house.record.ReadEntries(
        record_pb2.ReadEntriesRequest(game=match.id), wait_for_ready=wait
    )
    return stream


async def contest(
    folder: Path, *, calls: int, stops: Sequence[signal.Signals], clients: int = 6, seed: int = 1
) -> Outcome:
    """Let clients make this many answered calls, end the service this many times meanwhile, and check what they saw."""
    port = free_port()
    held, recoveries = Contest(f"127.0.0.1:{port}", seed=seed), list[float]()
    process = await start(folder, port, "--hot-games", str(HOT_GAMES))
    try:
        house = held.house()
        for _ in TITLES:
            await held.add_game(house)
        held.served.set()
        async with asyncio.TaskGroup() as calling:
            for play in (*[held.client] * clients, *[held.watcher] * 2):
                calling.create_task(play())
            for number, how in enumerate(stops, 1):
                await until(held, calls * number // len(stops))
                held.over = number == len(stops)
                began = perf_counter()
                process = await restarted(held, process, folder, port, how)
                await written(held.addresses[0])
                recoveries.append(perf_counter() - began)
        logs = await held.logs(house)
        await house.channel.close()
    finally:
        await stop(process, signal.SIGKILL)
    return Outcome(held.history, len(stops), held.codes, violations(held.history, logs), recoveries)


async def restarted(held: Contest, process: Process, folder: Path, port: int, number: signal.Signals) -> Process:
    """Stop or kill the service, and start it again."""
    stopped = asyncio.create_task(stop(process, number))
    await asyncio.sleep(PAUSE)
    held.served.clear()
    await stopped
    process = await start(folder, port, "--hot-games", str(HOT_GAMES))
    held.served.set()
    return process


async def written(address: str) -> None:
    """Write a new game at a referee, however often that has to be tried. Raises AssertionError after a long time."""
    house, end, failed = House(address, SOON), perf_counter() + AT_MOST_SECONDS, Counter[str]()
    request = creation("liars_dice")
    while perf_counter() < end:
        try:
            await house.lobby.CreateGame(request, timeout=WRITE_SECONDS, wait_for_ready=True)
            break
        except grpc.aio.AioRpcError as error:
            failed[f"{error.code().name} {error.details()}"] += 1
            await asyncio.sleep(SHORT_PAUSE)
    else:
        raise AssertionError(f"nothing was written within {AT_MOST_SECONDS} s: {dict(failed)}")
    await house.channel.close()


async def until(held: Contest, calls: int) -> None:
    """Wait until this many calls have been answered."""
    while held.answered < calls:  # noqa: ASYNC110  # it is counted at each answer, and waited for a few times
        await asyncio.sleep(PAUSE)
