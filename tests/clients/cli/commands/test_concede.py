"""`gunbai concede`."""

from __future__ import annotations

from tests.clients.cli.ran import Run


def test_a_seat_concedes_and_the_other_has_won(run: Run, duel: str) -> None:
    assert "you have 2 seats" in run("concede", duel).err
    assert "Ann concedes." in run("concede", duel, "--seat", "1").out
    result = next(each["result"] for each in run("games", "--json").json if each["game"] == duel)
    assert (result["winners"], result["basis"]) == ([2], "RESULT_BASIS_CONCESSION")
    assert "it is decided" in run("concede", duel, "--seat", "1").err
