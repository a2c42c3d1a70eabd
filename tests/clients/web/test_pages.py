"""The pages as they come, before any script runs."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from gunbai_client import Gunbai, Seat
from tests.clients.web.asking import answer


def posted(pages: str, path: str, **form: str) -> tuple[int, str]:
    """Return the status and the text of what a form leads to."""
    status, _, text = answer(pages + path, urlencode(form).encode(), {"origin": pages})
    return status, text


def test_a_game_is_named_with_its_players_and_its_state(pages: str, seats: list[Seat]) -> None:
    _, _, text = answer(f"{pages}/games/{seats[0].game}")
    assert "INFLUDANCE Duel: Ann, Bob." in text
    assert ">running<" in text


def test_what_people_wrote_is_text_on_every_page(pages: str, gunbai: Gunbai) -> None:
    evil = "<script>alert(1)</script>"
    made = gunbai.create("liars_dice", seats=2, label=evil)
    gunbai.join(made.info.game, evil)
    for path in (f"/?label={evil}", f"/games/{made.info.game}", f"/join/{made.info.game}/2"):
        _, _, text = answer(pages + path.replace("<", "%3C").replace(">", "%3E"))
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert" in text


def test_a_search_shows_what_fits(pages: str, gunbai: Gunbai) -> None:
    label = "A rainy evening"
    gunbai.create("shogun", seats=3, label=label)
    fitting = {"label": "rainy", "title": "shogun", "state": "open"}
    assert label in answer(f"{pages}/?{urlencode(fitting)}")[2]
    for name, other in {"label": "sunny", "title": "titan_race", "state": "finished", "player": "Nobody"}.items():
        assert "No public game fits." in answer(f"{pages}/?{urlencode(fitting | {name: other})}")[2]


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"people": "9"}, "seats"),
        ({"people": "many"}, "people"),
        ({"bots": "1", "level": "9"}, "level"),
        ({"clock": "never"}, "clock"),
        ({"people": "1", "option.board_side": '"Z"'}, "board_side"),
        ({"people": "1", "option.board_side": "Z"}, "board_side"),
    ],
)
def test_a_new_game_that_cannot_be_is_told_above_its_form(pages: str, form: dict[str, str], told: str) -> None:
    status, text = posted(pages, "/new/infludance_duel", player="Ann", **form)
    assert status == 400
    alert = text.partition('role="alert">')[2].partition("</p>")[0]
    assert told in alert
    assert 'value="Ann"' in text


def test_only_the_host_starts_a_game(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2)
    status, text = posted(pages, f"/games/{made.info.game}/start")
    assert status == 403
    assert "token" in text
