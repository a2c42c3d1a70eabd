"""The commands of the service: what is wrong with their options is said before anything is opened."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from typer.testing import CliRunner

from referee.__main__ import app
from referee.commands import announced, copies, shared_of
from referee.sharing import Shared


@pytest.mark.parametrize("options", [("certificate",), ("key",), ("clients",), ("certificate", "clients")])
def test_tls_takes_a_certificate_and_its_key(options: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "a.pem"
    file.touch()
    database = tmp_path / "games.sqlite"
    words = [word for option in options for word in (f"--tls-{option}", str(file))]
    ended = CliRunner().invoke(app, ["serve", "--database", str(database), *words])
    assert ended.exit_code == 2
    assert "TLS takes both" in ended.output
    assert not database.exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--public-url", "play.example"), "--public-url takes an address"),
        (("--public-url", "ftp://play.example"), "--public-url takes an address"),
        (("--public-url", "https://play.example/#join"), "--public-url takes an address"),
        (("--public-url", "https://[play.example"), "--public-url takes an address"),
        (("--connect", "7071"), "--connect takes HOST:PORT"),
        (("--connect", "localhost:"), "--connect takes HOST:PORT"),
        (("--connect", "localhost:65536"), "--connect takes HOST:PORT"),
        (("--connect-origin", "https://play.example"), "--connect-origin takes --connect"),
        (("--connect", "localhost:0", "--connect-origin", "play.example"), "'play.example' is no origin"),
    ],
)
def test_a_service_takes_addresses_and_origins(words: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    ended = CliRunner().invoke(app, ["serve", "--database", str(database), *words])
    assert ended.exit_code == 2
    assert reason in " ".join(ended.output.replace("│", " ").split())
    assert not database.exists()


def test_a_stream_is_named_by_the_addresses_of_its_servers() -> None:
    key = Path("stream.key")
    named = shared_of("nats://127.0.0.1:4222, tls://nats.example:4222", key, "GUNBAI", 3)
    assert named == Shared(servers=("nats://127.0.0.1:4222", "tls://nats.example:4222"), key=key)
    assert shared_of("", key, "GUNBAI", 3) is None
    with pytest.raises(typer.BadParameter, match="takes addresses such as nats://"):
        shared_of("nats://127.0.0.1:4222,localhost:4222", key, "GUNBAI", 3)


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        ("games.sqlite", "other.sqlite", "one of FROM and TO is a database, the other addresses"),
        ("nats://127.0.0.1:4222", "tls://127.0.0.1:4222", "one of FROM and TO is a database, the other addresses"),
        ("games.sqlite", "nats://127.0.0.1:4222", "there is no database games.sqlite"),
    ],
)
def test_a_record_is_copied_between_a_database_and_a_stream(
    source: str, target: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = CliRunner().invoke(copies, ["copy", source, target, "--store-key", "stream.key"])
    assert ended.exit_code == 2
    assert reason in " ".join(ended.output.replace("│", " ").split())
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("web", "line", "known"),
    [
        ("", "", {"tls": False}),
        ("127.0.0.1:2", ", and over Connect at http://127.0.0.1:2", {"tls": False, "connect": "127.0.0.1:2"}),
        ("127.0.0.1:2", ", and over Connect at https://127.0.0.1:2", {"tls": True, "connect": "127.0.0.1:2"}),
    ],
)
def test_a_service_that_has_started_says_where(web: str, line: str, known: dict[str, Any]) -> None:
    tls = known["tls"]
    service: Any = SimpleNamespace(address="127.0.0.1:1", connect_address=web)
    said = announced(service, Path("games.sqlite"), tls=tls, as_json=False)
    assert said == f"gunbai referees at 127.0.0.1:1{line}"
    written = json.loads(announced(service, Path("games.sqlite"), tls=tls, as_json=True))
    assert written == {"address": "127.0.0.1:1", "database": "games.sqlite", **known}


def made(folder: Path, name: str) -> tuple[Path, Path]:
    """Return the files of a new certificate and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]), dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now)
        .not_valid_after(now + dt.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    files = folder / f"{name}.pem", folder / f"{name}.key"
    files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private = serialization.PrivateFormat.PKCS8
    files[1].write_bytes(key.private_bytes(serialization.Encoding.PEM, private, serialization.NoEncryption()))
    return files


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("key of another", "this is not the key of"),
        ("no key", "no private key in PEM"),
        ("no certificate", "no certificate in PEM"),
        ("no authority", "no certificate in PEM"),
        ("missing", "No such file"),
    ],
)
def test_a_wrong_tls_file_is_named_with_the_reason(wrong: str, reason: str, tmp_path: Path) -> None:
    (certificate, key), (_, other) = made(tmp_path, "one"), made(tmp_path, "other")
    rubbish = tmp_path / "rubbish.pem"
    rubbish.write_text("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
    clients, named = certificate, key
    match wrong:
        case "key of another":
            key = named = other
        case "no key":
            key = named = rubbish
        case "no certificate":
            certificate = named = rubbish
        case "no authority":
            clients = named = rubbish
        case "missing":
            key = named = tmp_path / "missing"
    files = {"certificate": certificate, "key": key, "clients": clients}
    words = [word for option, file in files.items() for word in (f"--tls-{option}", str(file))]
    ended = CliRunner().invoke(app, ["serve", "--port", "0", "--database", str(tmp_path / "games.sqlite"), *words])
    assert ended.exit_code == 1
    assert reason in ended.output
    assert str(named) in ended.output
    assert "in use" not in ended.output
