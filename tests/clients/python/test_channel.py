"""Calls that are retried; connections to a service with a certificate, and to one that asks for the client's."""

from __future__ import annotations

import datetime as dt
import ipaddress
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from clients.cli.service import serving
from gunbai.referee.v1 import audit_pb2, lobby_pb2, record_pb2, referee_pb2
from gunbai_client import Tls, Unreachable, connect
from gunbai_client.channel import OPTIONS, SERVICE_CONFIG
from tests.grpc_options import unknown

FILES = (audit_pb2, lobby_pb2, record_pb2, referee_pb2)
CHANGING = {"AbandonGame", "ConsentToFork", "CreateGame", "ForkGame", "JoinGame", "StartGame"}


def test_every_option_of_a_channel_is_known_to_grpc() -> None:
    assert unknown(OPTIONS) == []
    assert unknown([("grpc.keepalive_time", 1), ("", 1)]) == ["grpc.keepalive_time", ""]


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an authority, and a pair of certificate and key that it signed."""
    folder = tmp_path_factory.mktemp("certificates")
    authority_key, pair_key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    authority = certificate("authority", authority_key, "authority", authority_key)
    pair = certificate("127.0.0.1", pair_key, "authority", authority_key)
    (folder / "authority.pem").write_bytes(authority.public_bytes(serialization.Encoding.PEM))
    (folder / "pair.pem").write_bytes(pair.public_bytes(serialization.Encoding.PEM))
    private = pair_key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "pair.key").write_bytes(private)
    return folder


def certificate(
    name: str, key: ec.EllipticCurvePrivateKey, issuer: str, issuer_key: ec.EllipticCurvePrivateKey
) -> x509.Certificate:
    """Return a certificate for `name`, an authority's if it signs itself."""
    now = dt.datetime.now(dt.UTC)
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(minutes=5))
        .not_valid_after(now + dt.timedelta(hours=1))
        .add_extension(x509.BasicConstraints(ca=name == issuer, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .sign(issuer_key, hashes.SHA256())
    )


@pytest.fixture(scope="module")
def mutual(certificates: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a service that asks for the client's certificate."""
    options = {"certificate": "pair.pem", "key": "pair.key", "clients": "authority.pem"}
    words = [word for option, file in options.items() for word in (f"--tls-{option}", str(certificates / file))]
    with serving(tmp_path_factory.mktemp("tls"), options=words) as address:
        yield address


def test_the_calls_that_change_nothing_and_submit_are_retried() -> None:
    (policy,) = json.loads(SERVICE_CONFIG)["methodConfig"]
    services = [service for file in FILES for service in file.DESCRIPTOR.services_by_name.values()]
    calls = {(s.full_name, call.name) for s in services for call in s.methods if not call.server_streaming}
    retried = {(name["service"], name["method"]) for name in policy["name"]}
    assert retried < calls
    assert {call for _, call in calls - retried} == CHANGING
    assert policy["retryPolicy"]["retryableStatusCodes"] == ["UNAVAILABLE"]


def test_a_client_with_a_certificate_is_served(certificates: Path, mutual: str) -> None:
    tls = Tls(certificates / "authority.pem", certificates / "pair.pem", certificates / "pair.key")
    with connect(mutual, tls=tls) as gunbai:
        assert gunbai.titles()


def test_a_client_without_one_or_in_plain_text_is_not(certificates: Path, mutual: str) -> None:
    for tls in (Tls(certificates / "authority.pem"), Tls(), None):
        with connect(mutual, tls=tls, deadline=1) as gunbai, pytest.raises(Unreachable):
            gunbai.titles()
