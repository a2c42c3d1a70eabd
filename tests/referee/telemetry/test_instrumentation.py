"""Metrics and traces: calls, rulings and writes by title, step and clause; nothing names a game or a player."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans, Span
from prometheus_client.parser import text_string_to_metric_families
from typer.testing import CliRunner

from bench.ports import free_port
from gunbai.infludance_duel.v1 import commands_pb2 as commands
from gunbai.referee.v1 import lobby_pb2, record_pb2
from gunbai.referee.v1.referee_pb2 import SubmitRequest
from lab.toy_games import NAME, TITLES, bid, started, store_with
from lab.toy_service import House, Match, bearer, failure
from referee.__main__ import app
from referee.calls.observer import Observer
from referee.game.entries import packed
from referee.records.changes import Changes
from referee.records.games import Games
from referee.telemetry import TelemetrySettings
from referee.telemetry.instrumentation import ObservedSubmit
from referee.telemetry.traces import Traces
from tests.referee.attacks.test_restores import moved
from tests.referee.in_process import served_inside
from tools import code

LABELS = {"call", "code", "reason", "title", "step", "clause", "le", "version", "generation"}


@asynccontextmanager
async def serving(folder: Path, collector: str = "", traced: float = 1) -> AsyncIterator[tuple[House, int]]:
    """Yield a service with metrics, and their port; it has stopped in order when the block is left."""
    await asyncio.to_thread(folder.mkdir, exist_ok=True)
    metrics = free_port()
    async with served_inside(folder, TelemetrySettings(("127.0.0.1", metrics), collector, traced)) as service:
        house = House(service.address)
        yield house, metrics
        await house.channel.close()


def exposed(port: int) -> str:
    with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        text: str = answer.read().decode()
        return text


async def read(port: int) -> dict[str, dict[tuple[str, ...], float]]:
    """Return the samples of all metrics by name, by the values of their labels in the order of the labels' names."""
    samples: dict[str, dict[tuple[str, ...], float]] = {}
    for family in text_string_to_metric_families(await asyncio.to_thread(exposed, port)):
        for sample in family.samples:
            assert sample.labels.keys() <= LABELS
            samples.setdefault(sample.name, {})[tuple(value for _, value in sorted(sample.labels.items()))] = (
                sample.value
            )
    return samples


@contextmanager
def collecting() -> Iterator[tuple[str, list[ResourceSpans]]]:
    """Yield the address of a collector, and what it got."""
    received: list[ResourceSpans] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["content-length"]))
            if self.headers.get("content-encoding") == "gzip":
                import gzip

                content = gzip.decompress(content)
            received.extend(ExportTraceServiceRequest.FromString(content).resource_spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/traces", received
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def spans_in(received: Sequence[ResourceSpans]) -> list[Span]:
    """Return the spans that a collector got, in order."""
    return [span for spans in received for scope in spans.scope_spans for span in scope.spans]


async def refused_clause(match: Match) -> str:
    """Have a move refused, and return its clause."""
    seat = await match.asked_seat() or 0
    expected = (await match.legal(seat)).expected_version
    request = match.request(commands.Step(heading=commands.HEADING_FORWARD), expected)
    return (await match.send(seat, request)).refused.clause


async def test_calls_rulings_and_writes_are_counted(tmp_path: Path) -> None:
    async with serving(tmp_path) as (house, port):
        match = await house.start("infludance_duel")
        clause = await refused_clause(match)
        await moved(match)
        assert clause
        assert (await failure(house.lobby.GetGame(lobby_pb2.GetGameRequest(game="none")))).reason == "GAME_NOT_FOUND"
        samples = await read(port)
    rulings = samples["gunbai_rulings_total"]
    assert {(broken, title): count for (broken, _, title), count in rulings.items()} == {
        ("", "infludance_duel"): 1, (clause, "infludance_duel"): 1
    }  # fmt: skip
    assert all(re.fullmatch("[A-Z][A-Za-z]+", step) for _, step, _ in rulings)
    calls = samples["gunbai_calls_total"]
    assert (calls["Submit", "OK"], calls["CreateGame", "OK"], calls["GetGame", "NOT_FOUND"]) == (2, 1, 1)
    assert samples["gunbai_failures_total"] == {("GetGame", "GAME_NOT_FOUND"): 1}
    assert samples["gunbai_call_seconds_count"]["Submit", "OK"] == 2
    assert sum(samples["gunbai_ruling_seconds_count"].values()) == 2
    assert samples["gunbai_append_seconds_count"][()] >= 1
    assert samples["gunbai_hot_games"] == {(): 1}
    assert samples["gunbai_open_calls"] == {(): 0}
    assert samples["gunbai_database_bytes"][()] > 0
    assert samples["gunbai_disk_free_bytes"][()] > 0
    assert samples["process_resident_memory_bytes"][()] > 0


class Rulings(Observer):
    """The rulings that an observer heard of."""

    def __init__(self) -> None:
        self.counted = list[tuple[str, str, str]]()

    def ruled(self, title: str, step: str, clause: str, span: tuple[int, int]) -> None:
        assert 0 < span[0] <= span[1]
        self.counted.append((title, step, clause))


async def test_a_ruling_names_the_step_that_a_command_answered_and_the_clause_that_it_breaks() -> None:
    games, rulings = Games(await store_with(started()), TITLES), Rulings()
    submit = ObservedSubmit(Changes(games), [rulings])
    game = await games.game(NAME)
    for actor, move in (bid(1, 9), bid(1, 1), bid(2, 2)):
        expected = game.expected(actor)
        sent = SubmitRequest(game=NAME, command_id=str(move), expected_version=expected, command=packed(move))
        ruling = await submit(actor, sent)
        assert type(game.step).__name__ == "LayBids"
        game = ruling.game
    assert type(game.step).__name__ != "LayBids"
    assert rulings.counted == [("lantern_night", "LayBids", clause) for clause in ("LN-1", "", "")]


def test_spans_are_those_of_gunbai_and_name_what_was_ruled() -> None:
    with collecting() as (address, sent):
        traces = Traces(address, 1)
        traces.ruled("lantern_night", "LayBids", "LN-2", (1, 3))
        traces.ruled("lantern_night", "LayBids", "", (4, 5))
        traces.stored((2, 3))
        traces.end()
    (resource,) = sent
    named = {attribute.key: attribute.value.string_value for attribute in resource.resource.attributes}
    assert named == {"service.name": "gunbai", "service.version": version("gunbai")}
    refused, accepted, stored = spans_in(sent)
    spans = [(span.name, span.start_time_unix_nano, span.end_time_unix_nano) for span in (refused, accepted, stored)]
    assert spans == [("ruling", 1, 3), ("ruling", 4, 5), ("append", 2, 3)]
    facts = {attribute.key: attribute.value for attribute in refused.attributes}
    assert (facts["gunbai.step"].string_value, facts["gunbai.clause"].string_value) == ("LayBids", "LN-2")
    assert not facts["gunbai.accepted"].bool_value
    assert {attribute.key: attribute.value for attribute in accepted.attributes}["gunbai.accepted"].bool_value


async def test_metrics_name_no_game_no_player_and_no_token(tmp_path: Path) -> None:
    """A label that anybody could fill would grow the memory of the service, and of Prometheus."""
    async with serving(tmp_path) as (house, port):
        sizes, match = [], await house.start("infludance_duel")
        for number in range(3):
            match = await house.start("infludance_duel")
            await moved(match)
            await failure(house.lobby.GetGame(lobby_pb2.GetGameRequest(game=f"none{number}")))
            sizes.append({name: len(samples) for name, samples in (await read(port)).items()})
        text = await asyncio.to_thread(exposed, port)
        secrets = [match.id, match.host, *filter(None, match.tokens.values()), "none2", "player 1"]
    assert [secret for secret in secrets if secret in text] == []
    assert sizes[1] == sizes[2]


async def test_a_span_of_a_call_has_its_ruling_and_its_write(tmp_path: Path) -> None:
    with collecting() as (address, received):
        async with serving(tmp_path, address) as (house, _):
            match = await house.start("infludance_duel")
            seat = await match.asked_seat() or 0
            legal = await match.legal(seat)
            request = match.request(legal.commands[0].command, legal.expected_version)
            sent = (*bearer(match.tokens[seat]), ("traceparent", f"00-{'ab' * 16}-{'cd' * 8}-00"))
            assert (await house.referee.Submit(request, metadata=sent)).ruling.HasField("accepted")
            await failure(house.lobby.GetGame(lobby_pb2.GetGameRequest(game="none")))
            assert await match.entries()
            stream = house.record.ReadEntries(record_pb2.ReadEntriesRequest(game="none"))
            await failure(stream.read())
            secrets = [match.host, *filter(None, match.tokens.values()), "player 1", "127.0.0.1"]
    spans = spans_in(received)
    (call,) = [span for span in spans if span.name == "Submit"]
    assert call.trace_id.hex() == "ab" * 16
    assert call.parent_span_id.hex() == "cd" * 8
    names = {attribute.key: attribute.value.string_value for attribute in call.attributes}
    assert names["gunbai.game"] == match.id
    assert re.fullmatch("[0-9a-f]{12}", names["gunbai.client"])
    children = {span.name: span for span in spans if span.parent_span_id == call.span_id}
    assert children.keys() == {"ruling", "append"}
    facts = {attribute.key: attribute.value for attribute in children["ruling"].attributes}
    assert facts["gunbai.title"].string_value == "infludance_duel"
    assert facts["gunbai.accepted"].bool_value
    assert call.start_time_unix_nano <= children["ruling"].start_time_unix_nano
    assert children["append"].end_time_unix_nano <= children["ruling"].end_time_unix_nano <= call.end_time_unix_nano
    for name in ("GetGame", "ReadEntries"):
        (failed,) = [span for span in spans if span.name == name and "gunbai.reason" in str(span)]
        notes = {attribute.key: attribute.value for attribute in failed.attributes}
        assert notes["gunbai.reason"].string_value == "GAME_NOT_FOUND"
        assert notes["rpc.grpc.status_code"].int_value == 5
        assert 0 < failed.start_time_unix_nano <= failed.end_time_unix_nano
    assert len([span for span in spans if span.name == "ReadEntries"]) == 2
    assert [secret for secret in secrets if any(secret in str(span) for span in spans)] == []


async def test_of_a_share_of_none_no_span_is_sent_and_a_collector_that_is_gone_fails_no_call(tmp_path: Path) -> None:
    with collecting() as (address, received):
        async with serving(tmp_path / "a", address, 0) as (house, _):
            await moved(await house.start("infludance_duel"))
    assert received == []
    await asyncio.to_thread((tmp_path / "b").mkdir)
    words = ["--port", "0", "--json", "--database", str(tmp_path / "b" / "games.sqlite"), "--traces", address]
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "referee", "serve", *words,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, cwd=code.ROOT,
    )  # fmt: skip
    assert child.stdout is not None
    house = House(json.loads(await child.stdout.readline())["address"])
    await moved(await house.start("infludance_duel"))
    await house.channel.close()
    child.terminate()
    _, printed = await child.communicate()
    assert child.returncode == 0
    assert [json.loads(line)["event"] for line in printed.splitlines()].count("traces_unsent") == 1


async def test_a_service_that_measures_nothing_loads_neither_library() -> None:
    loaded = "import sys, referee.running; print([m for m in sys.modules if 'prometheus' in m or 'opentelemetry' in m])"
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", loaded, stdout=asyncio.subprocess.PIPE, cwd=code.ROOT
    )
    printed, _ = await child.communicate()
    assert printed.strip() == b"[]"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--metrics", "9464"), "--metrics takes HOST:PORT"),
        (("--traces", "127.0.0.1:4317"), "--traces takes an address such as http://"),
        (("--trace-share", "2"), "not in the range 0<=x<=1"),
    ],
)
def test_what_is_measured_takes_addresses(words: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    ended = CliRunner().invoke(app, ["serve", "--database", str(database), *words])
    assert ended.exit_code == 2
    assert reason in " ".join(ended.output.replace("│", " ").split())
    assert not database.exists()


async def test_a_port_that_is_taken_stops_the_start(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, port):
        words = ["--port", "0", "--metrics", f"127.0.0.1:{port}", "--database", str(tmp_path / "other.sqlite")]
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "referee", "serve", *words, stderr=asyncio.subprocess.PIPE, cwd=code.ROOT
        )
        _, printed = await child.communicate()
        assert child.returncode == 1
        assert b"gunbai serve: " in printed
        assert b"Address already in use" in printed


async def test_the_page_of_monitoring_names_every_metric_of_ours(tmp_path: Path) -> None:
    page = (code.ROOT / "docs" / "monitoring.md").read_text(encoding="utf-8")
    table = page.partition("## Metrics\n")[2].partition("## Traces\n")[0]
    named = set(re.findall(r"`(gunbai_\w+)`", table)) - {
        "gunbai_certificate_expires_seconds", "gunbai_stream_behind_messages", "gunbai_stream_copies",
        "gunbai_log_leaves", "gunbai_log_witnessed_leaves",
    }  # fmt: skip
    async with serving(tmp_path) as (_, port):
        text = await asyncio.to_thread(exposed, port)
    families = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE gunbai_")}
    assert {name for name in families if not name.endswith("_created")} == named
