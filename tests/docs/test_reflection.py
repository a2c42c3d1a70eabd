"""The README's calls by reflection: a client without the protos plays from what the service shows of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import json_format
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from bench.ports import free_port
from gunbai_record.tokens import new_token
from lab.patience import PATIENCE
from lab.service_process import running

README = Path(__file__).parents[2] / "README.md"
CALL = re.compile(r"grpcurl -plaintext (?:-H \"authorization: Bearer \$\w+\" )?-d '(\{.*?\})'[\s\\]+\S+ ([\w.]+)/(\w+)")


class Reflected:
    """A client made of nothing but the service's own description."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._channel = channel
        self._database = ProtoReflectionDescriptorDatabase(channel)
        self._pool = DescriptorPool(self._database)

    def services(self) -> list[str]:
        return list(self._database.get_services())

    def call(self, service: str, method: str, request: str, token: str = "") -> Any:
        """Return the answer as JSON, an Any with its own fields."""
        described = self._pool.FindServiceByName(service).methods_by_name[method]
        asked = json_format.Parse(request, GetMessageClass(described.input_type)(), descriptor_pool=self._pool)
        call: Any = self._channel.unary_unary(
            f"/{service}/{method}",
            request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=GetMessageClass(described.output_type).FromString,
        )
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        return json_format.MessageToDict(call(asked, metadata=metadata, timeout=PATIENCE), descriptor_pool=self._pool)


@pytest.fixture
def calls() -> dict[str, tuple[str, str]]:
    """Return the README's calls: method -> (request, service)."""
    return {method: (request, service) for request, service, method in CALL.findall(README.read_text(encoding="utf-8"))}


async def test_the_calls_of_the_readme_lead_from_nothing_to_a_ruling(
    tmp_path: Path, calls: dict[str, tuple[str, str]]
) -> None:
    assert list(calls) == ["CreateGame", "JoinGame", "StartGame", "ListLegalCommands"]
    port = free_port()
    async with running(tmp_path, port):
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            play(Reflected(channel), calls)


def play(client: Reflected, calls: dict[str, tuple[str, str]]) -> None:
    assert "gunbai.referee.v1.Lobby" in client.services()

    def call(method: str, token: str = "", sent: str = "") -> Any:
        request, service = calls[method]
        request = re.sub(r"'\$\w+'", sent, request)
        return client.call(service, method, request.replace("4ethzj23jknwd7uk", game), token)

    game = ""
    host, *tokens = (new_token() for _ in range(3))
    created = call("CreateGame", sent=host)
    game = created["info"]["game"]
    for seat_token in tokens:
        call("JoinGame", sent=seat_token)
    call("StartGame", host)
    asked = {token: legal for token in tokens if (legal := call("ListLegalCommands", token)).get("commands")}
    ((token, legal),) = asked.items()
    command = legal["commands"][0]["command"]
    assert command["@type"] == "type.googleapis.com/gunbai.infludance_duel.v1.ChooseFigure"
    request = json.dumps(
        {"game": game, "expectedVersion": legal["expectedVersion"], "commandId": "a", "command": command}
    )
    ruling = client.call("gunbai.referee.v1.Referee", "Submit", request, token)["ruling"]
    assert ruling["accepted"]["entries"][0]["events"][0]["open"]["figure"] == "FIGURE_SMALL"
