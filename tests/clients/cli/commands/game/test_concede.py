"""`gunbai game concede`."""

from __future__ import annotations

import pytest

from tests.clients.cli.command_run import Run


def test_a_seat_concedes_and_the_other_has_won(run: Run, duel: str) -> None:
    assert "you have 2 seats" in run("game", "concede", duel).err
    assert "Ann concedes." in run("game", "concede", duel, "--seat", "1").out
    result = next(row["result"] for row in run("game", "list", "--json").json if row["game"] == duel)
    assert (result["winners"], result["basis"]) == ([2], "RESULT_BASIS_CONCESSION")
    assert "it is decided" in run("game", "concede", duel, "--seat", "1").err


def test_a_person_at_a_terminal_is_asked_whether_they_mean_it(
    run: Run, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clients.cli.screen.input_lines.is_terminal", lambda _: True)
    ran = run("game", "concede", duel, "--seat", "1", typed="n\n")
    assert (ran.code, f"Concede {duel} with seat 1? This cannot be undone" in ran.out) == (1, True)
    assert "Ann concedes." in run("game", "concede", duel, "--seat", "1", typed="y\n").out


def test_yes_concedes_without_a_question(run: Run, duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clients.cli.screen.input_lines.is_terminal", lambda _: True)
    printed = run("game", "concede", duel, "--seat", "1", "--yes").out
    assert ("Ann concedes." in printed, "?" in printed) == (True, False)
