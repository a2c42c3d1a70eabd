"""The picture of a race: every field, titan and trap is drawn, and the text board says the same."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from games.titan_race import TITAN_RACE
from games.titan_race.picture import status, text_board
from games.titan_race.table import RaceTable
from games.titan_race.view import view
from tests.games.titan_race.race import race, titan

SVG = "{http://www.w3.org/2000/svg}"
RACERS = (titan("kraken", "A5"), titan("grinder", "A7", life=2), titan("rassik"))
RACE = race(*RACERS, traps=("C3",), hands={1: ("TRC01",)})


def drawn(table: RaceTable, seat: int | None = None) -> ET.Element:
    return ET.fromstring(TITAN_RACE.picture(TITAN_RACE.view(table, seat)))


def titles(picture: ET.Element) -> list[str]:
    return [title.text or "" for title in picture.iter(f"{SVG}title")]


def test_every_field_of_every_track_is_a_hexagon() -> None:
    assert len(list(drawn(RACE).iter(f"{SVG}polygon"))) == 36
    slam = race(titan("kraken"), titan("grinder"), titan("rassik"), track=("kaldheira", "anglieh", "ban_kogu"))
    assert len(list(drawn(slam).iter(f"{SVG}polygon"))) == 108


def test_terrain_and_titans_are_named_where_they_are() -> None:
    named = titles(drawn(RACE))
    assert "B4 lava" in named
    assert "Captain Brazlix & Kraken" in named


def test_only_the_own_cards_are_drawn_open() -> None:
    assert "Surprise Trap" in TITAN_RACE.picture(TITAN_RACE.view(RACE, 1))
    assert "Surprise Trap" not in TITAN_RACE.picture(TITAN_RACE.view(RACE, 2))
    assert "Surprise Trap" not in TITAN_RACE.picture(TITAN_RACE.view(RACE, None))


def test_the_text_board_shows_titans_traps_and_terrain() -> None:
    lines = text_board(view(RACE, None)).splitlines()
    assert lines[0] == "1: Kaldheira: Lakes of Doom"
    assert lines[6] == " 7 Gr    .     ."
    assert lines[8] == " 5 Kr    l     l"
    assert lines[10] == " 3 !     x.    ."
    assert "  Rassik (yellow, seat 3): at the start, lap 0, life 6, upright, ability ready" in lines


def test_the_headline_says_whose_turn_it_is_or_who_has_won() -> None:
    assert status(view(RACE, None)) == "Round 2: Kraken's turn"
    won = RACE.with_titan("grinder", laps=3, field="").but(winner="grinder", turn=None)
    assert status(view(won, None)) == "Grinder has won the race"
