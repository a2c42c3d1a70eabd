"""Dice are shown when the cups are lifted, not before (LD-1.2); what else must stay hidden, the leak gate checks."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.liars_dice import LIARS_DICE
from games.liars_dice.rules.table import Cup
from gunbai.liars_dice.v1 import events as ev
from titles.checks.drawing import is_for
from titles.checks.walk import set_up, walk

OPTIONS = ("{}", '{"ones_wild": false, "spot_on": true}')


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 6), st.sampled_from(OPTIONS), st.integers(0, 10_000))
def test_no_public_message_shows_dice_before_the_cups_are_lifted(seats: int, options: str, seed: int) -> None:
    for turn in walk(LIARS_DICE, set_up(LIARS_DICE, seats, options).table, seed):
        for message in (turn.move, *turn.accepted.events):
            shows = "dice" in message.__struct_fields__
            assert not shows or not is_for(message, None)
            assert isinstance(message, ev.CupsLifted) == ("hands" in message.__struct_fields__)


def test_a_view_shows_a_seat_its_own_dice_alone() -> None:
    position = set_up(LIARS_DICE, 2).table.but(cups=(Cup(5, hand=(2,) * 5),) * 2)
    for reader in (1, 2, None):
        shown: Any = LIARS_DICE.rules.view(position, reader)
        assert [bool(cup.hand) for cup in shown.cups] == [reader == 1, reader == 2]
        assert all(cup.shaken for cup in shown.cups)
