"""`gunbai analyse`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.clients.cli.ran import Run

FEW = ("--playouts", "8", "--most", "3", "--cores", "1")


def test_what_swung_a_game_is_said_and_drawn_from_its_file(
    run: Run, night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUNBAI_TARGET", "127.0.0.1:1")
    drawn = tmp_path / "analysis.svg"
    said = run("analyse", f"{night}@18", *FEW, "-o", str(drawn))
    assert said.out.startswith("15 positions, 8 playouts each, from what each seat could know.")
    assert "luck:" in said.out or "choice:" in said.out
    assert "searching" not in said.err, "a bar is for terminals"
    assert len(ET.parse(drawn).findall(".//{*}path")) == 3
    found = run("analyse", f"{night}@18", *FEW, "--json").json
    assert found == run("analyse", f"{night}@18", *FEW, "--json").json
    assert [each["version"] for each in found["entries"]] == list(range(5, 19))
    assert sum(each["closer"] for each in found["entries"]) == 3
    for seat in found["seats"]:
        parts = sum(seat[part] for part in ("begin", "luck", "own", "others", "rest"))
        assert parts == pytest.approx(seat["end"])


def test_of_a_running_game_that_hides_facts_no_more_is_used_than_the_token_may_see(run: Run, tmp_path: Path) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--chance", "referee", "--json").json["info"]["game"]
    assert "Nothing was decided" in run("analyse", game, *FEW).out
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    assert run("play", game, typed="1\n").code == 0
    found = run("analyse", game, *FEW, "--json").json
    assert found["reader"] == "Ann"
    assert not any(each["kind"] == "choice" and each["actor"] == 2 for each in found["entries"])
    assert run("abandon", game).code == 0
    over = run("analyse", game, *FEW, "--json").json
    assert over["reader"] == "each seat"
    path = tmp_path / "dice.gunbai"
    assert run("export", game, "--output", str(path)).code == 0
    assert run("analyse", str(path), *FEW, "--json").json["entries"] == over["entries"]
