"""The picture on a tile: a board fills it, and a table without one is shown below its heading."""

from __future__ import annotations

import re

import pytest

from clients.web.parts.tile_picture import UNSHOWN, crop
from clients.web.samples.sample_files import find_samples
from tests.clients.web.http_requests import answer

WITH_BOARD = {"infludance_duel", "shogun", "titan_race"}


def test_a_board_fills_the_tile() -> None:
    board = '<g data-box="20 118 540 668" data-scale="0.6 1.5"><g/><g><rect/></g></g>'
    svg = f'<svg xmlns="x" viewBox="0 0 1000 806"><desc>5</desc>{board}<g data-box="590 210 390 114"/></svg>'
    shown = 'viewBox="20 118 540 668" preserveAspectRatio="xMidYMid slice"'
    assert crop(svg) == f'<svg xmlns="x" {shown}>{board}</svg>'


def test_a_table_without_a_board_is_shown_below_its_heading() -> None:
    parts = '<g data-box="20 118 544 130" data-scale="0.62 1.15"/><g data-box="506 438 474 68"/>'
    svg = f'<svg viewBox="0 0 1000 634">{parts}</svg>'
    assert 'viewBox="12 110 976 524" preserveAspectRatio="xMidYMin meet"' in crop(svg)


@pytest.mark.parametrize("svg", ["", '<svg viewBox="0 0 10 10"><g/></svg>', '<svg><g data-box="0 0 1 1"/></svg>'])
def test_a_picture_without_parts_or_size_stays_as_it_is(svg: str) -> None:
    assert crop(svg) == svg


@pytest.mark.parametrize("title", find_samples())
def test_each_title_has_a_picture_for_its_tile(pages: str, title: str) -> None:
    sample = find_samples()[title]
    address = f"{pages}/games/{sample.game}@{sample.shown}.svg"
    whole, tile = (answer(address + query)[2] for query in ("", "?tile"))
    shown = re.search(r'<svg[^>]* preserveAspectRatio="xMidY\w+ (\w+)"', tile)
    assert shown is not None
    assert (shown[1] == "slice") == (title in WITH_BOARD)
    body = tile.partition(">")[2].removesuffix("</svg>")
    assert body.rpartition("<rect")[2] in UNSHOWN.sub("", whole)
    assert "<desc>" not in body
    assert "data-header" not in body
