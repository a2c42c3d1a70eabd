"""`gunbai game show`."""

from __future__ import annotations

from pathlib import Path

from tests.clients.cli.command_run import Run


def test_a_position_is_shown_as_text_with_what_the_rules_wait_for(run: Run, finished: str) -> None:
    shown = run("game", "show", f"{finished}@9")
    assert shown.code == 0
    *board, waiting = shown.out.rstrip("\n").splitlines()
    assert len(board) > 5
    assert waiting.startswith("9  ")
    assert "(IN-" in waiting
    assert run("game", "show", f"{finished}@9", "--json").json["version"] == "9"


def test_the_end_is_shown_with_the_result(run: Run, finished: str) -> None:
    assert "won by" in run("game", "show", finished).out.splitlines()[-1]


def test_a_player_against_bots_sees_their_own_dice_and_after_the_end_where_those_of_others_are(run: Run) -> None:
    game = run("new", "liars_dice", "--bots", "1", "--start", "--player", "Ann", "--json").json["info"]["game"]
    shown = run("game", "show", game).out
    assert "(Ann, you): " in shown
    assert shown.count("?") == 5
    assert "gunbai record show" not in shown
    assert run("game", "abandon", game).code == 0
    hint = f"`--seat N` shows what a seat saw, and `gunbai record show {game}` shows everything."
    assert hint in run("game", "show", game).out
    assert hint in run("game", "replay", game).err


def test_a_game_that_is_over_is_shown_as_any_seat_saw_it(run: Run, tmp_path: Path) -> None:
    game = run("new", "liars_dice", "--bots", "1", "--start", "--player", "Ann", "--json").json["info"]["game"]
    hidden = run("game", "show", game, "--seat", "2")
    assert (hidden.code, "hides facts from you" in hidden.err) == (3, True)
    assert run("game", "show", game, "--seat", "1").out == run("game", "show", game).out
    assert run("game", "abandon", game).code == 0
    for verb in ("show", "replay"):
        shown = run("game", verb, game, "--seat", "2")
        assert "Ann, you" not in shown.out
        assert ", you): " in shown.out
        assert "--seat" not in shown.out + shown.err
    drawn = [run("game", "draw", game, "--seat", seat, "-o", "-").out for seat in ("1", "2")]
    assert drawn[0] != drawn[1]
    for seat in ("3", "99"):
        assert f"expected a seat from 1 to 2, not {seat}" in run("game", "draw", game, "--seat", seat).err
    page = run("game", "replay", game, "--seat", "2", "--animate", str(tmp_path / "game.html"))
    assert (page.code, "leave it out: a page shows everything that you may see" in page.err) == (2, True)


def test_deadlines_are_shown_while_clocks_run(run: Run, timed: str) -> None:
    deadline = "Ann has until "
    assert deadline in run("game", "show", timed).out
    assert deadline in run("play", timed, typed="").out
    assert deadline in run("watch", timed, "--no-follow").err
    for seat in ("1", "2"):
        assert run("game", "agree", timed, "pause", "--seconds", "600", "--seat", seat).code == 0
    assert "The clocks are paused until " in run("game", "show", timed).out


def test_of_a_game_that_has_not_started_it_is_said_which_seats_are_free(run: Run) -> None:
    game = run("new", "liars_dice", "--seats", "3", "--json").json["info"]["game"]
    assert run("game", "show", game).out.endswith("The game has not started: seats 1, 2 and 3 are free.\n")
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    assert run("game", "show", game).out.endswith("The game has not started: seat 3 is free.\n")
