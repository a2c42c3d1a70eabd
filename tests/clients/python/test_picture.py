"""The board as text in the pictures of the service."""

from __future__ import annotations

from gunbai_client import Seat
from gunbai_client.picture import chief_figures, seat_colours, spot_words, text_board


def test_a_picture_has_the_board_as_text(seats: list[Seat]) -> None:
    assert "a b c d e" in " ".join(text_board(seats[0].picture()).split())


def test_what_a_player_typed_is_read_as_it_was_typed() -> None:
    assert text_board("<svg><desc>Ann &amp; Bob\n1 &lt; 2</desc></svg>") == "Ann & Bob\n1 < 2"
    assert text_board("<svg/>") == ""


def test_a_picture_says_what_is_at_a_spot() -> None:
    svg = '<svg><g data-spot="die:1"><title>two</title></g><g data-spot="c:a&amp;b"><title>A &amp; B</title></g></svg>'
    assert spot_words(svg) == {"die:1": "two", "c:a&b": "A & B"}


def test_a_picture_says_which_colour_a_seat_has(seats: list[Seat]) -> None:
    assert seat_colours(seats[0].picture()) == {1: "#b3362c", 2: "#22629f"}, "red and blue"
    assert seat_colours("<svg/>") == {}


def test_a_picture_says_what_each_seat_plays_for(seats: list[Seat]) -> None:
    figures = [(figure.seat, figure.words, figure.value) for figure in chief_figures(seats[0].picture())]
    assert figures == [(1, "tokens left", 6), (2, "tokens left", 6)]
    assert chief_figures("<svg/>") == []
