"""The first game of a title, and the lessons that its page loads."""

from __future__ import annotations

import json

import pytest

from clients.web.languages import CATALOGUES
from gunbai_client import Gunbai
from referee.access.allowed_names import name_of
from tests.clients.web.http_requests import Visitor, answer
from titles.catalogue import TITLES


@pytest.mark.parametrize("language", CATALOGUES)
def test_somebody_without_a_name_can_play_in_each_language(language: str) -> None:
    guest = CATALOGUES[language]("guest")
    assert name_of("player", guest) == guest


@pytest.mark.parametrize("title", TITLES)
def test_a_first_game_begins_at_once_and_is_marked(pages: str, gunbai: Gunbai, title: str) -> None:
    learner = Visitor(pages)
    address, text = learner.sees(f"/titles/{title}/learn", begins="yes")
    assert "Practice game" in text
    assert 'id="lesson"' in text
    assert address.startswith("/games/")
    # Nobody else sees it.
    assert Visitor(pages).status(address) == 403
    assert address.removeprefix("/games/") not in {game.game for game in gunbai.games()}


def test_lessons_come_in_the_language_of_the_visitor_with_a_move_to_try(pages: str) -> None:
    status, _, text = answer(
        f"{pages}/titles/shogun/lessons?rules=1", headers={"accept-language": "pl", "accept": "application/json"}
    )
    told = json.loads(text)
    assert (status, told["language"]) == (200, "pl")
    tried = [lesson for lesson in told["lessons"] if lesson["refused"]]
    assert [lesson["clause"] for lesson in tried] == ["SH-6.4"]
    assert tried[0]["commands"] == ["gunbai.shogun.v1.LayCard"]
    assert answer(f"{pages}/titles/nothing/lessons")[0] == 404
