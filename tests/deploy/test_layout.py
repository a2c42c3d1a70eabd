"""The containers of deploy/compose.yaml start: their volumes have the owners that the folders of the image have.

No engine runs where the tests run. A new volume gets the owner of the folder of the image on which it is mounted; where
there is none it is root's. The test builds these folders and runs the service as the user of the image.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bench.ports import free_port
from lab.patience import PATIENCE
from lab.service_process import stop
from tests.deploy.test_deploy import SERVICES
from tests.store.nats_servers import broker
from tests.structure.test_container import LAST
from tools import code

REFEREES = [name for name in SERVICES if name.startswith("referee")]
USER = int(LAST["USER"])
AS_USER = (
    "setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups",
    # The checkout may be root's alone, which the user reads then; what it writes is what its owners let it.
    "--inh-caps=-all,+dac_read_search", "--ambient-caps=+dac_read_search", "--bounding-set=-all,+dac_read_search",
)  # fmt: skip


def own_folders() -> set[str]:
    """Return the folders that the image makes for its user."""
    home = re.findall(r"--home-dir (\S+) --create-home", LAST["RUN"])
    made = re.findall(r"install --directory --owner=gunbai --group=gunbai --mode=0700 (\S+)", LAST["RUN"])
    return {*home, *made}


def mounts(name: str) -> dict[str, str]:
    """Return the volume that a service has at each path."""
    return {path: volume for volume, path in (place.split(":")[:2] for place in SERVICES[name]["volumes"])}


@pytest.mark.parametrize("name", REFEREES)
def test_every_volume_of_a_referee_is_its_users(name: str) -> None:
    assert mounts(name).keys() <= own_folders()


@pytest.fixture
def volumes() -> Iterator[Path]:
    """Yield a folder with the new volumes of the referees, each owned as its folder in the image."""
    if os.getuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root makes folders for another user, and runs as one with setpriv")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        for name in REFEREES:
            for path, volume in mounts(name).items():
                made = Path(folder) / volume
                made.mkdir(mode=0o700 if path in own_folders() else 0o755, exist_ok=True)
                if path in own_folders():
                    os.chown(made, USER, USER)
        yield Path(folder)


def environment_of(name: str, volumes: Path, **changed: str) -> dict[str, str]:
    """Return the environment of a referee, with the volumes where they are here."""
    settings: Mapping[str, str] = SERVICES[name]["environment"]
    environment = {**settings, **changed, "PATH": os.environ["PATH"], "HOME": "/"}
    for path, volume in mounts(name).items():
        environment = {variable: value.replace(path, str(volumes / volume)) for variable, value in environment.items()}
    return environment


@asynccontextmanager
async def container(name: str, volumes: Path, store: str) -> AsyncIterator[dict[str, str]]:
    """Yield the environment of a referee that runs as in its container, on one server of NATS and on free ports."""
    environment = environment_of(
        name, volumes, GUNBAI_SERVE_STORE=store, GUNBAI_SERVE_STORE_MONITOR="", GUNBAI_SERVE_STORE_REPLICAS="1",
        GUNBAI_SERVE_ACCEPT_LOSS="true", GUNBAI_SERVE_PORT=str(free_port()),
        GUNBAI_SERVE_METRICS=f"127.0.0.1:{free_port()}", GUNBAI_SERVE_PROBES=f"127.0.0.1:{free_port()}",
    )  # fmt: skip
    process = await asyncio.create_subprocess_exec(
        *AS_USER, sys.executable, "-m", "referee", *SERVICES[name]["command"],
        stdout=PIPE, stderr=PIPE, cwd=code.ROOT, env=environment,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        assert line, (await process.stderr.read()).decode()
        yield environment
    finally:
        await stop(process, signal.SIGKILL)


async def test_the_referees_of_compose_start_on_new_volumes_and_their_health_is_good(
    volumes: Path, tmp_path: Path
) -> None:
    with broker(tmp_path) as store:
        async with container("referee1", volumes, store) as first, container("referee2", volumes, store) as second:
            for environment in (first, second):
                healthy = await asyncio.create_subprocess_exec(
                    *AS_USER, sys.executable, "-m", "clients.cli", "server", "status", "--json",
                    cwd=code.ROOT, env=environment, stdout=PIPE,
                )  # fmt: skip
                printed, _ = await asyncio.wait_for(healthy.communicate(), PATIENCE)
                assert healthy.returncode == 0, printed
                assert b'"behind":0' in printed
