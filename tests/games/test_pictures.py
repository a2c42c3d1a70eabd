"""Laws of all pictures: they are one family, nothing reaches out of them, and rings and text board say the same."""

from __future__ import annotations

import random
from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from games.infludance_duel.board.picture import SAND
from games.king_of_tokyo.board.picture import NIGHT
from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.rules.decider import asked_seats
from games.kit.title import Title
from games.samurai_spirit.board.village import SKY
from games.shogun.board.picture import LAND, SEA
from games.titan_race.board.picture import BARE, GROUND
from gunbai_client.picture import seat_colours
from lab.variants import marked
from titles.catalogue import TITLES, newest
from titles.checks.drawing import SVG, board, caption, draw, is_for, outside, rings, texts
from titles.checks.walk import Turn, set_up, walk

CASES = [
    pytest.param(newest(name), seats, options, id=f"{name}-{seats}-{options}", marks=marks)
    for name in TITLES
    for seats, options, marks in marked(name)
]
LONG = {seat: f"{'W' * 40} & <{seat}>" for seat in range(1, 8)}


GROUNDS = {
    "light": (svg.PAPER, svg.SHEET, svg.SHADE, SAND, SEA, LAND, BARE),
    "dark": ("#191613", "#24201b", "#2b2620", "#e9e1d0", NIGHT, SKY),
}
"""What rings lie on in pictures and on pages; those of dark pages are from their style sheets."""


@cache
def sample(title: Title[Any], seats: int, options: str) -> list[Turn]:
    """Return a dozen moves of a random game, the last one among them."""
    turns = list(walk(title, set_up(title, seats, options).table, seed=5))
    return [*random.Random(5).sample(turns, 11), turns[-1]]


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_nothing_reaches_out_of_a_picture(title: Title[Any], seats: int, options: str) -> None:
    for turn in sample(title, seats, options):
        for players in (LONG, {}):
            drawn = draw(title, turn.accepted.table, seats, turn.accepted.events, players)
            assert ET.fromstring(drawn).get("viewBox", "").startswith(f"0 0 {svg.WIDTH} ")
            assert outside(drawn) == []


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_a_ring_is_drawn_exactly_when_the_text_board_names_a_last_move(
    title: Title[Any], seats: int, options: str
) -> None:
    for turn in sample(title, seats, options):
        for events in (turn.accepted.events, ()):
            drawn = draw(title, turn.accepted.table, None, events)
            assert (rings(drawn) > 0) == board(drawn)[-1].startswith("Last move: ")


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_players_are_named_and_their_names_are_escaped(title: Title[Any], seats: int, options: str) -> None:
    players = {seat: f"<b>{seat}&" for seat in range(1, seats + 1)}
    for turn in sample(title, seats, options)[-2:]:
        drawn = draw(title, turn.accepted.table, None, turn.accepted.events, players)
        shown = "|".join(texts(drawn))
        assert all(name in shown for name in players.values())
        assert all(any(name in line for line in board(drawn)) for name in players.values())


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_each_seat_has_a_colour_of_its_own_throughout_a_game(title: Title[Any], seats: int, options: str) -> None:
    colours = [seat_colours(draw(title, turn.accepted.table)) for turn in sample(title, seats, options)]
    assert [sorted(numbers) for numbers in colours] == [list(range(1, seats + 1))] * len(colours)
    assert len({*colours[-1].values()}) == seats
    assert all(numbers == colours[-1] for numbers in colours)


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_who_is_asked_is_marked(title: Title[Any], seats: int, options: str) -> None:
    for turn in sample(title, seats, options):
        drawn = draw(title, turn.accepted.table)
        assert texts(drawn).count("to act") == len(asked_seats(title.rules, turn.accepted.table))


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_the_type_scale_of_a_picture_is_readable(title: Title[Any], seats: int, options: str) -> None:
    for turn in sample(title, seats, options)[-2:]:
        drawn = ET.fromstring(draw(title, turn.accepted.table))
        sizes = {float(node.get("font-size", 0)) for node in drawn.iter(f"{SVG}text")}
        assert min(sizes) >= 8


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_equal_views_and_captions_give_equal_pictures(title: Title[Any], seats: int, options: str) -> None:
    turn = sample(title, seats, options)[0]
    table, events = turn.accepted.table, turn.accepted.events
    assert draw(title, table, 1, events) == draw(title, table, 1, events)


def test_a_caption_has_only_what_its_reader_may_see() -> None:
    title = newest("shogun")
    for turn in walk(title, set_up(title, 3, '{"start": "preset"}').table, seed=1):
        hidden = [event for event in turn.accepted.events if not is_for(event, None)]
        if hidden:
            assert not set(map(id, caption(title, turn.accepted.table, turn.accepted.events).events)) & set(
                map(id, hidden)
            )
            return
    raise AssertionError("no event was hidden")


@pytest.mark.parametrize("name", TITLES)
def test_all_pictures_have_the_same_header(name: str) -> None:
    title = newest(name)
    table = set_up(title, title.rules.seats[-1]).table
    captioned = Caption(label=title.label, game="4ethzj23jknwd7uk", version=3)
    shown = texts(title.board.picture(title.rules.view(table, None), captioned))
    assert shown[:3] == [title.label, "game 4ethzj23jknwd7uk", "version 3"]


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_every_spot_stands_in_a_part_that_a_page_lays_out(title: Title[Any], seats: int, options: str) -> None:
    for turn in sample(title, seats, options):
        root = ET.fromstring(draw(title, turn.accepted.table, seats, turn.accepted.events))
        spots = {node for node in root.iter() if node.get("data-spot")}
        laid_out = {node for part in root.iter() if part.get("data-box") for node in part.iter()}
        assert spots <= laid_out


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_a_part_of_a_picture_lies_within_it(title: Title[Any], seats: int, options: str) -> None:
    for turn in sample(title, seats, options):
        root = ET.fromstring(draw(title, turn.accepted.table, seats, turn.accepted.events))
        width, height = map(float, root.get("viewBox", "").split()[2:])
        for part in root.iter():
            if box := part.get("data-box"):
                x, y, across, down = map(float, box.split())
                assert x >= 0 <= y
                assert x + across <= width + 1
                assert y + down <= height + 1


@pytest.mark.parametrize("scheme", GROUNDS)
def test_the_ring_of_the_last_move_is_seen_in_both_schemes(scheme: str) -> None:
    assert [ground for ground in GROUNDS[scheme] if svg.contrast(svg.MARK, ground) < svg.SEEN] == []


@pytest.mark.parametrize("ground", [BARE, *GROUND.values()])
def test_a_mark_on_a_field_is_seen_on_its_ground(ground: str) -> None:
    assert svg.contrast(svg.mark_on(ground), ground) >= svg.SEEN
