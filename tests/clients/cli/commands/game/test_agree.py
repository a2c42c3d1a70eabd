"""`gunbai game agree`."""

from __future__ import annotations

from tests.clients.cli.command_run import Run


def test_seats_agree_on_a_draw(run: Run, duel: str) -> None:
    words = ("game", "agree", duel, "result", "--winner", "1", "--winner", "2", "--seat")
    assert "won by" not in run(*words, "1").out.partition("→")[2]
    assert "Everyone still playing has agreed." in run(*words, "2").out
    result = next(row["result"] for row in run("game", "list", "--json").json if row["game"] == duel)
    assert (result["winners"], result["basis"]) == ([1, 2], "RESULT_BASIS_AGREEMENT")


def test_without_clocks_there_is_nothing_to_pause_or_to_resume(run: Run, duel: str) -> None:
    for words in (("pause", "--seconds", "60"), ("resume",)):
        refused = run("game", "agree", duel, *words, "--seat", "1")
        assert (refused.code, "clock" in refused.err or "pause" in refused.err) == (3, True)


def test_only_a_pause_has_a_length_and_only_a_result_has_winners(run: Run, duel: str) -> None:
    for words, problem in (
        (("pause",), "give the length of the pause"),
        (("pause", "--seconds", "-5"), "Invalid value for '--seconds'"),
        (("resume", "--seconds", "5"), "only a pause has a length"),
        (("pause", "--seconds", "5", "--winner", "1"), "only a result has winners"),
        (("result", "--winner=-1"), "Invalid value for '--winner'"),
        (("go-on",), "name the absent seat"),
        (("result", "--absent", "2"), "name the absent seat"),
        (("hand-over", "--absent", "2"), "name the new player's token"),
        (("hand-over", "--absent", "2", "--token-hash", "x"), "64 hexadecimal digits"),
    ):
        refused = run("game", "agree", duel, *words, "--seat", "1")
        assert (refused.code, problem in refused.err) == (2, True)
