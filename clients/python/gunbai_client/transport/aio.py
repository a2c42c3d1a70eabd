"""Channels and calls with coroutines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Generic, TypeAlias, TypeVar, cast

import grpc

from gunbai_client.channel import Attempts, Metadata, Tls, resolved
from gunbai_client.failures import from_call, lost, silent
from gunbai_client.outgoing import Outgoing
from gunbai_record.errors import GunbaiError

Q = TypeVar("Q")
R = TypeVar("R")

Channel: TypeAlias = grpc.aio.Channel
Unary: TypeAlias = "grpc.aio.UnaryUnaryMultiCallable[Q, R]"
ServerStream: TypeAlias = "grpc.aio.UnaryStreamMultiCallable[Q, R]"
ClientStream: TypeAlias = "grpc.aio.StreamUnaryMultiCallable[Q, R]"
TwoStreams: TypeAlias = "grpc.aio.StreamStreamMultiCallable[Q, R]"

sleep = asyncio.sleep


def open_channel(target: str, tls: Tls | None, *, own_connection: bool = False) -> Channel:
    """Return a channel to `target`, in plain text unless `tls` is given. Nothing is sent before the first call."""
    at, options = resolved(target, own_connection=own_connection)
    if tls is None:
        return grpc.aio.insecure_channel(at, options=options)
    return grpc.aio.secure_channel(at, tls.credentials(), options=options)


async def call(method: Unary[Q, R], request: Q, metadata: Metadata, deadline: float, *, wait: bool) -> R:
    """Make a unary call that ends within `deadline` seconds, and return its response. Raises GunbaiError.

    With `wait`, the call waits for a service that cannot be reached yet. The call is repeated, if that is safe, when
    the call or its answer is lost.
    """
    attempts = Attempts(request, deadline, wait=wait)
    while True:
        try:
            return await method(request, metadata=metadata, timeout=attempts.timeout(), wait_for_ready=wait)
        except grpc.aio.AioRpcError as failed:
            error = from_call(failed)
        await sleep(attempts.pause(error))


@asynccontextmanager
async def reading(
    method: ServerStream[Q, R],
    request: Q,
    metadata: Metadata,
    *,
    deadline: float | None = None,
    silence: float | None = None,
) -> AsyncIterator[AsyncIterator[R]]:
    """Yield a stream's responses. Leaving the context cancels the stream.

    The stream ends within `deadline` seconds, if given, and counts as lost after `silence` seconds without a response.
    Raises GunbaiError.
    """
    stream = method(request, metadata=metadata, timeout=deadline)
    try:
        yield aiter(stream) if silence is None else _heard(stream, silence)
    except grpc.aio.AioRpcError as failed:
        raise from_call(failed) from None
    finally:
        stream.cancel()


async def _heard(stream: AsyncIterable[R], silence: float) -> AsyncIterator[R]:
    """Yield a stream's responses. Raises Unreachable if none comes for `silence` seconds."""
    responses = aiter(stream)
    while True:
        try:
            async with asyncio.timeout(silence):
                response = await anext(responses)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise silent(silence) from None
        yield response


async def sending(method: ClientStream[Q, R], requests: Iterable[Q], metadata: Metadata, deadline: float) -> R:
    """Return the response to a stream of requests. The call ends within `deadline` seconds. Raises GunbaiError."""
    outgoing = Outgoing(requests)
    try:
        return await method(outgoing, metadata=metadata, timeout=deadline)
    except grpc.aio.AioRpcError as failed:
        raise from_call(failed) from None
    finally:
        outgoing.end()


class Duplex(Generic[Q, R]):
    """A stream in both directions. Its calls raise GunbaiError once the stream has ended."""

    def __init__(self, method: TwoStreams[Q, R], metadata: Metadata, *, silence: float | None = None) -> None:
        self._call = method(metadata=metadata)
        self._silence = silence

    async def write(self, request: Q) -> None:
        """Send a request."""
        try:
            await self._call.write(request)
        # grpc.aio raises InvalidStateError for a write after the end of the stream.
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            raise await self._lost() from None

    async def read(self) -> R:
        """Return the next response."""
        try:
            async with asyncio.timeout(self._silence):
                response = await self._call.read()
        except TimeoutError:
            raise silent(self._silence) from None
        except grpc.aio.AioRpcError as failed:
            raise from_call(failed) from None
        if response is grpc.aio.EOF:
            raise await self._lost()
        return cast("R", response)

    async def _lost(self) -> GunbaiError:
        """Return why the stream has ended. A write to an ended stream does not show why, but its status may."""
        return lost(await self._call.code(), await self._call.details())

    def cancel(self) -> None:
        """End the stream."""
        self._call.cancel()
