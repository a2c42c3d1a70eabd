"""Calls by reflection: a client without the protos plays from what the service shows of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import json_format
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from bench.ports import free_port
from gunbai_record.tokens import new_token
from lab.patience import PATIENCE
from lab.service_process import running

SERVICES = "gunbai.referee.v1"


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
        message = json_format.Parse(request, GetMessageClass(described.input_type)(), descriptor_pool=self._pool)
        call: Any = self._channel.unary_unary(
            f"/{service}/{method}",
            request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=GetMessageClass(described.output_type).FromString,
        )
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        return json_format.MessageToDict(call(message, metadata=metadata, timeout=PATIENCE), descriptor_pool=self._pool)


async def test_calls_by_reflection_lead_from_nothing_to_a_ruling(tmp_path: Path) -> None:
    port = free_port()
    async with running(tmp_path, port):
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            play(Reflected(channel))


def play(client: Reflected) -> None:
    assert f"{SERVICES}.Lobby" in client.services()

    def call(service: str, method: str, request: dict[str, Any], token: str = "") -> Any:
        return client.call(f"{SERVICES}.{service}", method, json.dumps(request), token)

    host, *tokens = (new_token() for _ in range(3))
    terms = {"title": "infludance_duel", "seats": 2, "chance_source": "CHANCE_SOURCE_REFEREE", "token": host}
    game = call("Lobby", "CreateGame", terms)["info"]["game"]
    for seat_token in tokens:
        call("Lobby", "JoinGame", {"game": game, "player": "Ada", "token": seat_token})
    call("Lobby", "StartGame", {"game": game}, host)
    legal_by_token = {token: call("Referee", "ListLegalCommands", {"game": game}, token) for token in tokens}
    ((token, legal),) = ((token, legal) for token, legal in legal_by_token.items() if legal.get("commands"))
    command = legal["commands"][0]["command"]
    assert command["@type"] == "type.googleapis.com/gunbai.infludance_duel.v1.ChooseFigure"
    sent = {"game": game, "expectedVersion": legal["expectedVersion"], "commandId": "a", "command": command}
    ruling = call("Referee", "Submit", sent, token)["ruling"]
    assert ruling["accepted"]["entries"][0]["events"][0]["open"]["figure"] == "FIGURE_SMALL"
