"""Calls that are retried; connections to a service with a certificate, and to one that asks for the client's."""

from __future__ import annotations

import itertools
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from clients.cli.sources.local_service import serving
from gunbai.referee.v1 import lobby_pb2, referee_pb2
from gunbai_client import NotFound, Tls, Unreachable, connect
from gunbai_client.channel import (
    DEFAULT_TARGET,
    OPTIONS,
    SERVICE_CONFIG,
    SERVICES,
    Attempts,
    addresses,
    bearer,
    forwarded,
    pauses,
    repeatable,
    resolved,
)
from gunbai_record.errors import GunbaiError
from tests.certificates import certified
from tests.grpc_options import unknown

VERIFYING = ("gunbai.referee.v1.Audit", "VerifyGame")
"""A stream, which is retried if it fails before its first response."""
CHANGING = {"AbandonGame", "StartGame"}


def gone(reason: str = "") -> Unreachable:
    """Return the error of a service that could not be reached."""
    error = Unreachable("gone", reason)
    error.unavailable = True
    return error


def test_of_several_addresses_grpc_gets_each_once() -> None:
    at, options = resolved("localhost:7070, 127.0.0.1:7071,localhost:7070")
    assert at == "ipv4:127.0.0.1:7070,127.0.0.1:7071"
    assert ("grpc.default_authority", "localhost") in options
    assert unknown(options) == []
    for alone in ("example.org:7070", "ipv4:127.0.0.1:1,127.0.0.1:2"):
        assert resolved(alone) == (alone, OPTIONS)


def test_no_proxy_stands_before_this_machine() -> None:
    direct = ("grpc.enable_http_proxy", 0)
    for here in ("localhost:7070", "127.0.0.2:1", "[::1]:1", "127.0.0.1:1,[::1]:2"):
        assert direct in resolved(here)[1]
    assert direct not in resolved("10.0.0.1:1,127.0.0.1:1")[1]


@pytest.mark.parametrize(
    ("target", "places"),
    [
        ("localhost:7070", []),
        ("ipv4:127.0.0.1:1,127.0.0.1:2", []),
        ("ipv6:[::1]:1,[::1]:2", []),
        ("one:1,two.example:22", [("one", 1), ("two.example", 22)]),
        (" [::1]:7070 , [fe80::1]:7071 ", [("::1", 7070), ("fe80::1", 7071)]),
    ],
)
def test_a_target_may_name_several_addresses(target: str, places: list[tuple[str, int]]) -> None:
    assert addresses(target) == places


NAMES = {
    "four": [(socket.AF_INET, "10.0.0.4")],
    "six": [(socket.AF_INET6, "fe80::6")],
    "both": [(socket.AF_INET6, "fe80::7"), (socket.AF_INET, "10.0.0.7")],
}


@pytest.mark.parametrize(
    ("target", "at"),
    [
        ("four:1,both:2", "ipv4:10.0.0.4:1,10.0.0.7:2"),
        ("both:1,six:2", "ipv6:[fe80::7]:1,[::ffff:10.0.0.7]:1,[fe80::6]:2"),
        ("six:1,six:2,six:1", "ipv6:[fe80::6]:1,[fe80::6]:2"),
        ("nobody:1,four:2", "ipv4:10.0.0.4:2"),
    ],
)
def test_names_are_looked_up_as_far_as_they_are_known(target: str, at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gunbai_client.channel.socket.getaddrinfo", looked_up)
    first = target.partition(":")[0]
    named = [("grpc.default_authority", first), ("grpc.ssl_target_name_override", first)]
    assert resolved(target) == (at, [*OPTIONS, *named])


def test_names_that_nobody_knows_are_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gunbai_client.channel.socket.getaddrinfo", looked_up)
    with pytest.raises(Unreachable, match=r"^no host in nobody:1,noone:2 can be resolved$"):
        resolved("nobody:1,noone:2")


def looked_up(host: str, port: int, *, type: int) -> list[Any]:  # noqa: A002  # as the standard library has it
    """Return the addresses of a name, as `socket.getaddrinfo` does."""
    assert type == socket.SOCK_STREAM
    if host not in NAMES:
        raise socket.gaierror("unknown")
    return [(family, type, 6, "", (at, port)) for family, at in NAMES[host]]


def test_a_channel_is_kept_alive_and_tried_again_soon_and_takes_the_largest_message() -> None:
    assert dict(OPTIONS[1:]) == {
        "grpc.enable_retries": 1,
        "grpc.keepalive_time_ms": 20_000,
        "grpc.keepalive_timeout_ms": 10_000,
        "grpc.http2.ping_timeout_ms": 10_000,
        "grpc.initial_reconnect_backoff_ms": 200,
        "grpc.min_reconnect_backoff_ms": 10_000,
        "grpc.max_reconnect_backoff_ms": 5_000,
        "grpc.max_receive_message_length": 16 * 1024 * 1024,
    }
    assert OPTIONS[0] == ("grpc.service_config", SERVICE_CONFIG)
    (policy,) = json.loads(SERVICE_CONFIG)["methodConfig"]
    assert policy["retryPolicy"] == {
        "maxAttempts": 4,
        "initialBackoff": "0.1s",
        "maxBackoff": "2s",
        "backoffMultiplier": 2,
        "retryableStatusCodes": ["UNAVAILABLE"],
    }


def test_a_client_says_who_it_is_in_which_language_and_for_whom_it_calls() -> None:
    assert DEFAULT_TARGET == "localhost:7070"
    assert bearer("t") == (("authorization", "Bearer t"),)
    assert bearer("", "cs") == (("accept-language", "cs"),)
    assert forwarded("1.2.3.4", "secret") == (("gunbai-visitor", "1.2.3.4"), ("gunbai-forwarder", "secret"))
    assert forwarded("", "secret") == forwarded("1.2.3.4", "") == ()


@pytest.mark.parametrize(
    "target", ["localhost,localhost:1", "localhost:1,", ":1,localhost:2", "localhost:x,localhost:1"]
)
def test_what_is_no_list_of_addresses_is_refused(target: str) -> None:
    with pytest.raises(ValueError, match="is not HOST:PORT"):
        resolved(target)


def test_every_option_of_a_channel_is_known_to_grpc() -> None:
    assert unknown(OPTIONS) == []
    assert unknown([("grpc.keepalive_time", 1), ("", 1)]) == ["grpc.keepalive_time", ""]


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an authority, and a pair of certificate and key that it signed."""
    return certified(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="module")
def mutual(certificates: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a service that asks for the client's certificate."""
    options = {"certificate": "pair.pem", "key": "pair.key", "clients": "authority.pem"}
    words = [word for option, file in options.items() for word in (f"--tls-{option}", str(certificates / file))]
    with serving(tmp_path_factory.mktemp("tls"), options=words) as address:
        yield address


def test_the_calls_that_change_nothing_and_submit_are_retried() -> None:
    (policy,) = json.loads(SERVICE_CONFIG)["methodConfig"]
    unary = [(s, call) for s in SERVICES for call in s.methods if not call.server_streaming]
    calls = {(s.full_name, call.name) for s, call in unary if not call.client_streaming}
    retried = {(name["service"], name["method"]) for name in policy["name"]} - {VERIFYING}
    assert retried < calls
    assert {call for _, call in calls - retried} == CHANGING
    assert policy["retryPolicy"]["retryableStatusCodes"] == ["UNAVAILABLE"]


SUBMIT, START = referee_pb2.SubmitRequest(), lobby_pb2.StartGameRequest()


@pytest.mark.parametrize(
    ("error", "request_", "may"),
    [
        (gone(), SUBMIT, True),
        (gone(), START, False),
        (gone("SERVICE_STOPPING"), SUBMIT, True),
        (gone("SERVICE_STOPPING"), START, True),
        (gone("STORAGE_UNSETTLED"), SUBMIT, True),
        (gone("STORAGE_UNSETTLED"), START, False),
        (gone("STORAGE_UNAVAILABLE"), SUBMIT, True),
        (gone("SERVICE_BUSY"), SUBMIT, False),
        (Unreachable("too slow"), SUBMIT, False),
        (NotFound("no such game"), SUBMIT, False),
    ],
)
def test_a_call_is_repeated_if_it_did_nothing_or_can_be_carried_out_once_only(
    error: GunbaiError, request_: object, *, may: bool
) -> None:
    assert repeatable(error, request_) is may


def slow() -> Unreachable:
    error = Unreachable("too slow")
    error.late = True
    return error


def test_an_attempt_gets_an_eighth_of_the_time_then_twice_as_much_then_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr("gunbai_client.channel.time", SimpleNamespace(monotonic=lambda: now[0]))
    attempts, timeouts = Attempts(SUBMIT, 16, wait=True), list[float]()
    for _ in range(3):
        timeouts.append(attempts.timeout())
        now[0] += timeouts[-1]
        with suppress(Unreachable):
            assert attempts.pause(slow()) < 1
    assert timeouts == [2, 4, 10]
    with pytest.raises(Unreachable, match="too slow"):
        attempts.pause(slow())


@pytest.mark.parametrize(("request_", "wait"), [(START, True), (SUBMIT, False)])
def test_a_call_that_is_not_repeated_gets_all_the_time(request_: object, *, wait: bool) -> None:
    attempts = Attempts(request_, 16, wait=wait)
    assert attempts.timeout() == pytest.approx(16, abs=1)
    with pytest.raises(Unreachable):
        attempts.pause(slow())


def test_the_pauses_between_calls_become_longer_up_to_a_second() -> None:
    assert list(itertools.islice(pauses(), 6)) == [0.1, 0.2, 0.4, 0.8, 1.0, 1.0]


def test_a_client_with_a_certificate_is_served(certificates: Path, mutual: str) -> None:
    tls = Tls(certificates / "authority.pem", certificates / "pair.pem", certificates / "pair.key")
    with connect(mutual, tls=tls) as gunbai:
        assert gunbai.titles()


def test_a_client_without_one_or_in_plain_text_is_not(certificates: Path, mutual: str) -> None:
    for tls in (Tls(certificates / "authority.pem"), Tls(), None):
        with connect(mutual, tls=tls, deadline=1) as gunbai, pytest.raises(Unreachable):
            gunbai.titles()


@contextmanager
def delayed(address: str, seconds: float) -> Iterator[str]:
    """Yield an address at which a service answers a single connection, so long after a client has made it."""
    host, _, port = address.rpartition(":")

    def pass_on(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def answer() -> None:
        client, _ = listener.accept()
        time.sleep(seconds)
        with client, socket.create_connection((host, int(port))) as server:
            back = threading.Thread(target=pass_on, args=(server, client))
            back.start()
            pass_on(client, server)
            back.join()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        answering = threading.Thread(target=answer)
        answering.start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"
        answering.join()


def test_a_service_may_take_its_time_to_answer_a_connection(address: str) -> None:
    with delayed(address, seconds=1) as slow, connect(slow) as gunbai:
        assert gunbai.create("liars_dice", seats=2, chance="referee").info.game
