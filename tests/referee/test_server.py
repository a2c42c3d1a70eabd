"""What stands beside the services: health for each of them, reflection, and limits on a connection."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from gunbai.referee.v1 import record_pb2
from lab.patience import PATIENCE
from lab.toy_service import ALL_TITLES, House, failure, failure_of, open_house
from referee.access.quotas import Limits
from referee.calls.reception import LARGEST_REQUEST, Reception
from referee.proof.identity import Identity
from referee.records.changes import LONGEST_GAME, Changes
from referee.records.games import Games
from referee.records.resumption import Resumption
from referee.server import (
    DURABLE,
    METADATA_BYTES,
    PENDING_CALLS,
    QUIET_SECONDS,
    SERVICES,
    Certified,
    Service,
    Settings,
    Tls,
    Web,
)
from store.memory import MemoryStore
from tests.certificates import certified
from tests.grpc_options import unknown


async def test_health_knows_every_service(house: House) -> None:
    health: Any = health_pb2_grpc.HealthStub(house.channel)
    for name in ("", *SERVICES, DURABLE):
        checked = await health.Check(health_pb2.HealthCheckRequest(service=name))
        assert checked.status == health_pb2.HealthCheckResponse.SERVING
    assert (await failure(health.Check(health_pb2.HealthCheckRequest(service="chess")))).code == "NOT_FOUND"


async def test_each_service_is_not_serving_once_the_stop_has_begun() -> None:
    service = Service(
        MemoryStore(), ALL_TITLES, Identity(bytes(32), "a"), Settings(drain_seconds=0, stop_seconds=PATIENCE)
    )
    assert service.connect_address == "", "it listens where it is told"
    await service.start()
    async with grpc.aio.insecure_channel(service.address) as channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        requests = [health_pb2.HealthCheckRequest(service=name) for name in ("", *SERVICES)]
        watches = [health.Watch(request) for request in requests]
        assert [(await watch.read()).status for watch in watches] == [health_pb2.HealthCheckResponse.SERVING] * len(
            requests
        )
        stop = asyncio.create_task(service.stop())
        statuses = [(await watch.read()).status for watch in watches]
        assert statuses == [health_pb2.HealthCheckResponse.NOT_SERVING] * len(requests)
        for watch in watches:
            watch.cancel()
        await stop


def test_the_service_has_these_parts() -> None:
    names = ("Lobby", "Referee", "Record", "Audit", "Arbiter", "TransparencyLog", "Disputes", "Results", "Questions")
    assert tuple(f"gunbai.referee.v1.{name}" for name in names) == SERVICES


async def test_a_port_has_one_service(house: House) -> None:
    host, _, port = house.address.rpartition(":")
    with pytest.raises(OSError, match="in use"):
        Service(MemoryStore(), ALL_TITLES, Identity(bytes(32), "a"), Settings(host=host, port=int(port)))


async def test_reflection_answers_and_bytes_that_are_no_request_are_refused(house: House) -> None:
    channel: Any = house.channel
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    async for response in stub.ServerReflectionInfo(iter([request])):
        assert set(SERVICES) <= {service.name for service in response.list_services_response.service}
    method = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
    call = house.channel.stream_stream(method, bytes, bytes)(iter([b"\xff\xff"]))
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await anext(aiter(call))
    assert failure_of(refused.value).code == "INVALID_ARGUMENT"


async def test_metadata_has_a_greatest_size(house: House) -> None:
    health: Any = health_pb2_grpc.HealthStub(house.channel)
    long = health.Check(health_pb2.HealthCheckRequest(), metadata=(("x-long", "x" * METADATA_BYTES),))
    assert (await failure(long)).code == "RESOURCE_EXHAUSTED"


def test_every_option_of_the_server_is_known_to_grpc(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, object]] = []

    def server(options: Sequence[tuple[str, object]]) -> None:
        made.extend(options)

    monkeypatch.setattr("referee.server.grpc.aio.server", server)
    service = Service.__new__(Service)
    service._settings = Settings()
    service._made()
    assert unknown(made) == []
    assert dict(made) == {
        "grpc.so_reuseport": 0,  # one service on a port
        "grpc.max_receive_message_length": LARGEST_REQUEST,
        "grpc.max_metadata_size": METADATA_BYTES,
        "grpc.absolute_max_metadata_size": METADATA_BYTES,
        "grpc.max_concurrent_streams": 100,
        "grpc.http2.max_deallocating_streams": 1000,
        "grpc.max_allowed_incoming_connections": 4096,
        "grpc.server.max_pending_requests": PENDING_CALLS,
        "grpc.server.max_pending_requests_hard_limit": PENDING_CALLS,
        "grpc.server_handshake_timeout_ms": 5_000,
        "grpc.http2.settings_timeout": 5_000,
        "grpc.keepalive_time_ms": 60_000,
        "grpc.keepalive_timeout_ms": 20_000,
        "grpc.keepalive_permit_without_calls": 1,
        "grpc.http2.min_ping_interval_without_data_ms": 10_000,
    }


def test_what_an_operator_leaves_open_is_local_bounded_and_without_a_page() -> None:
    assert msgspec.structs.asdict(Settings()) == {
        "host": "127.0.0.1",
        "port": 0,
        "name": "",
        "socket": None,
        "tls": None,
        "public_url": "",
        "connect": None,
        "operator": b"",
        "forwarder": b"",
        "witnesses": (),
        "policy": None,
        "forks": None,
        "spool": None,
        "limits": Limits(),
        "doubts": (),
        "seeded_games": False,
        "hot_games": 2048,
        "longest_game": LONGEST_GAME,
        "storage_quota_bytes": 0,
        "heartbeat_seconds": 15,
        "stop_seconds": 10,
        "drain_seconds": 2,
        "connections": 4096,
        "streams_per_connection": 100,
    }
    assert msgspec.structs.asdict(Web()) == {"host": "127.0.0.1", "port": 0, "origins": ()}


@pytest.mark.parametrize("named", [True, False])
def test_over_tls_a_client_shows_a_certificate_where_its_authority_is_named_alone(
    tmp_path: Path, *, named: bool
) -> None:
    folder = certified(tmp_path)
    authority = folder / "authority.pem"
    tls = Tls(folder / "pair.pem", folder / "pair.key", authority if named else None)
    served = Certified(tls).context
    assert served.minimum_version == ssl.TLSVersion.TLSv1_2
    assert served.verify_mode == (ssl.CERT_REQUIRED if named else ssl.CERT_NONE)
    assert len(served.get_ca_certs()) == int(named)
    client = ssl.create_default_context(cafile=authority)
    client.load_cert_chain(folder / "pair.pem", folder / "pair.key")
    client.set_alpn_protocols(["h2", "http/1.1"])
    ours, theirs = ssl.MemoryBIO(), ssl.MemoryBIO()
    service = served.wrap_bio(ours, theirs, server_side=True)
    peer = client.wrap_bio(theirs, ours, server_hostname="127.0.0.1")
    for end in (peer, service, peer, service):
        with suppress(ssl.SSLWantReadError):
            end.do_handshake()
    assert peer.selected_alpn_protocol() == "http/1.1"
    assert (service.getpeercert() is not None) is named


async def test_a_service_that_has_stopped_leaves_no_thread(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    async with open_house(tmp_path) as house:
        match = await house.start()
        await match.finish()
        await house.record.GetView(record_pb2.GetViewRequest(game=match.id, version=5))
        await match.verify()
        assert [thread.name for thread in set(threading.enumerate()) - before if "folding" in thread.name]
    left = [running for running in set(threading.enumerate()) - before if running.name.startswith("gunbai")]
    for thread in left:
        # Those that have nothing to do are told to end, and not waited for.
        thread.join(PATIENCE)
    assert [thread.name for thread in left if thread.is_alive()] == []


async def test_taking_up_games_has_ended_when_its_end_is_reported() -> None:
    store = MemoryStore()
    resumption = Resumption(store, Changes(Games(store, ALL_TITLES)))
    resumption.begin()
    await resumption.end()
    assert resumption._task is not None
    assert resumption._task.done()
    await Resumption(store, Changes(Games(store, ALL_TITLES))).end()


async def test_a_stop_answers_new_calls_until_the_clients_are_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[tuple[float, float]] = []

    async def drained(_: Reception, quiet: float, within: float) -> None:
        waited.append((quiet, within))

    monkeypatch.setattr(Reception, "drained", drained)
    service = Service(MemoryStore(), ALL_TITLES, Identity(bytes(32), "a"), Settings(drain_seconds=3))
    await service.start()
    await service.stop()
    assert waited == [(QUIET_SECONDS, 3)]
