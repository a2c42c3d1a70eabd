"""`gunbai play`, at a terminal and through a pipe."""

from __future__ import annotations

import json

from tests.clients.cli.ran import DUEL, Run


def test_a_person_plays_by_choosing_from_the_legal_commands(run: Run, duel: str) -> None:
    played = run("play", duel, typed="2\n1\nb1\n1\n")
    assert played.code == 0
    assert "Seat 1: Ann chooses a figure. (IN-2.2)" in played.out
    assert "   2  Choose the large figure." in played.out
    assert "→ Ann places the cowboy on b1." in played.out


def test_a_typed_command_against_the_rules_is_ruled_upon(run: Run, duel: str) -> None:
    played = run("play", duel, typed='PlaceCowboy {"field": "a1"}\nNonsense\nStep {"to": 1}\n')
    assert "Refused by IN-3.10" in played.out
    assert f"{DUEL} has no command 'Nonsense'" in played.out
    assert 'no field named "to"' in played.out


def test_a_script_plays_with_json(run: Run, duel: str) -> None:
    lines = [json.loads(line) for line in run("play", duel, "--json", typed="1\n").out.splitlines()]
    asked = [line for line in lines if "asked" in line]
    assert [line["seat"] for line in asked] == [1, 2]
    assert asked[0]["asked"]["waiting"]["clause"] == "IN-2.2"
    assert asked[0]["asked"]["commands"][0]["command"]["figure"] == "FIGURE_SMALL"
    assert lines[-2]["entry"]["command"]["open"]["figure"] == "FIGURE_SMALL"


def test_the_dealer_enters_what_chance_showed(run: Run) -> None:
    game = run("new", DUEL, "--chance", "dealer", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        run("join", game, "--player", player)
    played = run("play", game, typed='DrawStarter {"seat": 3}\nDrawStarter {"seat": 2}\n')
    assert "Dealer: " in played.out
    assert "Refused by IN-2.1" in played.out
    assert "→ Bob is the starting player." in played.out
