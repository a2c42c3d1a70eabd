"""A title without words of its own speaks in the names of its messages, steps and fields."""

from __future__ import annotations

import pytest

from games.kit.title import Title
from gunbai_record.plain import Plain
from lab.toy import LANTERN_NIGHT, plain
from titles.checks.walk import set_up, walk

TITLE = Title(LANTERN_NIGHT.rules)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (plain.LightPaid(seat=2, light=3), "Seat 2: light paid, light: 3."),
        (plain.LightPaid(seat=2), "Seat 2: light paid."),
        (plain.LanternsDrawn(seat=1, lanterns=("fox", "moon")), "Seat 1: lanterns drawn, lanterns: fox and moon."),
        (plain.Thunder(), "Thunder."),
        (plain.Bid(seat=2, light=3), "Bid, light: 3."),
    ],
)
def test_a_message_is_its_name_with_the_fields_that_are_set(event: Plain, sentence: str) -> None:
    assert TITLE.words.english.sentence(event) == sentence


def test_whatever_is_asked_done_and_caused_in_a_game_is_a_sentence() -> None:
    english, asks = TITLE.words.english, set()
    for turn in walk(TITLE, set_up(TITLE, 3).table, seed=1):
        for message in (turn.move, *turn.accepted.events):
            assert english.sentence(message).endswith(".")
        for step in turn.before.agenda:
            asks.add(english.question(step)[-1])
    assert asks == {"?", "."}
