"""A service in this process that answers as a test says, and keeps what it was asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from types import ModuleType
from typing import Any, TypeAlias

import grpc
import pytest
from google.protobuf import descriptor_pool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2, status_pb2

from gunbai_client import aio
from lab.patience import PATIENCE

Answer: TypeAlias = "Message | Sequence[Message]"
"""A response; of a stream, all of them. A Status ends the call with this error."""


class Scripted(grpc.GenericRpcHandler):
    """Answers each call by its name with the next of its answers; without one, with an empty response or stream."""

    def __init__(self, answers: dict[str, Sequence[Answer]]) -> None:
        self._answers = {name: list(given) for name, given in answers.items()}
        self.requests: list[Message] = []
        self.metadata: list[dict[str, str]] = []

    def service(self, handler_call_details: Any) -> Any:
        service, _, name = handler_call_details.method.strip("/").partition("/")
        method = descriptor_pool.Default().FindServiceByName(service).methods_by_name[name]
        request, response = GetMessageClass(method.input_type), GetMessageClass(method.output_type)
        self.metadata.append(dict(handler_call_details.invocation_metadata))
        if method.server_streaming:
            return grpc.unary_stream_rpc_method_handler(
                partial(self._stream, name), request.FromString, response.SerializeToString
            )
        if method.client_streaming:
            return grpc.stream_unary_rpc_method_handler(
                partial(self._collected, name, response()), request.FromString, response.SerializeToString
            )
        return grpc.unary_unary_rpc_method_handler(
            partial(self._unary, name, response()), request.FromString, response.SerializeToString
        )

    async def _unary(self, name: str, empty: Message, request: Message, context: Any) -> Message:
        self.requests.append(request)
        return await self._answer(name, empty, context)

    async def _collected(self, name: str, empty: Message, requests: AsyncIterator[Message], context: Any) -> Message:
        self.requests += [request async for request in requests]
        return await self._answer(name, empty, context)

    async def _answer(self, name: str, empty: Message, context: Any) -> Message:
        answer: Any = self._answers[name].pop(0) if name in self._answers else empty
        await _abort(answer, context)
        return answer  # type: ignore[no-any-return]  # one message, as the call is no stream

    async def _stream(self, name: str, request: Message, context: Any) -> AsyncIterator[Message]:
        self.requests.append(request)
        answers: Any = self._answers[name].pop(0) if name in self._answers else ()
        for answer in answers:
            await _abort(answer, context)
            yield answer


async def _abort(answer: Message, context: Any) -> None:
    """End the call if the answer is a status."""
    if isinstance(answer, status_pb2.Status):
        codes = {code.value[0]: code for code in grpc.StatusCode}
        details = (("grpc-status-details-bin", answer.SerializeToString()),)
        await context.abort(codes[answer.code], answer.message, details)


def failure(code: grpc.StatusCode, reason: str = "", **fields: str) -> status_pb2.Status:
    """Return the status of a call that fails for a reason, with the fields at fault and the problem of each."""
    status = status_pb2.Status(code=code.value[0], message="so it is")
    if reason:
        status.details.add().Pack(error_details_pb2.ErrorInfo(reason=reason, domain="gunbai"))
    if fields:
        bad = error_details_pb2.BadRequest()
        for field, problem in fields.items():
            bad.field_violations.add(field=field, description=problem)
        status.details.add().Pack(bad)
    return status


@asynccontextmanager
async def serving(**answers: Sequence[Answer]) -> AsyncIterator[tuple[str, Scripted]]:
    """Yield the address of a scripted service, and the service; `answers` are those of each call by its name."""
    server, script = grpc.aio.server(), Scripted(answers)
    server.add_generic_rpc_handlers((script,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}", script
    finally:
        await server.stop(None)


@asynccontextmanager
async def scripted(**answers: Sequence[Answer]) -> AsyncIterator[tuple[aio.Gunbai, Scripted]]:
    """Yield a client of a scripted service, and the service."""
    async with serving(**answers) as (address, script), aio.connect(address, deadline=PATIENCE) as gunbai:
        yield gunbai, script


def pauses_in(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the list to which a module adds the seconds of each of its pauses, instead of pausing."""
    paused: list[float] = []

    async def pause(seconds: float) -> None:
        paused.append(seconds)

    monkeypatch.setattr(module, "sleep", pause)
    return paused
