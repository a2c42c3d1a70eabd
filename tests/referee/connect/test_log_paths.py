"""The paths of the transparency log over HTTP: those of c2sp.org/tlog-tiles and no others, read only."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from google.protobuf.duration_pb2 import Duration
from google.rpc.error_details_pb2 import RetryInfo
from google.rpc.status_pb2 import Status

from gunbai.referee.v1 import log_pb2 as pb
from gunbai_record.checkpoint import Checkpoint
from gunbai_record.note import Note
from gunbai_record.tree import leaf_hash, root_of
from lab.connect_client import Web, web
from lab.toy_service import House, serving
from referee.access.quotas import Limits
from referee.connect.call import peer_named
from referee.connect.log_paths import Fetch, asked_for, failure_of
from referee.records.log_leaves import leaf
from referee.server import Web as ConnectAt
from store.memory import MemoryStore
from tests.store.store_values import entries, opening, summary

SIZE = 259


@pytest_asyncio.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[House, Web]]:
    """Yield a service whose log has 259 leaves: a full tile and one of three."""
    store = MemoryStore()
    leaves = [leaf("created", "g", number, bytes(32)) for number in range(SIZE)]
    await store.create(opening("g"), entries(1, 1), [], summary("g"), leaves=leaves)
    async with serving(store, tmp_path, connect=ConnectAt()) as house:
        yield house, Web(house.connect)


@pytest.mark.parametrize(
    ("path", "tile"),
    [
        ("/tile/0/000", pb.ReadTileRequest()),
        ("/tile/7/x001/x234/067", pb.ReadTileRequest(level=7, index=1234067)),
        ("/tile/1/x012/003.p/255", pb.ReadTileRequest(level=1, index=12003, width=255)),
        ("/tile/entries/000.p/1", pb.ReadTileRequest(width=1, entries=True)),
        ("/tile/63/x999/x999/x999/x999/x999/999", pb.ReadTileRequest(level=63, index=10**18 - 1)),
    ],
)
def test_a_path_is_a_tile(path: str, tile: pb.ReadTileRequest) -> None:
    request = asked_for(path)
    assert request is not None
    assert (request.call, request.request) == ("ReadTile", tile)


@pytest.mark.parametrize(
    "path",
    [
        "/tile",
        "/tile/0",
        "/tile/0/0",
        "/tile/00/000",
        "/tile/-1/000",
        "/tile/100/000",
        "/tile/0/x000/001",
        "/tile/0/001/001",
        "/tile/0/x001",
        "/tile/0/001.p/",
        "/tile/0/001.p/0",
        "/tile/0/001.p/01",
        "/tile/0/001.p/1000",
        "/tile/0/001/",
        "/tile/0/001\n",
        "/tile/0/٠٠١",
        "/tile/data/000",
        "/tile/0/x999/x999/x999/x999/x999/x999/999",
        "/checkpoint/",
        "//checkpoint",
        "/log/checkpoint",
    ],
)
async def test_a_path_that_is_written_otherwise_is_none_of_the_log(path: str) -> None:
    assert asked_for(path) is None


def test_who_comes_over_a_socket_of_this_machine_has_no_address() -> None:
    assert Fetch({"client": None, "headers": []}).peer() == peer_named("", 0)
    assert Fetch({"client": ("192.0.2.7", 5), "headers": []}).peer() == "ipv4:192.0.2.7:5"
    assert [*Fetch({"client": None, "headers": [(b"a", b"b")]}).invocation_metadata()] == [("a", "b")]


async def test_the_log_is_read_over_http(both: tuple[House, Web]) -> None:
    house, client = both
    fetched = await client.get("/checkpoint")
    assert fetched.status == 200
    assert (fetched.headers["content-type"], fetched.headers["cache-control"]) == (
        "text/plain; charset=utf-8",
        "no-cache",
    )
    answer = await house.log.GetCheckpoint(pb.GetCheckpointRequest())
    assert fetched.body.decode() == answer.checkpoint.note
    checkpoint = Checkpoint.parse(Note.parse(fetched.body.decode()).text)
    hashes, hashed = b"", b""
    for number, part in (("000", ""), ("001", ".p/3")):
        for level in ("0", "entries"):
            tile = await client.get(f"/tile/{level}/{number}{part}")
            assert (tile.status, tile.headers["content-type"]) == (200, "application/octet-stream")
            assert tile.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert int(tile.headers["content-length"]) == len(tile.body)
            if level == "0":
                hashes += tile.body
            else:
                hashed += tile.body
    bundled = [hashed[start + 2 : start + 34] for start in range(0, len(hashed), 34)]
    leaves = [hashes[start : start + 32] for start in range(0, len(hashes), 32)]
    assert [*map(leaf_hash, bundled)] == leaves
    assert (checkpoint.size, checkpoint.root) == (SIZE, root_of(leaves))
    assert (await client.get("/tile/1/000.p/1")).body == root_of(leaves[:256])
    assert (await client.get("/tile/0/000.p/7")).body == hashes[: 7 * 32], "a part of a tile that is full by now"


async def test_what_the_log_does_not_have_is_not_found_and_not_kept(both: tuple[House, Web]) -> None:
    _, client = both
    for path in ("/tile/0/001", "/tile/0/001.p/4", "/tile/1/000", "/tile/8/000", "/tile/0/000.p/256", "/tile/0/002"):
        answer = await client.get(path)
        assert (answer.status, answer.headers["cache-control"]) == (404, "no-store"), path
        assert answer.value["code"] == "invalid_argument"
    assert (await client.get("/tile/0/1")).status == 404


async def test_the_log_is_only_read(both: tuple[House, Web]) -> None:
    _, client = both
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        for path in ("/checkpoint", "/tile/0/000"):
            answer = await client.get(path, method)
            assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")
    whole, head = await client.get("/tile/0/000"), await client.get("/tile/0/000", "HEAD")
    assert (head.status, head.body, head.headers["content-length"]) == (200, b"", "8192")
    assert head.headers["cache-control"] == whole.headers["cache-control"]


async def test_a_page_of_an_origin_that_was_allowed_reads_the_log(tmp_path: Path) -> None:
    async with web(tmp_path, "https://a.example") as (_, client):
        allowed = await client.get("/checkpoint", origin="https://a.example")
        assert (allowed.status, allowed.headers["access-control-allow-origin"]) == (200, "https://a.example")
        assert (await client.get("/checkpoint", origin="https://b.example")).status == 403
        assert (await client.get("/checkpoint")).headers["vary"] == "origin", "for caches that pages share"


async def test_fetching_counts_against_the_quota_of_a_peer(tmp_path: Path) -> None:
    async with web(tmp_path, limits=Limits(calls_per_second=0.2, loopback=True)) as (_, client):
        answers = [await client.get("/checkpoint") for _ in range(3)]
        assert [answer.status for answer in answers] == [200, 200, 429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert answers[-1].headers["cache-control"] == "no-store"


@pytest.mark.parametrize(("code", "status"), [(3, 404), (8, 429), (14, 503), (13, 500), (15, 500)])
def test_a_failure_has_the_status_of_http_that_it_is(code: int, status: int) -> None:
    failed = Status(code=code, message="why")
    failed.details.add().Pack(RetryInfo(retry_delay=Duration(nanos=5)))
    turned = failure_of(failed)
    assert (turned.status, turned.message) == (status, "why")
    assert turned.headers == [(b"cache-control", b"no-store"), (b"retry-after", b"1")]
