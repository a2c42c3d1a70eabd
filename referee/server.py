"""The service: the servicers on a port, with health and reflection, and its orderly stop."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import msgspec
import structlog
from grpc.aio import Server
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import SERVICE_NAME as HEALTH
from grpc_health.v1.health import aio as health
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from gunbai.referee.v1 import (
    arbiter_pb2,
    arbiter_pb2_grpc,
    audit_pb2,
    audit_pb2_grpc,
    disputes_pb2,
    disputes_pb2_grpc,
    lobby_pb2,
    lobby_pb2_grpc,
    log_pb2,
    log_pb2_grpc,
    questions_pb2,
    questions_pb2_grpc,
    record_pb2,
    record_pb2_grpc,
    referee_pb2,
    referee_pb2_grpc,
    results_pb2,
    results_pb2_grpc,
)
from gunbai_record.note import VerifierKey
from gunbai_record.policy import Policy
from referee.access.addresses import address_of
from referee.access.callers import Callers
from referee.access.peers import Peers
from referee.access.quotas import Limits, Quotas
from referee.calls import log_lines
from referee.calls.observer import Observer
from referee.calls.reception import LARGEST_REQUEST, Reception
from referee.calls.stopping import Stopping
from referee.game.titles import Titles
from referee.proof.identity import Identity
from referee.records.changes import LONGEST_GAME, Changes, Submit
from referee.records.games import Games
from referee.records.reachability import Reachability
from referee.records.refusal_log import Refusals
from referee.records.resumption import Resumption
from referee.records.scrub import Scrub
from referee.records.transparency import Transparency
from referee.records.workers import Workers
from referee.services.arbiter import ArbiterServicer
from referee.services.audit import AuditServicer
from referee.services.disputes import DisputesServicer
from referee.services.lobby import LobbyServicer
from referee.services.log import TransparencyLogServicer
from referee.services.my_games import MyGames
from referee.services.questions import QuestionsServicer
from referee.services.record import RecordServicer
from referee.services.referee import RefereeServicer
from referee.services.results import ResultsServicer
from referee.services.watchers import Watchers
from referee.witnessing.submissions import Submissions
from store.contract import Store
from store.position_cache import Positions
from store.shared_state import SharedState

if TYPE_CHECKING:
    from cryptography import x509

    from referee.connect.port import Port

SERVICES = tuple(
    module.DESCRIPTOR.services_by_name[name].full_name
    for module, name in (
        (lobby_pb2, "Lobby"),
        (referee_pb2, "Referee"),
        (record_pb2, "Record"),
        (audit_pb2, "Audit"),
        (arbiter_pb2, "Arbiter"),
        (log_pb2, "TransparencyLog"),
        (disputes_pb2, "Disputes"),
        (results_pb2, "Results"),
        (questions_pb2, "Questions"),
    )
)


DURABLE = "gunbai.store.durable"
"""The health service's name for whether everything acknowledged is kept, as far as is known."""
QUIET_SECONDS = 0.2
"""How long no call must have come before the port closes."""
PENDING_CALLS = 20_000
"""The maximum number of calls that wait to be accepted, from all connections; further ones are cancelled."""
METADATA_BYTES = 8 * 1024
"""The maximum size of a call's metadata in bytes."""
FOLDING, VERIFYING = (2, 256), (1, 15)
"""The threads for a kind of work, and the most calls that wait for one."""


class Tls(msgspec.Struct, frozen=True):
    """Files for TLS: the server's chain and key and, if clients need a certificate, its CA."""

    certificate: Path
    key: Path
    client_authority: Path | None = None

    def certificates(self) -> grpc.ServerCertificateConfiguration:
        """Return the files' content. Raises OSError for one that cannot be read, ValueError for a wrong one."""
        authority = _certificates(self.client_authority)[0] if self.client_authority else None
        chain, first = _certificates(self.certificate)
        pair = (_private_key(self.key, self.certificate, first), chain)
        return grpc.ssl_server_certificate_configuration([pair], authority)


class Certified:
    """The certificates for new connections: the files' content when they were last read."""

    def __init__(self, tls: Tls) -> None:
        """Read them. Raises OSError or ValueError like `Tls.certificates`."""
        self._tls, first = tls, tls.certificates()
        self._renewed: grpc.ServerCertificateConfiguration | None = None
        must = tls.client_authority is not None
        self.credentials = grpc.dynamic_ssl_server_credentials(first, self._taken, must)  # type: ignore[arg-type]  # None is allowed, and says that nothing is new
        """What gRPC serves with."""
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        """What HTTP/1.1 serves with."""
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        # A browser would otherwise choose HTTP/2, which this port does not speak.
        self.context.set_alpn_protocols(["http/1.1"])
        self._load()

    def renew(self) -> None:
        """Read the files again. Raises OSError or ValueError, and then keeps the old ones."""
        # Both are read before anything changes: half a renewal would serve a certificate without its key.
        renewed = self._tls.certificates()
        self._load()
        self._renewed = renewed

    def _load(self) -> None:
        self.context.load_cert_chain(self._tls.certificate, self._tls.key)
        if self._tls.client_authority is not None:
            self.context.load_verify_locations(self._tls.client_authority)
            self.context.verify_mode = ssl.CERT_REQUIRED

    def _taken(self) -> grpc.ServerCertificateConfiguration | None:
        """Return news since a gRPC thread last asked; it asks before each handshake."""
        renewed, self._renewed = self._renewed, None
        return renewed


def _certificates(file: Path) -> tuple[bytes, x509.Certificate]:
    """Return a PEM file's content and its first certificate. Raises OSError, or ValueError if there is none."""
    from cryptography import x509

    content = file.read_bytes()
    try:
        return content, x509.load_pem_x509_certificates(content)[0]
    except ValueError as error:
        raise ValueError(f"{file}: not a PEM certificate: {error}") from None


def _private_key(file: Path, certificate_file: Path, certificate: x509.Certificate) -> bytes:
    """Return the PEM content of a certificate's key. Raises OSError, or ValueError if the key does not fit."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization

    content = file.read_bytes()
    try:
        key = serialization.load_pem_private_key(content, None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise ValueError(f"{file}: not an unencrypted PEM private key: {error}") from None
    if key.public_key() != certificate.public_key():
        raise ValueError(f"{file}: not the key of the first certificate in {certificate_file}")
    return content


class Web(msgspec.Struct, frozen=True):
    """The address for Connect and gRPC-Web, and the allowed web origins; port 0 takes a free one."""

    host: str = "127.0.0.1"
    port: int = 0
    origins: tuple[str, ...] = ()


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a service runs; port 0 takes a free one."""

    host: str = "127.0.0.1"
    port: int = 0
    name: str = ""
    """The name of the service's key, if it is created now or must have this one."""
    socket: Path | None = None
    """The Unix socket to listen on, instead of host and port."""
    tls: Tls | None = None
    public_url: str = ""
    """The address of the page that invitation links lead to, without a trailing slash; empty for no links."""
    connect: Web | None = None
    operator: bytes = b""
    """The SHA-256 of the operator's token; empty if nobody has this role."""
    forwarder: bytes = b""
    """The SHA-256 of the forwarder's credential; empty without one."""
    witnesses: tuple[VerifierKey, ...] = ()
    """The witnesses whose cosignatures of the log are kept."""
    policy: Policy | None = None
    """Further witnesses, those with an address to be asked, and how many must cosign."""
    forks: Path | None = None
    """The file next to which contradicting checkpoints of the log are kept."""
    spool: Path | None = None
    """The folder for records during an import; the folder for temporary files if empty."""
    limits: Limits = Limits()
    doubts: tuple[str, ...] = ()
    """Why the store may lose what it acknowledged, if the operator accepted that."""
    hot_games: int = 2048
    longest_game: int = LONGEST_GAME
    """A game's greatest length in entries; a longer one can be read, branched and abandoned, but not played on."""
    seeded_games: bool = False
    """Whether games may be created whose chance follows from a seed, for tests."""
    storage_quota_bytes: int = 0
    """How large the database may grow; 0: as long as its disk has room."""
    heartbeat_seconds: float = 15
    stop_seconds: float = 10
    """How long calls may take to finish when the service stops."""
    drain_seconds: float = 2
    """How long at most new calls are answered as unavailable before the port closes."""
    connections: int = 4096
    """The maximum number of connections at once. For fairness between peers, put clients behind a proxy."""
    streams_per_connection: int = 100
    """The maximum number of calls at once on one connection; further ones wait in the client."""


class Service:
    """A referee on a port. Belongs to one event loop."""

    def __init__(
        self,
        store: Store,
        titles: Titles,
        identity: Identity,
        settings: Settings,
        positions: Positions | None = None,
        *,
        shared_state: SharedState | None = None,
        games: Callable[..., Games] = Games,
        callers: Callable[..., Callers] = Callers,
        submit: Callable[[Changes], Submit] | None = None,
        observers: Sequence[Observer] = (),
    ) -> None:
        self._store, self._settings = store, settings
        self._scrub = Scrub(store)
        self._started, self.reached = False, True
        self._certified = Certified(settings.tls) if settings.tls else None
        self._stopping = Stopping()
        self._refusals = Refusals(store)
        self._quotas = Quotas(settings.limits)
        self._peers = Peers(self._quotas, settings.forwarder)
        self._health = health.HealthServicer()
        self._server = self._made()
        self._reception = Reception(self._server, self._stopping, self._quotas, self._peers, observers)
        self._positions = positions or Positions()
        self._folding, self._verifying = Workers("folding", *FOLDING), Workers("verification", *VERIFYING)
        self._games = games(
            store,
            titles,
            hot_games=settings.hot_games,
            positions=self._positions,
            workers=self._folding,
            shared_state=shared_state,
        )
        self._changes = Changes(self._games, longest_game=settings.longest_game)
        self._reachability = Reachability(store, self._say)
        self._resumption = Resumption(store, self._changes)
        self._log = Transparency(store, identity, settings.witnesses, settings.policy)
        self.submissions = (
            Submissions(self._log, settings.policy, settings.forks, observers) if settings.policy else None
        )
        known = callers(store, self._quotas, self._games.game, settings.operator, self._peers)
        self._serve(identity, known, submit(self._changes) if submit else self._changes.submit)
        port = self._bound()
        self.address = f"unix:{settings.socket}" if settings.socket else address_of(settings.host, port)
        self._port = self._connect_port(settings.connect) if settings.connect else None
        self.connect_address = self._port.address if self._port else ""

    @property
    def open_calls(self) -> int:
        """How many calls and streams of the API are open."""
        return self._reception.open_calls

    @property
    def ready(self) -> bool:
        """Whether it takes calls: it does not while it starts, stops, or cannot reach its store."""
        return self._started and self.reached and not self._stopping.begun

    @property
    def doubts(self) -> tuple[str, ...]:
        """Why the store may lose what it acknowledged, if the operator accepted that."""
        return self._settings.doubts

    @property
    def damaged(self) -> frozenset[str]:
        """The damaged games found; "" for the whole storage."""
        return frozenset(self._scrub.damaged)

    @property
    def hot_games(self) -> int:
        """How many games are kept ready in memory."""
        return len(self._games.hot)

    async def start(self) -> None:
        """Take calls."""
        await self._server.start()
        await self._say(reached=True)
        durable = (
            health_pb2.HealthCheckResponse.NOT_SERVING
            if self._settings.doubts
            else health_pb2.HealthCheckResponse.SERVING
        )
        await self._health.set(DURABLE, durable)
        for doubt in self._settings.doubts:
            structlog.get_logger().warning("loss_accepted", problem=doubt)
        if self._games.shared_state.shared:
            self._reachability.begin()
        if self._port:
            self._port.start()
        self._scrub.begin()
        self._resumption.begin()
        self._changes.presence.begin()
        if self.submissions:
            self.submissions.begin()
        self._started = True

    async def stop(self) -> None:
        """Stop taking calls, end the streams, let the others finish, close the store."""
        # First, or it would report the service as ready again.
        await self._reachability.end()
        await self._health.enter_graceful_shutdown()
        self._stopping.begin()
        # A verification can take minutes, and its caller can repeat it.
        self._verifying.stop()
        await self._reception.drained(QUIET_SECONDS, self._settings.drain_seconds)
        ports = (self._server, self._port) if self._port else (self._server,)
        await asyncio.gather(*(port.stop(self._settings.stop_seconds) for port in ports))
        await self._scrub.end()
        await self._resumption.end()
        await self._changes.presence.end()
        if self.submissions:
            await self.submissions.end()
        # Calls have ended, but their writes have not: no call can cancel those.
        await self._changes.finished()
        self._folding.stop()
        await self._refusals.written()
        await self._positions.close()
        await self._store.close()

    def reload(self, limits: Limits, level: str) -> None:
        """Read the certificates again, apply other quotas, and log from another level on.

        Raises OSError or ValueError for certificates that cannot be used: then nothing changes.
        """
        if self._certified is not None:
            self._certified.renew()
        log_lines.filter_at(level)
        self._reception.notes.bind()
        self._quotas.hold_to(limits)

    async def forget(self, game: str) -> None:
        """Forget a game's cached state after another referee removed names from it."""
        await self._games.forget(game)

    async def _say(self, *, reached: bool) -> None:
        """Report whether the services can be used: not while the store cannot be reached."""
        self.reached, response = reached, health_pb2.HealthCheckResponse
        for name in ("", *SERVICES):
            await self._health.set(name, response.SERVING if reached else response.NOT_SERVING)

    def _made(self) -> Server:
        options = (
            # Otherwise a second service could listen at the same port and get some of the calls.
            ("grpc.so_reuseport", 0),
            ("grpc.max_receive_message_length", LARGEST_REQUEST),
            ("grpc.max_metadata_size", METADATA_BYTES),
            # Between the two limits gRPC turns calls away at random.
            ("grpc.absolute_max_metadata_size", METADATA_BYTES),
            ("grpc.max_concurrent_streams", self._settings.streams_per_connection),
            # Calls that are answered but not yet cleared away: without room for them, gRPC refuses an honest burst.
            ("grpc.http2.max_deallocating_streams", 10 * self._settings.streams_per_connection),
            ("grpc.max_allowed_incoming_connections", self._settings.connections),
            # Calls that wait to be accepted, including those that were reset at once. By default, gRPC cancels calls at
            # random when there are more than 1,000, honest ones too.
            ("grpc.server.max_pending_requests", PENDING_CALLS),
            ("grpc.server.max_pending_requests_hard_limit", PENDING_CALLS),
            ("grpc.server_handshake_timeout_ms", 5_000),
            ("grpc.http2.settings_timeout", 5_000),
            ("grpc.keepalive_time_ms", 60_000),
            ("grpc.keepalive_timeout_ms", 20_000),
            ("grpc.keepalive_permit_without_calls", 1),
            # By default, gRPC ends connections whose clients ping more often than every 5 minutes; ours ping every 20
            # s.
            ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
        )
        return grpc.aio.server(options=options)

    def _serve(self, identity: Identity, callers: Callers, submit: Submit) -> None:
        server: Any = self._reception
        games, changes = self._games, self._changes
        stopping, page = self._stopping, self._settings.public_url
        lobby = LobbyServicer(changes, callers, page=page, seeded_games=self._settings.seeded_games)
        lobby_pb2_grpc.add_LobbyServicer_to_server(lobby, server)
        heartbeat_seconds = self._settings.heartbeat_seconds
        referee = RefereeServicer(
            changes,
            callers,
            self._refusals,
            identity,
            stopping,
            submit=submit,
            notes=self._reception.notes,
            page=page,
            heartbeat_seconds=heartbeat_seconds,
        )
        referee_pb2_grpc.add_RefereeServicer_to_server(referee, server)
        watchers = Watchers(games, stopping, heartbeat_seconds)
        my_games = MyGames(games, callers, identity, stopping, page)
        record = RecordServicer(
            changes,
            callers,
            identity,
            watchers,
            my_games,
            log=self._log,
            verifying=self._verifying,
            spool=self._settings.spool,
        )
        record_pb2_grpc.add_RecordServicer_to_server(record, server)
        audit_pb2_grpc.add_AuditServicer_to_server(
            AuditServicer(games, callers, self._refusals, identity, log=self._log, verifying=self._verifying), server
        )
        arbiter_pb2_grpc.add_ArbiterServicer_to_server(ArbiterServicer(changes, callers), server)
        log_pb2_grpc.add_TransparencyLogServicer_to_server(TransparencyLogServicer(games, callers, self._log), server)
        disputes_pb2_grpc.add_DisputesServicer_to_server(DisputesServicer(games, callers, identity, self._log), server)
        results_pb2_grpc.add_ResultsServicer_to_server(ResultsServicer(games, callers), server)
        questions_pb2_grpc.add_QuestionsServicer_to_server(QuestionsServicer(games, callers), server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        described = reflection.aio.ReflectionServicer((*SERVICES, HEALTH, reflection.SERVICE_NAME))
        reflection_pb2_grpc.add_ServerReflectionServicer_to_server(described, server)  # type: ignore[no-untyped-call]  # generated without types

    def _connect_port(self, web: Web) -> Port:
        """Return Connect's port. Raises OSError like `_bound`, and ValueError for a wrong origin."""
        # A gRPC-only service need not wait for the HTTP libraries.
        from referee.connect.call import fail
        from referee.connect.log_paths import LogPaths
        from referee.connect.origins import Origins
        from referee.connect.port import Port
        from referee.connect.request_checks import RequestChecks
        from referee.connect.routes import routes_of

        tls = self._certified.context if self._certified else None
        calls = self._reception.calls(fail)
        checks = RequestChecks(
            routes_of(calls, self._reception.notes), LogPaths(calls), Origins(web.origins), self._quotas
        )
        return Port(web.host, web.port, checks, tls, self._settings.connections)

    def _bound(self) -> int:
        """Return the port listened on. Raises OSError if the address does not exist or is in use."""
        socket = self._settings.socket
        address = f"unix:{socket}" if socket else address_of(self._settings.host, self._settings.port)
        try:
            if self._certified is None:
                return self._server.add_insecure_port(address)
            return self._server.add_secure_port(address, self._certified.credentials)
        except RuntimeError:
            raise OSError(
                f"cannot listen on {address}: the address is in use, or does not belong to this machine"
            ) from None
