"""The TypeScript client as it is built, a folder for programs that import it, and a service for them to call."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import shutil
import subprocess
from asyncio.subprocess import PIPE
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bench.ports import free_port
from clients.cli.sources.local_service import serving
from lab.patience import PATIENCE
from tests.clients.conftest import WITNESS
from tests.clients.typescript.verifier import NODE, Case, Verifier

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CLIENT = ROOT / "clients" / "typescript"
OLDEST = (20, 19)
"""The oldest Node.js that the client runs on, as its package.json says."""


class Service(NamedTuple):
    """A service: its address over gRPC, and its URL over Connect."""

    address: str
    url: str


def version_of(node: str) -> tuple[int, ...]:
    """Return the version of Node.js, major and minor."""
    printed = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
    return tuple(int(part) for part in printed.strip().removeprefix("v").split(".")[:2])


@pytest.fixture(scope="session")
def built() -> Path:
    """Return the folder of the client, made from its sources as they are."""
    if not (NODE and shutil.which("npm") and version_of(NODE) >= OLDEST):
        pytest.skip("needs `node` 20.19 or newer and `npm`, such as those of `apt-get install nodejs npm`")
    with (CLIENT / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
        command = ["make", "--silent", "typescript"]
        done = subprocess.run(
            command, cwd=ROOT, env=clean, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    if done.returncode and "npm error" in done.stderr:
        pytest.skip(f"npm cannot install what the client is made with: {done.stderr.strip().splitlines()[:1]}")
    assert done.returncode == 0, done.stdout + done.stderr
    return CLIENT


@pytest.fixture(scope="session")
def programs(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the programs of these tests, in which the client is installed."""
    folder = tmp_path_factory.mktemp("typescript")
    modules = folder / "node_modules"
    modules.mkdir()
    (modules / "gunbai-client").symlink_to(built)
    for installed in (built / "node_modules").iterdir():
        (modules / installed.name).symlink_to(installed)
    for program in (*HERE.glob("*.mjs"), *(built / "examples").glob("*.mjs")):
        shutil.copy(program, folder)
    return folder


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Yield a service that runs as long as the tests."""
    web = f"127.0.0.1:{free_port()}"
    with serving(tmp_path_factory.mktemp("service"), options=["--connect", web, "--witness", WITNESS]) as address:
        yield Service(address, f"http://{web}")


@pytest.fixture(scope="session")
def verified() -> Iterator[Callable[[Iterable[Case]], list[dict[str, Any]]]]:
    """Yield what has the verifier in JavaScript report on record files."""
    with Verifier() as verifier:
        yield verifier.reports


def run(programs: Path, *command: str) -> str:
    """Return what a program prints."""
    done = subprocess.run(
        [str(NODE), *command], cwd=programs, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def facts_of(programs: Path, *command: str) -> Any:
    """Return the JSON that a program prints."""
    return json.loads(run(programs, *command))


class Talk:
    """A program that runs beside its test: it prints lines, and reads lines."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def begin(cls, programs: Path, *command: str) -> Talk:
        """Start a program."""
        return cls(
            await asyncio.create_subprocess_exec(
                str(NODE), *command, cwd=programs, stdin=PIPE, stdout=PIPE, stderr=PIPE
            )
        )

    async def line(self) -> Any:
        """Return the next line that it prints, as JSON."""
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), PATIENCE)
        if not line:
            _, problem = await self._process.communicate()
            pytest.fail(f"the program has ended: {problem.decode()}")
        return json.loads(line)

    async def rest(self) -> list[str]:
        """Return what it prints until it ends by itself, which must be well."""
        printed, problem = await asyncio.wait_for(self._process.communicate(), PATIENCE)
        assert self._process.returncode == 0, problem.decode()
        return printed.decode().splitlines()

    async def say(self, line: str) -> None:
        """Write a line for it to read."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        await self._process.stdin.drain()

    async def end(self) -> None:
        """End the program, if it has not ended."""
        if self._process.returncode is None:
            self._process.kill()
        await self._process.communicate()
