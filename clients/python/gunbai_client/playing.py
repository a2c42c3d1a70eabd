"""Playing over one stream: prompts come in, commands go out, and each is answered by its ruling."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable
from typing import Protocol, Self, TypeAlias

import grpc
from google.protobuf.message import Message
from google.rpc import status_pb2

from gunbai.referee.v1 import referee_pb2
from gunbai.referee.v1.ruling_pb2 import GAME_STATUS_RUNNING, Ruling
from gunbai_client.errors import GunbaiError, Unreachable, from_call, from_status

_Call: TypeAlias = grpc.aio.StreamStreamCall[referee_pb2.PlayRequest, referee_pb2.PlayResponse]


_LOST_WHILE_WRITING = "Internal error from Core"
"""What grpc says of a stream that was lost before its status arrived."""


class _Requests(Protocol):
    def __call__(self, command: Message, /, *, expected_version: int) -> Awaitable[referee_pb2.SubmitRequest]: ...


class Playing:
    """A seat's stream: iterate over it for the prompts. One comes whenever the seat is asked, the last at the end.

    Leaving the context ends the stream. Raises Unreachable when the service is lost: open another stream and go on.
    """

    def __init__(self, call: _Call, game: str, request: _Requests) -> None:
        self._call = call
        self._game = game
        self._request = request
        self._prompts: deque[referee_pb2.Prompt] = deque()
        self._asked_at = 0

    async def __aenter__(self) -> Self:
        await self._write(referee_pb2.PlayRequest(attach=referee_pb2.Attach(game=self._game)))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._call.cancel()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> referee_pb2.Prompt:
        """Return the next prompt. Raises StopAsyncIteration after the one that ends the game."""
        if self._asked_at < 0:
            raise StopAsyncIteration
        while not self._prompts:
            await self._read()
        prompt = self._prompts.popleft()
        self._asked_at = prompt.expected_version if prompt.status == GAME_STATUS_RUNNING else -1
        return prompt

    async def submit(self, command: Message) -> Ruling:
        """Return the ruling on a command that answers the newest prompt. Raises RequestError; the stream goes on."""
        request = await self._request(command, expected_version=self._asked_at)
        await self._write(referee_pb2.PlayRequest(submit=request))
        while True:
            ruling = await self._read()
            if ruling is not None:
                return ruling

    async def _write(self, request: referee_pb2.PlayRequest) -> None:
        try:
            await self._call.write(request)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            raise await self._lost() from None

    async def _lost(self) -> GunbaiError:
        """Return why the stream has ended. A write on an ended stream does not tell; its status may."""
        status = status_pb2.Status(code=(await self._call.code()).value[0], message=await self._call.details())
        if not status.code or status.message == _LOST_WHILE_WRITING:
            return Unreachable("the service ended the stream")
        return from_status(status)

    async def _read(self) -> Ruling | None:
        try:
            response = await self._call.read()
        except grpc.aio.AioRpcError as failed:
            raise from_call(failed) from None
        if not isinstance(response, referee_pb2.PlayResponse):
            raise await self._lost()
        match response.WhichOneof("message"):
            case "ruling":
                return response.ruling
            case "error":
                raise from_status(response.error)
            case _:
                self._prompts.append(response.prompt)
        return None
