"""Verification repeats what was checked when a seat was freed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2 as pb
from lab.toy_games import AT, TITLES, Night, named, seated
from referee.game.judge import settled
from referee.game.leaving import free_seat, leave_seat
from referee.game.lifecycle import abandon_game, start_game, take_seat
from referee.proof.verification import verify
from tests.referee.proof.test_shares import rechained

LEFT = 3
"""Where the record has the entry of the player who left."""


def came_and_went() -> Night:
    """Return a game that was abandoned, whose first seat was left and taken again, and whose second was freed."""
    night = seated()
    night = night.then(leave_seat(night.game, 1, "left", AT))
    night = night.then(take_seat(night.game, life.TakeSeat(seat=1), named("Bo"), AT))
    night = night.then(free_seat(night.game, 2, "freed", AT))
    night = night.then(take_seat(night.game, life.TakeSeat(seat=2, entropy=b"e"), named("Cy"), AT))
    night = night.then(settled(start_game(night.game, AT)))
    return night.then(abandon_game(night.game, life.AbandonGame(), AT))


def test_a_record_in_which_seats_were_freed_is_consistent() -> None:
    report = verify(TITLES, came_and_went().entries)
    assert report.verdict == pb.VERDICT_CONSISTENT, report
    assert [(entropy.version, entropy.seat) for entropy in report.seats_without_entropy] == [(5, 1)]


def test_a_seat_without_entropy_that_was_freed_is_not_reported() -> None:
    night = seated()
    night = night.then(leave_seat(night.game, 1, "left", AT))
    night = night.then(take_seat(night.game, life.TakeSeat(seat=1), named("Bo"), AT))
    night = night.then(leave_seat(night.game, 1, "left again", AT))
    assert not verify(TITLES, night.entries).seats_without_entropy


def by_another(entry: record.Entry) -> None:
    entry.actor.seat = 2


def by_the_host(entry: record.Entry) -> None:
    entry.actor.CopyFrom(record.Actor(kind=record.ACTOR_KIND_HOST))


def without_an_id(entry: record.Entry) -> None:
    entry.command_id = ""


def of_an_earlier_holder(entry: record.Entry) -> None:
    entry.command.open.value = life.LeaveSeat(seat=1, since=1).SerializeToString()


def another_seat(entry: record.Entry) -> None:
    entry.events[0].open.value = life.SeatFreed(seat=2).SerializeToString()


def no_seat(entry: record.Entry) -> None:
    entry.command.open.value = life.LeaveSeat(seat=9, since=2).SerializeToString()


@pytest.mark.parametrize("forge", [by_another, by_the_host, without_an_id, of_an_earlier_holder, another_seat, no_seat])
def test_a_seat_that_was_freed_otherwise_is_found(forge: Callable[[record.Entry], None]) -> None:
    entries = [*came_and_went().entries]
    forge(entries[LEFT])
    report = verify(TITLES, rechained(entries))
    assert report.verdict == pb.VERDICT_FAILED
    assert report.bad_version == LEFT + 1, report
