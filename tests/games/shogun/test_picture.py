"""The picture shows the map, the cubes and the boards, and one's own plan to oneself alone."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import msgspec
import pytest

from games.kit.board import svg
from games.shogun import SHOGUN
from games.shogun.board.picture import SCALE
from games.shogun.rules.data import ACTION
from games.shogun.rules.table import Land
from gunbai.shogun.v1 import events as ev
from tests.games.shogun.positions import PLANS, on_board, opened, planning
from titles.checks.drawing import SVG, board, caption, draw, outside, rings, texts


def test_the_map_shows_the_provinces_in_the_game() -> None:
    shown = texts(draw(SHOGUN, opened()))
    assert {"Mino", "Awa-Shikoku"} <= set(shown)
    assert "Kazusa" not in shown


def test_a_plan_is_drawn_for_its_seat_alone() -> None:
    table = planning().but_at(1, plan=PLANS[1])
    laid = [ev.CardLaid(seat=1, space="bid", card="chest_3")]
    own = draw(SHOGUN, table, 1, laid)
    assert "Bid: 3 war chests" in "\n".join(board(own))
    assert board(own)[-1] == "Last move: Bid of seat 1"
    assert rings(own) == 1
    for seat in (None, 2, 3):
        svg = draw(SHOGUN, table, seat, laid)
        assert svg == draw(SHOGUN, planning(), seat)
        assert rings(svg) == 0


@pytest.mark.parametrize("tag", ["en", "cs"])
def test_an_action_card_is_told_from_the_others_to_its_last_letter(tag: str) -> None:
    book = SHOGUN.words.english if tag == "en" else SHOGUN.words.languages[tag]
    table = opened().but(row=tuple(ACTION))
    named = msgspec.structs.replace(caption(SHOGUN, table), book=book)
    shown = " ".join(texts(SHOGUN.board.picture(SHOGUN.rules.view(table, None), named)))
    for number, action in enumerate(ACTION, 1):
        whole = f"{number}. {book.names[action]}"
        assert whole in shown or whole.replace("/", "/ ") in shown


def test_who_plans_reads_on_which_space_the_next_card_is_laid() -> None:
    for laid, line in ((0, "  the next card is laid on Castle"), (3, "  the next card is laid on Rice")):
        table = planning().but_at(1, plan=PLANS[1][:laid])
        assert line in board(draw(SHOGUN, table, 1))
        assert "next card" not in "".join(board(draw(SHOGUN, table)))
    whole = planning().but_at(1, plan=PLANS[1])
    assert "next card" not in "".join(board(draw(SHOGUN, whole, 1)))


def test_the_text_board_shows_armies_buildings_and_revolts() -> None:
    table = on_board(opened(), Land("mino", 1, 4, ("castle",), 2), Land("kii", 2, 1), Land("aki", 3, 1))
    assert "  Mino 4 C!!" in board(draw(SHOGUN, table))


def test_the_text_board_says_who_has_which_buildings_in_a_region_and_whose_cubes_lie_where() -> None:
    lands = (
        Land("mino", 1, 4, ("castle",)),
        Land("owari", 2, 1, ("castle", "temple")),
        Land("hida", 2, 1, ("castle",)),
    )
    table = on_board(opened(), *lands)
    shown = board(draw(SHOGUN, table.but(tower=(3, 0, 1, 2)), players={1: "Ada"}))
    assert "Buildings in red: castle seat 2 (2), Ada (1); temple seat 2 (1)" in shown
    assert any(line.startswith("Cubes in tower: Ada (3), seat 3 (1), 2 farmers; tray: ") for line in shown)


def test_the_text_board_says_what_is_done_and_in_which_order_seats_play() -> None:
    shown = board(draw(SHOGUN, planning(places=(2, 0, 0, 0, 0)), players={2: "Ada"}))
    assert any(line.startswith("Actions (those in parentheses are done): Castle, Temple, ") for line in shown)
    assert any(line.startswith("Turn order and special cards: 1. Ada, ") for line in shown)
    assert not any(line.startswith("Turn order") for line in board(draw(SHOGUN, planning(specials=()))))


def test_in_winter_the_order_is_shown_and_no_action_cards_that_are_put_away() -> None:
    winter = draw(SHOGUN, opened().but(season="winter", places=(2, 0, 1, 0, 0)), players={2: "Ada"})
    assert "Turn order and special cards: 1. Ada; 2. -; 3. seat 1; 4. -; 5. -" in board(winter)
    assert not any(text.endswith(". ?") for text in texts(winter))
    assert any(text.endswith(". ?") for text in texts(draw(SHOGUN, planning())))


@pytest.mark.parametrize(("event", "loss"), [("E7", "loses no rice"), ("E8", "-2 rice")])
def test_an_open_event_says_what_rice_its_winter_costs(event: str, loss: str) -> None:
    assert any(line.endswith(f", winter {loss}") for line in board(draw(SHOGUN, planning(events=(event,)))))


def test_the_provinces_of_the_last_move_have_a_ring() -> None:
    marched = ev.ArmiesMarched(seat=1, from_province="mino", to_province="hida", armies=3)
    svg = draw(SHOGUN, opened(), None, [marched])
    assert board(svg)[-1] == "Last move: Hida, Mino"
    assert rings(svg) == 2


def year_scored(*scores: tuple[int, int]) -> ev.YearScored:
    """Return a scoring: the points of each seat for provinces and buildings; seat 1 has two majorities in a region."""
    green = (
        ev.Majority(region="green", building=ev.BUILDING_CASTLE, points=2, tied=True),
        ev.Majority(region="green", building=ev.BUILDING_TEMPLE, points=2),
        ev.Majority(region="red", building=ev.BUILDING_THEATRE, points=0, tied=True),
    )
    return ev.YearScored(
        scores=tuple(
            ev.SeatScore(seat=seat, provinces=provinces, buildings=buildings, majorities=green if seat == 1 else ())
            for seat, (provinces, buildings) in enumerate(scores, 1)
        )
    )


FIRST, SECOND = year_scored((7, 3), (4, 0), (5, 1)), year_scored((8, 4), (4, 1), (0, 0))


def test_a_year_that_is_scored_stays_in_sight_part_by_part() -> None:
    table = planning(year=2).but_at(1, points=14)
    svg = draw(SHOGUN, table, 1, recalled=[FIRST])
    for line in (
        "Year 1: 7 for provinces + 3 for buildings + 4 for majorities = 14 points",
        "majorities: green (castle 2 tied, temple 2), red (theatre 0 tied)",
        "Year 1: 4 for provinces + 0 for buildings + 0 for majorities = 4 points",
        "majorities: none",
    ):
        assert f"  {line}" in board(svg)
        assert line in texts(svg)
    assert "Bid" not in texts(svg)
    assert outside(svg) == []


def test_at_the_end_both_years_stand_in_place_of_the_spaces() -> None:
    table = opened().but(year=2, winners=(1,)).but_at(1, points=30)
    svg = draw(SHOGUN, table, None, [SECOND, ev.GameEnded(winners=(1,))], {1: "Ada"}, recalled=[FIRST])
    assert board(svg)[1] == "Won by Ada"
    scored = [line for line in board(svg) if line.startswith("  Year ")]
    assert [line.partition(":")[0] for line in scored] == ["  Year 1", "  Year 2"] * table.players
    assert scored[1] == "  Year 2: 8 for provinces + 4 for buildings + 4 for majorities = 16 points"
    assert texts(svg).count("winner") == 1
    assert "Bid" not in texts(svg)
    assert outside(svg) == []


def test_a_record_that_begins_in_the_second_year_recalls_that_one_alone() -> None:
    ended = board(draw(SHOGUN, opened().but(year=2, winners=(1,)), recalled=[SECOND]))
    assert [line.partition(":")[0] for line in ended if line.startswith("  Year ")] == ["  Year 2"] * 3
    assert not any(line.startswith("  Year ") for line in board(draw(SHOGUN, planning(year=2))))


def test_a_narrow_page_folds_cards_tower_and_signs_into_a_line_and_keeps_names_legible() -> None:
    table = planning(events=("E8",), tower=(3, 0, 1, 2))
    parts = list(ET.fromstring(draw(SHOGUN, table, 1)))
    (folded,) = (node for node in parts if node.get("data-fold"))
    assert folded.get("data-fold") == "E8, winter -2 rice; 1. Castle; tower: 3 1 2"
    inside = "|".join(folded.itertext())
    assert all(words in inside for words in ("Turn order", "Tower", "Stock", "1. Castle", "revolt markers", "Open: E8"))
    (land,) = (node for node in parts if node.get("data-legible"))
    names = next(float(text.get("font-size", 0)) for text in land.iter(f"{SVG}text") if text.text == "Mino")
    assert names * SCALE * float(land.get("data-legible", 0)) >= 12


def test_an_empty_place_of_the_player_order_is_only_its_number() -> None:
    shown = texts(draw(SHOGUN, opened().but(season="winter", places=(2, 0, 1, 0, 0)), players={2: "Ada"}))
    assert "-" not in shown
    assert shown.count("Ada") == 2, "in the player order, and on the board"


def test_the_numbers_on_cubes_stay_dark_on_a_dark_page() -> None:
    cubes = ET.fromstring(draw(SHOGUN, planning(tower=(3, 0, 1, 2)))).findall(".//*[@data-piece]")
    assert len(cubes) == 4, "those in the tower, and the farmers in the stock"
    assert {cube.get("fill") for cube in cubes} == {svg.INK}
