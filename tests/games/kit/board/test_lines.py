"""A title without a board of its own is shown as lines of text: a field of the view each."""

from __future__ import annotations

import pytest

from games.kit.title import Title
from lab.toy import LANTERN_NIGHT, DrawLanterns, MayObject, PayLight
from titles.catalogue import newest
from titles.checks.drawing import board, draw, outside, texts
from titles.checks.walk import set_up, walk

TITLE = Title(LANTERN_NIGHT.rules)


def test_every_field_of_the_view_is_a_line_of_the_picture_and_of_its_text_board() -> None:
    drawn = draw(TITLE, set_up(TITLE, 3).table, 1)
    lines = ["purses: 5 5 5", "has bid: no no no", "own bid: 0", "lanterns left: 5"]
    assert board(drawn)[-len(lines) :] == lines
    assert set(lines) <= set(texts(drawn))


def test_what_the_rules_wait_for_and_owe_stands_above_the_fields() -> None:
    night = set_up(TITLE, 2).table
    assert board(draw(TITLE, night))[2] == "now: Lay bids?"
    opened = night.opens(DrawLanterns(2), MayObject(1), PayLight(2, 3))
    assert board(draw(TITLE, opened, players={1: "Ada"}))[2:5] == [
        "now: Seat 2: draw lanterns.",
        "then: Ada: may object, depth: 1?",
        "then: Seat 2: pay light, light: 3.",
    ]


def test_the_row_of_a_seat_is_a_line_that_names_the_seat_once() -> None:
    dice = Title(newest("liars_dice").rules)
    lines = board(draw(dice, set_up(dice, 2).table, 1))
    assert "cups, seat 2: dice 5, shaken no, hand -, lifted -" in lines


def test_a_seat_is_shown_no_more_than_its_view_has() -> None:
    for turn in walk(TITLE, set_up(TITLE, 3).table, seed=1):
        table = turn.accepted.table
        views = {seat: TITLE.rules.view(table, seat) for seat in (None, 1, 2, 3)}
        drawn = {seat: draw(TITLE, table, seat) for seat in views}
        assert (drawn[1] == drawn[2]) == (views[1] == views[2])
        assert (drawn[None] == drawn[3]) == (views[None] == views[3])


@pytest.mark.parametrize("seats", [2, 4])
def test_no_line_reaches_out_of_the_picture(seats: int) -> None:
    for turn in walk(TITLE, set_up(TITLE, seats).table, seed=2):
        assert outside(draw(TITLE, turn.accepted.table, None, turn.accepted.events)) == []
