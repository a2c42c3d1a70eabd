"""Small pictures show the board of a position, and are drawn once for each visitor who may see the same."""

from __future__ import annotations

import re

import pytest

from clients.web.parts.miniatures import cut

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 800"><g data-header="Round 1"><text>a</text></g>'


def box(numbers: str, words: str, attributes: str = "") -> str:
    """Return a part of a picture."""
    return f'<g {attributes}data-box="{numbers}"><text>{words}</text></g>'


def shown(picture: str) -> tuple[str, list[str]]:
    """Return what of a picture is cut out: the rectangle, and the texts."""
    small = cut(picture)
    return re.findall(r'viewBox="([^"]*)"', small)[0], re.findall(r"<text>([^<]*)</text>", small)


def test_the_largest_part_that_is_no_panel_represents_a_position() -> None:
    panel = box("0 500 960 290", "Ada", 'data-spot="seat:1" data-colour="#22629f" ')
    parts = box("20 118 500 300", "map") + box("540 118 300 200", "dice") + panel
    assert shown(f"{HEAD}{parts}</svg>") == ("16 114 508 308", ["map"])


@pytest.mark.parametrize("around", ['<g data-band="">', '<g data-fold="The village">'])
def test_a_part_within_a_band_or_a_fold_can_represent_a_position(around: str) -> None:
    assert shown(f"{HEAD}{around}{box('20 118 500 300', 'map')}</g></svg>")[1] == ["map"]


def test_the_mat_on_which_the_parts_lie_represents_a_position() -> None:
    mat = '<rect x="20" y="114" width="960" height="400" data-mat="#1a6478"/>'
    rectangle, texts = shown(f"{HEAD}{mat}{box('20 118 960 100', 'cups')}{box('20 240 960 200', 'bid')}</svg>")
    assert (rectangle, texts) == ("16 110 968 408", ["cups", "bid"])


@pytest.mark.parametrize("flat", ["20 118 960 140", "20 118 90 50", "20 118 100 400"])
def test_without_a_large_board_the_upper_parts_are_shown_together(flat: str) -> None:
    panel = 'data-colour="#22629f" '
    panels = box("20 270 960 200", "Ada", panel) + box("20 480 960 300", "Ben", panel)
    choice = '<g data-choice="die:1" display="none"><text>die</text></g>'
    rectangle, texts = shown(f"{HEAD}{box(flat, 'village')}{panels}{choice}</svg>")
    assert (rectangle, texts) == ("16 114 968 608", ["village", "Ada", "Ben"])


@pytest.mark.parametrize("picture", [f"{HEAD}</svg>", "<svg><text>a</text></svg>", "no picture"])
def test_a_picture_without_parts_is_shown_whole(picture: str) -> None:
    assert cut(picture) == picture
