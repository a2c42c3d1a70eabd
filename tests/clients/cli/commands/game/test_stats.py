"""`gunbai game stats`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from tests.clients.cli.command_run import DUEL, Run

TAG = ("--tag", "club evening of the statistics")


@pytest.fixture
def club(run: Run) -> list[str]:
    """Return three duels of a club: seat 1 won two of them."""
    games = []
    for loser in ("2", "2", "1"):
        words = (DUEL, "--chance", "referee", *TAG, "--played-on", "2024-02-29", "--json")
        games.append(run("new", *words).json["info"]["game"])
        for player in ("Ann", "Bob"):
            assert run("join", games[-1], "--player", player).code == 0
        assert run("game", "concede", games[-1], "--seat", loser).code == 0
    return games


def test_the_games_of_a_service_are_counted_by_title_player_and_period(
    run: Run, club: list[str], tmp_path: Path
) -> None:
    row = next(candidate for candidate in run("game", "stats", *TAG, "--json").json if candidate["group"] == DUEL)
    assert row["games"] % len(club) == 0
    first = row["first_seat"]
    assert (first["share"], first["fair"]) == (pytest.approx(2 / 3), 0.5)
    assert first["low"] < 2 / 3 < first["high"]
    players = {total["group"]: total for total in run("game", "stats", *TAG, "--by", "player", "--json").json}
    assert players["Ann"]["wins"]["share"] == pytest.approx(2 / 3)
    shown = run("game", "stats", *TAG, "--by", "month", "-o", str(tmp_path / "stats.svg"))
    assert "2024-02" in shown.out
    assert "67% (" in shown.out
    assert f"Drew the rates in {tmp_path / 'stats.svg'}." in shown.err
    assert (tmp_path / "stats.svg").read_text(encoding="utf-8").startswith("<svg")


def test_games_that_all_win_or_lose_together_have_a_column_of_their_own(run: Run) -> None:
    tag = ("--tag", "friends of the statistics")
    game = run("new", DUEL, "--chance", "referee", *tag, "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    for seat in ("1", "2"):
        assert run("game", "agree", game, "result", "--winner", "1", "--winner", "2", "--seat", seat).code == 0
    assert "1/1 100%" in run("game", "stats", *tag).out.partition("together")[2]
    (row,) = run("game", "stats", *tag, "--json").json
    assert (row["together"]["count"], row["first_seat"]["of"], "fair" in row["together"]) == (1, 0, False)


def test_a_period_a_player_or_a_title_without_games_says_so(run: Run, club: list[str]) -> None:
    assert club
    for words in (("--since", "2024-03"), ("--until", "2023"), ("--player", "Zoe"), ("--title", "shogun")):
        assert run("game", "stats", *TAG, *words).out == "No game counts.\n"
    for words in (("--since", "2024-02"), ("--until", "2024"), ("--player", "ann"), ("--title", DUEL)):
        assert "No game counts." not in run("game", "stats", *TAG, *words).out
    for wrong in (("--by", "colour"), ("--since", "yesterday"), ("--until", "2024-02-30")):
        assert run("game", "stats", *TAG, *wrong).code == 2
    run("new", DUEL, *TAG)
    assert "left out: no final result, a what-if branch" in run("game", "stats", *TAG).err


def test_record_files_and_folders_of_them_are_counted_each_game_once(
    run: Run, night: Path, other: Path, tmp_path: Path
) -> None:
    copy(night, tmp_path / "a.gunbai")
    copy(night, tmp_path / "twice.gunbai")
    copy(other, tmp_path / "b.gunbai")
    (tmp_path / "broken.gunbai").write_bytes(b"no record")
    rows = run("game", "stats", str(tmp_path), "--luck", "--json").json
    assert [(row["group"], row["games"]) for row in rows] == [("king_of_tokyo", 2)]
    assert rows[0]["luck"] is not None
    assert rows[0]["score"]["of"] == 4
    shown = run("game", "stats", str(tmp_path), "--by", "player")
    assert "broken.gunbai left out" in shown.err
    assert "luck" not in shown.out


def test_with_a_key_only_attested_files_count(run: Run, club: list[str], night: Path, tmp_path: Path) -> None:
    file = tmp_path / "duel.gunbai"
    assert run("record", "export", club[0], "-o", str(file)).code == 0
    key = run("record", "head", club[0], "--json").json["key"]
    both = run("game", "stats", str(file), str(night), "--key", key)
    assert DUEL in both.out
    assert "king_of_tokyo" not in both.out
    assert "no key you named vouches for it" in both.err
    assert run("game", "stats", str(file), "--key", "nonsense").code == 2


def test_games_and_their_moves_are_written_as_a_database(run: Run, club: list[str], tmp_path: Path) -> None:
    path = tmp_path / "[b]games.db"
    assert f" to {path}." in run("game", "stats", *TAG, "--sqlite", str(path)).out
    with closing(sqlite3.connect(path)) as database:
        counted = {row[0] for row in database.execute("SELECT game FROM games WHERE counts")}
        assert set(club) <= counted
        assert database.execute("SELECT count(*) FROM moves WHERE type = 'Concede'").fetchone()[0] == len(counted)
    assert run("game", "stats", *TAG, "--sqlite", str(path)).code == 1


def test_an_imported_game_counts_only_if_a_key_that_the_operator_named_vouches_for_it(
    run: Run, operator: Path, tmp_path: Path
) -> None:
    tag, games = ("--tag", "guests of the statistics"), []
    for _ in range(2):
        games.append(run("new", DUEL, "--chance", "referee", *tag, "--json").json["info"]["game"])
        for player in ("Ann", "Bob"):
            assert run("join", games[-1], "--player", player).code == 0
        assert run("game", "concede", games[-1], "--seat", "2").code == 0
    key = run("record", "head", games[0], "--json").json["key"]
    for game, vouching, counted in ((games[0], (), 2), (games[1], ("--key", key), 3)):
        file = tmp_path / f"{game}.gunbai"
        assert run("record", "export", game, "-o", str(file)).code == 0
        assert run("record", "import", str(file), "--operator", str(operator), *vouching).code == 0
        assert run("game", "stats", *tag, "--json").json[0]["games"] == counted


def test_a_game_is_no_file_and_how_it_becomes_one_is_said(run: Run, duel: str) -> None:
    refused = run("game", "stats", duel)
    problem = " ".join(refused.err.replace("│", " ").split())
    assert (refused.code, f"no file {duel}; `gunbai record export {duel}` writes one for a game" in problem) == (
        2,
        True,
    )
    assert "gunbai record export" not in run("game", "stats", "none.gunbai").err
