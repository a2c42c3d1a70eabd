"""`gunbai show`."""

from __future__ import annotations

from tests.clients.cli.ran import Run


def test_a_position_is_shown_as_text_with_what_the_rules_wait_for(run: Run, finished: str) -> None:
    shown = run("show", f"{finished}@9")
    assert shown.code == 0
    *board, waiting = shown.out.rstrip("\n").splitlines()
    assert len(board) > 5
    assert waiting.startswith("9  ")
    assert "(IN-" in waiting
    assert run("show", f"{finished}@9", "--json").json["version"] == "9"


def test_the_end_is_shown_with_the_result(run: Run, finished: str) -> None:
    assert "won by" in run("show", finished).out.splitlines()[-1]


def test_a_player_against_bots_sees_their_own_dice_and_after_the_end_where_those_of_others_are(run: Run) -> None:
    game = run("new", "liars_dice", "--bots", "1", "--start", "--player", "Ann", "--json").json["info"]["game"]
    shown = run("show", game).out
    assert "(Ann, you): " in shown
    assert shown.count("?") == 5
    assert "gunbai log" not in shown
    assert run("abandon", game).code == 0
    assert f"`gunbai log {game}` has all of them." in run("show", game).out
    assert f"`gunbai log {game}` has all of them." in run("replay", game).err


def test_deadlines_are_shown_while_clocks_run(run: Run, timed: str) -> None:
    deadline = "Ann has time until "
    assert deadline in run("show", timed).out
    assert deadline in run("play", timed, typed="").out
    assert deadline in run("watch", timed, "--no-follow").err
    for seat in ("1", "2"):
        assert run("agree", timed, "pause", "--seconds", "600", "--seat", seat).code == 0
    assert "The clocks are paused until " in run("show", timed).out
