"""Every test that takes `house` has a service of its own, on a free port, over a file that is thrown away."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import structlog
from structlog.testing import capture_logs

from referee.desk.desk import Desk
from tests.referee.clock import Clock
from tests.referee.house import House
from tests.referee.house import house as opened


@pytest.fixture(autouse=True)
def quiet() -> None:
    """Log only mistakes of ours, unless a test asks for more."""
    structlog.reset_defaults()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with opened(tmp_path) as found:
        yield found


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock of every desk that is opened from now on."""
    clock = Clock()
    monkeypatch.setattr(Desk, "now", lambda _: clock.now())
    return clock


@pytest.fixture
def lines() -> Iterator[list[Any]]:
    """Return what is logged, of every level."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(0))
    with capture_logs() as found:
        yield found
    structlog.configure(**before)
