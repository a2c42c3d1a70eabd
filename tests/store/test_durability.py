"""Why a stream may lose what it acknowledged: its replicas, and whether each of its servers syncs first."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from nats.js.api import ClusterInfo, PeerInfo, StorageType, StreamConfig, StreamInfo, StreamState

from store.jetstream.durability import doubts


@contextmanager
def monitor(name: str, config: dict[str, object]) -> Iterator[str]:
    """Run the monitoring port of a server."""

    class Said(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/varz" else 404)
            self.end_headers()
            self.wfile.write(json.dumps({"server_name": name, "jetstream": {"config": config}}).encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Said) as server:
        running = threading.Thread(target=server.serve_forever, args=(0.01,))
        running.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            running.join()


def stream(*servers: str, replicas: int = 3, storage: StorageType = StorageType.FILE) -> StreamInfo:
    config = StreamConfig(storage=storage, num_replicas=replicas)
    cluster = ClusterInfo(leader=servers[0], replicas=[PeerInfo(name=name) for name in servers[1:]])
    return StreamInfo(config, StreamState(0, 0, 0, 0, 0), cluster=cluster if servers[0] else None)


async def test_of_three_servers_that_sync_first_nothing_is_doubted() -> None:
    with ExitStack() as running:
        ports = [running.enter_context(monitor(name, {"sync_always": True})) for name in "abc"]
        assert await doubts(stream("a", "b", "c"), ports) == []


@pytest.mark.parametrize("config", [{}, {"sync_always": False}])
async def test_a_server_that_syncs_later_is_named(config: dict[str, object]) -> None:
    with monitor("a", config) as port:
        assert await doubts(stream("a"), [port]) == [f"the server at {port} does not have `sync_interval: always`"]


async def test_servers_of_which_nothing_is_heard_are_named() -> None:
    with monitor("a", {"sync_always": True}) as port:
        assert await doubts(stream("a", "c", "b"), [port]) == [
            "nothing says when these servers sync: b, c; name their monitoring ports"
        ]


async def test_servers_are_named_while_they_have_no_leader() -> None:
    info = replace(stream("a"), cluster=ClusterInfo(leader=None, replicas=[PeerInfo(name="b"), PeerInfo(name="a")]))
    expected = ["nothing says when these servers sync: a, b; name their monitoring ports"]
    assert await doubts(info) == expected
    assert await doubts(replace(stream("a"), cluster=ClusterInfo(leader="a", replicas=None))) == [
        "nothing says when these servers sync: a; name their monitoring ports"
    ]


async def test_of_a_stream_that_does_not_tell_its_replicas_one_is_counted() -> None:
    (few, _) = await doubts(replace(stream(""), config=StreamConfig(storage=StorageType.FILE, num_replicas=None)))
    assert few == "the stream has None of the 3 replicas that it needs"


async def test_without_a_monitoring_port_nothing_is_known() -> None:
    assert await doubts(stream("")) == ["nothing says when the server syncs; name its monitoring port"]
    (silent,) = await doubts(stream("a"))
    assert silent == "nothing says when these servers sync: a; name their monitoring ports"


@pytest.mark.parametrize("port", ["http://127.0.0.1:1", "127.0.0.1:8222"])
async def test_a_monitoring_port_that_says_nothing_is_named(port: str) -> None:
    (doubt,) = await doubts(stream(""), [port])
    assert doubt.startswith(f"the server at {port} does not say when it syncs: ")


async def test_a_stream_in_memory_or_with_too_few_replicas_is_doubted() -> None:
    with monitor("a", {"sync_always": True}) as port:
        assert await doubts(stream("a", replicas=2, storage=StorageType.MEMORY), [port]) == [
            "the stream is in memory, not in files",
            "the stream has 2 of the 3 replicas that it needs",
        ]
