"""A seat hands over no share before the record shows that it is due."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1.game_pb2 import ShareDue
from gunbai_client.share_keeper import Keeper
from gunbai_record.chain import digest_of
from gunbai_record.errors import BrokenRecord
from gunbai_record.shares import Shares, link
from lab import share_games
from lab.toy_games import AT, NAME, Night, bid, created, named
from referee.game.chance_shares import call_time, reveal_share
from referee.game.forks import fork_game
from referee.game.judge import settled
from referee.game.leaving import free_seat, leave_seat
from referee.game.lifecycle import start_game, take_seat

SEED = bytes(range(32))


def due(outcome: int, *seats: int) -> ShareDue:
    """Return a service's request for shares."""
    return ShareDue(game=NAME, outcome=outcome, seats=seats or (1, 2))


def night_of(source: life.ChanceSource.ValueType) -> Night:
    """Return a started game whose first seat made its shares from the seed as the SDK does."""
    night = created(chance_source=source)
    tips = Shares(NAME, 1, SEED).tip(), share_games.commitment(2, source)
    for seat, tip in enumerate(tips, 1):
        night = night.then(take_seat(night.game, life.TakeSeat(seat=seat, commitment=tip), named("Ada"), AT))
    return night.then(settled(start_game(night.game, AT)))


def keeper_of(entries: Sequence[record.Entry], seat: int = 1) -> Keeper:
    """Return the keeper of a seat that has read these entries."""
    keeper = Keeper(NAME, seat, SEED)
    for entry in entries:
        keeper.take(entry)
    return keeper


def test_a_committed_share_is_handed_over_once_every_seat_has_committed_and_the_game_was_started() -> None:
    night = night_of(share_games.COMMITTED)
    request = keeper_of(night.entries).handed_over(due(0))
    assert request is not None
    assert link(NAME, 1, request.share) == night.game.sittings[0].commitment
    assert not request.next_commitment
    assert keeper_of(night.entries).handed_over(due(0, 2)) is None
    for early in (night.entries[:-1], night.entries[:2]):
        with pytest.raises(BrokenRecord):
            keeper_of(early).handed_over(due(0))


def put_off() -> tuple[bytes, Night]:
    """Return the share that seat 1 revealed for a start that was put off, and the game after its next start."""
    night = night_of(share_games.COMMITTED)
    first = keeper_of(night.entries).handed_over(due(0))
    assert first is not None
    night = night.then(settled(reveal_share(night.game, life.RevealShare(seat=1, share=first.share), AT)))
    night = night.then(call_time(night.game, (), share_games.DEADLINE + 1, puts_off=True))
    taken = life.TakeSeat(seat=2, commitment=bytes(32))
    night = night.then(take_seat(night.game, taken, named("Bea"), share_games.DEADLINE + 1))
    return first.share, night.then(settled(start_game(night.game, share_games.DEADLINE + 1)))


def test_when_the_start_is_put_off_the_next_share_of_the_chain_is_handed_over_after_the_next_start() -> None:
    first, night = put_off()
    with pytest.raises(BrokenRecord):
        keeper_of(night.entries[:-1]).handed_over(due(0))
    second = keeper_of(night.entries).handed_over(due(0))
    assert second is not None
    assert link(NAME, 1, second.share) == first == night.game.sittings[0].commitment


def test_a_shared_share_is_handed_over_for_the_next_outcome_of_the_record_and_no_later_one() -> None:
    night = night_of(share_games.SHARED).play(bid(1, 1), bid(2, 2))
    keeper = keeper_of(night.entries)
    request = keeper.handed_over(due(1))
    assert request is not None
    assert link(NAME, 1, request.share) == night.game.sittings[0].commitment
    with pytest.raises(BrokenRecord, match="outcome 2"):
        keeper.handed_over(due(2))
    assert keeper.handed_over(due(0)) is None


def test_the_share_after_an_outcome_is_the_one_before_in_the_chain() -> None:
    night = night_of(share_games.SHARED).play(bid(1, 1), bid(2, 2))
    first = keeper_of(night.entries).handed_over(due(1))
    assert first is not None
    other = next(share for share in share_games.given(night, without=[1]))
    given = life.SharesGiven(shares=[life.SeatShare(seat=1, share=first.share), other])
    entry = record.Entry(game=NAME, version=night.game.version + 1, previous=night.game.digest)
    entry.actor.kind = record.ACTOR_KIND_CHANCE
    entry.command.open.type_url = "type.googleapis.com/lantern_night.v1.DrawLanterns"
    entry.events.add().open.Pack(given)
    entry.digest = digest_of(entry)
    second = keeper_of([*night.entries, entry]).handed_over(due(2))
    assert second is not None
    assert link(NAME, 1, second.share) == first.share


def test_a_seat_that_has_committed_to_its_next_chain_goes_on_with_that_and_no_other_seat_does() -> None:
    night = night_of(share_games.SHARED).play(bid(1, 1), bid(2, 2))
    first = keeper_of(night.entries).handed_over(due(1))
    assert first is not None
    tip = Shares(NAME, 1, SEED).tip(1)
    ours = life.SeatShare(seat=1, share=first.share, next_commitment=tip)
    theirs = life.SeatShare(seat=2, share=bytes(32), next_commitment=bytes(32))
    for shown, committed in (([ours], tip), ([ours, theirs], tip), ([theirs, ours], tip), ([theirs], None)):
        entry = record.Entry(game=NAME, version=night.game.version + 1, previous=night.game.digest)
        entry.actor.kind = record.ACTOR_KIND_CHANCE
        entry.command.open.type_url = "type.googleapis.com/lantern_night.v1.DrawLanterns"
        entry.events.add().open.Pack(life.SharesGiven(shares=shown))
        entry.digest = digest_of(entry)
        second = keeper_of([*night.entries, entry]).handed_over(due(2))
        assert second is not None
        assert link(NAME, 1, second.share) == (committed or link(NAME, 1, first.share))


def test_an_outcome_that_is_no_list_of_shares_changes_no_commitment() -> None:
    night = night_of(share_games.SHARED).play(bid(1, 1), bid(2, 2))
    expected = keeper_of(night.entries).handed_over(due(1))
    assert expected is not None
    entry = record.Entry(game=NAME, version=night.game.version + 1, previous=night.game.digest)
    entry.actor.kind = record.ACTOR_KIND_CHANCE
    entry.command.open.type_url = "type.googleapis.com/lantern_night.v1.DrawLanterns"
    misread = life.SharesGiven(shares=[life.SeatShare(seat=1, share=bytes(32))])
    entry.events.add().open.value = misread.SerializeToString()
    entry.events[0].open.type_url = "type.googleapis.com/lantern_night.v1.LanternsDrawn"
    entry.digest = digest_of(entry)
    following = keeper_of([*night.entries, entry]).handed_over(due(2))
    assert following is not None
    assert following.share == expected.share


@pytest.mark.parametrize("begun", [lambda: night_of(share_games.SHARED), share_games.all_revealed])
def test_a_branch_begins_with_no_commitment_and_the_first_chain_of_each_seat(
    begun: Callable[[], Night],
) -> None:
    parent = begun()
    version = parent.game.version
    fork = life.ForkGame(parent=NAME, parent_version=version, chance_source=life.CHANCE_SOURCE_SHARED)
    branch = parent.then(fork_game(parent.game, fork, "branch", bytes(32), AT))
    keeper = Keeper("branch", 1, SEED)
    for entry in branch.entries:
        keeper.take(entry)
    with pytest.raises(BrokenRecord, match="not the next in the record"):
        keeper.handed_over(ShareDue(game="branch", outcome=1, seats=[1, 2]))
    for seat, tip in enumerate((Shares("branch", 1, SEED).tip(), bytes(32)), 1):
        taken = life.TakeSeat(seat=seat, commitment=tip)
        added = take_seat(branch.game, taken, named("Ada"), AT)
        branch = branch.then(added)
        keeper.take(added.entries[0])
    with pytest.raises(BrokenRecord, match="not the next in the record"):
        keeper.handed_over(ShareDue(game="branch", outcome=1, seats=[1, 2]))
    for entry in settled(start_game(branch.game, AT)).entries:
        keeper.take(entry)
    request = keeper.handed_over(ShareDue(game="branch", outcome=1, seats=[1, 2]))
    assert request is not None
    assert link("branch", 1, request.share) == branch.game.sittings[0].commitment


def test_a_commitment_that_the_seat_did_not_make_gets_no_share() -> None:
    problem = (
        f"the record of {NAME} is damaged at entry 4: "
        "the record has a commitment for this seat that the seat did not make"
    )
    with pytest.raises(BrokenRecord, match=problem):
        keeper_of(night_of(share_games.COMMITTED).entries, seat=2).handed_over(due(0))


def test_entries_that_do_not_fit_the_chain_are_found() -> None:
    entries = list(night_of(share_games.COMMITTED).entries)
    with pytest.raises(BrokenRecord):
        keeper_of(entries[:1] + entries[2:])


def test_no_share_is_handed_over_while_a_seat_that_was_freed_is_empty() -> None:
    night = created(chance_source=life.CHANCE_SOURCE_SHARED)
    for seat, tip in enumerate((Shares(NAME, 1, SEED).tip(), bytes(32)), 1):
        night = night.then(take_seat(night.game, life.TakeSeat(seat=seat, commitment=tip), named("Ada"), AT))
    begun = night.then(settled(start_game(night.game, AT))).entries[-1]
    for freed in (free_seat, leave_seat):
        empty = night.then(freed(night.game, 2, "r", AT))
        forged = record.Entry()
        forged.CopyFrom(begun)
        forged.version, forged.previous = 5, empty.game.digest
        forged.digest = digest_of(forged)
        with pytest.raises(BrokenRecord, match="before every seat has committed"):
            keeper_of([*empty.entries, forged]).handed_over(due(1))
