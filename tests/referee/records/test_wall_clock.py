"""The time of a service."""

from __future__ import annotations

import pytest

from referee.records import wall_clock


def test_the_time_is_in_microseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall_clock, "time_ns", lambda: 5_000_000_999)
    assert wall_clock.now() == 5_000_000
