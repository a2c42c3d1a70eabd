"""`gunbai seat free`."""

from __future__ import annotations

from pathlib import Path

from tests.clients.cli.command_run import DUEL, Run


def test_the_host_frees_a_seat_which_has_another_invitation(run: Run, state: Path) -> None:
    game = run("new", DUEL, "--json").json["info"]["game"]
    before = run("seat", "invite", game, "--json").json
    run("join", game, "--player", "Ann")
    freed = run("seat", "free", game, "1")
    assert freed.out.startswith("Seat 1 is free and has a new invitation.")
    assert not [path for path in state.rglob("1*") if path.is_file()]
    first, second = run("seat", "invite", game, "--json").json
    assert first["code"] != before[0]["code"]
    assert second == before[1]
    assert run("seat", "free", game, "1").code == 3
