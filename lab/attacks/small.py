"""Small hostile inputs: for every field of every call what its type does not allow, or what nobody expects there.

Every call of every service is sent, with every kind of token, bad UTF-8, the greatest and negative numbers, messages
cut short, wrong Any types, unknown fields and nothing at all; large metadata, deadlines that have passed or never will,
and streams that are half closed, left open, or carry another number of requests than the call takes.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor import Descriptor, MethodDescriptor
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from bench.ports import free_port
from gunbai.king_of_tokyo.v1.commands_pb2 import Reroll
from gunbai.referee.v1 import arbiter_pb2, audit_pb2, lobby_pb2, questions_pb2, record_pb2, referee_pb2, results_pb2
from lab.attacks.figures import Figure, at_least, at_most
from lab.service_process import resident_kib, running
from lab.toy_service import House, Match, bearer
from referee.game.entries import packed

OURS = {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.DATA_LOSS}
"""The codes of the service's own faults."""
NOT_SENT = "Internal error from Core"
"""What gRPC's client says about a message that it could not send, because the call was over."""
SECONDS = 60.0
SHORT_SECONDS = 2.0
"""The deadline of a call without a request, which gRPC leaves waiting."""
AT_ONCE = 25
DEPTH = 2
"""How many nested messages are spoiled."""
GROWTH_MIB = 50
MIB = 1024

VARINT, SIZED = 0, 2
"""Wire types."""
NUMBERS = (0, 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1, 2**64 - 2**31)
"""The greatest numbers, and negative ones as protobuf writes them."""
TEXTS = (b"\xff\xfe", b"\xc3\x28", b"\xed\xa0\x80", b"\x00", b"\x1b[31m", "\u202e".encode(), b"9" * 2000, b"")
"""Bad UTF-8 first, then texts that are allowed but odd."""
UNKNOWN_FIELDS = (b"\xf8\xff\xff\xff\x0f\x01", b"\xa3\x06\xa4\x06", b"\xa2\x06\x03abc", b"\x0b", b"\x00", b"\x07")
"""A field with the greatest number, an unknown group, unknown bytes; a group without end, field 0, no wire type."""


class Call(NamedTuple):
    """A call: its path, what it takes, and whether it may answer endlessly."""

    path: str
    takes: Descriptor
    endless: bool


def calls() -> list[Call]:
    """Return every call of every service that a server has."""
    modules = (
        lobby_pb2,
        referee_pb2,
        record_pb2,
        audit_pb2,
        arbiter_pb2,
        results_pb2,
        questions_pb2,
        health_pb2,
        reflection_pb2,
    )
    services = [service for module in modules for service in module.DESCRIPTOR.services_by_name.values()]
    methods: list[MethodDescriptor] = [method for service in services for method in service.methods]
    return [
        Call(f"/{method.containing_service.full_name}/{method.name}", method.input_type, method.server_streaming)
        for method in methods
    ]


def varint(number: int) -> bytes:
    """Return a number as protobuf writes it."""
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + varint(rest) if rest else bytes([low])


def sized(field: int, content: bytes) -> bytes:
    """Return a message's field with its content."""
    return varint(field << 3 | SIZED) + varint(len(content)) + content


def spoiled(kind: Descriptor, depth: int = DEPTH) -> Iterator[bytes]:
    """Yield, for each field of a message, what should not be in it."""
    for field in kind.fields:
        numbers = [varint(field.number << 3 | VARINT) + varint(number) for number in NUMBERS]
        texts = [sized(field.number, text) for text in TEXTS]
        cut_short = varint(field.number << 3 | SIZED) + varint(1000) + b"cut"
        yield from (*numbers, *texts, cut_short) if depth == DEPTH else (numbers[-1], texts[0], cut_short)
        inner = field.message_type
        if inner is None:
            continue
        contents = (
            wrong_types() if inner.full_name == "google.protobuf.Any" else spoiled(inner, depth - 1) if depth else ()
        )
        yield from (sized(field.number, content) for content in contents)


def wrong_types() -> Iterator[bytes]:
    """Yield messages in an Any that are not commands of the game."""
    url = "type.googleapis.com/"
    nested = AnyMessage(type_url=f"{url}google.protobuf.Any")
    for _ in range(100):
        nested = packed(nested)
    for any_type, value in (
        ("", b""), (url, b"x"), ("\u202e", b""), (f"{url}no.Such", b"\xff"), (f"{url}gunbai.record.v1.Entry", b""),
        (f"{url}gunbai.shogun.v1.LayPlan", b""), (f"{url}gunbai.king_of_tokyo.v1.Reroll", b"\xff\xff"),
        (f"{url}gunbai.king_of_tokyo.v1.Reroll", b"\x08" + varint(2**64 - 1)),
    ):  # fmt: skip
        yield AnyMessage(type_url=any_type, value=value).SerializeToString()
    yield nested.SerializeToString()


def base_of(kind: Descriptor, match: Match) -> bytes:
    """Return a request that is in order as far as it names the game and a command."""
    request: Any = GetMessageClass(kind)()
    fields = kind.fields_by_name
    if "game" in fields:
        request.game = match.id
    if "command" in fields:
        request.command.CopyFrom(packed(Reroll()))
    if "command_id" in fields:
        request.command_id = "small"
    if "submit" in fields:
        request.submit.CopyFrom(match.request(Reroll(), 1))
    content: bytes = request.SerializeToString()
    return content


def requests_of(kind: Descriptor, match: Match) -> Iterator[bytes]:
    """Yield every small hostile request of a call: alone, and behind a request that is in order."""
    base = base_of(kind, match)
    yield from (b"", base, base + base)
    for piece in itertools.chain(spoiled(kind), UNKNOWN_FIELDS):
        yield base + piece
    yield from UNKNOWN_FIELDS


METADATA: Sequence[tuple[tuple[str, str | bytes], ...]] = (
    (("authorization", "Bearer"),),
    (("authorization", "Bearer  "), ("authorization", "Basic x")),
    (("authorization", "Bearer " + "x" * 6000),),
    (("accept-language", ";q=,,*;q=9" * 100),),
    (("x-bin", bytes(range(256))),),
    tuple((f"x-{number}", "y") for number in range(100)),
)
"""Odd metadata, some of it almost the largest that a service takes."""
DEADLINES = (-1.0, 0.0, 1e-6, 1e9)
"""Seconds: deadlines that have passed, and 32 years."""


class Way(NamedTuple):
    """A way to make a call: what is sent, and whether the sender then closes its side."""

    requests: Sequence[bytes]
    metadata: Sequence[tuple[str, str | bytes]] = ()
    seconds: float = SECONDS
    half_closed: bool = True


def ways(call: Call, match: Match) -> Iterator[Way]:
    """Yield every way to make a call badly."""
    base = base_of(call.takes, match)
    for token in ("", match.host, match.tokens[1]):
        yield from (Way([request], bearer(token)) for request in requests_of(call.takes, match))
    yield from (Way([base], metadata) for metadata in METADATA)
    yield from (Way([base], seconds=seconds) for seconds in DEADLINES)
    yield from (Way([base] * times) for times in (2, 10))
    yield Way([], seconds=SHORT_SECONDS)
    yield Way([base], half_closed=False)


class Hostile:
    """A client that sends what it should not, and counts what it is answered."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.answers: Counter[str] = Counter()
        self.defects: list[str] = []
        self._free = asyncio.Semaphore(AT_ONCE)

    async def everything(self) -> None:
        """Send every call every input, each about a game of its own."""
        for call in calls():
            match = await self._house.start("king_of_tokyo")
            await asyncio.gather(*(self._counted(call, way) for way in ways(call, match)))

    async def _counted(self, call: Call, way: Way) -> None:
        async with self._free:
            try:
                await sent(self._house.channel.stream_stream(call.path, None, None), way, endless=call.endless)
            except grpc.aio.AioRpcError as error:
                self.answers[error.code().name] += 1
                if error.code() in OURS and error.details() != NOT_SENT:
                    self.defects.append(f"{call.path}: {error.code().name}: {error.details()}")
            except asyncio.CancelledError:
                # gRPC's client cancels a call by itself when it cannot send another request.
                self.answers["CANCELLED"] += 1
            else:
                self.answers["OK"] += 1


async def sent(opened: Any, way: Way, *, endless: bool) -> None:
    """Send requests, read until the end of the call, or to the first of endless answers, and go away without a word."""
    if way.half_closed:
        call = opened(iter(way.requests), metadata=way.metadata, timeout=way.seconds)
    else:
        call = opened(metadata=way.metadata, timeout=way.seconds)
        for request in way.requests:
            await call.write(request)
    try:
        async for _ in call:
            if endless or not way.half_closed:
                break
    finally:
        call.cancel()


async def attack(folder: Path) -> AsyncIterator[Figure]:
    """Send everything twice; the second time must cost no memory."""
    port = free_port()
    async with running(folder, port) as process:
        house = House(f"127.0.0.1:{port}")
        hostile = Hostile(house)
        await hostile.everything()
        before = resident_kib(process)
        await hostile.everything()
        grown = (resident_kib(process) - before) / MIB
        alive = process.returncode is None
        played = await house.start("king_of_tokyo") if alive else None
        entries = len(await played.entries()) if played else 0
        await house.channel.close()
    for defect in hostile.defects[:5]:
        yield Figure("a defect", defect)
    yield at_least("small hostile calls", sum(hostile.answers.values()), 1)
    yield at_most("answers INTERNAL, UNKNOWN or DATA_LOSS", len(hostile.defects), 0)
    yield at_most("grown in the second round", grown, GROWTH_MIB, "MiB")
    yield at_least("services that live, and entries of a game played afterwards", min(int(alive), entries), 1)
