"""A client of the Connect port that is independent of ours: Python's HTTP/1.1, and frames made and read here."""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

from google.protobuf.json_format import MessageToJson
from google.protobuf.message import Message

from lab.patience import PATIENCE
from lab.toy_service import House, open_house
from referee.server import Web as ConnectAt

JSON, PROTO = "application/json", "application/proto"
JSON_STREAM, PROTO_STREAM = "application/connect+json", "application/connect+proto"
GRPC_WEB, GRPC_WEB_JSON = "application/grpc-web+proto", "application/grpc-web+json"
LAST = {JSON_STREAM: 2, PROTO_STREAM: 2, GRPC_WEB: 128, GRPC_WEB_JSON: 128}
"""The flag of the frame that ends a stream."""


class Answer(NamedTuple):
    """A response: its status, its headers in lower case, and its body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def value(self) -> Any:
        """Return the JSON of the body."""
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        """Return the reason of an error in JSON."""
        return reason_in(self.value)


def reason_in(error: Any) -> str:
    """Return the reason of a Connect error, from what it shows in clear text."""
    reason: str = error["details"][0]["debug"]["reason"]
    return reason


def frame(data: bytes, flags: int = 0) -> bytes:
    """Return a message in a stream's form: its flags, its length, its bytes."""
    return struct.pack(">BI", flags, len(data)) + data


def frames(body: bytes) -> list[tuple[int, bytes]]:
    """Return the flags and bytes of each message in a body."""
    parsed = []
    while body:
        flags, size = struct.unpack(">BI", body[:5])
        parsed.append((flags, body[5 : 5 + size]))
        body = body[5 + size :]
    return parsed


def bytes_of(request: bytes | Message | Mapping[str, Any], kind: str) -> bytes:
    """Return a request's body: bytes unchanged, a message or its JSON in the form of its content type."""
    if isinstance(request, Message):
        request = MessageToJson(request).encode() if kind.endswith("json") else request.SerializeToString()
    elif not isinstance(request, bytes):
        request = json.dumps(request).encode()
    return frame(request) if kind in LAST else request


def answer_of(connection: HTTPConnection) -> Answer:
    """Return the whole response to the request that was sent on a connection."""
    response = connection.getresponse()
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, response.read())


class Web:
    """A client of a service over Connect and gRPC-Web, with a connection for each call."""

    def __init__(self, address: str) -> None:
        self.address = address

    async def post(
        self, call: str, request: bytes | Message | Mapping[str, Any], kind: str = JSON, token: str = "", **more: str
    ) -> Answer:
        """Return the whole response to a request; further headers have underscores for hyphens."""
        return await asyncio.to_thread(self._whole, call, request, kind, token, more)

    async def call(self, call: str, request: Message | Mapping[str, Any], token: str = "") -> Any:
        """Return the answer to a call in JSON, which must not fail."""
        answer = await self.post(call, request, JSON, token)
        assert answer.status == 200, answer
        return answer.value

    async def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """Return the whole response to a request for a path."""
        return await asyncio.to_thread(self._got, path, method, headers)

    def _got(self, path: str, method: str, headers: Mapping[str, str]) -> Answer:
        host, _, port = self.address.rpartition(":")
        with closing(HTTPConnection(host, int(port), timeout=PATIENCE)) as connection:
            connection.request(method, path, headers=headers)
            return answer_of(connection)

    def _whole(self, call: str, request: Any, kind: str, token: str, more: Mapping[str, str]) -> Answer:
        with closing(self.begun(call, request, kind, token, **more)) as connection:
            return answer_of(connection)

    def begun(
        self, call: str, request: bytes | Message | Mapping[str, Any], kind: str, token: str = "", **more: str
    ) -> HTTPConnection:
        """Return a connection on which a call was sent."""
        host, _, port = self.address.rpartition(":")
        connection = HTTPConnection(host, int(port), timeout=PATIENCE)
        headers = {"content-type": kind} | ({"authorization": f"Bearer {token}"} if token else {})
        headers |= {name.replace("_", "-"): value for name, value in more.items()}
        path = f"/{call}" if call.startswith("grpc.") else f"/gunbai.referee.v1.{call}"
        try:
            connection.request("POST", path, bytes_of(request, kind), headers)
        except OSError:
            connection.close()
            raise
        return connection


class Reading:
    """A stream that is read as it comes."""

    def __init__(self, connection: HTTPConnection) -> None:
        self._connection, self._response = connection, connection.getresponse()

    def next(self) -> tuple[int, bytes]:
        """Return the flags and bytes of the next message."""
        flags, size = struct.unpack(">BI", self._response.read(5))
        return flags, self._response.read(size)

    def close(self) -> None:
        """Hang up."""
        self._response.close()
        self._connection.close()


@asynccontextmanager
async def web(folder: Path, *origins: str, **settings: Any) -> AsyncIterator[tuple[House, Web]]:
    """Yield a service over a file in a folder, a client of it over gRPC, and one over Connect."""
    async with open_house(folder, connect=ConnectAt(origins=origins), **settings) as house:
        yield house, Web(house.connect)
