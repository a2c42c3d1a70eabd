"""`gunbai play`, at a terminal and through a pipe."""

from __future__ import annotations

import json

import pytest

from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import Gunbai
from tests.clients.cli.command_run import DUEL, Run


def test_a_person_plays_by_choosing_from_the_legal_commands(run: Run, duel: str) -> None:
    played = run("play", duel, typed="2\n1\nb1\n1\n")
    assert played.code == 0
    assert "Seat 1, Ann: Ann chooses a figure. (IN-2.2)" in played.out
    assert "   2  Choose the large figure." in played.out
    assert "→ Ann places the cowboy on b1 and c1." in played.out


def test_what_happened_is_told_before_a_person_is_asked(run: Run, duel: str) -> None:
    run("play", duel, typed="1\n1\n")
    printed = run("play", duel, "--seat", "1", typed="").out
    assert printed.startswith("    6  Bob     Choose the small figure.")
    assert printed.index("→ Bob chooses the small figure.") < printed.index("Seat 1, Ann:")


def test_the_board_says_which_seat_is_the_readers(run: Run, duel: str) -> None:
    assert "seat 1 (Ann, you), red" in run("play", duel, "--seat", "1", typed="").out


def test_words_of_the_board_help_and_search_are_understood(run: Run, duel: str) -> None:
    played = run("play", duel, typed="?\nboard\nwhat\npicture\nsearch lar\nundo\nlarge\n")
    assert "search word" in played.out
    assert played.out.count("seat 2 (Bob), blue") == 2
    assert ".svg" in played.out
    assert "   2  Choose the large figure.\n      1 of 2 matches; `all` or Enter shows all." in played.out
    assert "→ Ann chooses the large figure." in played.out


def test_a_search_chooses_nothing_and_undo_leaves_it(run: Run, duel: str) -> None:
    played = run("play", duel, typed="search large\nundo\nundo\nquit\n")
    assert "→ Ann chooses" not in played.out
    assert played.out.count("   1  Choose the small figure.") == 2
    assert "you have no move to take back" in played.out
    assert f"Come back with `gunbai play {duel}`" in played.err


def test_a_move_is_taken_back_by_all_who_play(run: Run, duel: str) -> None:
    played = run("play", duel, typed="large\nundo\nyes\nsmall\n")
    assert "Take back your move 5 and everything after it? Every player must agree." in played.out
    assert "Then new dice and cards are drawn, and the game continues under a new id. Yes or no?" in played.out
    branch = played.out.split("The game continues in ")[1].split(".")[0]
    assert f"The game continues in {branch}. You are in it now." in played.out
    assert "Play:" not in played.out
    assert "→ Ann chooses the small figure." in played.out
    assert f"Come back with `gunbai play {branch}`" in played.err
    assert f"gunbai play {branch}" in run("play", duel, typed="").err


def test_a_move_is_not_taken_back_without_a_yes(run: Run, duel: str) -> None:
    played = run("play", duel, typed="large\nundo\nno\nsmall\n")
    assert "Nothing was taken back." in played.out
    assert "→ Bob chooses the small figure." in played.out


def test_neither_yes_nor_no_asks_again(run: Run, duel: str) -> None:
    played = run("play", duel, typed="large\nundo\nmaybe\n?\nboard\nyes\nsmall\n")
    assert "answer yes or no, not 'maybe'" in played.out
    assert "`board` shows the board" in played.out
    assert played.out.count("seat 1 (Ann), red: large figure") == 2
    assert "→ Ann chooses the small figure." in played.out


@pytest.mark.parametrize("yes", ["y", "Ano", "tak"])
def test_yes_is_understood_in_every_language_and_enter_asks_again(run: Run, duel: str, yes: str) -> None:
    played = run("play", duel, typed=f"large\nundo\n\n{yes}\nsmall\n")
    assert "the game continues under a new id. Type yes or no." in played.out
    assert "→ Ann chooses the small figure." in played.out


@pytest.mark.parametrize("no", ["n", "ne", "nie"])
def test_no_is_understood_in_every_language(run: Run, duel: str, no: str) -> None:
    assert "Nothing was taken back." in run("play", duel, typed=f"large\nundo\n{no}\n").out


def test_who_leaves_at_the_question_takes_nothing_back(run: Run, duel: str) -> None:
    assert "The game is not over" in run("play", duel, typed="large\nundo\nquit\n").err
    assert "→ Bob chooses the small figure." in run("play", duel, typed="small\n").out


def test_a_game_that_goes_on_elsewhere_says_where(run: Run, duel: str) -> None:
    branch = run("play", duel, typed="large\nundo\nyes\nquit\n").out.split("The game continues in ")[1].split(".")[0]
    assert f"The game continues in {branch}." in run("play", duel, typed="").out


def test_a_game_that_is_not_there_and_a_service_that_is_not_are_named(run: Run) -> None:
    nowhere = run("play", "nosuch")
    assert (nowhere.code, "there is no game 'nosuch'" in nowhere.err) == (3, True)
    silent = run("play", "nosuch", "--target", "127.0.0.1:1")
    assert silent.code == 4
    assert "Is the service running?" in silent.err


def test_a_typed_command_against_the_rules_is_ruled_upon(run: Run, duel: str) -> None:
    played = run("play", duel, typed='PlaceCowboy {"field": "a1"}\nNonsense\nStep {"to": 1}\n')
    assert "Refused by IN-3.10" in played.out
    assert "nothing here matches 'Nonsense'" in played.out
    assert 'no field named "to"' in played.out


def test_the_bare_name_of_a_command_lists_its_rows(run: Run, duel: str) -> None:
    played = run("play", duel, typed="ChooseFigure\n2\nStep\n")
    assert "2 of 2 match; `all` or Enter shows all." in played.out
    assert "→ Ann chooses the large figure." in played.out
    assert "Refused by IN-3.10" in played.out
    assert run("play", duel, "--strict", typed="ChooseFigure\n").code == 2


def test_a_strict_script_stops_at_the_first_refusal_or_misspelling(run: Run, duel: str) -> None:
    for wrong in ('PlaceCowboy {"field": "a1"}', "Nonsense", "search nonsense", '{"@type": "Step"}'):
        played = run("play", duel, "--strict", typed=f"{wrong}\nlarge\n")
        assert played.code == 2
        assert "→ Ann chooses" not in played.out


def test_a_strict_script_stops_at_the_beginning_of_a_word(run: Run, duel: str) -> None:
    played = run("play", duel, "--strict", typed="lar\n\n")
    assert (played.code, "→ Ann chooses" in played.out) == (2, False)
    assert "'lar' chooses nothing yet: Choose the large figure. Enter chooses it." in played.out
    assert run("play", duel, "--strict", typed="search lar\nlarge\n").code == 0


def test_enter_after_a_proposal_chooses_and_not_after_help(run: Run, duel: str) -> None:
    assert "→ Ann chooses" not in run("play", duel, typed="lar\n?\n\nquit\n").out
    assert "→ Ann chooses" not in run("play", duel, typed='lar\nStep {"to": 1}\n\nquit\n').out
    assert "→ Ann chooses the large figure." in run("play", duel, typed="lar\n\n").out


def test_a_script_plays_with_json(run: Run, duel: str) -> None:
    lines = [json.loads(line) for line in run("play", duel, "--json", typed="1\n").out.splitlines()]
    questions = [line for line in lines if "asked" in line]
    assert [line["seat"] for line in questions] == [1, 2]
    assert questions[0]["asked"]["waiting"]["clause"] == "IN-2.2"
    command = questions[0]["asked"]["commands"][1]["command"]
    assert command["figure"] == "FIGURE_LARGE"
    assert lines[-2]["entry"]["command"]["open"]["figure"] == "FIGURE_SMALL"
    later = run("play", duel, "--json", typed=f"{json.dumps(command)}\n").lines
    assert later[-2]["entry"]["command"]["open"]["figure"] == "FIGURE_LARGE"


def test_players_are_told_nothing_of_shares_of_chance(run: Run) -> None:
    game = run("new", DUEL, "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        run("join", game, "--player", player)
    printed = run("play", game, typed="1\n").out
    assert "Begin the game." in printed
    assert "share of chance" not in printed


def test_the_dealer_enters_what_chance_showed(run: Run) -> None:
    game = run("new", DUEL, "--chance", "dealer", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        run("join", game, "--player", player)
    played = run("play", game, typed='DrawStarter {"seat": 3}\nDrawStarter {"seat": 2}\n')
    assert "Dealer: " in played.out
    assert "Refused by IN-2.1" in played.out
    assert "→ Bob is the starting player." in played.out
    begun = run("play", game, typed="wrong ann\nwrong\nbob\nlarge\n").out
    assert "→ Ann is the starting player." in begun
    assert "What should it be?" in begun
    assert "→ Bob chooses the large figure." in begun
    assert "a seat has acted on the last outcome" in run("play", game, typed="wrong\n").out


def test_dice_to_keep_are_named_by_the_faces_that_the_board_shows(run: Run) -> None:
    game = run("new", "king_of_tokyo", "--seats", "2", "--chance", "dealer", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        run("join", game, "--player", player)
    run("play", game, typed="kraken\nking\nacid\nwings\njets\nroll\n1 2 3 heart heart attack\nroll\n")
    ran = run("play", game, typed="1 2 3 heart heart energy\nroll\n1 2 3 heart heart energy\n")
    assert "      a 1   b 2   c 3   d heart   e heart   f energy" in ran.out
    kept = run("play", game, typed="keep hearts\n")
    assert "Reroll dice 1, 2, 3 and 6." in kept.out


def test_a_script_whose_input_has_ended_leaves_while_others_are_asked(run: Run) -> None:
    game = run("new", DUEL, "--options", '{"starting_player": "red"}', "--chance", "referee", "--json").json["info"][
        "game"
    ]
    run("join", game, "--player", "Ann")
    waiting = run("play", game, typed="")
    assert (waiting.code, "The game is not over" in waiting.err) == (0, True)
    bob = run("join", game, "--player", "Bob", "--json").json["seat_token"]
    second = run("play", game, "--token", bob, "--seat", "2", typed="")
    assert (second.code, "The game is not over" in second.err) == (0, True)


def test_without_a_game_a_person_goes_on_with_theirs(run: Run, duel: str) -> None:
    played = run("play", typed="large\n")
    assert f"Continuing {duel}, INFLUDANCE Duel." in played.err
    assert "→ Ann chooses the large figure." in played.out
    open_game = run("new", DUEL, "--player", "Ann", "--json").json["info"]["game"]
    again = run("play", typed="")
    assert f"Continuing {duel}, INFLUDANCE Duel; you have 1 other game in play." in again.err, open_game


def test_without_a_game_that_goes_on_nothing_is_played(run: Run, finished: str) -> None:
    ran = run("play")
    assert (ran.code, ran.out) == (2, "")
    assert "you have no game in play" in ran.err


def test_the_command_that_a_hint_names_is_understood_where_it_is_read(run: Run, duel: str) -> None:
    played = run("play", duel, typed="shoot\ngunbai title clauses IN-1.9\ngunbai title clauses infludance_duel\n")
    assert "`rules IN-" in played.out
    assert "IN-1.9" in played.out
    assert "nothing here matches" not in played.out
    by_command, by_word = (
        run("play", duel, typed=f"{line}\n").out for line in ("title clauses IN-2.2", "rules IN-2.2")
    )
    assert by_command.splitlines()[-3:] == by_word.splitlines()[-3:]


def test_a_sentence_for_a_move_is_answered_with_a_clause(run: Run) -> None:
    game = run("new", "shogun", "--player", "Ada", "--bots", "2", "--start", "--json").json["info"]["game"]
    for line in ("move 3 armies from noto to kaga", "I march to Kaga with 3 armies"):
        assert "Refused by SH-" in run("play", game, typed=f"{line}\n").out
    ran = run("play", game, typed="please give me some more time\n")
    assert "nothing here matches" in ran.out
    assert "The question is: Ada chooses an offered card or draws one unseen." in ran.err


def test_a_first_game_teaches_lesson_by_lesson_and_has_a_move_refused(run: Run) -> None:
    played = run("play", "--learn", "liars_dice", typed="\n\ntry\nbid 3 4\n\nquit\n")
    lessons = [line[:13] for line in played.out.splitlines() if line.startswith("Lesson ")]
    assert lessons == [f"Lesson {place} of 9" for place in (1, 2, 3, 3, 4, 5)]
    assert "Type `try` to attempt this: Bid 11 dice showing 6." in played.out
    assert "Refused by LD-3.2" in played.out
    assert "you     Bid 3 dice showing 4." in played.out.partition("Refused by LD-3.2")[2]


def test_whoever_makes_the_move_of_a_later_lesson_has_read_those_before_it(run: Run) -> None:
    played = run("play", "--learn", "liars_dice", typed="next\nbid 3 4\nquit\n")
    lessons = [line[:13] for line in played.out.splitlines() if line.startswith("Lesson ")]
    assert lessons == [f"Lesson {place} of 9" for place in (1, 2, 4)]


def test_a_first_game_is_of_a_title_and_a_new_one(run: Run, duel: str) -> None:
    assert "Did you mean liars_dice?" in run("play", "--learn", "liers_dice").err
    refused = run("play", duel, "--learn", DUEL)
    assert (refused.code, "leave out GAME and --seat" in refused.err) == (2, True)


def test_a_game_that_lost_entries_asks_nobody_and_says_how_it_continues(
    run: Run, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Gunbai.game

    def went_back(self: Gunbai, game: str) -> GameInfo:
        info = read(self, game)
        info.went_back = game == duel
        return info

    monkeypatch.setattr(Gunbai, "game", went_back)
    played = run("play", duel, typed="1\n")
    assert played.code == 0
    assert f"{duel}: went back; continues only as a branch." in played.out
    assert f"gunbai game fork {duel}@" in played.out
    assert "Choose the" not in played.out
    assert "you have no game in play" in run("play").err
