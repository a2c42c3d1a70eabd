"""Prometheus itself reads a referee as deploy/ says: the queries of board and alerts find what was measured."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import grpc
import pytest
import yaml

from bench.ports import free_port
from gunbai.liars_dice.v1.commands_pb2 import MakeBid
from gunbai.referee.v1 import lobby_pb2
from lab.patience import PATIENCE
from lab.service_process import running, stop
from lab.toy_service import House
from tests.deploy.test_deploy import DEPLOY, document, queries

PROGRAM = shutil.which("prometheus")
INTERVAL = "$__rate_interval"
"""For which Grafana puts a time that has a few readings."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(PROGRAM is None, reason="Prometheus is not installed: `apt-get install prometheus`"),
]


class Prometheus:
    """A Prometheus that can be asked."""

    def __init__(self, address: str) -> None:
        self._address = address

    def answer(self, path: str, **parameters: str) -> dict[str, Any]:
        """Return its answer. Raises HTTPError for a query that is none."""
        with urlopen(f"http://{self._address}/api/v1/{path}?{urlencode(parameters)}") as response:  # a port of ours
            data: dict[str, Any] = json.load(response)["data"]
            return data

    def samples(self, query: str) -> list[Mapping[str, Any]]:
        """Return the series of a query."""
        samples: list[Mapping[str, Any]] = self.answer("query", query=query.replace(INTERVAL, "1m"))["result"]
        return samples

    def alerts(self) -> set[str]:
        """Return the names of the alerts that wait or fire."""
        return {alert["labels"]["alertname"] for alert in self.answer("alerts")["alerts"]}


@asynccontextmanager
async def prometheus(folder: Path, metrics: int) -> AsyncIterator[Prometheus]:
    """Yield a Prometheus with the configuration of deploy/ that reads one referee here, every second."""
    settings = document("prometheus.yml")
    settings["global"] = {"scrape_interval": "1s", "evaluation_interval": "1s"}
    settings["scrape_configs"][0]["static_configs"][0]["targets"] = [f"127.0.0.1:{metrics}"]
    (folder / "prometheus.yml").write_text(yaml.safe_dump(settings))
    shutil.copy(DEPLOY / "alerts.yml", folder)
    address = f"127.0.0.1:{free_port()}"
    command = [f"--config.file={folder / 'prometheus.yml'}", f"--storage.tsdb.path={folder / 'kept'}"]
    with (folder / "prometheus.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            str(PROGRAM), *command, f"--web.listen-address={address}", stderr=log
        )
    try:
        made = Prometheus(address)
        await until(lambda: made.samples("up") != [])
        yield made
    finally:
        process.kill()
        await process.wait()


async def until(held: Callable[[], bool]) -> None:
    """Wait until something holds; Prometheus may not answer yet. Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE):
        for _ in count():
            try:
                if await asyncio.to_thread(held):
                    return
            except URLError:
                pass
            await asyncio.sleep(0.2)


def tells_of_trouble(query: str) -> bool:
    """Return whether a query finds nothing while all is well: it is one of an alert."""
    return query in {rule["expr"] for group in document("alerts.yml")["groups"] for rule in group["rules"]}


async def played(house: House) -> None:
    """Make what the board shows: a move, one that breaks a clause, and a call that fails."""
    match = await house.start("liars_dice", 2)
    seat = await match.asked_seat()
    assert seat is not None
    assert (await match.submit(seat, MakeBid(quantity=1, face=2))).HasField("accepted")
    assert (await match.submit(3 - seat, MakeBid(quantity=1, face=2))).HasField("refused")
    with pytest.raises(grpc.aio.AioRpcError):
        await house.lobby.GetGame(lobby_pb2.GetGameRequest(game="none"))


async def test_every_query_of_the_board_and_of_the_alerts_finds_what_a_referee_measured(tmp_path: Path) -> None:
    port, metrics = free_port(), free_port()
    async with (
        running(tmp_path, port, "--metrics", f"127.0.0.1:{metrics}") as referee,
        prometheus(tmp_path, metrics) as server,
    ):
        house = House(f"127.0.0.1:{port}")
        has_answer: dict[str, bool] = {}
        async with asyncio.timeout(PATIENCE):
            # A rate needs two readings, and there is one each second.
            while not all(has_answer.values()) or not has_answer:
                await played(house)
                await asyncio.sleep(1)
                has_answer = {query: bool(server.samples(query)) or tells_of_trouble(query) for query in queries()}
        assert "RefereeDown" not in server.alerts()
        await house.channel.close()
        await stop(referee)
        await until(lambda: "RefereeDown" in server.alerts())


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed: it comes with Prometheus")
def test_the_configuration_and_the_alerts_are_those_of_prometheus() -> None:
    for kind, file in (("config", "prometheus.yml"), ("rules", "alerts.yml")):
        ended = subprocess.run(
            ["promtool", "check", kind, file], cwd=DEPLOY, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 0, ended.stderr
