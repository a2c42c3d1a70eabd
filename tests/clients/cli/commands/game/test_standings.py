"""`gunbai game standings`."""

from __future__ import annotations

from pathlib import Path

from tests.clients.cli.command_run import DUEL, Run


def test_the_standings_of_the_games_with_a_tag_are_printed_and_exported(run: Run, tmp_path: Path) -> None:
    tag = ("--tag", "club evening of the standings")
    assert "No game has a result." in run("game", "standings", *tag).out
    for loser in ("1", "1", "2"):
        game = run("new", DUEL, "--chance", "referee", *tag, "--json").json["info"]["game"]
        for player in ("Ann", "Bob"):
            assert run("join", game, "--player", player).code == 0
        assert run("game", "concede", game, "--seat", loser).code == 0
    rows = run("game", "standings", *tag, "--json").json
    assert [(row["rank"], row["player"], row["won"], row["points"]) for row in rows] == [
        (1, "Bob", 2, 2.0),
        (2, "Ann", 1, 1.0),
    ]
    assert "Bob" in run("game", "standings", *tag, "--points", "3,1,0").out
    assert run("game", "standings", *tag, "--csv", "-").out.splitlines()[1] == "1,Bob,3,2,0,1,2"
    file = tmp_path / "standings.csv"
    assert run("game", "standings", *tag, "--csv", str(file)).code == 0
    assert file.read_text(encoding="utf-8").startswith("rank,player")
    assert "No game has a result." in run("game", "standings", *tag, "--winner", "Nobody of that name").out
    keyed = run("game", "standings", *tag, "--keys")
    assert keyed.out == "No game has a result.\n"
    assert "Left out: players without a key that signed a move, in 3 games." in keyed.err
    assert "Left out" not in run("game", "standings", *tag).err
    assert "expected at most three numbers" in run("game", "standings", "--points", "one").err
