"""`gunbai record show`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients.cli.command_run import Run


def test_entries_are_printed_with_clauses_by_seat_clause_and_event(run: Run, night: Path) -> None:
    every = run("record", "show", str(night))
    assert "→ player 2 loses 1 life to player 1. (KT-5.10)" in every.out
    by_clause = run("record", "show", str(night), "--clause", "KT-5.10", "--json")
    lines = by_clause.lines
    assert lines
    assert all("KT-5.10" in line["clauses"] for line in lines)
    upto = run(
        "record", "show", f"{night}@60", "--after", "40", "--event", "MonsterDamaged", "--seat", "2", "--json"
    ).lines
    assert all(40 < int(entry["entry"]["version"]) <= 60 for entry in upto)
    assert "has no clause 'KT-99.1'" in run("record", "show", str(night), "--clause", "KT-99.1").err


def test_what_a_file_seals_is_listed_without_clauses_and_not_searched_for_them(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--chance", "referee", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    path = tmp_path / "dice.gunbai"
    assert run("record", "export", game, "--output", str(path), "--token", "").code == 0
    monkeypatch.setenv("GUNBAI_TARGET", "127.0.0.1:1")
    listed = run("record", "show", str(path), "--json").lines
    assert len(listed) == 6
    assert not any(entry.get("clauses") for entry in listed[4:])
    refused = run("record", "show", str(path), "--clause", "LD-2.2")
    assert (refused.code, "is sealed" in refused.err) == (3, True)
    assert (f"Name one as {path}@VERSION." in refused.err, "--token" in refused.err) == (True, False)


def test_the_rows_of_a_long_name_stand_like_the_others(run: Run) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--chance", "referee", "--json").json["info"]["game"]
    for player in ("Ann", "Annabella"):
        assert run("join", game, "--player", player).code == 0
    taken = [line for line in run("record", "show", game).out.splitlines() if " Take seat " in line]
    assert {line.index("Take seat") for line in taken} == {len("    2  Annabella ")}
