"""What an actor is asked, and the version that an answer should expect."""

from __future__ import annotations

import pytest

from gunbai.record.v1 import lifecycle_pb2 as life
from referee.game.lifecycle import abandon_game
from referee.services.questions import expected_of, legal_commands
from tests.referee.nights import AT, finished, seated, started


@pytest.mark.parametrize("role", ["seat", "dealer", "bot"])
def test_who_plays_expects_the_version_of_the_question_while_the_game_runs(role: str) -> None:
    game = started().game
    assert expected_of(game, role, 1) == game.expected(1) == game.version
    for other in (seated().game, abandon_game(game, life.AbandonGame(), AT).game, finished().game):
        assert expected_of(other, role, 1) == 0


@pytest.mark.parametrize("role", ["host", "spectator", None])
def test_nobody_else_has_a_version_to_expect(role: str | None) -> None:
    assert expected_of(started().game, role, 1) == 0


def test_a_game_that_does_not_run_takes_no_command_of_a_seat() -> None:
    game = started().game
    voice = game.charter.rulebook.voice()
    assert legal_commands(game, 1, voice)
    for other in (seated().game, finished().game):
        assert legal_commands(other, 1, voice) == []
