"""Every test that takes `store` runs once against each engine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from store.contract import Store
from tests.store.engines import ENGINES, Engine


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name)
def engine(request: pytest.FixtureRequest) -> Engine:
    chosen: Engine = request.param
    return chosen


@pytest_asyncio.fixture
async def store(engine: Engine, tmp_path: Path) -> AsyncIterator[Store]:
    async with engine.open(tmp_path) as store:
        yield store
