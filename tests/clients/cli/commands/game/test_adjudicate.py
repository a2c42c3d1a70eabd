"""`gunbai game adjudicate`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients.cli.command_run import Run

LARGE = ("ChooseFigure", '{"figure": "FIGURE_LARGE"}')


def test_a_command_is_adjudicated_at_any_position(run: Run, finished: str) -> None:
    refused = run("game", "adjudicate", f"{finished}@4", "Shoot", "--seat", "1")
    assert refused.code == 1
    assert "Refused by IN-3.10" in refused.out
    accepted = run("game", "adjudicate", f"{finished}@4", "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1")
    assert accepted.code == 0
    assert "→ Ann chooses the large figure." in accepted.out


def test_the_seat_is_that_of_the_token_or_the_one_that_is_asked(run: Run, duel: str) -> None:
    assert "Choose" in run("game", "legal", duel).out
    assert "→ Ann chooses the large figure." in run("game", "adjudicate", duel, *LARGE).out
    assert run("game", "submit", duel, *LARGE, "--seat", "1").code == 0
    assert "→ Bob chooses the large figure." in run("game", "adjudicate", duel, *LARGE).out


def test_a_script_without_a_token_names_the_seat(run: Run, night: Path) -> None:
    refused = run("game", "adjudicate", f"{night}@40", "StopRolling")
    assert refused.code == 2
    assert "name the seat that gives the command" in " ".join(refused.err.replace("│", " ").split())


def test_a_person_without_a_token_is_asked_for_the_seat(run: Run, night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clients.cli.commands.game.adjudicate.is_terminal", lambda _: True)
    ran = run("game", "adjudicate", f"{night}@40", "StopRolling", typed="7\nnobody\n1\n")
    assert "Whose command is it? 0 chance, 1 " in ran.out
    assert "this game has no seat '7'" in ran.out + ran.err
    assert "this game has no seat 'nobody'" in ran.out + ran.err
    assert "Refused by" in ran.out
    named = run("game", "adjudicate", f"{night}@40", "StopRolling", typed="Player 1\n")
    assert "Refused by" in named.out


def test_a_game_that_there_is_not_is_said_before_its_seat_is_asked_for(run: Run, night: Path) -> None:
    assert "there is no game 'nosuch'" in run("game", "adjudicate", "nosuch", "StopRolling").err


def test_a_name_in_the_place_of_an_id_is_refused_with_the_id_that_it_may_be(run: Run, night: Path) -> None:
    where = (f"{night}@40", "BuyCard")
    named = run("game", "adjudicate", *where, '{"card": "Acid Attack"}', "--seat", "1")
    assert (named.code, "this title has no component 'Acid Attack'; did you mean 'acid_attack'?" in named.err) == (
        1,
        True,
    )
    spelled = run("game", "adjudicate", *where, '{"card": "acid_atack"}', "--seat", "1")
    assert "this title has no component 'acid_atack' (did you mean acid_attack?)" in spelled.err
    assert "id of nothing" not in run("game", "adjudicate", *where, '{"card": "acid_attack"}', "--seat", "1").err
