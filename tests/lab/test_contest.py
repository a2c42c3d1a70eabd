"""What clients see is one growing log per game, whatever becomes of their calls and of the service."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from lab.histories.contest import contest

ENDS = (signal.SIGTERM, signal.SIGKILL)


@pytest.mark.parametrize(
    ("calls", "stops"), [(100, ENDS[1:]), pytest.param(6000, ENDS * 5, marks=pytest.mark.long)], ids=["short", "long"]
)
async def test_no_read_is_behind_and_no_command_is_accepted_twice(
    tmp_path: Path, calls: int, stops: Sequence[signal.Signals]
) -> None:
    outcome = await contest(tmp_path, calls=calls, stops=stops)
    assert outcome.violations == []
    assert not {"INTERNAL", "UNKNOWN", "BUG"} & {*outcome.codes}
    names = {call.name for call in outcome.history if call.version}
    assert names == {"Submit", "ListLegalCommands", "GetView", "GetGame", "ReadEntries", "WatchGame"}
    assert 0 < outcome.accepted < len(outcome.history)
    assert 0 < outcome.unanswered < len(outcome.history)
