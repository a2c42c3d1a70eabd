"""What is shown to Prometheus of each thing that a watch is told, and of what a service has now."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from cryptography import x509
from prometheus_client import CollectorRegistry

from referee.calls.observer import Observer
from referee.probes.service_state import backed_up_of
from referee.server import Settings, Tls
from referee.telemetry import TelemetrySettings
from referee.telemetry.instrumentation import Telemetry
from referee.telemetry.metrics import FAST, Metrics
from referee.telemetry.traces import QUIET_SECONDS, Complaints, Traces
from store.memory import MemoryStore
from tests.referee.test_commands import made as certified


def shown(registry: CollectorRegistry, beginning: str = "gunbai_") -> dict[tuple[str, ...], float]:
    """Return the samples by name and labels, each label as NAME=VALUE; when they were made is left out."""
    return {
        (sample.name, *(f"{name}={value}" for name, value in sample.labels.items())): sample.value
        for family in registry.collect()
        for sample in family.samples
        if sample.name.startswith(beginning) and not sample.name.endswith(("_created", "_bucket"))
    }


def told(metrics: Metrics) -> dict[tuple[str, ...], float]:
    return {key: value for key, value in shown(metrics.registry).items() if key[0] != "gunbai_release" and value}


def test_a_call_that_was_answered_is_counted_and_timed() -> None:
    metrics = Metrics()
    for seconds in (0.5, 0.25):
        metrics.answered("Submit", seconds)
    assert told(metrics) == {
        ("gunbai_calls_total", "call=Submit", "code=OK"): 2,
        ("gunbai_call_seconds_count", "call=Submit", "code=OK"): 2,
        ("gunbai_call_seconds_sum", "call=Submit", "code=OK"): 0.75,
    }


def test_a_call_that_failed_is_counted_and_timed_by_its_code() -> None:
    metrics = Metrics()
    metrics.failed("GetGame", "NOT_FOUND", "GAME_NOT_FOUND", 0.5)
    assert told(metrics) == {
        ("gunbai_calls_total", "call=GetGame", "code=NOT_FOUND"): 1,
        ("gunbai_failures_total", "call=GetGame", "reason=GAME_NOT_FOUND"): 1,
        ("gunbai_call_seconds_count", "call=GetGame", "code=NOT_FOUND"): 1,
        ("gunbai_call_seconds_sum", "call=GetGame", "code=NOT_FOUND"): 0.5,
    }


def test_a_ruling_is_counted_by_title_step_and_clause_and_timed_by_title_and_step() -> None:
    metrics = Metrics()
    metrics.ruled("shogun", "Bid", "SH-1", (1_000_000_000, 3_500_000_000))
    metrics.stored((2_000_000_000, 2_250_000_000))
    assert told(metrics) == {
        ("gunbai_rulings_total", "title=shogun", "step=Bid", "clause=SH-1"): 1,
        ("gunbai_ruling_seconds_count", "title=shogun", "step=Bid"): 1,
        ("gunbai_ruling_seconds_sum", "title=shogun", "step=Bid"): 2.5,
        ("gunbai_append_seconds_count",): 1,
        ("gunbai_append_seconds_sum",): 0.25,
    }


def test_durations_are_counted_from_half_a_millisecond_to_five_seconds() -> None:
    metrics = Metrics()
    metrics.answered("Submit", 0.002)
    samples = [sample for family in metrics.registry.collect() for sample in family.samples]
    bounds = {sample.labels["le"]: sample.value for sample in samples if sample.name == "gunbai_call_seconds_bucket"}
    assert bounds == {**{str(float(bound)): float(bound >= 0.002) for bound in FAST}, "+Inf": 1}


def test_submissions_to_witnesses_are_counted_by_their_outcome() -> None:
    metrics = Metrics()
    for outcome in ("cosigned", "unreachable", "cosigned"):
        metrics.submitted("north", outcome)
    assert told(metrics) == {
        ("gunbai_witness_submissions_total", "witness=north", "outcome=cosigned"): 2,
        ("gunbai_witness_submissions_total", "witness=north", "outcome=unreachable"): 1,
    }


def test_how_late_the_event_loop_was_is_counted() -> None:
    metrics = Metrics()
    metrics.lagged(0.25)
    assert told(metrics) == {("gunbai_event_loop_lag_seconds_count",): 1, ("gunbai_event_loop_lag_seconds_sum",): 0.25}


def test_the_release_the_process_and_the_collector_of_garbage_are_shown() -> None:
    metrics = Metrics()
    ((_, release),) = [key for key, value in shown(metrics.registry).items() if key[0] == "gunbai_release" and value]
    assert release.startswith("version=")
    assert shown(metrics.registry, "process_")[("process_resident_memory_bytes",)] > 0
    assert ("python_gc_collections_total", "generation=2") in shown(metrics.registry, "python_")


def test_what_is_shown_is_read_whenever_it_is_asked_for() -> None:
    metrics, values = Metrics(), iter((3, 5))
    metrics.show("gunbai_open_calls", "Calls that are open.", lambda: next(values))
    assert [told(metrics)[("gunbai_open_calls",)] for _ in range(2)] == [3, 5]


def test_metrics_are_served_until_they_are_ended() -> None:
    address, end = Metrics().serve("127.0.0.1", 0)
    try:
        assert address.startswith("127.0.0.1:")
        with urlopen(f"http://{address}/metrics") as answer:
            assert b"gunbai_release" in answer.read()
    finally:
        end()
    with pytest.raises(URLError):
        urlopen(f"http://{address}/metrics")


class TestTelemetry:
    """What measures a service, made of what is asked for."""

    def test_only_what_is_asked_for_watches(self) -> None:
        address = "http://127.0.0.1:1/v1/traces"
        for settings, kinds in (
            (TelemetrySettings(), []),
            (TelemetrySettings(metrics=("127.0.0.1", 0)), [Metrics]),
            (TelemetrySettings(collector=address), [Traces]),
            (TelemetrySettings(("127.0.0.1", 0), address), [Metrics, Traces]),
        ):
            telemetry = Telemetry(settings)
            assert [type(observer) for observer in telemetry.observers] == kinds
            telemetry.end()

    def test_without_metrics_nothing_is_shown(self, tmp_path: Path) -> None:
        Telemetry(TelemetrySettings()).show(service(), MemoryStore(), tmp_path / "games.sqlite", Settings())

    def test_what_a_service_has_now_is_shown(self, tmp_path: Path) -> None:
        shown_now, database = shown_of(tmp_path, None), tmp_path / "games.sqlite"
        assert shown_now() == {
            "gunbai_open_calls": 7, "gunbai_hot_games": 0, "gunbai_database_bytes": 0, "gunbai_ready": 1,
            "gunbai_store_reached": 1, "gunbai_store_durable": 0, "gunbai_damaged_games": 2,
            "gunbai_storage_damaged": 1,
            "gunbai_backup_seconds": 0, "gunbai_write_ahead_log_bytes": 0, "gunbai_storage_quota_bytes": 9,
        }  # fmt: skip
        database.write_bytes(bytes(10))
        assert shown_now()["gunbai_database_bytes"] == 10
        (tmp_path / "games.sqlite-wal").write_bytes(bytes(5))
        assert shown_now()["gunbai_database_bytes"] == 15
        assert shown_now()["gunbai_write_ahead_log_bytes"] == 5

    def test_how_far_the_log_is_witnessed_is_shown(self, tmp_path: Path) -> None:
        asking = service()
        asking.submissions = SimpleNamespace(leaves=9, witnessed=7)
        telemetry = Telemetry(TelemetrySettings(("127.0.0.1", 0)))
        telemetry.show(asking, MemoryStore(), tmp_path / "games.sqlite", Settings())
        telemetry.end()
        ((metrics),) = telemetry.observers
        assert isinstance(metrics, Metrics)
        value = metrics.registry.get_sample_value
        assert (value("gunbai_log_leaves"), value("gunbai_log_witnessed_leaves")) == (9, 7)

    def test_the_certificate_is_shown_with_its_end(self, tmp_path: Path) -> None:
        certificate, _ = certified(tmp_path, "one")
        end = x509.load_pem_x509_certificate(certificate.read_bytes()).not_valid_after_utc
        assert shown_of(tmp_path, certificate)()["gunbai_certificate_expires_seconds"] == end.timestamp()

    def test_the_metrics_say_where_they_are_read(self, lines: list[Any]) -> None:
        telemetry = Telemetry(TelemetrySettings(("127.0.0.1", 0)))
        telemetry.end()
        (line,) = lines
        assert (line["event"], line["log_level"]) == ("metrics_served", "info")
        assert line["address"].startswith("http://127.0.0.1:")
        assert line["address"].endswith("/metrics")

    def test_when_the_last_backup_was_made_is_shown(self, tmp_path: Path) -> None:
        backed_up_of(tmp_path / "games.sqlite").touch()
        assert shown_of(tmp_path, None)()["gunbai_backup_seconds"] > 1e9

    async def test_how_far_the_copy_is_behind_the_stream_is_shown(self, tmp_path: Path) -> None:
        class Streaming(MemoryStore):
            """A store as far as it says how its stream stands."""

            times_asked = 0

            async def copies(self) -> tuple[str, dict[str, bool]]:
                self.times_asked += 1
                return "n1", {"n1": True, "n2": True, "n3": False}

            async def progress(self) -> tuple[int, int]:
                return 5, 12

        telemetry = Telemetry(TelemetrySettings(("127.0.0.1", 0)))
        store = Streaming()
        telemetry.show(service(), store, tmp_path / "games.sqlite", Settings())
        telemetry.end()
        ((metrics),) = telemetry.observers
        assert isinstance(metrics, Metrics)
        values = await asyncio.to_thread(shown, metrics.registry, "gunbai_stream")
        assert values == {("gunbai_stream_behind_messages",): 7, ("gunbai_stream_copies",): 2}
        assert store.times_asked == 1

    async def test_the_store_tells_of_its_writes_and_is_the_same_in_all_else(self) -> None:
        class Writes(Observer):
            """The writes of which a store told."""

            def __init__(self) -> None:
                self.spans = list[tuple[int, int]]()

            def stored(self, span: tuple[int, int]) -> None:
                self.spans.append(span)

        class Appending(MemoryStore):
            """Keeps what it is asked to append."""

            appended: Any = None

            async def append(self, *arguments: Any, **options: Any) -> None:
                self.appended = arguments, options

        telemetry, writes, store = Telemetry(TelemetrySettings()), Writes(), Appending()
        telemetry.observers = [writes]
        stored = telemetry.store(store)
        put: Any = stored
        await put.append("game", 3, public=True)
        assert store.appended == (("game", 3), {"public": True})
        ((begun, ended),) = writes.spans
        assert 0 < begun <= ended
        assert await stored.every_game() == []


def service() -> Any:
    return SimpleNamespace(
        open_calls=7,
        hot_games=0,
        ready=True,
        reached=True,
        doubts=("no sync",),
        damaged=frozenset({"", "g", "h"}),
        submissions=None,
    )


def shown_of(folder: Path, certificate: Path | None) -> Any:
    """Return what reads what a service has now, but for the room on its disk, which there is."""
    telemetry = Telemetry(TelemetrySettings(("127.0.0.1", 0)))
    tls = Tls(certificate, certificate) if certificate else None
    telemetry.show(service(), MemoryStore(), folder / "games.sqlite", Settings(tls=tls, storage_quota_bytes=9))
    telemetry.end()
    ((metrics),) = telemetry.observers
    assert isinstance(metrics, Metrics)

    def now() -> dict[str, float]:
        values = {key[0]: value for key, value in shown(metrics.registry).items() if len(key) == 1}
        assert values.pop("gunbai_disk_free_bytes") > 0
        return {name: value for name, value in values.items() if not name.startswith(("gunbai_append", "gunbai_event"))}

    return now


def test_that_a_collector_takes_nothing_is_said_once_a_minute(lines: list[Any]) -> None:
    complaints, counts = Complaints(), []
    for at in (0, 1, QUIET_SECONDS - 1, QUIET_SECONDS, QUIET_SECONDS + 1):
        record = logging.makeLogRecord({"levelno": logging.WARNING, "msg": "the address of a collector"})
        record.created = at
        complaints.handle(record)
        counts.append(len(lines))
    assert counts == [1, 1, 1, 2, 2]
    assert lines[0] == {
        "event": "traces_unsent",
        "problem": "the collector rejects them",
        "log_level": "warning",
    }
    assert complaints.level == logging.WARNING
