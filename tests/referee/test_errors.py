"""What is wrong with a request is a sentence that names the values at fault."""

from __future__ import annotations

from referee.errors import HiddenFacts


def test_hidden_facts_are_those_of_a_game_that_is_on() -> None:
    error = HiddenFacts("night")
    assert error.game == "night"
    assert str(error) == "the game 'night' is on and has facts that not everybody may know"
