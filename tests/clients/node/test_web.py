"""A client in JavaScript with the libraries of connectrpc.com plays over HTTP/1.1, by each of their protocols."""

from __future__ import annotations

import asyncio
import json
import shutil
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path

import grpc_tools
import pytest
import pytest_asyncio
from google.rpc import error_details_pb2
from grpc_tools import protoc

from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT, VerifyGameRequest
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED
from lab.connect_client import web
from lab.patience import PATIENCE
from lab.toy_service import House
from titles.catalogue import newest

PROTOS = Path(__file__).parents[3] / "protos"
NODE = shutil.which("node")


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with web(tmp_path) as (house, _):
        yield house


@pytest.fixture(scope="session")
def descriptors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return what the protocol compiler makes of all our protos and the details of errors."""
    google = Path(str(error_details_pb2.__file__)).parents[2]
    sources = sorted(str(path.relative_to(PROTOS)) for path in PROTOS.rglob("*.proto"))
    file = tmp_path_factory.mktemp("descriptors") / "gunbai.binpb"
    folders = [f"-I{folder}" for folder in (PROTOS, google, Path(grpc_tools.__file__).parent / "_proto")]
    options = [*folders, "--include_imports", f"--descriptor_set_out={file}"]
    assert protoc.main(["protoc", *options, *sources, "google/rpc/error_details.proto"]) == 0
    return file


@pytest.mark.parametrize(
    ("protocol", "title"),
    [
        ("connect-json", "infludance_duel"),
        pytest.param("grpc-web", "infludance_duel", marks=pytest.mark.long),
        pytest.param("connect", "titan_race", marks=pytest.mark.long),
        pytest.param("connect-json", "shogun", marks=pytest.mark.long),
    ],
)
async def test_a_client_of_the_protocols_own_libraries_plays_and_watches_a_game(
    node_client: Path, house: House, descriptors: Path, protocol: str, title: str
) -> None:
    seats = newest(title).rules.seats[0]
    command = [str(NODE), "web.mjs", protocol, f"http://{house.connect}", title, str(seats), str(descriptors)]
    process = await asyncio.create_subprocess_exec(*command, cwd=node_client, stdout=PIPE, stderr=PIPE)
    printed, problem = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 0, problem.decode()
    played = json.loads(printed)
    assert played["status"] == GAME_STATUS_FINISHED
    assert played["refused"].startswith(f"{newest(title).code}-")
    assert played["watched"] == played["entries"] > played["moves"] >= seats
    assert played["missing"] == ["NotFound", "GAME_NOT_FOUND"]
    assert played["late"] == "DeadlineExceeded"
    assert played["health"] == "SERVING"
    verified = [answer async for answer in house.audit.VerifyGame(VerifyGameRequest(game=played["game"]))]
    assert verified[-1].verification.verdict == VERDICT_CONSISTENT
