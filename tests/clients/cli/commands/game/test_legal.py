"""`gunbai game legal`."""

from __future__ import annotations

from pathlib import Path

from tests.clients.cli.command_run import Run


def test_the_legal_commands_of_a_seat_are_listed_at_any_position(run: Run, finished: str) -> None:
    listed = run("game", "legal", f"{finished}@4", "--seat", "1")
    assert "Choose the large figure." in listed.out
    assert 'ChooseFigure {"figure": "FIGURE_LARGE"}' in listed.out
    assert "Seat 2 has no legal command at version 4." in run("game", "legal", f"{finished}@4", "--seat", "2").out
    answer = run("game", "legal", f"{finished}@4", "--seat", "1", "--json").json
    assert (answer["seat"], answer["version"], len(answer["commands"])) == (1, "4", 2)


def test_a_seat_that_is_not_there_is_refused(run: Run, finished: str) -> None:
    refused = run("game", "legal", f"{finished}@4", "--seat", "3")
    assert refused.code == 3
    assert "expected a seat from 1 to 2, not 3" in refused.err


def test_of_a_record_file_the_seat_is_named(run: Run, finished: str, tmp_path: Path) -> None:
    file = tmp_path / "duel.gunbai.pb"
    assert run("record", "export", finished, "-o", str(file)).code == 0
    refused = run("game", "legal", f"{file}@4")
    assert refused.code == 2
    assert "name a seat" in refused.err
    assert "Choose the large figure." in run("game", "legal", f"{file}@4", "--seat", "1").out


def test_of_another_seat_nothing_is_listed_while_facts_are_hidden(run: Run) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--json").json["info"]["game"]
    first = run("join", game, "--player", "Ann", "--json").json["seat_token"]
    assert run("join", game, "--player", "Bob").code == 0
    assert run("game", "legal", game, "--seat", "1").code == 0
    assert run("game", "legal", game, "--token", first).code == 0
    refused = run("game", "legal", game, "--seat", "2", "--token", first)
    assert refused.code == 3
    assert "hides facts from you" in refused.err
