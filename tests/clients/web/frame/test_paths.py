"""What stands in addresses of the site."""

from __future__ import annotations

import re

import pytest

from clients.web.frame.paths import GameId
from gunbai_record.tokens import game_id, new_token


def test_the_id_of_any_game_can_stand_in_an_address() -> None:
    game = game_id(new_token(), "")
    assert re.fullmatch(GameId.regex, game)
    assert GameId().to_string(GameId().convert(game)) == game


@pytest.mark.parametrize("other", ["", "a" * 15, "a" * 17, "A" * 16, "aaaaaaaaaaaaaa/b", "aaaaaaaaaaaaaaa\n"])
def test_nothing_else_can(other: str) -> None:
    assert not re.fullmatch(GameId.regex, other)
