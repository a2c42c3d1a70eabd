"""Verification repeats what was checked of shares of chance: commitments, links, deadlines, and who was absent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.chain import digest_of
from lab import share_games
from lab.share_games import DEADLINE, SHARED, share
from lab.toy_games import AT, TITLES, Night
from referee.game.chance_shares import call_time
from referee.game.judge import resumed
from referee.game.lifecycle import start_game
from referee.proof.verification import verify

M = TypeVar("M", bound=Message)


def shared_night(seats: int = 2) -> Night:
    """Return a finished game of shared chance."""
    night = share_games.committed(seats, SHARED)
    return share_games.played_out(night.then(start_game(night.game, AT)))


def committed_night() -> Night:
    """Return a finished game of committed chance."""
    return share_games.played_out(share_games.all_revealed())


def voided_night() -> Night:
    """Return a game whose start is void."""
    night = share_games.reveal(share_games.revealing(), 1)
    return night.then(call_time(night.game, (), DEADLINE + 1))


def stalled_night() -> Night:
    """Return a game that stalled."""
    night = share_games.asking(stalled=life.STALLED_RULE_LOSES)
    return night.then(call_time(night.game, share_games.given(night, without=[2]), DEADLINE + 1))


def resumed_night() -> Night:
    """Return a game whose seats were asked again for their shares."""
    night = share_games.asking()
    night = night.then(resumed(night.game, DEADLINE + 8, (), DEADLINE + 9))
    late = night.game.deadline
    return share_games.played_out(share_games.drawn(night, late))


@pytest.mark.parametrize("made", [shared_night, committed_night, voided_night, stalled_night, resumed_night])
def test_what_the_service_writes_is_consistent(made: Callable[[], Night]) -> None:
    report = verify(TITLES, made().entries)
    assert report.verdict == pb.VERDICT_CONSISTENT, report
    assert report.adjudicated == report.entries


def test_shares_are_checked_while_the_secret_is_not_open() -> None:
    for night in (share_games.all_revealed(), share_games.drawn(share_games.asking())):
        report = verify(TITLES, night.entries)
        assert report.verdict == pb.VERDICT_INCOMPLETE
        assert not report.problem


def rechained(entries: list[record.Entry]) -> list[record.Entry]:
    """Return the entries with a chain that fits them: what a cheating operator could make."""
    previous = bytes(32)
    for entry in entries:
        entry.previous = previous
        previous = entry.digest = digest_of(entry)
    return entries


def find(entries: list[record.Entry], name: str) -> record.Entry:
    """Return the first entry with a command or a first event of this name."""
    return next(
        entry
        for entry in entries
        for item in (entry.command, *entry.events[:1])
        if item.open.type_url.endswith(f".{name}")
    )


def alter(item: record.Item, kind: type[M], change: Callable[[M], None]) -> None:
    """Change a message in place."""
    message = kind.FromString(item.open.value)
    change(message)
    item.open.value = message.SerializeToString()


def _swap(given: life.SharesGiven) -> None:
    given.shares[0].share, given.shares[1].share = given.shares[1].share, given.shares[0].share


def _another(given: life.SharesGiven) -> None:
    given.shares[0].share = share(9)


def _reorder(given: life.SharesGiven) -> None:
    one, other = life.SeatShare(), life.SeatShare()
    one.CopyFrom(given.shares[0])
    other.CopyFrom(given.shares[1])
    given.shares[0].CopyFrom(other)
    given.shares[1].CopyFrom(one)


def _shorten(given: life.SharesGiven) -> None:
    del given.shares[1:]


def _other_chain(given: life.SharesGiven) -> None:
    given.shares[0].next_commitment = bytes(32)


@pytest.mark.parametrize("change", [_swap, _another, _reorder, _shorten])
@pytest.mark.parametrize(
    "made", [shared_night, lambda: share_games.drawn(share_games.asking())], ids=["finished", "running"]
)
def test_other_shares_than_those_that_were_given_are_found(
    made: Callable[[], Night], change: Callable[[life.SharesGiven], None]
) -> None:
    entries = list(made().entries)
    entry = find(entries, "SharesGiven")
    alter(entry.events[0], life.SharesGiven, change)
    assert verify(TITLES, rechained(entries)).bad_version == entry.version


def test_another_chain_than_the_seat_went_on_with_is_found() -> None:
    entries = list(shared_night().entries)
    entry = find(entries, "SharesGiven")
    alter(entry.events[0], life.SharesGiven, _other_chain)
    assert verify(TITLES, rechained(entries)).bad_version > entry.version


def _moved_to(at: int) -> Callable[[list[record.Entry], record.Entry], None]:
    def move(entries: list[record.Entry], entry: record.Entry) -> None:
        for later in entries[entry.version - 1 :]:
            later.at_micros = max(at, later.at_micros)

    return move


def _moved_back_to(at: int) -> Callable[[list[record.Entry], record.Entry], None]:
    def move(_: list[record.Entry], entry: record.Entry) -> None:
        entry.at_micros = at

    return move


@pytest.mark.parametrize(
    ("made", "name", "move"),
    [
        (committed_night, "RevealShare", _moved_to(DEADLINE + 1)),
        (shared_night, "SharesGiven", _moved_to(DEADLINE + 1)),
        (voided_night, "CallTime", _moved_back_to(DEADLINE)),
        (stalled_night, "CallTime", _moved_back_to(DEADLINE)),
    ],
    ids=["a late reveal", "late shares", "an early void", "an early stall"],
)
def test_what_came_on_the_wrong_side_of_the_deadline_is_found(
    made: Callable[[], Night], name: str, move: Callable[[list[record.Entry], record.Entry], None]
) -> None:
    entries = list(made().entries)
    entry = find(entries, name)
    move(entries, entry)
    report = verify(TITLES, rechained(entries))
    assert (report.bad_version, report.verdict) == (entry.version, pb.VERDICT_FAILED)
    assert "the time to" in report.problem


def _revealed_otherwise(reveal: life.RevealShare) -> None:
    reveal.share = share(9)


def _revealed_for_another(reveal: life.RevealShare) -> None:
    reveal.seat = 2


@pytest.mark.parametrize("change", [_revealed_otherwise, _revealed_for_another])
def test_a_share_that_was_not_committed_to_is_found(change: Callable[[life.RevealShare], None]) -> None:
    entries = list(committed_night().entries)
    entry = find(entries, "RevealShare")
    alter(entry.command, life.RevealShare, change)
    assert verify(TITLES, rechained(entries)).bad_version == entry.version


def _names_another(voided: life.StartVoided) -> None:
    voided.seats[:] = [1]


def _crowns_another(stalled: life.GameStalled) -> None:
    stalled.winners[:] = [2]


def test_another_absent_seat_or_winner_is_found() -> None:
    void, stall = list(voided_night().entries), list(stalled_night().entries)
    alter(void[-1].events[0], life.StartVoided, _names_another)
    alter(stall[-1].events[0], life.GameStalled, _crowns_another)
    for entries in (void, stall):
        report = verify(TITLES, rechained(entries))
        assert report.bad_version == len(entries)
        assert report.problem == "its events do not follow from its command"


def test_a_commitment_used_twice_is_found() -> None:
    entries = list(committed_night().entries)
    seats = [entry for entry in entries if entry.command.open.type_url.endswith("TakeSeat")]
    first = life.TakeSeat.FromString(seats[0].command.open.value).commitment

    def copy(taken: life.TakeSeat) -> None:
        taken.commitment = first

    alter(seats[1].command, life.TakeSeat, copy)
    assert verify(TITLES, rechained(entries)).bad_version == seats[1].version


def test_a_game_does_not_begin_before_every_share_is_revealed() -> None:
    entries = list(committed_night().entries)
    entry = find(entries, "RevealShare")
    del entries[entry.version - 1]
    for version, later in enumerate(entries, 1):
        later.version = version
    assert verify(TITLES, rechained(entries)).bad_version == find(entries, "BeginGame").version
