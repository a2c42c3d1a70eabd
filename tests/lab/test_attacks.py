"""The attacks that take little time are tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.attacks import dice, small


async def test_chance_is_not_moved_by_changes_of_mind(tmp_path: Path) -> None:
    figures = [figure async for figure in dice.attack(tmp_path)]
    assert [figure for figure in figures if not figure.held] == []


@pytest.mark.long
async def test_small_hostile_inputs_to_every_call_meet_no_defect(tmp_path: Path) -> None:
    figures = [figure async for figure in small.attack(tmp_path)]
    assert [figure for figure in figures if not figure.held] == []
    assert not [figure for figure in figures if figure.what == "a defect"]
