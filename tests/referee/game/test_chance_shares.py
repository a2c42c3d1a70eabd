"""Shares of chance are committed to on joining and given when they are due, or the game ends without them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given as every
from hypothesis import settings
from hypothesis import strategies as st

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chance import derive
from gunbai_record.limits import MOST_BEFORE_START
from gunbai_record.shares import link
from lab import share_games
from lab.share_games import COMMITTED, DEADLINE, SHARED, given, share
from lab.toy_games import (
    AT,
    NAME,
    SECRET,
    TITLES,
    Night,
    bid,
    command,
    created,
    named,
    next_move,
    seated,
    started,
)
from referee.errors import GameOver, InvalidField, ShareNotDue
from referee.game.chance_shares import ask_shares, call_time, reveal_share, seats_without_share
from referee.game.fold import fold
from referee.game.forks import fork_game
from referee.game.judge import drawn_from, judge, resumed
from referee.game.lifecycle import abandon_game, begin_game, create_game, start_game, take_seat
from referee.game.time_control import MICROS

SEATS = 3


def kinds(entries: Sequence[record.Entry]) -> list[str]:
    """Return the names of the commands of entries."""
    return [entry.command.open.type_url.rpartition(".")[2] for entry in entries]


def refolded(night: Night) -> None:
    """Check that folding the record leads to the same game."""
    assert fold(TITLES, night.entries, {night.game.id: SECRET}) == night.game


# Committed chance.


def test_the_host_starts_the_reveal_and_the_last_share_the_game() -> None:
    night = share_games.revealing(2)
    shares_asked = life.SharesAsked.FromString(night.entries[-1].events[0].open.value)
    assert (night.game.status, shares_asked.deadline_micros, night.entries[-1].position_digest) == (
        "revealing",
        DEADLINE,
        b"",
    )
    night = share_games.reveal(share_games.reveal(night, 2), 1)
    assert kinds(night.entries[-3:]) == ["RevealShare", "RevealShare", "BeginGame"]
    assert (night.game.status, night.game.started) == ("running", night.game.version)
    assert night.game.keys == derive(SECRET, [share(1), share(2)])
    refolded(night)


@every(st.permutations(range(1, SEATS + 1)))
@settings(deadline=None, max_examples=6)
def test_shares_are_revealed_in_any_order_and_lead_to_the_same_game(order: Sequence[int]) -> None:
    night = share_games.revealing(SEATS)
    for seat in order:
        assert night.game.status == "revealing"
        night = share_games.reveal(night, seat)
    assert night.game.status == "running"
    assert night.game.keys == share_games.all_revealed(SEATS).game.keys
    refolded(night)


@every(st.sets(st.integers(1, SEATS), max_size=SEATS - 1), st.integers(1, 10**9))
@settings(deadline=None, max_examples=10)
def test_who_does_not_reveal_in_time_is_named_and_the_start_is_void(present: set[int], late: int) -> None:
    night = share_games.revealing(SEATS)
    for seat in present:
        night = share_games.reveal(night, seat)
    with pytest.raises(ShareNotDue, match="not over"):
        call_time(night.game, (), DEADLINE)
    night = night.then(call_time(night.game, (), DEADLINE + late))
    absent = tuple(sorted({*range(1, SEATS + 1)} - present))
    voided = life.StartVoided.FromString(night.entries[-1].events[0].open.value)
    assert (tuple(voided.seats), voided.secret) == (absent, SECRET)
    assert (night.game.status, night.game.absent, night.game.over) == ("voided", absent, True)
    refolded(night)


def test_a_start_is_put_off_for_the_seats_that_reveal_and_the_others_are_free() -> None:
    night = share_games.reveal(share_games.revealing(SEATS), 2)
    night = night.then(call_time(night.game, (), DEADLINE + 1, puts_off=True))
    put_off = life.StartPutOff.FromString(night.entries[-1].events[0].open.value)
    absent = [seat for seat in range(1, SEATS + 1) if seat != 2]
    assert ([*put_off.seats], night.game.status, night.game.deadline) == (absent, "open", 0)
    assert [seat for seat in range(1, SEATS + 1) if not night.game.sitting(seat).taken] == absent
    assert (night.game.sitting(2).commitment, night.game.sitting(2).share) == (share(2), b"")
    refolded(night)


def test_a_start_is_void_if_nobody_waits_for_it_or_nobody_could_take_the_free_seats() -> None:
    nobody, one = share_games.revealing(), share_games.reveal(share_games.revealing(), 1)
    crowded = msgspec.structs.replace(one.game, version=MOST_BEFORE_START)
    continuing = msgspec.structs.replace(one.game, charter=msgspec.structs.replace(one.game.charter, continues=True))
    for game in (nobody.game, crowded, continuing):
        (entry,) = call_time(game, (), DEADLINE + 1, puts_off=True).entries
        assert entry.events[0].open.Is(life.StartVoided.DESCRIPTOR)
        assert not life.CallTime.FromString(entry.command.open.value).puts_off


def test_a_share_counts_up_to_its_deadline_and_not_after_it() -> None:
    night = share_games.reveal(share_games.revealing(), 1, DEADLINE)
    with pytest.raises(ShareNotDue, match="over"):
        share_games.reveal(night, 2, DEADLINE + 1)
    assert share_games.reveal(night, 2, DEADLINE).game.status == "running"


def test_only_the_share_that_a_seat_committed_to_is_revealed_and_once() -> None:
    night = share_games.revealing()
    for seat, wrong in ((1, share(2)), (1, b""), (1, bytes(32)), (2, share(1)), (3, share(3))):
        with pytest.raises(InvalidField):
            reveal_share(night.game, life.RevealShare(seat=seat, share=wrong), AT)
    night = share_games.reveal(night, 1)
    with pytest.raises(ShareNotDue):
        share_games.reveal(night, 1)


def test_a_share_that_was_revealed_before_is_not_revealed_again() -> None:
    night = created(chance_source=COMMITTED)
    same = bytes(32)
    for seat in (1, 2):
        taken = life.TakeSeat(seat=seat, commitment=link(NAME, seat, same))
        night = night.then(take_seat(night.game, taken, named("twin"), AT))
    night = night.then(start_game(night.game, AT))
    night = night.then(reveal_share(night.game, life.RevealShare(seat=1, share=same), AT))
    with pytest.raises(InvalidField, match="already been used"):
        reveal_share(night.game, life.RevealShare(seat=2, share=same), AT)


@pytest.mark.parametrize(
    ("taken", "field"),
    [
        ({"seat": 2}, "commitment"),
        ({"seat": 2, "commitment": bytes(31)}, "commitment"),
        ({"seat": 2, "commitment": share_games.commitment(1, COMMITTED)}, "commitment"),
        ({"commitment": bytes(32)}, "seat"),
        ({"seat": 2, "commitment": bytes(32), "entropy": b"more"}, "entropy"),
    ],
)
def test_a_seat_commits_to_something_of_its_own(taken: dict[str, object], field: str) -> None:
    night = created(chance_source=COMMITTED)
    first = life.TakeSeat(seat=1, commitment=share_games.commitment(1, COMMITTED))
    night = night.then(take_seat(night.game, first, named("Ada"), AT))
    with pytest.raises(InvalidField) as refused:
        take_seat(night.game, life.TakeSeat(**taken), named("Bo"), AT)  # type: ignore[arg-type]  # fields by name
    assert refused.value.field == field


def test_a_seat_without_a_commitment_reads_which_games_need_none() -> None:
    with pytest.raises(InvalidField, match=r"expected 32 bytes, not 0: .*, or create the game with chance referee"):
        take_seat(created(chance_source=COMMITTED).game, life.TakeSeat(seat=1), named("Ada"), AT)


def test_where_no_shares_are_given_nothing_is_committed_to() -> None:
    with pytest.raises(InvalidField) as refused:
        take_seat(created().game, life.TakeSeat(seat=1, commitment=bytes(32)), named("Ada"), AT)
    assert refused.value.field == "commitment"
    with pytest.raises(ShareNotDue):
        ask_shares(seated().game, AT)
    with pytest.raises(ShareNotDue):
        reveal_share(started().game, life.RevealShare(seat=1, share=share(1)), AT)
    with pytest.raises(ShareNotDue):
        begin_game(share_games.revealing().game)
    with pytest.raises(ShareNotDue, match="no share of chance is due") as undue:
        call_time(started().game, (), DEADLINE)
    assert undue.value.game == NAME


def test_time_is_called_after_the_deadline_and_with_no_share_that_has_an_entry_of_its_own() -> None:
    night = share_games.revealing()
    with pytest.raises(ShareNotDue, match="is not over"):
        call_time(night.game, (), DEADLINE)
    with pytest.raises(InvalidField, match="has its own entry"):
        call_time(night.game, [life.SeatShare(seat=1, share=share(1))], DEADLINE + 1)


def test_no_outcome_is_drawn_from_shares_while_none_is_asked() -> None:
    night = share_games.asking()
    asked_otherwise = msgspec.structs.replace(night.game, step=started().game.step)
    with pytest.raises(ShareNotDue, match="no outcome of chance is due") as undue:
        drawn_from(asked_otherwise, given(night), AT)
    assert undue.value.game == NAME


def test_a_free_seat_has_committed_to_nothing_and_revealed_nothing() -> None:
    for sitting in created(chance_source=COMMITTED).game.sittings:
        assert (sitting.player, sitting.entropy, sitting.public_key, sitting.commitment, sitting.share) == (
            *("", b"", b"", b"", b""),
        )


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"share_seconds": 5}, "share_seconds"),
        ({"chance_source": COMMITTED, "share_seconds": 86_401}, "share_seconds"),
        ({"chance_source": COMMITTED, "stalled": life.STALLED_RULE_ENDS}, "stalled"),
        ({"chance_source": SHARED, "stalled": 7}, "stalled"),
    ],
)
def test_terms_that_do_not_fit_the_source_are_refused(terms: dict[str, object], field: str) -> None:
    request = life.CreateGame(title="lantern_night", seats=2, **terms)  # type: ignore[arg-type]  # fields by name
    with pytest.raises(InvalidField) as refused:
        create_game(TITLES, request, NAME, SECRET, AT)
    assert refused.value.field == field


def test_a_game_whose_shares_are_revealed_takes_no_command_and_may_be_abandoned() -> None:
    night = share_games.revealing()
    with pytest.raises(Exception, match="has not begun"):
        judge(night.game, command(night.game, *bid(1, 1)), AT)
    assert abandon_game(night.game, life.AbandonGame(), AT).game.status == "abandoned"
    voided = call_time(night.game, (), DEADLINE + 1).game
    with pytest.raises(GameOver):
        judge(voided, command(voided, *bid(1, 1)), AT)
    with pytest.raises(GameOver):
        abandon_game(voided, life.AbandonGame(), AT)


# Shared chance.


def test_every_outcome_is_drawn_from_the_secret_and_a_new_share_of_each_seat() -> None:
    night = share_games.played_out(
        share_games.committed(SEATS, SHARED).then(start_game(share_games.committed(SEATS, SHARED).game, AT))
    )
    outcomes = [entry for entry in night.entries if entry.actor.kind == record.ACTOR_KIND_CHANCE]
    used = [life.SharesGiven.FromString(entry.events[0].open.value).shares for entry in outcomes]
    assert len(outcomes) == 2
    assert len({seat_share.share for shares_of_one in used for seat_share in shares_of_one}) == 2 * SEATS
    assert night.game.status == "finished"
    refolded(night)


def test_another_share_of_any_seat_gives_another_outcome() -> None:
    night, keys = share_games.asking(), set()
    for number in range(4):
        changed = given(night)
        changed[1].share = sha256(bytes([number])).digest()
        keys.add(derive(SECRET, [seat_share.share for seat_share in changed]).chance)
    assert len(keys) == 4


@every(st.data())
@settings(deadline=None, max_examples=20)
def test_no_other_shares_than_those_of_all_seats_draw_an_outcome(data: st.DataObject) -> None:
    night = share_games.asking(SEATS)
    right = given(night)
    wrong = data.draw(
        st.one_of(
            st.permutations(right).filter(lambda some: some != right),
            st.lists(st.sampled_from(right), max_size=SEATS + 1).filter(lambda some: some != right),
            st.tuples(st.integers(0, SEATS - 1), st.binary(max_size=33)).map(lambda at: _swapped(right, *at)),
        )
    )
    with pytest.raises(InvalidField):
        drawn_from(night.game, wrong, AT)
    assert drawn_from(night.game, right, DEADLINE).game.drawn == 1
    with pytest.raises(ShareNotDue):
        drawn_from(night.game, right, DEADLINE + 1)


def _swapped(right: list[life.SeatShare], place: int, share: bytes) -> list[life.SeatShare]:
    """Return the shares with one exchanged for other bytes."""
    return [*right[:place], life.SeatShare(seat=place + 1, share=share), *right[place + 1 :]]


def test_a_share_is_used_once_and_the_next_chain_is_a_new_one() -> None:
    night = share_games.asking()
    first = given(night)
    again = [
        life.SeatShare(seat=seat_share.seat, share=seat_share.share, next_commitment=night.game.sittings[0].commitment)
        for seat_share in first
    ]
    with pytest.raises(InvalidField) as refused:
        drawn_from(night.game, again, AT)
    assert refused.value.field in {"next_commitment", "shares"}
    night = share_games.drawn(night)
    while not night.game.deadline:
        night = night.play(next_move(night.game))
    with pytest.raises(InvalidField):
        drawn_from(night.game, first, AT)


@pytest.mark.parametrize(
    ("rule", "winners"),
    [(life.STALLED_RULE_UNSPECIFIED, ()), (life.STALLED_RULE_ENDS, ()), (life.STALLED_RULE_LOSES, (1, 3))],
)
def test_who_gives_no_share_in_time_ends_the_game_by_the_rule_for_it(
    rule: life.StalledRule.ValueType, winners: tuple[int, ...]
) -> None:
    night = share_games.asking(SEATS, stalled=rule, share_seconds=7)
    deadline = AT + 7 * MICROS
    present = given(night, without=[2])
    with pytest.raises(ShareNotDue):
        call_time(night.game, present, deadline)
    with pytest.raises(ShareNotDue, match="every seat") as complete:
        call_time(night.game, given(night), deadline + 1)
    assert complete.value.game == NAME
    with pytest.raises(InvalidField):
        call_time(night.game, [life.SeatShare(seat=1, share=bytes(32))], deadline + 1)
    night = night.then(call_time(night.game, present, deadline + 1))
    stalled = life.GameStalled.FromString(night.entries[-1].events[0].open.value)
    assert (tuple(stalled.seats), tuple(stalled.winners), stalled.secret) == ((2,), winners, SECRET)
    assert night.game.result is not None
    assert (night.game.status, night.game.absent, night.game.result.winners) == ("stalled", (2,), winners)
    refolded(night)


# Both.


@pytest.mark.parametrize("night", [share_games.revealing(), share_games.asking()], ids=["revealing", "asking"])
def test_a_service_that_was_away_asks_again_with_a_new_deadline(night: Night) -> None:
    later = DEADLINE + 5
    loaded = night.then(resumed(night.game, later - 1, (), later))
    assert kinds(loaded.entries[-1:]) == ["AskShares"]
    assert loaded.game.deadline == later + 300 * MICROS
    refolded(loaded)
    assert resumed(loaded.game, later - 1, (), later + 1).entries == ()


@pytest.mark.parametrize("night", [share_games.revealing(), share_games.asking()], ids=["revealing", "asking"])
def test_a_service_that_was_there_ends_a_game_whose_time_is_over(night: Night) -> None:
    assert resumed(night.game, AT - 1, (), DEADLINE).entries == ()
    loaded = night.then(resumed(night.game, AT - 1, (), DEADLINE + 1))
    assert kinds(loaded.entries[-1:]) == ["CallTime"]
    assert loaded.game.absent == (1, 2)


def test_a_branch_asks_anew_for_commitments_and_takes_none_of_its_parent() -> None:
    parent = share_games.all_revealed()
    fork = life.ForkGame(parent=NAME, chance_source=COMMITTED)
    branch = parent.then(fork_game(parent.game, fork, "branchbranchbra2", bytes(32), AT))
    assert (branch.game.charter.share_seconds, branch.game.deadline) == (300, 0)
    for seat in (1, 2):
        old = life.TakeSeat(seat=seat, commitment=share_games.commitment(seat, COMMITTED))
        with pytest.raises(InvalidField, match="already been used"):
            take_seat(branch.game, old, named("heir"), AT)
    branch = share_games.joined(branch, COMMITTED)
    branch = branch.then(start_game(branch.game, AT))
    with pytest.raises(InvalidField, match="already been used"):
        share_games.reveal(branch, 1)


def test_nobody_is_absent_where_no_share_is_due() -> None:
    assert seats_without_share(started().game) == ()
    assert seats_without_share(share_games.revealing(2).game) == (1, 2)


def test_a_commitment_that_was_used_once_stays_used() -> None:
    night = share_games.asking()
    first = night.game.used
    night = night.then(drawn_from(night.game, given(night), AT))
    assert night.game.used > first


@pytest.mark.parametrize("number", [0, 3])
def test_a_share_of_a_seat_that_is_not_there_is_refused_by_its_field(number: int) -> None:
    night = share_games.revealing(2)
    with pytest.raises(InvalidField, match="expected a seat from 1 to 2") as refused:
        reveal_share(night.game, life.RevealShare(seat=number, share=share(1)), AT)
    assert refused.value.field == "seat"
