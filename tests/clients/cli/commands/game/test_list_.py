"""`gunbai game list`."""

from __future__ import annotations

import pytest

from clients.cli.commands.game.list_ import _shown
from clients.cli.options.game_filters import Wanted
from tests.clients.cli.command_run import DUEL, Run


def test_games_are_listed_with_their_players_and_labels(run: Run) -> None:
    game = run("new", DUEL, "--label", "Friday [night]", "--json").json["info"]["game"]
    run("join", game, "--player", "Žofie")
    shown = run("game", "list", "--player", "Žofie", "--status", "open").out
    assert game in shown
    assert "Žofie, –" in shown
    assert "Friday [night]" in shown


def test_games_are_found_by_label_tag_and_dates(run: Run) -> None:
    new = ("new", DUEL, "--label", "Semifinále", "--tag", "Žluťoučká", "--played-on", "1873-07-11", "--json")
    game = run(*new).json["info"]["game"]
    run("new", DUEL)
    shown = run("game", "list", "--title", DUEL, "--label", "semifinale").out
    assert "1873-07-11" in shown
    assert "Žluťoučká" in shown
    for pair in (
        ("--tag", "zlutoucka"),
        ("--played-from", "1873", "--played-to", "1873"),
        (
            "--label",
            "SEMIFINALE",
            "--created-from",
            "2020-01-01",
            "--changed-to",
            "9999-12-31T00:00",
            "--order",
            "played",
        ),
    ):
        assert [row["game"] for row in run("game", "list", "--title", DUEL, *pair, "--json").json] == [game]
    assert run("game", "list", "--tag", "zlutoucka", "--created-to", "2020-01-01", "--json").json == []


def test_a_date_that_is_none_is_named(run: Run) -> None:
    assert "played_on" in run("new", DUEL, "--played-on", "yesterday").err


def test_the_list_ends_after_the_most_games(run: Run) -> None:
    for _ in range(3):
        run("new", DUEL)
    assert len(run("game", "list", "--most", "2", "--json").json) == 2


def test_no_games_are_an_answer(run: Run) -> None:
    assert run("game", "list", "--player", "nobody at all").out == "No game matches.\n"
    assert _shown([], 80, Wanted({}, "newest", None)) == ("No games yet. Create one with `gunbai new TITLE`.",)
    assert run("game", "list", "--player", "nobody at all", "--json").json == []


def test_a_title_that_is_not_there_is_named_with_the_one_that_is_meant(run: Run) -> None:
    for verb in ("list", "standings", "stats"):
        ran = run("game", verb, "--title", "King of Tokyo")
        assert (ran.code, ran.err) == (0, "There is no title 'King of Tokyo'. Did you mean king_of_tokyo?\n")
        assert "There is no title" not in run("game", verb, "--title", DUEL).err


def test_fewer_than_no_games_are_refused(run: Run) -> None:
    assert run("game", "list", "--most", "-1").code == 2
    assert run("game", "list", "--seats", str(2**32)).code == 2


def test_a_narrow_terminal_gets_lines_in_place_of_a_table(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    game = run("new", DUEL, "--label", "Club final", "--tag", "club", "--json").json["info"]["game"]
    monkeypatch.setattr("clients.cli.screen.terminal.PIPED_WIDTH", 80)
    lines = run("game", "list", "--label", "Club final").out.splitlines()
    assert lines[0] == f"{game}  {DUEL}, Club final"
    assert lines[1:3] == ["    –, –", "    open"]
    assert lines[3].startswith("    head 1, changed ")
    assert lines[3].endswith(", club")


def test_a_table_has_no_columns_that_all_games_leave_empty(run: Run) -> None:
    run("new", DUEL, "--label", "Club night")
    heads = run("game", "list", "--label", "Club night").out.splitlines()[0].split()
    assert heads == ["game", "title", "players", "head", "changed", "result", "label"]
