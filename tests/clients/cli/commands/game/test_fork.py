"""`gunbai game fork`, with consents where they are needed."""

from __future__ import annotations

from pathlib import Path

from tests.clients.cli.command_run import DUEL, Run


def test_a_position_is_exported_set_up_and_branched(run: Run, finished: str, tmp_path: Path) -> None:
    table = tmp_path / "table.json"
    table.write_text(run("record", "export", f"{finished}@8", "--table").out, encoding="utf-8")
    assert run("new", DUEL, "--table", str(table)).code == 0
    forked = run("game", "fork", f"{finished}@8", "--json").json
    assert forked["info"]["parent"] == finished
    assert forked["info"]["parent_version"] == "8"
    assert run("join", forked["info"]["game"], "--player", "Carl").code == 0


def test_a_branch_has_tags_and_a_date_of_its_own(run: Run, finished: str) -> None:
    terms = ("--tag", "what if", "--tag", "Finále", "--played-on", "1972-07", "--label", "Reykjavik")
    forked = run("game", "fork", f"{finished}@8", *terms, "--json").json["info"]
    assert (forked["tags"], forked["played_on"], forked["label"]) == (["what if", "Finále"], "1972-07", "Reykjavik")
    assert forked["game"] in [row["game"] for row in run("game", "list", "--tag", "finale", "--json").json]
    refused = run("game", "fork", f"{finished}@8", "--tag", "Finále", "--tag", "finale")
    assert refused.code == 3
    assert "two tags are the same" in refused.err


def test_a_branch_is_played_on_with_bots_at_the_seat_that_one_had(run: Run) -> None:
    made = run("new", "liars_dice", "--bots", "2", "--start", "--player", "Ann", "--json").json["info"]
    game = made["game"]
    place = f"{game}@{run('game', 'show', game, '--json').json['version']}"
    assert run("game", "abandon", game).code == 0
    forked = run("game", "fork", place, "--bots", "2", "--start", "--json")
    assert forked.code == 0
    branch = forked.json["info"]
    assert branch["status"] == "GAME_STATUS_RUNNING"
    assert [seat["player"] for seat in branch["seats"]] == ["Ann", "Searcher", "Searcher 2"]
    missing = run("game", "fork", place, "--bots", "1", "--start")
    assert (missing.code, "1 seat would be free: give --bots 2" in missing.err) == (2, True)
    alone = run("game", "fork", place).out
    assert "gunbai bot" in alone
    assert "gunbai play" not in alone


def test_a_seat_consents_to_a_branch_of_a_running_game(run: Run, duel: str) -> None:
    consents = [run("game", "consent", f"{duel}@4", "--seat", seat, "--json").json["consent"] for seat in ("1", "2")]
    assert len(set(consents)) == 2
    words = [word for consent in consents for word in ("--consent", consent)]
    assert run("game", "fork", f"{duel}@4", *words).code == 0


def test_the_seats_of_a_branch_with_hidden_facts_are_taken_by_their_holders(run: Run) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    head = next(row["head"] for row in run("game", "list", "--json").json if row["game"] == game)
    place, terms = f"{game}@{head}", ("--chance", "dealer", "--private")
    given = [run("game", "consent", place, "--seat", seat, *terms).out.strip() for seat in ("1", "2")]
    words = [word for consent in given for word in ("--consent", consent)]
    assert run("game", "fork", place, *words).code != 0
    made = run("game", "fork", place, *words, *terms)
    assert made.code == 0
    assert f"--parent {game}" in made.out
    assert (
        "the players take their seats themselves" in run("game", "fork", place, *words, *terms, "--player", "Ann").err
    )
    branch = made.out.split()[2]
    assert "kept for its player" in run("join", branch, "--player", "Eve").err
    assert "Ann has seat 1" in run("join", branch, "--parent", game, "--seat", "1").out
    joined = run("join", branch, "--parent", game, "--seat", "2", "--json").json
    assert (joined["seat"], joined["status"]) == (2, "running")


def test_a_branch_of_a_game_from_paper_has_chance_of_its_own(run: Run, night: Path, operator: Path) -> None:
    game = run("record", "import", str(night), "--operator", str(operator), "--json").json["info"]["game"]
    forked = run("game", "fork", f"{game}@12")
    assert "the service draws for the branch" in forked.err
    made = run("game", "fork", f"{game}@12", "--json").json["info"]
    assert made["chance_source"] == "CHANCE_SOURCE_COMMITTED"
    dealt = run("game", "fork", f"{game}@12", "--chance", "dealer", "--json").json["info"]
    assert dealt["chance_source"] == "CHANCE_SOURCE_DEALER"
