"""`python -m bench.echo [DATABASE]`: a bare grpc.aio server that answers commands with rulings and does nothing else.

It takes the referee's requests and answers with responses of the referee's size, which shows what gRPC and protobuf
cost by themselves. With a database it commits an entry of the usual size through the store before each answer, which
shows what wire and disk cost together.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from itertools import count
from typing import Any

import grpc
import uvloop
from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.infludance_duel.v1 import events_pb2 as ev
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Actor, Entry, Item
from gunbai.referee.v1 import referee_pb2 as pb
from gunbai.referee.v1.referee_pb2_grpc import RefereeServicer, add_RefereeServicer_to_server
from gunbai.referee.v1.ruling_pb2 import Accepted, Ruling
from referee.running import SWITCH_SECONDS
from store.contract import Opening, Stored, Summary
from store.sqlite import SqliteStore

DIGEST = bytes(range(32))
ENTRY = bytes(600)
"""An entry of the usual size."""


def ruling(request: pb.SubmitRequest) -> Ruling:
    """Return a ruling as long as the one that accepts a step of INFLUDANCE Duel: an entry with two events."""
    events = []
    for event in (ev.CowboyStepped(seat=1, field="c1", evaluated_field="c1"), ev.CowboyShot(seat=2, field="d4")):
        packed = AnyMessage()
        packed.Pack(event)
        events.append(Item(open=packed))
    entry = Entry(
        game=request.game,
        version=request.expected_version + 1,
        actor=Actor(kind=ACTOR_KIND_SEAT, seat=1),
        at_micros=1_700_000_000_000_000,
        command_id=request.command_id,
        command=Item(open=request.command),
        events=events,
        position_digest=DIGEST,
        previous=DIGEST,
        digest=DIGEST,
        expected_version=request.expected_version,
    )
    return Ruling(accepted=Accepted(entries=[entry]))


class Logs:
    """A store's logs. Each answer extends one that no other answer extends."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self._idle: list[tuple[str, int]] = []
        self._made = count()

    async def append(self) -> None:
        """Append an entry, which is on disk once this returns."""
        game, version = self._idle.pop() if self._idle else await self._new()
        await self._store.append(game, version, [Stored(version + 1, f"{version}", ENTRY)])
        self._idle.append((game, version + 1))

    async def _new(self) -> tuple[str, int]:
        game = f"game-{next(self._made)}"
        row = Summary(game=game, title="t", status="s", seats=2, created_at=0, changed_at=0)
        await self._store.create(Opening(game=game, title="t", secret=bytes(32)), [], [], row)
        return game, 0


class Echo(RefereeServicer):
    """Answers every command with the same ruling, after appending to one of the logs, if there are any."""

    def __init__(self, logs: Logs | None = None) -> None:
        self._ruling: Ruling | None = None
        self._logs = logs

    def _asked_ruling(self, request: pb.SubmitRequest) -> Ruling:
        if self._ruling is None:
            self._ruling = ruling(request)
        return self._ruling

    async def Submit(self, request: pb.SubmitRequest, context: Any) -> pb.SubmitResponse:
        if self._logs is not None:
            await self._logs.append()
        return pb.SubmitResponse(ruling=self._asked_ruling(request))

    async def Play(  # type: ignore[override]  # a coroutine that writes, where the stubs expect a generator
        self, requests: AsyncIterator[pb.PlayRequest], context: Any
    ) -> None:
        async for request in requests:
            await context.write(pb.PlayResponse(ruling=self._asked_ruling(request.submit)))


async def serve(*database: str) -> None:
    """Echo until the process is ended."""
    logs = None
    if database:
        # Like the service, whose writer thread gets the interpreter back quickly.
        sys.setswitchinterval(SWITCH_SECONDS)
        logs = Logs(await SqliteStore.open(database[0]))
    server = grpc.aio.server()
    add_RefereeServicer_to_server(Echo(logs), server)  # type: ignore[abstract]  # nobody makes the other calls
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    sys.stdout.write(json.dumps({"address": f"127.0.0.1:{port}"}) + "\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(serve(*sys.argv[1:]))
