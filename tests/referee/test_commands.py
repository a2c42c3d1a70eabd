"""The commands of the service: what is wrong with their options is said before anything is opened."""

from __future__ import annotations

import datetime as dt
import importlib.util
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

from gunbai_record.data_folder import data_file
from gunbai_record.note import COSIGNATURE, VerifierKey
from gunbai_record.packages import Package
from gunbai_record.policy import Policy
from referee.__main__ import app
from referee.access.quotas import UNLIMITED, Limits
from referee.commands import announced, copy_record, files_of, shared_of
from referee.game.titles import Titles, finished
from referee.server import Settings, Tls, Web
from referee.shared_stream import SharedStream
from referee.telemetry import TelemetrySettings
from store.contract import StorageError
from store.record_copies import Copied
from titles.packages import LeftOut

COPY = typer.Typer()
COPY.command()(copy_record)


def named(titles: Titles) -> list[str]:
    return [book.name for book in titles]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return what services are run with; each says that it is ready, and ends."""
    started: list[dict[str, Any]] = []

    async def run(database: Path, key: Path, titles: Titles, settings: Settings, ready: Any, **more: Any) -> None:
        more.pop("reread")
        started.append({"database": database, "key": key, "titles": named(titles), "settings": settings, **more})
        ready(SimpleNamespace(address="127.0.0.1:1", connect_address="127.0.0.1:2"))

    monkeypatch.setattr("referee.running.run", run)
    return started


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the data of this user, which is not there yet, while another one is the current folder."""
    data = tmp_path / "data" / "gunbai"
    monkeypatch.setattr("referee.commands.DATABASE", data / "gunbai.sqlite")
    monkeypatch.chdir(tmp_path)
    return data


def test_without_options_a_service_has_its_files_in_the_folder_for_data(
    ran: list[dict[str, Any]], folder: Path
) -> None:
    ended = CliRunner().invoke(app, ["serve", "--database", str(folder / "gunbai.sqlite")])
    assert ended.exit_code == 0, ended.output
    address, files_line = ended.output.splitlines()
    assert address == "gunbai referees at 127.0.0.1:1, and over Connect at http://127.0.0.1:2"
    assert str(folder / "gunbai.sqlite") in files_line
    assert str(folder / "gunbai.operator") in files_line
    assert folder.stat().st_mode & 0o777 == 0o700
    assert ran == [
        {
            "database": folder / "gunbai.sqlite", "key": folder / "gunbai.key", "titles": named(finished()),
            "settings": Settings(port=7070), "operator": folder / "gunbai.operator", "forwarder": None,
            "shared": None, "telemetry": None, "new_key": False, "probes": None, "checkpoint": None,
        }
    ]  # fmt: skip


def test_a_database_where_it_lay_by_default_is_not_passed_over(ran: list[dict[str, Any]], folder: Path) -> None:
    Path("gunbai.sqlite").touch()
    ended = CliRunner().invoke(app, ["serve", "--database", str(folder / "gunbai.sqlite")])
    assert (ended.exit_code, ran) == (2, [])
    assert "name it with --database gunbai.sqlite" in " ".join(ended.output.replace("│", "").split())
    assert not folder.exists()


def test_the_data_of_a_user_are_where_their_desktop_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert data_file("gunbai.key") == Path("/somewhere/gunbai/gunbai.key")
    for ignored in ("", "relative"):
        monkeypatch.setenv("XDG_DATA_HOME", ignored)
        assert data_file("gunbai.key") == Path.home() / ".local" / "share" / "gunbai" / "gunbai.key"


POLICY = f"witness north {VerifierKey('north.example', bytes(32), COSIGNATURE)} https://north.example/a\nquorum north\n"


def test_every_option_reaches_the_service(ran: list[dict[str, Any]], tmp_path: Path) -> None:
    """Each has another value than that of any other, so that none takes the place of another."""
    (checkpoint_file := tmp_path / "kept").touch()
    witness = VerifierKey("witness.example", bytes(range(32)), COSIGNATURE)
    (policy := tmp_path / "club.policy").write_text(POLICY, encoding="utf-8")
    words = {
        "database": "d.sqlite", "key": "k", "name": "n", "operator": "o", "forwarder": "f", "host": "::1", "port": "1",
        "tls-certificate": "c.pem", "tls-key": "k.pem", "tls-clients": "l.pem", "public-url": "https://page.example/a/",
        "titles": "shogun, liars_dice", "connect": "::2:3", "connect-origin": "https://o.example",
        "games-per-minute": "11", "seats-per-minute": "10", "commands-per-second": "12", "calls-per-second": "13",
        "computing-seconds-per-minute": "14", "stored-mib-per-day": "15", "streams": "16", "hot-games": "17",
        "longest-game": "18", "storage-quota": "19", "store": "nats://s:1", "store-key": "s.key", "store-name": "S",
        "store-replicas": "5", "store-monitor": "http://m:1", "store-mark": "s.mark",
        "probes": "::4:5", "metrics": "::3:4", "traces": "http://t",
        "trace-share": "0.5", "witness": str(witness), "checkpoint": str(checkpoint_file), "policy": str(policy),
    }  # fmt: skip
    flags = ["--loopback-quotas", "--accept-loss", "--after-restore", "--new-stream", "--new-key", "--json"]
    given = [word for name, value in words.items() for word in (f"--{name}", value)]
    ended = CliRunner().invoke(app, ["serve", *given, *flags])
    assert ended.exit_code == 0, ended.output
    assert json.loads(ended.output) == {
        "address": "127.0.0.1:1", "tls": True, "database": "d.sqlite", "operator": "o", "connect": "127.0.0.1:2"
    }  # fmt: skip
    limits = Limits(
        games_per_minute=11, seats_per_minute=10, commands_per_second=12, calls_per_second=13,
        computing_seconds_per_minute=14, stored_mib_per_day=15, streams=16, loopback=True,
    )  # fmt: skip
    settings = Settings(
        host="::1", port=1, name="n", tls=Tls(Path("c.pem"), Path("k.pem"), Path("l.pem")),
        public_url="https://page.example/a", connect=Web("::2", 3, ("https://o.example",)), limits=limits,
        witnesses=(witness,), policy=Policy.parse(POLICY), hot_games=17, longest_game=18,
        storage_quota_bytes=19 * 1024 * 1024,
    )  # fmt: skip
    shared = SharedStream(
        servers=("nats://s:1",), key=Path("s.key"), name="S", replicas=5, monitors=("http://m:1",), accept_loss=True,
        mark=Path("s.mark"), after_restore=True, new=True,
    )  # fmt: skip
    assert ran == [
        {
            "database": Path("d.sqlite"), "key": Path("k"), "titles": named(finished(["shogun", "liars_dice"])),
            "settings": settings, "operator": Path("o"), "forwarder": Path("f"), "shared": shared,
            "telemetry": TelemetrySettings(("::3", 4), "http://t", 0.5), "new_key": True, "probes": ("::4", 5),
            "checkpoint": checkpoint_file,
        }
    ]  # fmt: skip


def test_what_is_measured_is_what_is_asked_for(ran: list[dict[str, Any]]) -> None:
    for words in (["--metrics", "localhost:0"], ["--traces", "https://t"], ["--trace-share", "0.5"]):
        assert CliRunner().invoke(app, ["serve", *words]).exit_code == 0
    telemetries = [outcome["telemetry"] for outcome in ran]
    assert telemetries == [TelemetrySettings(("localhost", 0)), TelemetrySettings(collector="https://t"), None]


def test_without_quotas_nobody_is_held_to_any(ran: list[dict[str, Any]]) -> None:
    assert CliRunner().invoke(app, ["serve", "--no-quotas", "--calls-per-second", "5"]).exit_code == 0
    assert ran[0]["settings"].limits == UNLIMITED


def test_the_key_of_the_stream_is_beside_the_database(ran: list[dict[str, Any]]) -> None:
    words = ["--store", "tls://s:1", "--database", "folder/games.sqlite"]
    assert CliRunner().invoke(app, ["serve", *words]).exit_code == 0
    assert ran[0]["shared"] == SharedStream(servers=("tls://s:1",), key=Path("folder/games.stream.key"), name="GUNBAI")


def test_a_title_that_does_not_load_is_refused_with_the_reason(ran: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    left_out = [LeftOut("nim", Package("gunbai-nim", "0.1"), "ZeroDivisionError: division by zero")]
    monkeypatch.setattr("titles.catalogue.LEFT_OUT", left_out)
    ended = CliRunner().invoke(app, ["serve", "--titles", "nim"])
    said = " ".join(ended.output.replace("│", " ").split())
    assert "'nim' of gunbai-nim 0.1 was left out: ZeroDivisionError: division by zero" in said
    assert ran == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--titles", "shogun,checkers"), "'checkers' is not installed; the titles are "),
        (("--witness", "nobody"), "Invalid value for --witness"),
        (("--trace-share", "-0.1"), "not in the range 0<=x<=1"),
    ],
)
def test_what_no_service_can_be_run_with_is_refused(words: tuple[str, ...], reason: str, ran: list[Any]) -> None:
    ended = CliRunner().invoke(app, ["serve", *words])
    assert ended.exit_code == 2
    assert reason in " ".join(ended.output.replace("│", " ").split())
    assert ran == []


MANY = "".join(f"witness w{n} {VerifierKey(f'w{n}.example', bytes([n]) * 32, COSIGNATURE)}\n" for n in range(16))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("quorum north\n", "line 1 of the policy"),
        (POLICY.replace("https://", "ftp://"), "not a witness's address"),
        (POLICY.replace("/a\n", "/a?b\n"), "not a witness's address"),
        (POLICY.replace("https://", "https://me@"), "not a witness's address"),
        (POLICY.replace("/a\n", ":99999\n"), "out of range"),
        (f"witness pq {VerifierKey('pq.example', bytes(1312), bytes([6]))}\nquorum pq\n", "an Ed25519 key"),
        (f"{MANY}quorum w1\n", "room for only 15 cosignatures"),
    ],
)
def test_a_policy_that_a_service_cannot_follow_is_refused(
    text: str, reason: str, ran: list[Any], tmp_path: Path
) -> None:
    (policy := tmp_path / "club.policy").write_text(text, encoding="utf-8")
    ended = CliRunner().invoke(app, ["serve", "--policy", str(policy)])
    assert (ended.exit_code, ran) == (2, [])
    assert reason in " ".join(ended.output.replace("│", " ").split())


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (("--store", "nats://s:1"), "nats"),
        (("--metrics", "localhost:0"), "prometheus_client"),
        (("--traces", "http://t"), "opentelemetry.sdk"),
        (("--connect", "localhost:0"), "connectrpc"),
        (("--connect", "localhost:0"), "uvicorn"),
    ],
)
def test_an_extra_that_is_not_installed_is_named(
    words: tuple[str, ...], missing: str, ran: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == missing else find_spec(name))
    ended = CliRunner().invoke(app, ["serve", *words])
    assert ended.exit_code == 2
    extra = {"nats": "jetstream", "connectrpc": "connect", "uvicorn": "connect"}.get(missing, "ops")
    assert f"pip install 'gunbai[{extra}]'" in " ".join(ended.output.replace("│", " ").split())
    assert ran == []


@pytest.mark.parametrize("error", [StorageError("games.sqlite", "it is away"), OSError("taken"), ValueError("wrong")])
def test_why_a_service_does_not_start_is_said(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr("referee.running.run", run)
    ended = CliRunner().invoke(app, ["serve"])
    assert (ended.exit_code, ended.output) == (1, f"gunbai serve: {error}\n")


@pytest.mark.parametrize("options", [("certificate",), ("key",), ("clients",), ("certificate", "clients")])
def test_tls_takes_a_certificate_and_its_key(options: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "a.pem"
    file.touch()
    database = tmp_path / "games.sqlite"
    words = [word for option in options for word in (f"--tls-{option}", str(file))]
    ended = CliRunner().invoke(app, ["serve", "--database", str(database), *words])
    assert ended.exit_code == 2
    assert "give both --tls-certificate" in ended.output
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
        (("--connect-origin", "https://play.example"), "--connect-origin needs --connect"),
        (("--connect", "localhost:0", "--connect-origin", "play.example"), "'play.example' is neither an origin"),
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
    assert named == SharedStream(servers=("nats://127.0.0.1:4222", "tls://nats.example:4222"), key=key)
    assert shared_of("", key, "GUNBAI", 3) is None
    with pytest.raises(typer.BadParameter, match="takes addresses such as nats://"):
        shared_of("nats://127.0.0.1:4222,localhost:4222", key, "GUNBAI", 3)


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        ("games.sqlite", "other.sqlite", "name a database and addresses"),
        ("nats://127.0.0.1:4222", "tls://127.0.0.1:4222", "name a database and addresses"),
        ("games.sqlite", "nats://127.0.0.1:4222", "no database games.sqlite"),
    ],
)
def test_a_record_is_copied_between_a_database_and_a_stream(
    source: str, target: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = CliRunner().invoke(COPY, [source, target, "--store-key", "stream.key"])
    assert ended.exit_code == 2
    assert reason in " ".join(ended.output.replace("│", " ").split())
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("outwards", [True, False])
def test_what_was_copied_is_counted(outwards: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001  # pytest names it
    database, copies = tmp_path / "games.sqlite", list[tuple[Any, ...]]()
    database.touch()

    async def copied(*arguments: Any) -> Copied:
        copies.append(arguments[:2])
        return Copied(2, 30, 4)

    monkeypatch.setattr(f"referee.maintenance.copying.{'from' if outwards else 'into'}_stream", copied)
    places = ["nats://s:1", str(database)] if outwards else [str(database), "tls://s:1"]
    words = [*places, "--store-key", "s.key", "--store-name", "S", "--store-replicas", "1"]
    ended = CliRunner().invoke(COPY, words)
    printed = "Copied and compared: 2 games, 30 entries and 4 leaves of the log of all games.\n"
    assert (ended.exit_code, ended.output) == (0, printed)
    ended = CliRunner().invoke(COPY, [*words, "--json"])
    assert (ended.exit_code, json.loads(ended.output)) == (0, {"games": 2, "entries": 30, "leaves": 4})
    server = "nats://s:1" if outwards else "tls://s:1"
    assert copies == [(database, SharedStream(servers=(server,), key=Path("s.key"), name="S", replicas=1))] * 2


@pytest.mark.parametrize("error", [StorageError("games.sqlite", "it is away"), OSError("taken"), ValueError("wrong")])
def test_why_nothing_was_copied_is_said(error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def copied(*_: Any) -> None:
        raise error

    monkeypatch.setattr("referee.maintenance.copying.from_stream", copied)
    ended = CliRunner().invoke(COPY, ["nats://s:1", str(tmp_path / "g.sqlite"), "--store-key", "s.key"])
    assert (ended.exit_code, ended.output) == (1, f"gunbai server copy: {error}\n")


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
    files = files_of(Path("games.sqlite"), None, None, None)
    announcement = announced(service, files, tls=tls, as_json=False)
    assert announcement.splitlines()[0] == f"gunbai referees at 127.0.0.1:1{line}"
    written = json.loads(announced(service, files, tls=tls, as_json=True))
    assert written == {"address": "127.0.0.1:1", "database": "games.sqlite", "operator": "games.operator", **known}


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
        ("key of another", "not the key of the first certificate"),
        ("no key", "not an unencrypted PEM private key"),
        ("no certificate", "not a PEM certificate"),
        ("no authority", "not a PEM certificate"),
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
