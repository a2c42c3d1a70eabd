"""`gunbai new`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clients.bots.levels import NAMES, USUAL
from tests.clients.cli.command_run import DUEL, Run


def test_a_game_has_the_fewest_seats_unless_a_number_is_given(run: Run) -> None:
    assert "king_of_tokyo with 2 seats" in run("new", "king_of_tokyo").out
    assert "king_of_tokyo with 4 seats" in run("new", "king_of_tokyo", "--seats", "4").out


def test_a_table_that_is_no_text_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "table"
    table.write_bytes(b"\xff\xfe")
    ran = run("new", DUEL, "--table", str(table))
    assert ran.code == 2
    assert "cannot read" in ran.err


def test_a_clause_that_the_options_break_is_shown(run: Run) -> None:
    ran = run("new", "titan_race", "--options", '{"tracks": ["nowhere"]}')
    assert ran.code == 3
    assert "TR-2.1" in ran.err


def test_the_seats_of_a_new_game_commit_to_chance_and_reveal_by_themselves(run: Run, state: Path) -> None:
    game = run("new", DUEL, "--json").json["info"]["game"]
    run("join", game, "--player", "Ann")
    assert "the game is running" in run("join", game, "--player", "Bob").out
    seeds = sorted(path.name for path in state.rglob("*.seed"))
    assert seeds == ["1.seed", "2.seed"]
    assert run("game", "fairness", game, "--json").json["chance"] == "committed"


def test_a_game_of_shared_chance_is_played_at_a_terminal(run: Run) -> None:
    game = run("new", DUEL, "--chance", "shared", "--stalled", "loses", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    assert run("play", game, typed="1\n" * 300).code == 0
    (ended,) = [row for row in run("game", "list", "--status", "finished", "--json").json if row["game"] == game]
    assert (ended["chance_source"], ended["stalled"]) == ("CHANCE_SOURCE_SHARED", "STALLED_RULE_LOSES")


def test_a_game_with_bots_begins_at_once_and_is_played_to_its_end(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USER", "Ann")
    created = run("new", DUEL, "--bots", "1", "--level", "0", "--start", "--json").json["info"]
    assert (created["status"], [seat["player"] for seat in created["seats"]]) == (
        "GAME_STATUS_RUNNING",
        ["Ann", "Random"],
    )
    played = run("play", created["game"], typed="1\n" * 300)
    assert "Seat 1, Ann:" in played.out
    assert "Seat 2, Random:" not in played.out
    assert f"`gunbai game replay {created['game']}` steps through the game" in played.out


def test_bots_are_of_the_usual_level_unless_another_is_chosen(run: Run) -> None:
    created = run("new", DUEL, "--bots", "1", "--json").json["info"]
    assert [seat["player"] for seat in created["seats"] if seat.get("taken")] == [NAMES[USUAL]]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--bots", "2"), "in a game with 2 seats, a person must take at least one"),
        (("--bots", "0", "--start"), "1 seat would be free: give --bots 1, or leave out --start"),
    ],
)
def test_bots_leave_a_seat_and_a_game_that_starts_leaves_none(run: Run, words: tuple[str, ...], says: str) -> None:
    refused = run("new", DUEL, "--seats", "2", *words)
    assert refused.code == 2
    assert says in " ".join(refused.err.replace("│", " ").split())


def test_a_game_whose_creator_cannot_sit_down_is_taken_back(run: Run) -> None:
    refused = run("new", DUEL, "--player", "a\nb")
    assert refused.code == 3
    assert "expected only visible, distinguishable characters" in refused.err
    named = re.search(r"gunbai ended the game (\w+), which it had just created\.", refused.err)
    assert named
    assert named[1] in run("game", "list", "--status", "abandoned", "--most", "500").out


@pytest.mark.parametrize("option", ["--seats", "--share-seconds", "--reissue-seconds"])
def test_a_number_that_nothing_has_is_wrong_usage(run: Run, option: str) -> None:
    assert [run("new", DUEL, option, number).code for number in ("-1", str(2**32))] == [2, 2]


def test_seats_that_bots_leave_are_free_for_others(run: Run) -> None:
    shown = run("new", "liars_dice", "--seats", "3", "--bots", "1", "--player", "Ann").out
    assert "Seat 2: Searcher" in shown
    assert "Take another seat: gunbai join" in shown


def test_an_option_that_there_is_not_is_refused_with_those_that_there_are(run: Run) -> None:
    wrong = run("new", "king_of_tokyo", "--options", '{"closing_bai": "city"}')
    assert wrong.code == 3
    assert "unknown option 'closing_bai'; the options are first_game, closing_bay, one_die_at_least" in wrong.err
    assert "`gunbai title show TITLE` lists the options" in wrong.err
    assert "BadRequest" not in wrong.err + run("new", "king_of_tokyo", "--played-on", "yesterday").err


def test_a_refused_game_leaves_nothing_behind(run: Run, state: Path) -> None:
    assert run("new", "king_of_tokyo", "--played-on", "yesterday").code == 3
    assert [*state.glob("gunbai/tokens/*/*")] == []
    assert "there is no game" not in run("game", "notify", "--once").err


def test_the_source_of_chance_is_named_in_any_case_and_a_dealer_is_told_how_to_deal(run: Run) -> None:
    made = run("new", "liars_dice", "--chance", "DEALER")
    assert "Enter what dice and cards show: gunbai game deal " in made.out
    assert "gunbai game deal" not in run("new", "liars_dice").out
    wrong = run("new", "liars_dice", "--chance", "oracle")
    assert wrong.code == 2
    assert "'oracle' is not one of referee, committed, shared, dealer" in wrong.err
    assert "Value error" not in wrong.err


def test_who_starts_at_once_without_a_name_sits_there_by_their_login(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("USER", "LOGNAME", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LOGNAME", "nora")
    assert "Seat 1: nora" in run("new", DUEL, "--bots", "1", "--level", "0", "--start").out
    monkeypatch.setattr("getpass.getuser", _nobody)
    monkeypatch.delenv("LOGNAME")
    unnamed = run("new", DUEL, "--bots", "1", "--start")
    assert (unnamed.code, "your seat needs a name: add --player" in unnamed.err) == (2, True)


def _nobody() -> str:
    raise KeyError("no such user")


def test_two_names_for_one_seat_are_refused(run: Run) -> None:
    twice = run("new", DUEL, "--player", "Maja", "--player", "Ben")
    assert (twice.code, "--player takes one value, but got 2." in twice.err) == (2, True)


@pytest.mark.parametrize("closed", ["--private", "--invited-only"])
def test_a_host_sits_at_a_closed_table_with_their_bots_and_without_an_invitation(run: Run, closed: str) -> None:
    created = run("new", DUEL, closed, "--player", "Ann", "--bots", "1", "--level", "0", "--start", "--json").json
    info = created["info"]
    assert (info["status"], [seat["player"] for seat in info["seats"]]) == ("GAME_STATUS_RUNNING", ["Ann", "Random"])
    game = run("new", DUEL, closed, "--json").json["info"]["game"]
    assert run("join", game, "--player", "Ann", "--seat", "2", "--json").json["seat"] == 2


def test_tables_with_the_same_deal_are_for_others(run: Run) -> None:
    created = run("new", DUEL, "--tables", "2")
    games = re.findall(r"Created (\w+):", created.out)
    assert re.findall(r"gunbai game start (\w+)", created.out) == games
    assert len(games) == 2
    refused = run("new", DUEL, "--tables", "2", "--player", "Ann")
    assert (refused.code, "leave out --player, --bots, --start and --seed" in refused.err) == (2, True)
