"""What no client of ours would send is answered with what is wrong with it, and the game stays as it was."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.descriptor import Descriptor

from games.kit.rules import canonical
from gunbai.referee.v1 import lobby_pb2, lobby_pb2_grpc, referee_pb2
from lab.attacks import frames
from lab.requests import calls
from lab.toy_service import DEALER, House, bearer, failure, failure_of
from titles.catalogue import TITLES, newest
from titles.checks.walk import set_up


def _has_words(request: Descriptor) -> bool:
    """Return whether a request has a text or a message in its first two fields; those of the log have numbers."""
    first = [field for field in request.fields if field.number <= 2]
    return any(field.type in {field.TYPE_STRING, field.TYPE_MESSAGE} for field in first)


METHODS = [f"/{call.containing_service.full_name}/{call.name}" for call in calls() if _has_words(call.input_type)]
NESTED = 10_000
NO_TEXT = b"\x0a\x02\xff\xfe\x12\x02\xff\xfe"
"""Fields 1 and 2, of which every one of these requests has one as a text or a message; these bytes are neither."""


REFUSED = {"INVALID_ARGUMENT", "NOT_FOUND", "UNAUTHENTICATED", "RESOURCE_EXHAUSTED"}


def nested(depth: int) -> bytes:
    """Return a field 1 within a field 1 within a field 1 ..., as groups, which need no lengths."""
    return b"\x0b" * depth + b"\x0c" * depth


@pytest.mark.parametrize("request_bytes", [b"\xff\xff\xff", NO_TEXT, nested(NESTED)], ids=["noise", "no text", "deep"])
async def test_bytes_that_are_no_request_are_refused_as_such(house: House, request_bytes: bytes) -> None:
    for method in METHODS:
        call = house.channel.stream_stream(method, bytes, bytes)(iter([request_bytes]))
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            async for _ in call:
                pass
        assert failure_of(refused.value).code in {
            "INVALID_ARGUMENT",
            "NOT_FOUND",
            "UNAUTHENTICATED",
            "RESOURCE_EXHAUSTED",
        }, method


@pytest.mark.parametrize(
    "path", [b"\xff", b"/gunba\xe9.referee.v1.Lobby/ListTitles", b"/gunbai.referee.v1.Lobby/\xe9", b""]
)
async def test_a_call_to_what_is_no_text_costs_nobody_else_the_service(house: House, path: bytes) -> None:
    """Releases 1.84 and 1.85 of grpc.aio end their server over such a call, which one frame makes."""
    host, _, port = house.address.rpartition(":")
    _, writer = await asyncio.open_connection(host, int(port))
    writer.write(frames.GREETING + frames.ACKNOWLEDGEMENT)
    writer.write(frames.frame(frames.HEADERS, frames.END_HEADERS, 1, frames.call_to(path)))
    writer.write(frames.frame(frames.DATA, frames.END_STREAM, 1, frames.EMPTY_MESSAGE))
    await writer.drain()
    await asyncio.sleep(0.1)
    writer.close()
    async with grpc.aio.insecure_channel(house.address, (("grpc.use_local_subchannel_pool", 1),)) as another:
        titles = await lobby_pb2_grpc.LobbyStub(another).ListTitles(lobby_pb2.ListTitlesRequest())
    assert titles.titles


async def test_a_call_that_shows_two_tokens_shows_none(house: House) -> None:
    match = await house.start()
    both = bearer(match.tokens[1]) + bearer(match.tokens[2])
    request = referee_pb2.ListLegalCommandsRequest(game=match.id)
    assert (await failure(house.referee.ListLegalCommands(request, metadata=both))).reason == "TOKEN_UNKNOWN"


async def test_a_stream_is_attached_once(house: House) -> None:
    match = await house.start()
    stream = house.referee.Play(metadata=bearer(match.tokens[1]))
    attach = referee_pb2.PlayRequest(attach=referee_pb2.Attach(game=match.id))
    for _ in range(2):
        await stream.write(attach)
    answers = [await stream.read(), await stream.read()]
    stream.cancel()
    assert sorted(answer.WhichOneof("message") for answer in answers) == ["error", "prompt"]


@pytest.mark.parametrize(
    "key",
    [
        bytes(32),
        b"\x01" + bytes(31),
        b"\xff" * 32,
        (2).to_bytes(32, "little"),
        bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
    ],
    ids=["of order four", "of order one", "beyond the prime", "not on the curve", "of order eight"],
)
async def test_a_public_key_that_no_private_key_has_is_refused(house: House, key: bytes) -> None:
    match = await house.open()
    refused = await failure(match.join(1, public_key=key))
    assert (refused.code, refused.field) == ("INVALID_ARGUMENT", "public_key")


async def test_every_real_public_key_is_taken(house: House) -> None:
    for _ in range(20):
        await (await house.open()).join(1, public_key=Ed25519PrivateKey.generate().public_key().public_bytes_raw())


@pytest.mark.parametrize("field", ["options_json", "edition_json", "table_json"])
async def test_a_set_up_that_would_take_long_to_read_is_not_read(house: House, field: str) -> None:
    set_up: dict[str, Any] = {field: " " * 70_000 + "{}"}
    refused = await failure(house.open(**set_up))
    assert (refused.code, refused.field) == ("INVALID_ARGUMENT", field)


@pytest.mark.parametrize("name", [name for name in TITLES if len(newest(name).rules.seats) > 1])
async def test_a_table_has_as_many_seats_as_the_game(house: House, name: str) -> None:
    title = newest(name)
    few, more = title.rules.seats[0], title.rules.seats[1]
    table = canonical.encode(set_up(title, more).table).decode()
    refused = await failure(house.open(name, few, table_json=table))
    assert (refused.code, refused.field) == ("INVALID_ARGUMENT", "table_json")
    await house.start(name, more, table_json=table, chance_source=DEALER)
