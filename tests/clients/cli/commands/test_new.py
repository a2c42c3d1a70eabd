"""`gunbai new`."""

from __future__ import annotations

from pathlib import Path

from tests.clients.cli.ran import DUEL, Run


def test_a_game_has_the_fewest_seats_unless_a_number_is_given(run: Run) -> None:
    assert "king_of_tokyo with 2 seats" in run("new", "king_of_tokyo").out
    assert "king_of_tokyo with 4 seats" in run("new", "king_of_tokyo", "--seats", "4").out


def test_a_table_that_is_no_text_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "table"
    table.write_bytes(b"\xff\xfe")
    ran = run("new", DUEL, "--table", str(table))
    assert ran.code == 2
    assert "cannot be read" in ran.err


def test_a_clause_that_the_options_break_is_shown(run: Run) -> None:
    ran = run("new", "titan_race", "--options", '{"tracks": ["nowhere"]}')
    assert ran.code == 3
    assert "TR-2.1" in ran.err
