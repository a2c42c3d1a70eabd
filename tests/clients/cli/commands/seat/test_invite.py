"""`gunbai seat invite`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients.cli.command_run import DUEL, Run


def test_an_invitation_takes_its_seat_where_nothing_else_does(
    run: Run, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = run("new", DUEL, "--invited-only", "--json").json["info"]["game"]
    first, second = run("seat", "invite", game, "--json").json
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("XDG_STATE_HOME", str(state / "guest"))
        assert run("join", game, "--player", "Ann").code == 3
    assert run("join", game, "--player", "Bob", "--invitation", second["code"], "--json").json["seat"] == 2
    assert run("seat", "invite", game).out == f"seat 1: gunbai join {game} --invitation {first['code']}\n"
    assert run("join", game, "--player", "Ann", "--invitation", first["code"]).code == 0
    assert run("seat", "invite", game).out == "All seats are taken.\n"
