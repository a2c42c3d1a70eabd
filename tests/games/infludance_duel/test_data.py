"""The components are those of the components file, and neither edge of the board is better than the other."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.infludance_duel.rules import data
from games.infludance_duel.rules.board import Grid, grid, name
from games.infludance_duel.rules.data import BEARINGS, BLUE, CHAMBERS, COMPASS, EDITION, OPPOSITE, RED
from games.infludance_duel.rules.table import Options
from games.kit.rules.edition import EditionError

COMPONENTS = Path(__file__).with_name("components.toml")
SIDES = ("A", "B")


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    return tomllib.loads(COMPONENTS.read_text(encoding="utf-8"))


def board(side: Any) -> Grid:
    return grid(EDITION.data.boards[side])


@pytest.mark.parametrize("side", SIDES)
def test_the_fields_are_those_of_the_components_file(side: str, printed: dict[str, Any]) -> None:
    listed = printed["boards"][side]
    bullets = {field: {data.COLOURS[seat]: bearing for seat, bearing in here.items()} for field, here in _fields(side)}
    assert bullets == listed["fields"]
    assert (board(side).columns, board(side).rows) == (listed["columns"], listed["rows"])
    assert [board(side).first_line(seat) for seat in (RED, BLUE)] == [
        listed["first_line_red"],
        listed["first_line_blue"],
    ]


def _fields(side: str) -> list[tuple[str, dict[int, str]]]:
    return list(board(side).bullets.items())


def test_directions_facing_and_steps_are_those_of_the_components_file(printed: dict[str, Any]) -> None:
    assert {bearing: list(offset) for bearing, offset in COMPASS.items()} == printed["directions"]
    for seat, colour in data.COLOURS.items():
        facing = printed["facing"][colour]
        assert BEARINGS[seat]["forward"] == facing["forward"]
        assert {heading: BEARINGS[seat][heading] for heading in facing["steps"]} == facing["steps"]


def test_tokens_magazines_figures_and_options_are_those_of_the_components_file(printed: dict[str, Any]) -> None:
    assert EDITION.data.tokens == {kind["id"]: kind["count"] for kind in printed["token_kinds"]}
    assert sum(EDITION.data.tokens.values()) == printed["tokens"]["total"]
    assert printed["magazine"]["chambers"] == CHAMBERS
    assert {figure: printed["figures"][figure]["width"] for figure in printed["figures"]} == data.WIDTHS
    assert Options() == Options(printed["options"]["board_side"]["default"])
    assert Options().starting_player == printed["options"]["starting_player"]["default"]


@pytest.mark.parametrize("side", SIDES)
def test_the_board_turned_round_with_the_colours_swapped_is_the_same(side: str) -> None:
    here = board(side)
    for field, bullets in here.bullets.items():
        column, row = ord(field[0]) - 96, int(field[1:])
        across = here.bullets[name(here.columns + 1 - column, here.rows + 1 - row)]
        assert across == {3 - seat: OPPOSITE[bearing] for seat, bearing in bullets.items()}


@pytest.mark.parametrize("side", SIDES)
def test_every_field_has_a_bullet_and_some_have_one_only(side: str) -> None:
    counts = {len(bullets) for bullets in board(side).bullets.values()}
    assert counts == {1, 2}


def test_the_cowboys_look_at_each_other() -> None:
    assert {heading: OPPOSITE[bearing] for heading, bearing in BEARINGS[RED].items()} == BEARINGS[BLUE]
    assert all(OPPOSITE[OPPOSITE[bearing]] == bearing for bearing in COMPASS)


def both(*rows: str) -> dict[str, Any]:
    return {side: {"rows": rows} for side in SIDES}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"tokens": {"good_shot": 12, "kicker": 1}}, "12 tokens"),
        ({"tokens": {"good_shot": 13, "kicker": -1}}, "12 tokens"),
        ({"boards": {"A": {"rows": ["N/S N/S", "N/S N/S"]}}}, "boards A and B"),
        ({"boards": both("N/S")}, "2 to 9 rows"),
        ({"boards": both("N/S N/S", "N/S")}, "same length"),
        ({"boards": both("N/S N/S", "N/S -/-")}, "one or two bullets"),
        ({"boards": both("N/S N/S", "N/S UP/S")}, "one or two bullets"),
    ],
)
def test_an_edition_that_cannot_be_printed_is_refused(change: dict[str, Any], problem: str) -> None:
    changed = msgspec.to_builtins(EDITION.data) | change
    with pytest.raises(EditionError, match=problem):
        EDITION.read(msgspec.json.encode(changed).decode())
