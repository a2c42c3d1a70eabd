"""The attacks that take no time are tests."""

from __future__ import annotations

from pathlib import Path

from tests.attacks import dice


async def test_chance_is_not_moved_by_changes_of_mind(tmp_path: Path) -> None:
    figures = [figure async for figure in dice.attack(tmp_path)]
    assert [figure for figure in figures if not figure.held] == []
