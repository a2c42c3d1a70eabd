"""`gunbai seat veto`."""

from __future__ import annotations

from tests.clients.cli.command_run import DUEL, Run


def test_a_seat_keeps_its_token(run: Run) -> None:
    game = run("new", DUEL, "--reissue-seconds", "60", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        run("join", game, "--player", player)
    run("seat", "reissue", game, "2", "--token-hash", "aa" * 32)
    ran = run("seat", "veto", game)
    assert (ran.code, "you have 2 seats" in ran.err) == (2, True)
    assert run("seat", "veto", game, "--seat", "2").out == "You keep seat 2.\n"
    assert run("seat", "veto", game, "--seat", "2").code == 3
