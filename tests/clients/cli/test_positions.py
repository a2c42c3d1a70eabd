"""`GAME@VERSION` names a position in one way for all subcommands."""

from __future__ import annotations

import pytest
import typer

from clients.cli.positions import Position, parse_game, parse_position


@pytest.mark.parametrize(("text", "position"), [("abc", Position("abc")), ("abc@12", Position("abc", 12))])
def test_a_position_is_a_game_at_a_version_or_at_its_newest(text: str, position: Position) -> None:
    assert parse_position(text) == position
    assert str(position) == text


@pytest.mark.parametrize("text", ["abc@", "abc@x", "abc@-1", "abc@0", "abc@1.5", "abc@²", "@3", ""])
def test_what_is_no_position_is_an_error_that_shows_the_form(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="write GAME@VERSION"):
        parse_position(text)


def test_a_command_that_takes_a_game_refuses_a_position() -> None:
    assert parse_game("abc") == "abc"
    with pytest.raises(typer.BadParameter, match="takes a game, not a position: write abc"):
        parse_game("abc@3")
