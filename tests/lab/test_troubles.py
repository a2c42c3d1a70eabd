"""A full, failing or slow disk and a clock that jumps cost time and answers, never an entry or the order of entries."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from lab.histories.disks import disk, tracer
from lab.histories.faults import NEVER
from lab.histories.troubles import contest_with_troubles

CLOCK = ("put the clock ahead", "put the clock back")


async def held(folder: Path, troubles: Sequence[str], capsys: pytest.CaptureFixture[str]) -> list[list[int]]:
    """Hold a contest, print the recoveries, check what clients saw, and return the times of each game's entries."""
    outcome, recoveries, times = await contest_with_troubles(folder, troubles)
    with capsys.disabled():
        sys.stdout.write("\n".join(["", *map(str, recoveries), ""]))
    assert outcome.violations == []
    assert not NEVER & {*outcome.codes}
    assert outcome.accepted > 5 * len(troubles)
    return times


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of another process")
@pytest.mark.parametrize("rounds", [1, pytest.param(10, marks=pytest.mark.long)], ids=["short", "long"])
async def test_writes_that_fail_are_refused_and_go_on_without_a_restart(
    tmp_path: Path, rounds: int, capsys: pytest.CaptureFixture[str]
) -> None:
    await held(tmp_path, ["fail its writes"] * rounds, capsys)


@pytest.mark.long
async def test_a_full_disk_stops_writes_alone_until_there_is_room(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as ended:
        try:
            folder = ended.enter_context(disk(tmp_path / "disk"))
        except (PermissionError, FileNotFoundError):
            pytest.skip("no file system may be mounted here: run it as root of a namespace (`unshare --mount`)")
        await held(folder, ["fill the disk"] * 5, capsys)


@pytest.mark.long
@pytest.mark.skipif(tracer() is None, reason="strace is not installed, or may not trace")
async def test_a_slow_disk_makes_answers_late_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await held(tmp_path, ["slow the disk"] * 5, capsys)


@pytest.mark.long
async def test_a_clock_that_jumps_changes_no_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    times = await held(tmp_path, CLOCK * 3, capsys)
    assert all(time == sorted(time) for time in times)
    jumps = max(max(time) for time in times) - min(min(time) for time in times)
    assert jumps > 3_000_000_000, "the clock did not jump"
