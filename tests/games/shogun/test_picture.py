"""The picture shows the map, the cubes and the boards, and one's own plan to oneself alone."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree as ET

from games.shogun.data import PROVINCE
from games.shogun.picture import PLACES, picture, text_board
from games.shogun.table import Land
from games.shogun.view import view
from tests.games.shogun.positions import PLANS, on_board, opened, planning

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(svg).iter(f"{SVG}text")]


def test_every_province_has_a_place_of_its_own() -> None:
    assert set(PLACES) == set(PROVINCE)
    for (x1, y1), (x2, y2) in combinations(PLACES.values(), 2):
        assert abs(x1 - x2) >= 72 or abs(y1 - y2) >= 50


def test_the_map_shows_the_provinces_in_the_game() -> None:
    assert {"Mino", "Awa-Shikoku"} <= set(texts(picture(view(opened(), None))))
    assert "Kazusa" not in texts(picture(view(opened(), None)))


def test_a_plan_is_drawn_for_its_seat_alone() -> None:
    table = planning().with_seat(1, plan=PLANS[1])
    assert texts(picture(view(table, 1))).count("3 war chests") == 1
    for seat in (None, 2, 3):
        assert "3 war chests" not in texts(picture(view(table, seat)))


def test_the_text_board_tells_armies_buildings_and_revolts() -> None:
    table = on_board(opened(), Land("mino", 1, 4, ("castle",), 2), Land("kii", 2, 1), Land("aki", 3, 1))
    assert "  Mino 4 C!!" in text_board(view(table, None)).splitlines()


def test_the_same_view_is_the_same_picture() -> None:
    assert picture(view(planning(), 1)) == picture(view(planning(), 1))
