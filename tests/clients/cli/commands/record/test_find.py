"""`gunbai record find`."""

from __future__ import annotations

from pathlib import Path

from tests.clients.cli.command_run import DUEL, Run


def test_positions_are_found_in_a_file(run: Run, night: Path) -> None:
    ran = run("record", "find", str(night), "monsters.1.life < 9")
    assert [line.split()[:2] for line in ran.out.splitlines()] == [
        ["84", "holds"],
        ["95", "no"],
        ["123", "holds"],
    ]
    first = run("record", "find", str(night), "monsters.1.life < 9", "--first", "--json").json
    assert (first["version"], first["values"]) == ("84", [{"path": "monsters.1.life", "value_json": "8"}])
    assert run("record", "find", f"{night}@100", "monsters.1.life < 9", "--json").json["version"] == "123"
    assert "No position matches" in run("record", "find", str(night), "monsters.1.life > 99").err


def test_positions_are_found_in_all_games_of_a_service(run: Run, finished: str) -> None:
    words = ("record", "find", "--all", "--title", DUEL, "--most", "3", "gunmen.0.exists", "--first")
    ran = run(*words, "--json")
    assert finished in {line["game"] for line in ran.lines}
    assert f"{finished}@" in run(*words).out


def test_a_mistake_is_named_with_its_place(run: Run, night: Path) -> None:
    assert "column 12: Monster has no field 'lief'" in run("record", "find", str(night), "monsters.0.lief < 3").err
    assert run("record", "find", str(night)).code == 2
    assert run("record", "find", "--all", "monsters.0.life < 3").code == 2
    assert run("record", "find", "--all", "a game", "monsters.0.life < 3").code == 2
