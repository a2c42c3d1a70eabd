"""`gunbai game mcp`: what is wrong with its options is said before it serves."""

from __future__ import annotations

import pytest

from clients.cli.commands.game import mcp
from tests.clients.cli.command_run import Run


def test_refusals_have_three_levels(run: Run) -> None:
    ended = run("game", "mcp", "--refusals", "all")
    assert ended.code == 2
    assert "expected none, clause or facts" in ended.err


def test_records_go_into_a_folder_that_is_there(run: Run) -> None:
    ended = run("game", "mcp", "--records", "/no/such/folder")
    assert ended.code == 2
    assert "does not exist" in ended.err


def test_without_its_extra_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp, "find_spec", lambda _: None)
    ended = run("game", "mcp")
    assert ended.code == 2
    assert "pip install 'gunbai[mcp]'" in ended.err
