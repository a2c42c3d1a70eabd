"""What docs/clients.md says of calls is so: which token each takes, and how they are repeated."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass

from gunbai.referee.v1 import referee_pb2
from gunbai_client.channel import SERVICE_CONFIG
from lab.requests import calls
from lab.toy_service import Match, bearer, failure_in, failure_of, open_house

PAGE = (Path(__file__).parents[2] / "docs" / "clients.md").read_text("utf-8")
CALLS = {call.name: call for call in calls()}
PARTS = {"TransparencyLog": "log"}
HOSTS = ["GetInvitations", "FreeSeat", "AnnounceReissue", "StartGame", "AbandonGame"]
SEATS = ["LeaveGame", "VetoReissue", "RemoveName", "GiveShare", "ConsentToFork", "OpenDispute", "AddStatement"]
PLAYERS = ["Submit", "Play", "ListLegalCommands"]
OPERATORS = ["ImportRecord"]


@pytest_asyncio.fixture
async def match(tmp_path: Path) -> AsyncIterator[Match]:
    async with open_house(tmp_path) as house:
        yield await house.start()


def rows() -> dict[str, list[str]]:
    """Return the table of tokens: whose it is, and the calls that take it."""
    lines = re.findall(r"^\| ([^|`]+) \| (`[A-Z][^|]+) \|$", PAGE, re.MULTILINE)
    return {whose: re.findall(r"`([A-Z]\w+)`", calls) for whose, calls in lines}


async def denied(match: Match, call: MethodDescriptor, token: str) -> str:
    """Return the reason if a call fails for want of a token or a role; "" if it is answered, or fails otherwise."""
    stub = getattr(
        getattr(match.house, PARTS.get(call.containing_service.name, call.containing_service.name.lower())), call.name
    )
    request = GetMessageClass(call.input_type)()
    for field in {"game", "attach"} & {*call.input_type.fields_by_name}:
        request.MergeFrom(type(request)(**{field: match.id if field == "game" else referee_pb2.Attach(game=match.id)}))
    reason = await failing(stub, call, request, token)
    return reason if reason in {"TOKEN_MISSING", "ROLE_NEEDED"} else ""


async def failing(stub: Any, call: MethodDescriptor, request: object, token: str) -> str:
    """Return the reason for which a call, or the first message of its stream, fails; "" if neither does."""
    try:
        if call.client_streaming and call.server_streaming:
            stream = stub(metadata=bearer(token))
            await stream.write(request)
            return failure_in((await stream.read()).error).reason
        if call.client_streaming:
            await stub(iter([request]), metadata=bearer(token))
        elif call.server_streaming:
            await stub(request, metadata=bearer(token)).read()
        else:
            await stub(request, metadata=bearer(token))
    except grpc.aio.AioRpcError as error:
        return failure_of(error).reason
    return ""


def test_the_table_of_tokens_has_every_call() -> None:
    named = [call for calls in rows().values() for call in calls]
    assert {*named} == {*CALLS}
    assert sorted(named) == sorted([*CALLS, "ListLegalCommands"])
    assert rows()["the host's"] == HOSTS
    assert rows()["a seat's"] == SEATS
    assert rows()["a seat's, the dealer's or the bot's"] == PLAYERS
    assert rows()["the operator's"] == OPERATORS


@pytest.mark.parametrize("call", CALLS)
async def test_a_call_takes_the_token_that_the_table_names(match: Match, call: str) -> None:
    """Without a token, and with that of another role: a seat's in place of the host's, otherwise the host's."""
    other = match.tokens[1] if call in HOSTS else match.host
    reasons = [await denied(match, CALLS[call], token) for token in ("", other)]
    assert reasons == (["TOKEN_MISSING", "ROLE_NEEDED"] if call in {*HOSTS, *SEATS, *PLAYERS, *OPERATORS} else ["", ""])


def test_the_retry_policy_is_that_of_the_python_client() -> None:
    (printed,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    (shown,), (used,) = (json.loads(config)["methodConfig"] for config in (printed, SERVICE_CONFIG))
    assert shown["retryPolicy"] == used["retryPolicy"]
    assert [name for name in shown["name"] if name not in used["name"]] == []
