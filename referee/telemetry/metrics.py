"""A service's metrics for Prometheus, on a port of their own."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

from referee.calls.observer import Observer

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
"""The upper bounds of the counted durations, in seconds."""


class Metrics(Observer):
    """A service's counts. Every label has few values: calls, codes, reasons, titles, steps and clauses."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._calls = Counter("gunbai_calls", "Finished calls, by status.", ["call", "code"], registry=self.registry)
        self._reasons = Counter("gunbai_failures", "Failed calls.", ["call", "reason"], registry=self.registry)
        self._seconds = self._timing("gunbai_call_seconds", "Duration of calls, by status.", ["call", "code"])
        self._rulings = Counter(
            "gunbai_rulings", "Rulings; the clause is empty for accepted commands.",
            ["title", "step", "clause"], registry=self.registry,
        )  # fmt: skip
        self._ruling = self._timing(
            "gunbai_ruling_seconds", "Duration of rulings, including the write.", ["title", "step"]
        )
        self._stored = self._timing("gunbai_append_seconds", "Time the store took to acknowledge entries.", [])
        self._submissions = Counter(
            "gunbai_witness_submissions", "Checkpoints submitted to witnesses.", ["witness", "outcome"],
            registry=self.registry,
        )  # fmt: skip
        self._lag = self._timing("gunbai_event_loop_lag_seconds", "Delay of the event loop, measured each second.", [])
        release = Gauge("gunbai_release", "Release that is running; always 1.", ["version"], registry=self.registry)
        release.labels(version("gunbai")).set(1)

    def _timing(self, name: str, text: str, labels: list[str]) -> Histogram:
        return Histogram(name, text, labels, buckets=FAST, registry=self.registry)

    def show(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Show a function's result whenever the metrics are read."""
        Gauge(name, text, registry=self.registry).set_function(value)

    def answered(self, call: str, seconds: float) -> None:
        self._calls.labels(call, "OK").inc()
        self._seconds.labels(call, "OK").observe(seconds)

    def failed(self, call: str, code: str, reason: str, seconds: float) -> None:
        self._calls.labels(call, code).inc()
        self._seconds.labels(call, code).observe(seconds)
        self._reasons.labels(call, reason).inc()

    def ruled(self, title: str, step: str, clause: str, span: tuple[int, int]) -> None:
        self._rulings.labels(title, step, clause).inc()
        self._ruling.labels(title, step).observe(_seconds(span))

    def stored(self, span: tuple[int, int]) -> None:
        self._stored.observe(_seconds(span))

    def lagged(self, seconds: float) -> None:
        self._lag.observe(seconds)

    def submitted(self, witness: str, outcome: str) -> None:
        self._submissions.labels(witness, outcome).inc()

    def serve(self, host: str, port: int) -> tuple[str, Callable[[], None]]:
        """Serve them over HTTP from a thread; return the address, and a function that ends it. Raises OSError."""
        server, thread = start_http_server(port, host, self.registry)

        def end() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return f"{host}:{server.server_port}", end


def _seconds(span: tuple[int, int]) -> float:
    return (span[1] - span[0]) / 1e9
