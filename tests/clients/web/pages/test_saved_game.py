"""The page that the site saves of a game."""

from __future__ import annotations

from clients.web.saved.page import saved_game
from gunbai_client import Gunbai, Seat
from tests.clients.web.http_requests import NOWHERE, answer


def test_the_site_saves_the_page_that_the_command_makes(pages: str, gunbai: Gunbai, seats: list[Seat]) -> None:
    info = gunbai.game(seats[0].game)
    status, headers, text = answer(f"{pages}/games/{info.game}/saved")
    assert (status, headers["content-disposition"]) == (200, f'attachment; filename="{info.game}.html"')
    assert text == "".join(saved_game(gunbai, info))


def test_a_game_that_is_not_there_is_not_saved(pages: str) -> None:
    assert answer(f"{pages}/games/{NOWHERE}/saved")[0] == 404
