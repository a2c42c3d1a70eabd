"""A seat may be freed before the start, by its player or by the host; what its player gave counts no more."""

from __future__ import annotations

import pytest

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.limits import MOST_BEFORE_START
from lab.toy_games import AT, NAME, SECRET, TITLES, Night, created, named, seated, started
from referee.errors import GameNotOpen, InvalidField, SeatNotTaken
from referee.game.fold import fold
from referee.game.game import Sitting
from referee.game.leaving import free_seat, leave_seat
from referee.game.lifecycle import start_game, take_seat


def left(night: Night, seat: int) -> Night:
    return night.then(leave_seat(night.game, seat, f"leave {night.game.version}", AT))


@pytest.mark.parametrize("freed", [free_seat, leave_seat])
def test_a_freed_seat_is_as_if_nobody_had_sat_there(freed: object) -> None:
    night = seated(keys=[bytes(32), bytes(32)])
    assert callable(freed)
    after = night.then(freed(night.game, 2, "r", AT))
    assert after.game.sittings == (night.game.sittings[0], Sitting(freed_at=4))
    entry = after.entries[-1]
    assert (entry.actor.seat, entry.command_id) == (2 if freed is leave_seat else 0, "r")
    assert fold(TITLES, after.entries, {NAME: SECRET}) == after.game


def test_the_entropy_of_who_left_is_not_that_of_the_chance() -> None:
    never = seated()
    stayed = created()
    for seat, entropy in ((1, b"gone"), (1, b"\1"), (2, b"\2")):
        taken = life.TakeSeat(seat=seat, entropy=entropy)
        stayed = stayed.then(take_seat(stayed.game, taken, named(f"player {seat}"), AT))
        stayed = left(stayed, 1) if entropy == b"gone" else stayed
    keys = [start_game(night.game, AT).game.keys for night in (never, stayed)]
    assert keys[0] == keys[1]


def test_the_commitment_of_who_left_is_not_used_again() -> None:
    night = created(chance_source=life.CHANCE_SOURCE_COMMITTED)
    taken = life.TakeSeat(seat=1, commitment=b"c" * 32)
    night = left(night.then(take_seat(night.game, taken, named("Ada"), AT)), 1)
    assert not night.game.sittings[0].commitment
    with pytest.raises(InvalidField, match="this commitment has already been used"):
        take_seat(night.game, taken, named("Ada"), AT)


def test_a_seat_is_freed_while_it_is_taken_and_before_the_start() -> None:
    for freed in (free_seat, leave_seat):
        with pytest.raises(SeatNotTaken):
            freed(created().game, 1, "r", AT)
        with pytest.raises(InvalidField):
            freed(created().game, 3, "r", AT)
        with pytest.raises(GameNotOpen, match="it is running"):
            freed(started().game, 1, "r", AT)


def test_no_seat_is_freed_once_shares_are_revealed() -> None:
    night = created(seats=2, chance_source=life.CHANCE_SOURCE_COMMITTED)
    for seat in (1, 2):
        taken = life.TakeSeat(seat=seat, commitment=bytes([seat]) * 32)
        night = night.then(take_seat(night.game, taken, named(f"player {seat}"), AT))
    night = night.then(start_game(night.game, AT))
    with pytest.raises(GameNotOpen, match="it is revealing"):
        leave_seat(night.game, 1, "r", AT)


def test_players_may_come_and_go_but_not_for_ever() -> None:
    night = created()
    while night.game.version < MOST_BEFORE_START:
        taken = life.TakeSeat(seat=1, entropy=b"e")
        night = left(night.then(take_seat(night.game, taken, named("Ada"), AT)), 1)
    with pytest.raises(GameNotOpen, match="the limit of 256 entries before its start"):
        take_seat(night.game, life.TakeSeat(seat=1), named("Ada"), AT)
