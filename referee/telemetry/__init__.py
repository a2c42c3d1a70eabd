"""Measuring a service: metrics for Prometheus and traces for OpenTelemetry. Their libraries are loaded on request."""

from __future__ import annotations

from typing import NamedTuple


class TelemetrySettings(NamedTuple):
    """The telemetry settings, and where to read the measurements."""

    metrics: tuple[str, int] | None = None
    """The host and port where Prometheus reads; port 0 takes a free one."""
    collector: str = ""
    """The address of an OpenTelemetry collector (OTLP over HTTP) that takes spans."""
    traced: float = 1
    """The share of all calls that is traced."""
