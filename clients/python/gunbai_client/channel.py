"""A channel's options: encryption, keepalive, and the calls that may be retried."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import TypeAlias

import grpc
from google.protobuf.descriptor_pb2 import MethodOptions

from gunbai.referee.v1 import (
    arbiter_pb2,
    audit_pb2,
    disputes_pb2,
    lobby_pb2,
    log_pb2,
    questions_pb2,
    record_pb2,
    referee_pb2,
    results_pb2,
)
from gunbai_client.errors import Unreachable
from gunbai_record.errors import GunbaiError
from gunbai_record.numerals import is_whole
from gunbai_record.record_file import MAX_MESSAGE
from gunbai_record.tokens import FORWARDER, VISITOR

DEFAULT_TARGET = "localhost:7070"

SERVICES = [
    service
    for file in (
        lobby_pb2,
        referee_pb2,
        record_pb2,
        audit_pb2,
        arbiter_pb2,
        log_pb2,
        disputes_pb2,
        results_pb2,
        questions_pb2,
    )
    for service in file.DESCRIPTOR.services_by_name.values()
]
_SAFE_TO_RETRY = [
    (service.full_name, method.name)
    for service in SERVICES
    for method in service.methods
    if method.GetOptions().idempotency_level == MethodOptions.IDEMPOTENT
]
"""The calls that the protos declare idempotent: a call that is sent twice takes effect only once."""

_REPEATABLE = frozenset(method for _, method in _SAFE_TO_RETRY)

SERVICE_CONFIG = json.dumps(
    {
        "methodConfig": [
            {
                "name": [{"service": service, "method": method} for service, method in _SAFE_TO_RETRY],
                "retryPolicy": {
                    "maxAttempts": 4,
                    "initialBackoff": "0.1s",
                    "maxBackoff": "2s",
                    "backoffMultiplier": 2,
                    "retryableStatusCodes": ["UNAVAILABLE"],
                },
            }
        ]
    }
)
"""The calls that are retried when the service cannot be reached."""

OPTIONS = [
    ("grpc.service_config", SERVICE_CONFIG),
    ("grpc.enable_retries", 1),
    # A silently dropped connection is noticed within two of the service's heartbeats.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),
    ("grpc.initial_reconnect_backoff_ms", 200),
    # Despite its name, it limits the time to connect. Over TLS, a busy or distant service needs many times 200 ms.
    ("grpc.min_reconnect_backoff_ms", 10_000),
    ("grpc.max_reconnect_backoff_ms", 5_000),
    ("grpc.max_receive_message_length", MAX_MESSAGE),
]
"""The options of every channel."""
# By default, channels to the same address share a connection.
_OWN_CONNECTION = ("grpc.use_local_subchannel_pool", 1)


SILENCE: float = 35
"""The seconds until a silent stream counts as lost: a little more than 2 heartbeats, which are 15 s apart."""

_DIRECT: list[tuple[str, object]] = [("grpc.enable_http_proxy", 0)]
"""The option for a channel to this machine, which then ignores proxies from the environment."""

_NOT_KNOWN = frozenset({"", "STORAGE_UNAVAILABLE", "STORAGE_UNSETTLED"})
"""The reasons for errors that may be temporary; "" is the reason if the connection to the service was lost."""


def addresses(target: str) -> list[tuple[str, int]]:
    """Return the comma-separated addresses in a target that names several; none for a single address.

    Raises ValueError unless each is HOST:PORT.
    """
    # This is gRPC's own form for several addresses, which it takes unchanged.
    if "," not in target or target.startswith(("ipv4:", "ipv6:")):
        return []
    pairs = []
    for address in target.split(","):
        host, _, port = address.strip().rpartition(":")
        if not host or not is_whole(port):
            raise ValueError(f"{address!r} is not HOST:PORT")
        pairs.append((host.strip("[]"), int(port)))
    return pairs


def is_here(host: str) -> bool:
    """Return whether a host is this machine: "localhost", or a loopback address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def resolved(target: str, *, own_connection: bool = False) -> tuple[str, list[tuple[str, object]]]:
    """Return a target in the form that gRPC takes, and its channel's options.

    Several addresses must belong to referees that share a record. The channel uses the first referee that answers, and
    switches to another if the connection is lost. Each referee needs a certificate for the first host name. Raises
    ValueError unless each address is HOST:PORT, and Unreachable for unknown names.
    """
    several = addresses(target)
    options: list[tuple[str, object]] = [*OPTIONS, *([_OWN_CONNECTION] if own_connection else ())]
    if not several:
        return target, [*options, *_DIRECT] if is_here(target.rpartition(":")[0].strip("[]")) else options
    pairs: list[list[tuple[str, int]]] = []
    for host, port in several:
        # An unknown name does no harm as long as at least one name is known.
        with suppress(OSError):
            pairs.append([(str(at[0]), port) for *_, at in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)])
    if not pairs:
        raise Unreachable(f"no host in {target} can be resolved")
    first = several[0][0]
    named: list[tuple[str, object]] = [("grpc.default_authority", first), ("grpc.ssl_target_name_override", first)]
    direct = _DIRECT if all(is_here(host) for places in pairs for host, _ in places) else ()
    return _as_target(pairs), [*options, *named, *direct]


def _as_target(places_of_names: Sequence[Sequence[tuple[str, int]]]) -> str:
    """Return the addresses of several names in the form that gRPC takes: all of the same family.

    The family is IPv4 if each name has an IPv4 address, which works even without IPv6. Otherwise, IPv4 addresses are
    mapped to IPv6.
    """
    places = [place for of_name in places_of_names for place in of_name]
    four = [place for place in places if ":" not in place[0]]
    if all(any(place in four for place in of_name) for of_name in places_of_names):
        # gRPC takes a list of addresses only if all are of one family.
        return "ipv4:" + ",".join(dict.fromkeys(f"{host}:{port}" for host, port in four))
    mapped = ((host if ":" in host else f"::ffff:{host}", port) for host, port in places)
    return "ipv6:" + ",".join(dict.fromkeys(f"[{host}]:{port}" for host, port in mapped))


def repeatable(error: GunbaiError, request: object) -> bool:
    """Return whether a failed call can be repeated safely and might then succeed.

    A service that is stopping says that it did nothing. A lost call may have been executed, and so may a call for which
    the storage did not answer. Such a call is repeated only if that is safe.
    """
    if not isinstance(error, Unreachable) or not error.unavailable:
        return False
    return error.reason == "SERVICE_STOPPING" or (error.reason in _NOT_KNOWN and _is_idempotent(request))


def _is_idempotent(request: object) -> bool:
    return type(request).__name__.removesuffix("Request") in _REPEATABLE


def pauses() -> Iterator[float]:
    """Yield the seconds to wait before each retry: longer each time, up to 1 second."""
    pause = 0.1
    while True:
        yield pause
        pause = min(2 * pause, 1.0)


class Attempts:
    """The attempts at a call: several within its deadline if the call waits for the service, otherwise only one.

    An answer can be lost without an error. So the first attempt at a call that is safe to repeat gets an eighth of the
    time, each further attempt twice as much as the previous one, and the last attempt all the remaining time.
    """

    def __init__(self, request: object, seconds: float, *, wait: bool) -> None:
        self._request, self._wait, self._pauses = request, wait, pauses()
        self._end = time.monotonic() + seconds
        self._share = seconds / 8 if wait and _is_idempotent(request) else seconds
        self._is_last = False

    def timeout(self) -> float:
        """Return the seconds for the next attempt."""
        left, share = self._end - time.monotonic(), self._share
        self._share = 2 * share
        # After this attempt, less than a doubled share would be left.
        self._is_last = left < 3 * share
        return left if self._is_last else share

    def pause(self, error: GunbaiError) -> float:
        """Return the seconds to wait after a failed attempt. Raises its error if no further attempt is allowed."""
        pause = next(self._pauses)
        late = isinstance(error, Unreachable) and error.late and not self._is_last
        again = self._wait and (late or repeatable(error, self._request))
        if not again or time.monotonic() + pause >= self._end:
            raise error
        return pause


class Patience:
    """How long attempts can fail in a row. Time counts from the first failure, not from the last success."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._failing_since: float | None = None

    def succeeded(self) -> None:
        """Note that an attempt got an answer."""
        self._failing_since = None

    def ends(self) -> bool:
        """Note that an attempt failed, and return whether it is too late for another."""
        now = time.monotonic()
        if self._failing_since is None:
            self._failing_since = now
        return now - self._failing_since >= self._seconds


@dataclass(frozen=True)
class Tls:
    """An encrypted channel's PEM files: `roots` to replace the system's, `certificate` and `key` for mutual TLS."""

    roots: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def credentials(self) -> grpc.ChannelCredentials:
        """Return the channel's credentials. Raises OSError for a file that cannot be read."""
        return grpc.ssl_channel_credentials(_read(self.roots), _read(self.key), _read(self.certificate))


def _read(path: Path | None) -> bytes | None:
    return path.read_bytes() if path else None


Metadata: TypeAlias = tuple[tuple[str, str], ...]
"""A call's metadata."""


def forwarded(visitor: str, forwarder: str) -> Metadata:
    """Return the metadata that names the visitor for whom a forwarder calls; none unless both arguments are given."""
    return ((VISITOR, visitor), (FORWARDER, forwarder)) if visitor and forwarder else ()


def bearer(token: str, language: str = "") -> Metadata:
    """Return the metadata with a token and the answers' language (RFC 9110, 12.5.4)."""
    shown = (("authorization", f"Bearer {token}"),) if token else ()
    return (*shown, ("accept-language", language)) if language else shown
