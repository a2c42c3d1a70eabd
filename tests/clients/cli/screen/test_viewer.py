"""The viewer of a replay: keys step through positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from clients.cli.screen.viewer import AHEAD, HELP, Screenful, ViewedPlace, view


class Fetched:
    """The positions of a game, and which of them were asked for."""

    def __init__(self) -> None:
        self.ranges: list[tuple[int, int]] = []

    def __call__(self, first: int, last: int) -> Iterable[Screenful]:
        self.ranges.append((first, last))
        return (
            Screenful(version, (f"entry {version}",), ("the board", "of many words"))
            for version in range(first, last + 1)
        )


@pytest.fixture
def place() -> ViewedPlace:
    """Return a place at the first position of a game that has the versions 4 to 60."""
    return ViewedPlace(range(4, 61), Fetched(), 4)


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """Yield a keyboard."""
    with create_pipe_input() as keyboard:
        yield keyboard


RIGHT, LEFT, DOWN, UP, HOME, END, LEAP, LEAP_BACK = (
    "\x1b[C",
    "\x1b[D",
    "\x1b[B",
    "\x1b[A",
    "\x1b[H",
    "\x1b[F",
    "\x1b[6~",
    "\x1b[5~",
)


@pytest.mark.parametrize(
    ("typed", "version"),
    [
        (RIGHT + RIGHT, 6),
        (RIGHT + RIGHT + LEFT, 5),
        (" n\r", 7),
        (LEAP + LEAP + LEAP_BACK, 14),
        (END, 60),
        (END + RIGHT, 60),
        (END + HOME + LEFT, 4),
        ("27\r", 27),
        ("27\r" + RIGHT, 28),
        ("999\r", 60),
        ("1\r", 4),
    ],
)
def test_keys_step_through_a_game(place: ViewedPlace, keys: PipeInput, typed: str, version: int) -> None:
    keys.send_text(typed + "q")
    view(place, "a game", input=keys, output=DummyOutput())
    assert place.at == version


def test_positions_are_fetched_some_at_a_time_and_once() -> None:
    fetched = Fetched()
    place = ViewedPlace(range(4, 61), fetched, 4)
    for _ in range(AHEAD):
        assert place.shown.version == place.at
        place.step(1)
    place.go(4)
    assert place.shown.happened == ("entry 4",)
    assert fetched.ranges == [(4, 4 + AHEAD - 1)]
    place.go(58)
    assert (place.shown.version, fetched.ranges[1:]) == (58, [(58, 60)])


def test_a_screen_shows_what_happened_and_the_board_broken_at_words(place: ViewedPlace) -> None:
    assert place.lines(20) == ["entry 4", "", "the board", "of many words"]
    place.scroll(2)
    assert place.lines(20) == ["the board", "of many words"]
    place.scroll(100)
    assert place.lines(20) == ["of many words"]
    place.scroll(-100)
    assert len(place.lines(20)) == 4


def test_the_foot_says_where_one_is_and_what_is_typed(place: ViewedPlace) -> None:
    assert place.foot() == "version 4 of 60"
    place.type("5")
    assert place.foot() == "version 4 of 60   go to 5▏"


def test_a_version_that_cannot_be_shown_is_named_until_the_next_step(place: ViewedPlace) -> None:
    for typed, foot in (
        ("9999", "version 60 of 60   there is no version 9999; this is the last"),
        ("2", "version 4 of 60   there is no version 2; this is the first"),
        ("12", "version 12 of 60"),
        ("61", "version 60 of 60   there is no version 61; this is the last"),
    ):
        for digit in typed:
            place.type(digit)
        place.enter()
        assert place.foot() == foot
    place.enter()
    assert place.foot() == "version 60 of 60"


def test_another_version_is_shown_from_its_top(place: ViewedPlace) -> None:
    place.scroll(2)
    place.step(1)
    assert place.lines(20)[0] == "entry 5"


def test_how_to_leave_is_shown_on_a_narrow_screen() -> None:
    assert HELP.startswith("q quit")
    assert len(HELP) < 80
