"""`python -m bench.echo`: a bare grpc.aio server that answers commands with rulings and does nothing else.

It takes the requests of the referee and answers with responses of the referee's size: what gRPC and protobuf cost by
themselves.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from typing import Any

import grpc
import uvloop
from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.infludance_duel.v1 import events_pb2 as ev
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Actor, Entry, Item
from gunbai.referee.v1 import referee_pb2 as pb
from gunbai.referee.v1.referee_pb2_grpc import RefereeServicer, add_RefereeServicer_to_server
from gunbai.referee.v1.ruling_pb2 import Accepted, Ruling

DIGEST = bytes(range(32))


def ruling(request: pb.SubmitRequest) -> Ruling:
    """Return a ruling as long as the one that accepts a step of INFLUDANCE Duel: an entry of two events."""
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


class Echo(RefereeServicer):
    """Answers every command with the same ruling."""

    def __init__(self) -> None:
        self._ruling: Ruling | None = None

    def _said(self, request: pb.SubmitRequest) -> Ruling:
        if self._ruling is None:
            self._ruling = ruling(request)
        return self._ruling

    async def Submit(self, request: pb.SubmitRequest, context: Any) -> pb.SubmitResponse:
        return pb.SubmitResponse(ruling=self._said(request))

    async def Play(  # type: ignore[override]  # a coroutine that writes, where the stubs expect a generator
        self, requests: AsyncIterator[pb.PlayRequest], context: Any
    ) -> None:
        async for request in requests:
            await context.write(pb.PlayResponse(ruling=self._said(request.submit)))


async def serve() -> None:
    """Echo until the process is ended."""
    server = grpc.aio.server()
    add_RefereeServicer_to_server(Echo(), server)  # type: ignore[abstract]  # nobody makes the other calls
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    sys.stdout.write(json.dumps({"address": f"127.0.0.1:{port}"}) + "\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(serve())
