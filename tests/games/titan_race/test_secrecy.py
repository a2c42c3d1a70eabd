"""No public event names a card that is not face up (TR-10.1); what else must stay hidden, the leak gate checks."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.titan_race import TITAN_RACE
from titles.checks.drawing import is_for
from titles.checks.walk import set_up, walk

OPTIONS = (
    '{"tracks": ["dead_lagoon"]}',
    '{"tracks": ["kaldheira"]}',
    '{"tracks": ["ban_kogu", "anglieh", "dead_lagoon"]}',
)


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 6), st.sampled_from(OPTIONS), st.integers(0, 10_000))
def test_no_public_event_names_a_card_that_is_not_face_up(seats: int, options: str, seed: int) -> None:
    for turn in walk(TITAN_RACE, set_up(TITAN_RACE, seats, options).table, seed):
        table: Any = turn.before
        for event in turn.accepted.events:
            table = TITAN_RACE.rules.evolve(table, event)
            card = getattr(event, "card", "")
            assert not card or card in table.discard + table.in_play or not is_for(event, 0)
