"""What every test runs under: Hypothesis counts no milliseconds on a shared machine, and searches long if asked to."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("short", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", settings.get_profile("short"), max_examples=300)
settings.load_profile("short")
