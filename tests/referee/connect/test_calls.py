"""Calls over Connect: a game is played in JSON, and every answer and error is that of gRPC."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import shutil
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.protobuf import descriptor_pool
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status
from grpc.aio import AbortError
from grpc_health.v1.health_pb2 import HealthCheckRequest

from gunbai.referee.v1 import lobby_pb2, record_pb2, referee_pb2
from gunbai_record.tokens import new_token
from lab import requests
from lab.connect_client import GRPC_WEB, GRPC_WEB_JSON, JSON, JSON_STREAM, PROTO, Web, frames, web
from lab.patience import PATIENCE
from lab.toy import protos
from lab.toy_service import House, bearer, bids, creation, failure
from referee.access.quotas import Limits
from referee.connect.call import ConnectCall
from referee.connect.codecs import JSON_FACTOR
from referee.connect.request_checks import Body
from referee.server import SERVICES

CURL = shutil.which("curl")
CODES = {"INVALID_ARGUMENT": 400, "NOT_FOUND": 404, "UNAUTHENTICATED": 401, "PERMISSION_DENIED": 403}
"""The statuses of HTTP that the protocol has for codes."""
UNANSWERED = {"GetDispute", "GetResultSheet"}
"""Readings that fail in a running game without disputes."""


@pytest_asyncio.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[House, Web]]:
    async with web(tmp_path) as pair:
        yield pair


async def test_curl_shows_a_view(both: tuple[House, Web]) -> None:
    if CURL is None:
        pytest.skip("needs `curl`, such as that of `apt-get install curl`")
    house, client = both
    match = await house.start()
    port = client.address.rpartition(":")[2]
    arguments = [
        "--silent",
        "--json",
        f'{{"game": "{match.id}"}}',
        f"http://localhost:{port}/gunbai.referee.v1.Record/GetView",
    ]
    process = await asyncio.create_subprocess_exec(CURL, *arguments, stdout=PIPE, stderr=PIPE)
    printed, problem = await asyncio.wait_for(process.communicate(), PATIENCE)
    if b"--json" in problem:
        pytest.skip("needs curl 7.82 or later, which has --json")
    assert json.loads(printed) == MessageToDict(await match.view(""))


async def test_a_game_is_played_in_json(both: tuple[House, Web]) -> None:
    _, client = both
    host, *tokens = (new_token() for _ in range(3))
    terms = {"title": "lantern_night", "seats": 2, "token": host, "chanceSource": "CHANCE_SOURCE_REFEREE"}
    made = await client.call("Lobby/CreateGame", terms)
    game = made["info"]["game"]
    for name, token in zip("AB", tokens, strict=True):
        await client.call("Lobby/JoinGame", {"game": game, "player": name, "token": token})
    await client.call("Lobby/StartGame", {"game": game}, host)
    rulings: list[Any] = []
    while seats := (await client.call("Record/GetView", {"game": game}))["waiting"].get("seats"):
        token = tokens[seats[0] - 1]
        legal = await client.call("Referee/ListLegalCommands", {"game": game}, token)
        command = [
            legal_command["command"]
            for legal_command in legal["commands"]
            if not legal_command["command"]["@type"].endswith("Ring")
        ][-1]
        request = {"game": game, "expectedVersion": legal["expectedVersion"], "command": command}
        answer = await client.call("Referee/Submit", request | {"commandId": f"c{len(rulings)}"}, token)
        rulings.append(answer["ruling"])
    assert rulings
    assert all("accepted" in ruling for ruling in rulings)
    verified = frames((await client.post("Audit/VerifyGame", {"game": game}, JSON_STREAM)).body)
    assert json.loads(verified[-2][1])["verification"]["verdict"] == "VERDICT_CONSISTENT"


async def test_a_refusal_cites_its_clause(both: tuple[House, Web]) -> None:
    house, client = both
    match = await house.start()
    expected = (await match.view(1)).expected_version
    request = match.request(protos.Bid(light=99, seat=1), expected)
    ruling = (await client.call("Referee/Submit", request, match.tokens[1]))["ruling"]
    assert ruling["refused"]["clause"].startswith("LN-")


async def test_every_encoding_of_an_answer_says_what_grpc_says(both: tuple[House, Web]) -> None:
    house, client = both
    match = await house.start()
    await match.play(*bids(1, 2))
    for name, request in (requests.readings(match.id) | requests.listings()).items():
        if requests.CALLS[name].server_streaming or name in UNANSWERED:
            continue
        call, token = requests.short_path(name), match.tokens[1]
        expected = await answer_by_grpc(house, name, request, token)
        in_json = await client.post(call, request, JSON, token)
        in_bytes = await client.post(call, request, PROTO, token)
        over_web = frames((await client.post(call, request, GRPC_WEB, token)).body)
        json_over_web = frames((await client.post(call, request, GRPC_WEB_JSON, token)).body)
        assert ParseDict(in_json.value, type(expected)()) == expected, call
        assert type(expected).FromString(in_bytes.body) == expected, call
        assert [flags for flags, _ in over_web] == [0, 128], call
        assert type(expected).FromString(over_web[0][1]) == expected, call
        assert b"grpc-status: 0" in over_web[1][1], call
        assert json.loads(json_over_web[0][1]) == in_json.value, call


async def answer_by_grpc(house: House, name: str, request: Message, token: str) -> Any:
    return await requests.stub(house, name)(request, metadata=bearer(token))


ENDING = {"Record/WatchMine": record_pb2.WatchMineRequest(places=[record_pb2.OwnPlace()])}
"""A request that is refused, for the call that follows nothing forever without one."""


async def test_every_call_but_those_of_streams_of_requests_is_offered(both: tuple[House, Web]) -> None:
    _, client = both
    for name in SERVICES:
        for method in descriptor_pool.Default().FindServiceByName(name).methods:
            call = f"{name.rpartition('.')[2]}/{method.name}"
            kind = "application/connect+json" if method.server_streaming else JSON
            answer = await client.post(call, ENDING.get(call) or GetMessageClass(method.input_type)(), kind)
            assert (answer.status == 404 and b"unimplemented" in answer.body) == method.client_streaming, call


async def test_errors_are_those_of_grpc(both: tuple[House, Web]) -> None:
    house, client = both
    match, other = await house.start(private=True), await house.start()
    attempts: list[tuple[str, Message, str]] = [
        ("Record/GetView", record_pb2.GetViewRequest(game="no such game"), ""),
        ("Record/GetView", record_pb2.GetViewRequest(game=match.id), ""),
        ("Record/GetView", record_pb2.GetViewRequest(game=match.id), other.tokens[1]),
        ("Record/GetView", record_pb2.GetViewRequest(game=other.id), "nobody's"),
        ("Referee/ListLegalCommands", referee_pb2.ListLegalCommandsRequest(game=other.id), ""),
        ("Lobby/ListGames", lobby_pb2.ListGamesRequest(page_token="nonsense"), ""),
        ("Lobby/CreateGame", creation(label="x" * 200), ""),
    ]
    for call, request, token in attempts:
        expected = await failure(answer_by_grpc(house, call.rpartition("/")[2], request, token))
        answer = await client.post(call, request, JSON, token)
        assert answer.status == CODES[expected.code]
        assert answer.value["code"] == expected.code.lower()
        assert answer.reason == expected.reason
        assert answer.value["details"][0]["debug"].get("metadata", {}) == expected.facts
        over_web = await client.post(call, request, GRPC_WEB, token)
        assert status_over_web(over_web.body).code == getattr(grpc.StatusCode, expected.code).value[0]


def status_over_web(body: bytes) -> Status:
    """Return the status that the last frame of gRPC-Web carries."""
    ((_, trailers),) = [frame for frame in frames(body) if frame[0] & 128]
    lines = dict(line.split(": ", 1) for line in trailers.decode().strip().split("\r\n"))
    packed = lines["grpc-status-details-bin"]
    return Status.FromString(base64.b64decode(packed + "=" * (-len(packed) % 4)))


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"[[[", "Failed to load JSON"),
        (b"\xff\xfe", "utf-8"),
        (b"[" * 10_000, ""),
        (b'{"a":' * 2_000 + b"1" + b"}" * 2_000, ""),
        (b"1" * 10_000, ""),
        (b'{"gmae": "x"}', 'no field named "gmae"'),
        (b'{"game": "x", "game": "y"}', "duplicate"),
        (b'{"version": -1}', "version"),
        (b'{"command": {"@type": "type.googleapis.com/no.such.Type"}}', "command"),
    ],
)
async def test_what_is_no_request_is_refused_as_such(both: tuple[House, Web], body: bytes, problem: str) -> None:
    answer = await both[1].post("Record/GetView", body)
    assert (answer.status, answer.value["code"], answer.reason) == (400, "invalid_argument", "UNPARSABLE_REQUEST")
    assert problem in answer.value["message"]


async def test_a_command_of_no_title_is_refused_as_such(both: tuple[House, Web]) -> None:
    house, client = both
    match = await house.start()
    request = {"game": match.id, "commandId": "c", "expectedVersion": "1"}
    for kind, reason in (("no.such.Type", "UNPARSABLE_REQUEST"), ("google.rpc.Status", "UNKNOWN_COMMAND")):
        command = {"@type": f"type.googleapis.com/{kind}"}
        answer = await client.post("Referee/Submit", request | {"command": command}, JSON, match.tokens[1])
        assert answer.reason == reason


async def test_a_request_has_the_limit_of_its_call_before_it_is_read(both: tuple[House, Web]) -> None:
    _, client = both
    limit = 4096
    fits = json.dumps({"game": "x" * (limit - 3)}).encode()
    assert (await client.post("Record/GetView", fits)).reason == "GAME_NOT_FOUND"
    bomb = gzip.compress(b" " * 10_000_000)
    for body, more in (
        (json.dumps({"game": "x" * limit}).encode(), {}),
        (b" " * (JSON_FACTOR * limit + 1), {}),
        (bomb, {"content_encoding": "gzip"}),
    ):
        answer = await client.post("Record/GetView", body, JSON, **more)
        assert (answer.status, answer.reason) == (429, "REQUEST_TOO_LARGE")


async def test_gzip_is_understood_and_answered(both: tuple[House, Web]) -> None:
    house, client = both
    match = await house.start()
    body = gzip.compress(json.dumps({"game": match.id}).encode())
    answer = await client.post("Record/GetView", body, JSON, content_encoding="gzip", accept_encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(answer.body)) == MessageToDict(await match.view(""))
    unknown = await client.post("Record/GetView", body, JSON, content_encoding="rot13")
    assert unknown.value["code"] == "unimplemented"


async def test_health_is_answered_over_http(both: tuple[House, Web]) -> None:
    _, client = both
    for service in ("", *SERVICES):
        assert await client.call("grpc.health.v1.Health/Check", {"service": service}) == {"status": "SERVING"}
    assert (await client.post("grpc.health.v1.Health/Check", {"service": "chess"})).value["code"] == "not_found"


async def test_what_no_call_takes_is_answered_in_json(both: tuple[House, Web]) -> None:
    _, client = both
    for call, kind, status in (
        ("Referee/Play", JSON, 404),
        ("Nothing/AtAll", JSON, 404),
        ("Record/GetView", "text/plain", 415),
        ("Record/GetView", "application/grpc", 415),
        ("Record/ReadEntries", JSON, 415),
    ):
        answer = await client.post(call, b"{}", kind)
        assert (answer.status, answer.headers["content-type"]) == (status, JSON)
        assert answer.value["message"]


async def test_peers_have_one_quota_over_both_protocols(tmp_path: Path) -> None:
    async with web(tmp_path, limits=Limits(calls_per_second=0.1, loopback=True)) as (house, client):
        await house.lobby.ListTitles(lobby_pb2.ListTitlesRequest())
        answer = await client.post("Lobby/ListTitles", {})
        assert (answer.status, answer.reason) == (429, "QUOTA_EXCEEDED")
        assert answer.value["details"][1]["type"] == "google.rpc.RetryInfo"
        assert (await failure(house.lobby.ListTitles(lobby_pb2.ListTitlesRequest()))).reason == "QUOTA_EXCEEDED"


async def test_a_request_that_cannot_be_read_counts_as_a_call(tmp_path: Path) -> None:
    async with web(tmp_path, limits=Limits(calls_per_second=0.2, loopback=True)) as (_, client):
        reasons = [(await client.post("Lobby/ListTitles", b"[")).reason for _ in range(3)]
        assert reasons == ["UNPARSABLE_REQUEST", "UNPARSABLE_REQUEST", "QUOTA_EXCEEDED"]


async def test_a_request_is_checked_once_however_often_its_body_is_asked_for() -> None:
    bodies = iter([{"type": "http.request", "body": b""}, {"type": "http.disconnect"}])
    checked: list[str] = []

    async def receive() -> Any:
        return next(bodies)

    route: Any = SimpleNamespace(limit=1)
    body = Body(receive, route, 0, lambda: checked.append("checked"))
    assert [(await body())["type"], (await body())["type"]] == ["http.request", "http.disconnect"]
    assert checked == ["checked"]


async def test_the_computing_time_of_json_is_charged_to_the_peer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What the call itself computes is charged too, which is not to be seen here.
    monkeypatch.setattr("referee.calls.reception.metered", lambda call: call)
    held = Limits(computing_seconds_per_minute=1e-6, loopback=True)
    async with web(tmp_path, limits=held) as (_, client):
        statuses = [
            (await client.post("grpc.health.v1.Health/Check", HealthCheckRequest(), kind)).status
            for kind in (PROTO, PROTO, JSON, PROTO)
        ]
        assert statuses == [200, 200, 429, 429]


async def test_a_service_of_grpc_alone_loads_no_library_of_http() -> None:
    loaded = "print({'connectrpc', 'uvicorn', 'protobuf'} & {*sys.modules})"
    arguments = f"import sys, referee.commands, referee.running; {loaded}"
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", arguments, stdout=PIPE)
    printed, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert printed.strip() == b"set()"


async def test_a_call_that_ends_without_a_message_says_what_its_status_means() -> None:
    for details, text in (("why", "why"), ("", "not found")):
        call = ConnectCall(SimpleNamespace())  # type: ignore[arg-type]  # a context that is not looked at
        with pytest.raises(AbortError):
            await call.abort(grpc.StatusCode.NOT_FOUND, details)
        assert call.status is not None
        assert (call.status.code, call.status.message) == (5, text)
