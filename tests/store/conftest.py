"""Every test that takes `store` runs once against each engine; those of JetStream, which take a server, are `long`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from store.contract import Store
from tests.store.engines import ENGINES, Broker, Engine
from tests.store.nats_servers import broker


def _parameter(engine: Engine) -> object:
    marks = [pytest.mark.long] if engine.name == "jetstream" else []
    return pytest.param(engine, id=engine.name, marks=marks)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server of NATS for all tests of this process."""
    with broker(tmp_path_factory.mktemp("nats")) as address:
        Broker.address = address
        yield address


@pytest.fixture(params=[_parameter(engine) for engine in ENGINES])
def engine(request: pytest.FixtureRequest) -> Engine:
    chosen: Engine = request.param
    if chosen.name == "jetstream":
        request.getfixturevalue("address")
    return chosen


@pytest_asyncio.fixture
async def store(engine: Engine, tmp_path: Path) -> AsyncIterator[Store]:
    async with engine.open(tmp_path) as store:
        yield store
