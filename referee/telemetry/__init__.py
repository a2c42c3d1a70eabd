"""Measuring a service: metrics for Prometheus and traces of OpenTelemetry. Their libraries are loaded if asked for."""

from __future__ import annotations

from typing import NamedTuple


class TelemetrySettings(NamedTuple):
    """The telemetry settings, and where to read the measurements."""

    metrics: tuple[str, int] | None = None
    """The host and the port at which Prometheus reads; port 0 takes a free one."""
    collector: str = ""
    """The address of a collector of OpenTelemetry (OTLP over HTTP) that takes spans."""
    traced: float = 1
    """The part of all calls that is traced."""
