"""The Audit service: who would give a command that is adjudicated, and the pages of the rulings given."""

from __future__ import annotations

import pytest

from games.kit.decider import CHANCE
from gunbai.record.v1 import entry_pb2 as record
from referee.errors import InvalidField, RecordDamaged
from referee.services.audit import actor_of
from referee.services.ruling_list import Place, _kept
from store.contract import BadPageToken, RefusedMove
from tests.referee.nights import AT, started


def test_a_command_is_given_by_chance_or_by_a_seat_of_the_game() -> None:
    game = started(seats=2).game
    assert actor_of(record.Actor(kind=record.ACTOR_KIND_CHANCE), game) == CHANCE
    assert [actor_of(record.Actor(kind=record.ACTOR_KIND_SEAT, seat=seat), game) for seat in (1, 2)] == [1, 2]
    for seat in (0, 3):
        with pytest.raises(InvalidField, match="a seat from 1 to 2"):
            actor_of(record.Actor(kind=record.ACTOR_KIND_SEAT, seat=seat), game)
    with pytest.raises(InvalidField):
        actor_of(record.Actor(kind=record.ACTOR_KIND_HOST, seat=1), game)


def test_a_stored_refusal_that_cannot_be_read_is_damage() -> None:
    move = RefusedMove(game="g", version=7, at=AT, actor="seat 1", command_id="c", data=b"\xff", number=3)
    with pytest.raises(RecordDamaged, match="the refusal 3 is no ruling") as damaged:
        _kept(move)
    assert (damaged.value.game, damaged.value.version) == ("g", 7)


def test_a_page_token_of_rulings_is_a_version_and_a_number() -> None:
    assert Place.parse("") == Place(0, 0)
    assert Place.parse(Place(7, 3).token()) == Place(7, 3)
    assert Place.parse(f"1.{'0' * 36}9") == Place(1, 9)
    for wrong in ("7", "7.", ".3", "7.x", "-7.3", f"1.{'0' * 37}9"):
        with pytest.raises(BadPageToken):
            Place.parse(wrong)
