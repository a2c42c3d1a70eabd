"""`gunbai game decide`."""

from __future__ import annotations

from tests.clients.cli.command_run import Run


def test_a_dealer_corrects_rules_and_decides_where_no_arbiter_is_named(run: Run) -> None:
    made = run("new", "liars_dice", "--seats", "2", "--chance", "dealer", "--json").json
    game = made["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    dice = ('{"seat": 1, "dice": [1, 2, 3, 4, 5]}', '{"seat": 1, "dice": [1, 2, 3, 4, 6]}')
    shaken = run("game", "submit", game, "ShakeCup", dice[0], "--token", made["dealer_token"], "--json").json
    head = shaken["accepted"]["entries"][0]["version"]
    assert run("game", "submit", game, "ShakeCup", dice[1], "--corrects", head).code == 0
    assert run("game", "submit", game, "ShakeCup", dice[1], "--corrects", head).code == 3
    assert run("game", "rule", game, "--clause", "house rule 1", "--done", "A die fell from the table.").code == 0
    decided = run(
        "game", "decide", game, "penalty", "--seat", "2", "--winner", "1", "--reason", "Late for the third time."
    )
    assert "Decided by penalty" in decided.out


def test_seats_are_counted_from_one(run: Run, duel: str) -> None:
    for option in ("--seat", "--winner"):
        refused = run("game", "decide", duel, "forfeit", option, "0", "--reason", "Late.")
        assert (refused.code, f"Invalid value for '{option}'" in refused.err) == (2, True)
