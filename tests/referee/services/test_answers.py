"""What the API says of a game: from its row of the catalogue."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from gunbai.record.v1.clocks_pb2 import EXPIRY_RULE_LOSES, ClockTerms
from gunbai.record.v1.lifecycle_pb2 import AbandonGame
from gunbai.record.v1.results_pb2 import (
    RESULT_BASIS_CONCESSION,
    RESULT_BASIS_FORFEIT,
    RESULT_BASIS_RULES,
    DecideGame,
)
from gunbai.referee.v1 import game_pb2
from referee.errors import InvalidField
from referee.game.game import Status
from referee.game.lifecycle import abandon_game
from referee.services.answers import message_of, outline_of, standing_of, status_of
from store.contract import Standing
from tests.referee.incidents import continued
from tests.referee.nights import AT, bid, finished, started
from tests.referee.orders import ARBITERS_KEY, conceded, decided
from tests.store.builders import summary

CLOCK = ClockTerms(bank_seconds=600, increment_seconds=5, expiry=EXPIRY_RULE_LOSES)
FORFEIT: dict[str, Any] = {"basis": RESULT_BASIS_FORFEIT, "seats": [2], "winners": [1], "reason": "not at the table"}


def test_the_outline_of_a_game_is_its_row_with_its_times() -> None:
    outline = outline_of(summary("g", created_at=7, public=False, parent="p", parent_version=3))
    assert (outline.create_time.ToMilliseconds(), outline.update_time.ToMilliseconds()) == (7, 8)
    assert (outline.game, outline.title, outline.parent, outline.parent_version) == ("g", "titan_race", "p", 3)
    assert (outline.status, outline.private) == (game_pb2.GAME_STATUS_RUNNING, True)
    assert [(seat.seat, seat.player) for seat in outline.seats] == [(1, "Ann"), (2, "")]


def test_a_game_shows_its_arbiter_what_decided_it_and_who_left() -> None:
    night = conceded(conceded(started(3, arbiter=ARBITERS_KEY), 1), 3)
    info = message_of(night.game)
    assert (info.status, info.arbiter, [*info.left_seats]) == (game_pb2.GAME_STATUS_DECIDED, ARBITERS_KEY, [1, 3])
    assert (info.result.ending, info.result.clause, [*info.result.winners]) == ("concession", "", [2])
    assert info.result.basis == RESULT_BASIS_CONCESSION
    assert message_of(finished().game).result.basis == RESULT_BASIS_RULES
    appealed = message_of(decided(started(arbiter=ARBITERS_KEY), DecideGame(**FORFEIT, appeal_pending=True)).game)
    assert (appealed.status, [*appealed.result.winners]) == (game_pb2.GAME_STATUS_APPEALED, [1])


def test_a_game_shows_its_clocks_and_where_it_goes_on() -> None:
    night = started(clock=CLOCK).play(bid(1, 1))
    parent, branch = (message_of(each.game) for each in continued(night, night.game.started))
    assert (parent.status, parent.continued_by) == (game_pb2.GAME_STATUS_CONTINUED, branch.game)
    assert (branch.status, branch.continues, branch.clock) == (game_pb2.GAME_STATUS_RUNNING, True, CLOCK)


def test_the_clocks_of_a_game_that_was_abandoned_are_not_shown() -> None:
    night = started(clock=CLOCK)
    assert message_of(night.game).HasField("clocks")
    assert not message_of(abandon_game(night.game, AbandonGame(), AT).game).HasField("clocks")


@pytest.mark.parametrize("status", get_args(Status))
def test_a_status_is_its_word_in_the_catalogue(status: Status) -> None:
    number = game_pb2.GameStatus.Value(f"GAME_STATUS_{status.upper()}")
    assert outline_of(summary("g", status=status)).status == number
    assert status_of(number) == status


@pytest.mark.parametrize("standing", get_args(Standing))
def test_a_standing_is_its_word_in_the_catalogue(standing: Standing) -> None:
    number = game_pb2.Standing.Value(f"STANDING_{standing.upper()}")
    assert outline_of(summary("g", standing=standing)).standing == number
    assert standing_of(number) == standing


def test_no_status_and_no_standing_is_no_word_and_any_other_number_is_refused() -> None:
    assert status_of(game_pb2.GAME_STATUS_UNSPECIFIED) == standing_of(game_pb2.STANDING_UNSPECIFIED) == ""
    other: Any = 99
    with pytest.raises(InvalidField, match="status: 99 is not a status"):
        status_of(other)
    with pytest.raises(InvalidField, match="standing: 99 is not a standing"):
        standing_of(other)


def test_the_outline_of_a_status_of_another_release_has_none() -> None:
    assert outline_of(summary("g", status="dreaming")).status == game_pb2.GAME_STATUS_UNSPECIFIED
