"""`gunbai game submit`."""

from __future__ import annotations

from tests.clients.cli.command_run import Run


def test_a_script_gives_one_command_at_a_time(run: Run, duel: str) -> None:
    refused = run("game", "submit", duel, "Shoot", "--seat", "1")
    assert refused.code == 1
    assert "Refused by IN-3.10" in refused.out
    assert "`gunbai title clauses IN-3.10` explains the rule." in refused.err
    accepted = run("game", "submit", duel, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1", "--json")
    assert accepted.code == 0
    (entry,) = accepted.json["accepted"]["entries"]
    assert entry["command"]["open"]["figure"] == "FIGURE_LARGE"


def test_a_secret_command_out_of_time_is_refused_with_a_clause_though_its_seat_was_not_written(run: Run) -> None:
    options = ("--options", '{"start": "preset"}', "--chance", "referee")
    game = run("new", "shogun", "--seats", "3", *options, "--json").json["info"]["game"]
    for player in ("Ann", "Bob", "Cid"):
        assert run("join", game, "--player", player).code == 0
    run("game", "start", game)
    refused = run("game", "submit", game, "SealPlan", "--seat", "2")
    assert refused.code == 1
    assert "Refused by SH-6.4" in refused.out
