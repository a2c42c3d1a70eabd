"""Every test that takes `house` has a service of its own, on a free port, over a file that is thrown away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.referee.house import House
from tests.referee.house import house as opened


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with opened(tmp_path) as found:
        yield found
