"""Starting games: whose commands start a full table."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clients.cli.seating.auto_start import started_if_full
from clients.cli.session import Session
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GAME_STATUS_RUNNING
from tests.clients.cli.command_run import DUEL, Run


def test_the_host_starts_a_game_whose_last_seat_somebody_else_took(
    run: Run, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = run("new", DUEL, "--chance", "referee", "--json").json["info"]["game"]
    session = Session(os.environ["GUNBAI_TARGET"])
    with session.connect() as gunbai:
        assert started_if_full(session, gunbai, game).status == GAME_STATUS_OPEN
        monkeypatch.setenv("XDG_STATE_HOME", str(state / "others"))
        for player in ("Ann", "Bob"):
            run("join", game, "--player", player)
        assert started_if_full(session, gunbai, game).status == GAME_STATUS_OPEN
        monkeypatch.setenv("XDG_STATE_HOME", str(state))
        assert started_if_full(session, gunbai, game).status == GAME_STATUS_RUNNING
