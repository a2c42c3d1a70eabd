"""The service: the four servicers on a port, health and reflection beside them, and its orderly stop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc
import msgspec
from grpc.aio import Server
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import SERVICE_NAME as HEALTH
from grpc_health.v1.health import aio as health
from grpc_reflection.v1alpha import reflection

from gunbai.referee.v1 import (
    audit_pb2,
    audit_pb2_grpc,
    lobby_pb2,
    lobby_pb2_grpc,
    record_pb2,
    record_pb2_grpc,
    referee_pb2,
    referee_pb2_grpc,
)
from referee.audit import AuditServicer
from referee.callers import Callers
from referee.desk import Desk
from referee.identity import Identity
from referee.lobby import LobbyServicer
from referee.play import RefereeServicer
from referee.quotas import Limits, Quotas
from referee.reading import RecordServicer
from referee.reception import Reception
from referee.refusals import Refusals
from referee.stopping import Stopping
from referee.titles import Titles
from store.contract import Store

SERVICES = tuple(
    module.DESCRIPTOR.services_by_name[name].full_name
    for module, name in ((lobby_pb2, "Lobby"), (referee_pb2, "Referee"), (record_pb2, "Record"), (audit_pb2, "Audit"))
)


class Tls(msgspec.Struct, frozen=True):
    """Files for TLS: the chain and key of the server, and, if clients must show a certificate too, who signs theirs."""

    certificate: Path
    key: Path
    client_authority: Path | None = None

    def credentials(self) -> grpc.ServerCredentials:
        """What grpc makes of them."""
        authority = self.client_authority.read_bytes() if self.client_authority else None
        pair = (self.key.read_bytes(), self.certificate.read_bytes())
        return grpc.ssl_server_credentials([pair], authority, require_client_auth=authority is not None)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a service is run; port 0 takes a free one."""

    host: str = "127.0.0.1"
    port: int = 0
    tls: Tls | None = None
    limits: Limits = Limits()
    hot_games: int = 2048
    heartbeat_seconds: float = 15
    stop_seconds: float = 10
    """How long calls may take to finish when the service stops."""
    message_bytes: int = 1024 * 1024
    """The largest message that a client may send."""


class Service:
    """A referee on a port. Belongs to one event loop."""

    def __init__(self, store: Store, titles: Titles, identity: Identity, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._stopping = Stopping()
        self._refusals = Refusals(store)
        self._health = health.HealthServicer()
        self._server = self._made()
        self._serve(Desk(store, titles, hot_games=settings.hot_games), identity)
        self.address = f"{settings.host}:{self._bound()}"

    async def start(self) -> None:
        """Take calls."""
        await self._server.start()
        for name in ("", *SERVICES):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)

    async def stop(self) -> None:
        """Take no more calls, end the streams, let the others finish, close the store."""
        await self._health.enter_graceful_shutdown()
        self._stopping.begin()
        await self._server.stop(self._settings.stop_seconds)
        await self._refusals.written()
        await self._store.close()

    def _made(self) -> Server:
        options = (
            ("grpc.so_reuseport", 0),
            ("grpc.max_receive_message_length", self._settings.message_bytes),
            ("grpc.keepalive_time_ms", 60_000),
            ("grpc.keepalive_timeout_ms", 20_000),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
        )
        return grpc.aio.server(options=options)

    def _serve(self, desk: Desk, identity: Identity) -> None:
        server: Any = Reception(self._server)
        stopping = self._stopping
        callers = Callers(self._store, Quotas(self._settings.limits))
        lobby_pb2_grpc.add_LobbyServicer_to_server(LobbyServicer(desk, callers), server)
        referee = RefereeServicer(desk, callers, self._refusals, identity, stopping)
        referee_pb2_grpc.add_RefereeServicer_to_server(referee, server)
        record = RecordServicer(desk, callers, stopping, self._settings.heartbeat_seconds)
        record_pb2_grpc.add_RecordServicer_to_server(record, server)
        audit_pb2_grpc.add_AuditServicer_to_server(AuditServicer(desk, callers, self._refusals, identity), server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        # It looks at the type of the server to choose its asynchronous servicer, so it gets the server itself.
        reflection.enable_server_reflection((*SERVICES, HEALTH, reflection.SERVICE_NAME), self._server)

    def _bound(self) -> int:
        """The port that is listened on. Raises OSError where there is no such address, or it is in use."""
        address, tls = f"{self._settings.host}:{self._settings.port}", self._settings.tls
        credentials = tls.credentials() if tls is not None else None
        try:
            if credentials is None:
                return self._server.add_insecure_port(address)
            return self._server.add_secure_port(address, credentials)
        except RuntimeError:
            raise OSError(f"cannot listen at {address}: no such address here, or it is in use") from None
