"""What orchestrators, systemd and the operator are told of a service: alive, ready, and how it stands."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from bench.ports import free_port
from lab.patience import PATIENCE
from lab.service_process import start, stop
from referee.probes import pulse as pulses
from referee.probes.asking import status_of
from referee.probes.port import Probes
from referee.probes.pulse import Pulse
from referee.probes.service_state import ServiceState, StreamState, WitnessState, backed_up_of
from referee.running import watched
from referee.upkeep import status
from tests.certificates import certified

GOOD = ServiceState(
    release="1", ready=True, reached=True, doubts=(), damaged=(), storage_damaged=False, open_calls=1, hot_games=2,
    database_bytes=3_000_000, disk_free_bytes=4_000_000_000, last_backup=None,
)  # fmt: skip


class Answering:
    """A service as far as probes look at one."""

    ready = True


@pytest.fixture
async def probes() -> AsyncIterator[Probes]:
    async with watched(("127.0.0.1", 0)) as (_, made):
        assert made is not None
        yield made


async def code(probes: Probes, path: str) -> int:
    """Return the status of a path over HTTP."""
    host, _, port = probes.address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.0\r\n\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return int(answer.split()[1])


def stick() -> None:
    """Hold up the event loop."""
    time.sleep(0.2)


async def stands() -> ServiceState:
    return GOOD


async def test_a_service_that_starts_is_alive_and_not_ready(probes: Probes) -> None:
    assert [await code(probes, path) for path in ("/live", "/ready", "/status", "/")] == [200, 503, 503, 404]


async def test_a_service_is_ready_as_long_as_it_takes_calls(probes: Probes) -> None:
    service: Any = Answering()
    probes.show(service, stands)
    assert [await code(probes, path) for path in ("/live", "/ready", "/status")] == [200, 200, 200]
    service.ready = False
    assert [await code(probes, path) for path in ("/live", "/ready")] == [200, 503]


async def test_a_loop_that_is_stuck_is_neither_alive_nor_ready_and_the_probe_is_answered(
    probes: Probes, monkeypatch: pytest.MonkeyPatch
) -> None:
    service: Any = Answering()
    probes.show(service, stands)
    monkeypatch.setattr(pulses, "SILENT_SECONDS", 0.1)
    stick()
    assert [probes.answer(path)[0] for path in ("/live", "/ready")] == [503, 503]


async def test_the_pulse_says_how_late_the_loop_was() -> None:
    late = list[float]()
    pulse = Pulse([late.append], every_seconds=0.01)
    pulse.begin()
    await asyncio.sleep(0.005)
    stick()
    await asyncio.sleep(0.05)
    await pulse.end()
    assert late[0] > 0.1


@pytest.fixture
def told(tmp_path: Path) -> Iterator[socket.socket]:
    """Yield the socket at which systemd would listen."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(PATIENCE)
        yield listening


async def test_systemd_is_told_when_a_service_is_ready_alive_reloaded_and_stopping(
    tmp_path: Path, told: socket.socket
) -> None:
    service = await start(tmp_path, free_port(), environment={"NOTIFY_SOCKET": str(tmp_path / "notify")})

    async def until(word: str) -> None:
        while word not in (await asyncio.to_thread(told.recv, 1024)).decode():
            pass

    for word in ("READY=1", "WATCHDOG=1"):
        await until(word)
    service.send_signal(signal.SIGHUP)
    for word in ("RELOADING=1\nMONOTONIC_USEC=", "READY=1"):
        await until(word)
    stopping = asyncio.create_task(stop(service))
    await until("STOPPING=1")
    assert await stopping == 0


async def test_the_status_needs_no_certificate_and_fails_once_the_service_stops(tmp_path: Path) -> None:
    folder, port = certified(tmp_path), free_port()
    words = ["--tls-certificate", str(folder / "pair.pem"), "--tls-key", str(folder / "pair.key")]
    words += ["--tls-clients", str(folder / "authority.pem"), "--probes", f"127.0.0.1:{port}"]
    service = await start(tmp_path, free_port(), *words)
    (backed_up_of(tmp_path / "games.sqlite")).touch()
    # As the health check of the image asks: it knows the setting from the environment.
    environment = {"GUNBAI_SERVE_PROBES": f"0.0.0.0:{port}"}
    ended = await asyncio.to_thread(CliRunner().invoke, app_of_status(), ["--json"], env=environment)
    assert ended.exit_code == 0, ended.output
    standing = json.loads(ended.output)
    assert (standing["ready"], standing["damaged"], standing["stream"]) == (True, [], None)
    assert standing["last_backup"] is not None
    assert standing["disk_free_bytes"] > standing["database_bytes"] > 0
    await stop(service)
    ended = await asyncio.to_thread(CliRunner().invoke, app_of_status(), ["--json"], env=environment)
    assert ended.exit_code == 1
    assert "refused" in ended.output


def app_of_status() -> Any:
    """Return the command as `gunbai server status` has it."""
    app = typer.Typer()
    app.command()(status)
    return app


def test_the_help_calls_the_probes_an_address_to_ask_not_one_to_answer_at() -> None:
    helped = CliRunner().invoke(app_of_status(), ["--help"]).output
    assert "Address of the service's probes." in helped
    assert "Answer /live" not in helped


def test_words_of_a_witness_do_nothing_to_the_terminal_of_the_operator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    witnessed = WitnessState(1, 0, {"witness": "it answered 500: \x1b]0;owned\x07\u202e\x9b2J"}, (), ())
    text = msgspec.json.encode(msgspec.structs.replace(GOOD, witnesses=witnessed)).decode()
    monkeypatch.setattr("referee.probes.asking.status_of", lambda *_: text)
    for more in ([], ["--json"]):
        printed = CliRunner().invoke(app_of_status(), ["--probes", "127.0.0.1:1", *more]).output
        assert "owned" in printed
        assert printed.replace("\n", "").isprintable()


def test_without_an_address_the_command_says_how_a_service_gets_one() -> None:
    ended = CliRunner().invoke(app_of_status(), [])
    assert ended.exit_code == 2
    printed = " ".join(ended.output.replace("│", " ").split())
    assert (
        "name the address of the service's probes with --probes or --config; if the service has none, start it with"
        in printed
    )


def test_a_service_with_damaged_storage_is_not_called_ready() -> None:
    first, *_ = msgspec.structs.replace(GOOD, storage_damaged=True).sentences()
    assert first == "gunbai 1: running with damaged storage"


def test_witnesses_of_another_log_are_named_with_the_evidence() -> None:
    well = msgspec.structs.replace(GOOD, witnesses=WitnessState(8, 8, {}, (), ()))
    assert "Witnesses: the policy is met for 8 of 8 leaves" in [*well.sentences()]
    away = msgspec.structs.replace(GOOD, witnesses=WitnessState(8, 6, {"north": "it answered 503"}, (), ()))
    forked = msgspec.structs.replace(
        GOOD, witnesses=WitnessState(8, 6, {"north": "it saw more"}, ("north",), ("a.forked-6", "a.forked-8"))
    )
    assert [state.sound for state in (GOOD, well, away, forked)] == [True, True, True, False]
    assert [*away.sentences()][3] == "Witness north failed: it answered 503"
    assert [*forked.sentences()][2:5] == [
        "FORKED log; evidence: a.forked-6, a.forked-8",
        "Witnesses: the policy is met for 6 of 8 leaves",
        "Witness north DISAGREES: it saw more",
    ]


def test_what_answers_no_probes_is_said() -> None:
    with pytest.raises(OSError, match="refused"):
        status_of("127.0.0.1", free_port())


def test_how_a_service_stands_in_words() -> None:
    stream = StreamState("n1", {"n1": True, "n2": False}, 100, 3)
    troubled = msgspec.structs.replace(
        GOOD, ready=False, reached=False, doubts=("no sync",), damaged=("g",), storage_damaged=True, stream=stream
    )
    assert [*GOOD.sentences()] == [
        "gunbai 1: ready", "Damaged games: none found", "Open calls: 1; games in memory: 2",
        "Database: 3.0 MB; free on its disk: 4.0 GB", "Last backup: none known",
    ]  # fmt: skip
    assert [*troubled.sentences()][:8] == [
        "gunbai 1: not ready",
        "The store cannot be reached.",
        "Acknowledged entries may be lost: no sync",
        "Leader of the stream: n1",
        "Copies of the stream: n1, n2 (behind)",
        "Behind the stream: 3 of 100 messages",
        "Damaged storage: see the log, and run `gunbai server doctor`.",
        "Damaged games: g",
    ]
