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


def test_a_name_in_place_of_an_id_is_asked_about(run: Run) -> None:
    game = run("new", "king_of_tokyo", "--player", "Ann", "--bots", "1", "--start", "--json").json["info"]["game"]
    refused = run("game", "submit", game, "BuyCard", '{"card": "Jets"}')
    assert refused.code == 1
    assert "this title has no component 'Jets'; did you mean 'jets'?" in refused.err
    listed = run("record", "rulings", game, "--refused").out
    assert "Czech rulebook, REXhry 2012: Buying cards" in listed
    # The seats of bots that the user seated are not theirs to dispute for.
    opened = run("dispute", "open", game, "Jets are for sale.")
    assert opened.code == 0
    assert "Opened dispute 1" in opened.out
    assert "Dispute 1 has 1 statement." in run("dispute", "say", game, "1", "They are.").out
