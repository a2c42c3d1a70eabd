"""`gunbai game analyse`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.clients.cli.command_run import Run

FEW = ("--playouts", "8", "--most", "3", "--cores", "1")


def test_what_swung_a_game_is_said_and_drawn_from_its_file(
    run: Run, night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUNBAI_TARGET", "127.0.0.1:1")
    drawn = tmp_path / "analysis.svg"
    ran = run("game", "analyse", f"{night}@18", *FEW, "-o", str(drawn))
    assert ran.out.startswith("15 positions, 8 playouts each, from what each seat could know.")
    assert "luck:" in ran.out or "choice:" in ran.out
    assert "The 3 entries searched closely (--most), largest change first:" in ran.out
    assert "choices of others  re-estimated" in ran.out
    assert "The remainder (re-estimated) is" in ran.out
    assert "searching" not in ran.err, "a bar is for terminals"
    assert ran.err.startswith(
        "Searching 15 positions, at least 8 playouts each, and 3 entries 4 times as long, on 1 core."
    )
    assert f"Drew the game as a chart in {drawn}." in ran.err
    lines = ET.parse(drawn).findall(".//{*}path")
    assert [line.get("stroke") for line in lines[1:]] == ["#22629f", "#b3362c"], "as in pictures of its positions"
    analysis = run("game", "analyse", f"{night}@18", *FEW, "--json").json
    assert analysis == run("game", "analyse", f"{night}@18", *FEW, "--json").json
    assert [entry["version"] for entry in analysis["entries"]] == list(range(5, 19))
    assert sum(entry["closer"] for entry in analysis["entries"]) == 3
    for entry in analysis["entries"]:
        assert all(len(entry[part]) == len(entry[f"{part}_margin"]) == 2 for part in ("estimate", "swing", "rest"))
        assert "better" not in entry or entry["better"]["sentence"], "also where only a script reads it"
    assert any("better" in entry and not entry["closer"] for entry in analysis["entries"])
    for seat in analysis["seats"]:
        parts = sum(seat[part] for part in ("begin", "luck", "own", "others", "rest"))
        assert parts == pytest.approx(seat["end"])


def test_of_a_running_game_that_hides_facts_no_more_is_used_than_the_token_may_see(run: Run, tmp_path: Path) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--chance", "referee", "--json").json["info"]["game"]
    assert "Nothing has been decided yet" in run("game", "analyse", game, *FEW).out
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    assert run("play", game, typed="1\n").code == 0
    analysis = run("game", "analyse", game, *FEW, "--json").json
    assert analysis["reader"] == "Ann"
    assert not any(entry["kind"] == "choice" and entry["actor"] == 2 for entry in analysis["entries"])
    assert not any(entry["substituted"] for entry in analysis["entries"])
    assert run("game", "abandon", game).code == 0
    over = run("game", "analyse", game, *FEW, "--json").json
    assert over["reader"] == "each seat"
    path = tmp_path / "dice.gunbai"
    assert run("record", "export", game, "--output", str(path)).code == 0
    assert run("game", "analyse", str(path), *FEW, "--json").json["entries"] == over["entries"]


def test_how_long_a_search_takes_is_said_before_it_begins(run: Run, night: Path) -> None:
    remark = run("game", "analyse", f"{night}@8", "--seconds", "0.2", "--most", "1", "--cores", "1").err
    assert remark.startswith(
        "Searching 5 positions, at least 0.2 s each, and 1 entry 4 times as long, on 1 core: 1 s or more."
    )


def test_no_search_is_without_an_end(run: Run, night: Path) -> None:
    for words in (("game", "analyse", str(night)), ("bot", "--lines", "--level", "3")):
        assert run(*words, "--seconds", "inf").code == 2


def test_shares_that_do_not_add_up_are_said_to_be_such(run: Run, night: Path) -> None:
    assert "need not add up" not in run("game", "analyse", f"{night}@8", *FEW).out, "nobody knows more than others"
    game = run("new", "liars_dice", "--bots", "2", "--level", "0", "--start", "--json").json["info"]["game"]
    assert run("game", "abandon", game).code == 0
    printed = run("game", "analyse", game, *FEW).out
    assert "The seats' shares need not add up to 100%" in printed
