"""`gunbai game luck`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from tests.clients.cli.command_run import Run


def test_the_luck_of_each_seat_is_said_and_drawn(run: Run, night: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "luck.svg"
    ran = run("game", "luck", str(night), "--svg", str(drawn))
    assert "outcomes of chance" in ran.out
    assert "measuring" not in ran.err, "a bar is for terminals"
    assert f"Drew the game as a chart in {drawn}." in ran.err
    assert "The mean rank is 50% on average." in ran.out
    lines = ET.parse(drawn).findall(".//{*}path")
    assert [line.get("stroke") for line in lines[1:]] == ["#22629f", "#b3362c"], "as in pictures of its positions"
    assert run("game", "luck", str(night), "-o", str(tmp_path / "luck.pdf")).code == 2
    luck = run("game", "luck", str(night), "--json").json
    assert [seat["seat"] for seat in luck["seats"]] == [1, 2]
    assert all(0 < seat["rank"] < 1 and seat["variance"] > 0 for seat in luck["seats"])


def test_a_game_that_hides_facts_says_nothing_of_luck_before_its_end(run: Run, tmp_path: Path) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--chance", "referee", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    assert run("game", "luck", game).code == 3
    assert run("game", "abandon", game).code == 0
    ran = run("game", "luck", game)
    assert ran.out.startswith("2 outcomes of chance")
    path = tmp_path / "dice.gunbai"
    assert run("record", "export", game, "--output", str(path)).code == 0
    assert run("game", "luck", str(path)).out == ran.out
