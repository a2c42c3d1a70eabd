"""`gunbai game start`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients.cli.command_run import DUEL, Run


def test_the_host_starts_a_game_whose_players_joined_elsewhere(
    run: Run, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = run("new", DUEL, "--chance", "referee", "--json").json["info"]["game"]
    assert run("game", "start", game).code == 3
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "players"))
    for player in ("Ann", "Bob"):
        assert "1 seat is still free" in run("join", game, "--player", player).out or player == "Bob"
    assert run("game", "start", game).code == 3
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    assert "The game has started" in run("game", "start", game).out


def test_a_dealer_without_a_seat_is_told_to_deal(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = run("new", DUEL, "--chance", "dealer", "--json").json["info"]["game"]
    with monkeypatch.context() as others:
        others.setenv("XDG_STATE_HOME", str(tmp_path / "others"))
        for player in ("Ann", "Bob"):
            assert run("join", game, "--player", player).code == 0
    assert f"gunbai game deal {game}" in run("game", "start", game).out
