"""A title without bots of its own: they know the whole table and judge its end alone, unless something is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from games.infludance_duel import INFLUDANCE_DUEL
from games.kit.bots.open_bots import UnguessedError, open_bots
from games.kit.rules.chance import Zeros
from games.kit.title import Title
from lab.title_parts import but
from lab.toy import LANTERN_NIGHT, guess
from titles.checks.walk import set_up, walk

DUEL: Title[Any] = Title(INFLUDANCE_DUEL.rules)


def test_a_guess_of_a_table_that_hides_nothing_is_the_table() -> None:
    table = set_up(DUEL, 2).table
    assert DUEL.bots.guess(table, 1, Zeros()) is table


def test_all_seats_have_the_same_share_until_the_game_is_won() -> None:
    turns = [*walk(DUEL, set_up(DUEL, 2).table, seed=1)]
    assert {DUEL.bots.evaluation(turn.before) for turn in turns} == {(0.5, 0.5)}
    end = turns[-1].accepted.table
    outcome = DUEL.rules.outcome(end)
    assert outcome is not None
    assert DUEL.bots.evaluation(end) == tuple(float(seat in outcome.winners) for seat in (1, 2))


def test_a_title_that_hides_something_must_say_what_a_table_might_be() -> None:
    with pytest.raises(UnguessedError, match="lantern_night hides Bid, BidSealed: give Title `load_bots="):
        Title(LANTERN_NIGHT.rules).bots  # noqa: B018  # loading them is what fails


def test_a_message_that_two_steps_take_is_named_once() -> None:
    twice = but(LANTERN_NIGHT, steps=LANTERN_NIGHT.rules.steps * 2)
    with pytest.raises(UnguessedError, match="lantern_night hides Bid, BidSealed: give Title"):
        open_bots(twice.rules)


def test_a_title_that_hides_something_gives_the_default_bots_its_guess() -> None:
    title = Title(LANTERN_NIGHT.rules, load_bots=lambda: open_bots(LANTERN_NIGHT.rules, guess))
    table = set_up(title, 2).table
    assert title.bots.guess is guess
    assert title.bots.evaluation(table) == (0.5, 0.5)
