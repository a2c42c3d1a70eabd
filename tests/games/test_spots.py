"""The law of spots: what a legal command names can be pointed at in the picture for its seat."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.kit.board.spots import points_nowhere
from games.kit.rules.decider import asked_seats, legal
from games.kit.title import Title
from gunbai_client.picture import spot_words
from gunbai_record.plain import Plain, set_fields
from lab.variants import marked
from titles.catalogue import TITLES, newest
from titles.checks.drawing import draw
from titles.checks.walk import set_up, walk

CASES = [
    pytest.param(newest(name), seats, options, id=f"{name}-{seats}-{options}", marks=marks)
    for name in TITLES
    for seats, options, marks in marked(name)
]
POSITIONS = 60
IN_THE_BOX = {"ChooseMonster", "ChooseTitan"}
"""The commands that name what lies nowhere on the table yet."""
IN_A_HAND = {"LayCard", "LayPlan"}
"""The commands that may name a war chest card, which the picture does not show before it is laid."""


def choices(title: Title[Any], seats: int, options: str) -> Iterator[tuple[Any, int, list[Plain]]]:
    """Yield positions of a random game, in each the seats that are asked, and their legal commands."""
    turns = list(walk(title, set_up(title, seats, options).table, seed=7))
    for turn in random.Random(7).sample(turns, min(POSITIONS, len(turns))):
        table = turn.before
        for seat in asked_seats(title.rules, table):
            yield table, seat, list(legal(title.rules, table, seat))


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_every_spot_of_a_legal_command_is_in_the_picture_for_its_seat(
    title: Title[Any], seats: int, options: str
) -> None:
    for table, seat, moves in choices(title, seats, options):
        shown = set(re.findall(r' data-spot="([^"]+)"', draw(title, table, seat)))
        for move in moves:
            assert set(title.board.spots(table, move)) <= shown, move


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_a_legal_command_that_names_a_thing_points_at_it(title: Title[Any], seats: int, options: str) -> None:
    for table, _, moves in choices(title, seats, options):
        for move in moves:
            assert bool(title.board.spots(table, move)) or not _names(move), move


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_a_spot_at_which_a_command_points_says_in_words_what_is_there(
    title: Title[Any], seats: int, options: str
) -> None:
    for table, seat, moves in choices(title, seats, options):
        words_of_spot = spot_words(draw(title, table, seat))
        assert all(words_of_spot[spot] for move in moves for spot in title.board.spots(table, move))


def _names(move: Plain) -> bool:
    """Return whether a command names a thing by a text, other than one that may not be on the table."""
    kind = type(move).__name__
    if kind in IN_THE_BOX:
        return False
    texts = [value for _, value in set_fields(move) if isinstance(value, str)]
    return any(texts) and not (kind in IN_A_HAND and "chest_" in texts[0])


def test_a_command_of_a_title_without_spots_points_nowhere() -> None:
    title = newest("liars_dice")
    table = set_up(title, 2).table
    assert title.board.spots is points_nowhere
    assert points_nowhere(table, Plain()) == ()
