"""A seat without a key gets another token where the game was created so, after a notice that it may veto in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2 as pb
from lab.signed_orders import ARBITERS_KEY, SOLOMON, by_arbiter, conceded
from lab.toy_games import AT, NAME, SECRET, TITLES, Night, seated, started
from referee.errors import GameOver, InvalidField, NoticeNotRunning, ReissueNotAllowed, SeatNotTaken
from referee.game.continuations import continue_game
from referee.game.decided_results import decide_game
from referee.game.fold import fold
from referee.game.forks import fork_game
from referee.game.game import Game, Notice
from referee.game.judge import resumed
from referee.game.leaving import free_seat, leave_seat
from referee.game.lifecycle import abandon_game, create_game
from referee.game.snapshot import restored, snapshot
from referee.game.token_reissue import announce_reissue, complete_reissue, complete_reissues, veto_reissue
from referee.proof.verification import verify
from tests.referee.proof.test_shares import rechained

PERIOD = 3600
UNTIL = AT + PERIOD * 1_000_000
HASH, OTHER = b"h" * 32, b"o" * 32
KEYS = [b"", b"k" * 32]


def noticed(night: Night, seat: int = 1, token_hash: bytes = HASH, at: int = AT, command_id: str = "n") -> Night:
    """Return the night after notice was given that a seat gets another token."""
    announcement = life.AnnounceReissue(seat=seat, token_hash=token_hash)
    return night.then(announce_reissue(night.game, announcement, command_id, at))


def notice(**changes: Any) -> Night:
    """Return a night that has started, in which a notice runs for seat 1."""
    return noticed(started(reissue_seconds=PERIOD, **changes))


def unclosed() -> Game:
    """Return a game that is decided, and whose secret is not open yet."""
    game = notice(arbiter=ARBITERS_KEY).game
    return decide_game(game, by_arbiter(game, SOLOMON)).game


@pytest.mark.parametrize("night", [seated(reissue_seconds=PERIOD), started(reissue_seconds=PERIOD)])
def test_a_notice_runs_for_the_period_of_the_game_and_changes_nothing_else(night: Night) -> None:
    after = noticed(night)
    assert after.game.notices == {1: Notice(night.game.version + 1, UNTIL)}
    assert after.game.next_deadline == UNTIL
    assert after.game.sittings[0].since == night.game.sittings[0].since
    assert after.game.sittings[1] == night.game.sittings[1]
    assert (after.game.step, after.game.expected(1)) == (night.game.step, night.game.expected(1))
    assert fold(TITLES, after.entries, {NAME: SECRET}) == after.game


def test_after_the_period_the_seat_has_the_token_of_the_notice() -> None:
    night = notice()
    with pytest.raises(NoticeNotRunning):
        complete_reissue(night.game, 1, UNTIL)
    assert complete_reissues(night.game, UNTIL).entries == ()
    after = night.then(complete_reissues(night.game, UNTIL + 1))
    assert after.game.sittings[0].since == night.game.version
    assert (after.game.notices, after.game.next_deadline) == ({}, 0)
    assert after.entries[-1].at_micros == UNTIL + 1
    assert fold(TITLES, after.entries, {NAME: SECRET}) == after.game


def test_a_veto_counts_until_the_notice_is_completed() -> None:
    night = notice()
    after = night.then(veto_reissue(night.game, 1, "v", UNTIL))
    sitting = started(reissue_seconds=PERIOD).game.sittings[0]
    assert (after.game.notices, after.game.sittings[0]) == ({}, msgspec.structs.replace(sitting, notices=1))
    assert complete_reissues(after.game, UNTIL + 1).entries == ()
    assert fold(TITLES, after.entries, {NAME: SECRET}) == after.game
    assert night.then(veto_reissue(night.game, 1, "v", UNTIL + 1)).game.notices == {}
    done = complete_reissues(night.game, UNTIL + 1).game
    for game, seat, at in ((done, 1, UNTIL + 1), (night.game, 2, AT), (after.game, 1, AT), (night.game, 7, AT)):
        with pytest.raises(NoticeNotRunning):
            veto_reissue(game, seat, "v", at)


def test_a_second_notice_replaces_the_first_and_its_period_begins_anew() -> None:
    night = noticed(notice(), token_hash=OTHER, at=AT + 1, command_id="again")
    assert night.game.notices == {1: Notice(night.game.version, UNTIL + 1)}
    assert complete_reissues(night.game, UNTIL + 1).entries == ()
    assert complete_reissues(night.game, UNTIL + 2).game.sittings[0].since == night.game.version


def test_a_vetoed_notice_can_be_given_again_and_seats_have_notices_of_their_own() -> None:
    night = notice()
    night = night.then(veto_reissue(night.game, 1, "v", AT))
    night = noticed(noticed(night, command_id="again"), 2, OTHER, command_id="other")
    done = complete_reissues(night.game, UNTIL + 1)
    assert [entry.command.open.type_url.rpartition(".")[2] for entry in done.entries] == ["CompleteReissue"] * 2
    assert [sitting.since for sitting in done.game.sittings] == [night.game.version - 1, night.game.version]


@pytest.mark.parametrize(
    ("game", "changes", "error"),
    [
        (started().game, {}, ReissueNotAllowed),
        (started(reissue_seconds=PERIOD, keys=KEYS).game, {"seat": 2}, InvalidField),
        (started(reissue_seconds=PERIOD).game, {"seat": 0}, InvalidField),
        (started(reissue_seconds=PERIOD).game, {"seat": 3}, InvalidField),
        (started(reissue_seconds=PERIOD).game, {"token_hash": b"short"}, InvalidField),
        (started(reissue_seconds=PERIOD).game, {"command_id": ""}, InvalidField),
        (free_seat(seated(reissue_seconds=PERIOD).game, 1, "f", AT).game, {}, SeatNotTaken),
        (abandon_game(notice().game, life.AbandonGame(), AT).game, {}, GameOver),
        (continue_game(notice().game, life.ContinueGame(branch="b", version=4), AT).game, {}, GameOver),
        (unclosed(), {}, GameOver),
    ],
)
def test_notice_is_not_given(game: Game, changes: dict[str, Any], error: type[Exception]) -> None:
    facts: dict[str, Any] = {"seat": 1, "token_hash": HASH, "command_id": "n"} | changes
    announcement = life.AnnounceReissue(seat=facts["seat"], token_hash=facts["token_hash"])
    with pytest.raises(error):
        announce_reissue(game, announcement, facts["command_id"], AT)


def test_a_veto_has_an_id() -> None:
    with pytest.raises(InvalidField):
        veto_reissue(notice().game, 1, "", AT)


def test_a_notice_ends_with_the_seat_with_the_game_and_where_it_goes_on_elsewhere() -> None:
    before = noticed(seated(reissue_seconds=PERIOD)).game
    for freed in (free_seat, leave_seat):
        assert freed(before, 1, "f", AT).game.notices == {}
    running = notice()
    after = (
        abandon_game(running.game, life.AbandonGame(), AT).game,
        continue_game(running.game, life.ContinueGame(branch="b", version=4), AT).game,
        conceded(running, 2).game,
    )
    for game in after:
        assert (game.notices, game.next_deadline) == ({}, 0)
        assert complete_reissues(game, UNTIL + 1).entries == ()
        with pytest.raises(GameOver):
            veto_reissue(game, 1, "v", AT)


def test_what_is_loaded_after_the_period_is_completed_first() -> None:
    night = notice()
    assert resumed(night.game, AT, (), UNTIL).entries == ()
    (entry,) = resumed(night.game, AT, (), UNTIL + 1).entries
    assert entry.events[0].open.Is(life.TokenReissued.DESCRIPTOR)


def test_a_position_that_is_kept_has_the_notices() -> None:
    night = notice()
    again = restored(TITLES, snapshot(night.game), night.entries[0], night.entries[-1], SECRET)
    assert again.game == night.game


@pytest.mark.parametrize("seconds", [1, 59, 30 * 86_400 + 1])
def test_the_period_is_a_minute_to_thirty_days(seconds: int) -> None:
    for allowed in (0, 60, 30 * 86_400):
        assert started(reissue_seconds=allowed).game.charter.reissue_seconds == allowed
    creation = life.CreateGame(title="lantern_night", seats=2, reissue_seconds=seconds)
    with pytest.raises(InvalidField, match="reissue_seconds"):
        create_game(TITLES, creation, NAME, SECRET, AT)
    with pytest.raises(InvalidField, match="reissue_seconds"):
        fork_game(started().game, life.ForkGame(reissue_seconds=seconds), "nightnightnight3", SECRET, AT)


def test_a_branch_has_a_period_of_its_own_and_one_that_continues_its_game_the_same() -> None:
    parent = notice().game
    branch = fork_game(parent, life.ForkGame(parent=parent.id), "nightnightnight3", SECRET, AT).game
    assert (branch.charter.reissue_seconds, branch.notices) == (0, {})
    fork = life.ForkGame(parent=parent.id, reissue_seconds=PERIOD + 1)
    assert fork_game(parent, fork, "nightnightnight3", SECRET, AT).game.charter.reissue_seconds == PERIOD + 1
    held = [life.HeldSeat(seat=seat) for seat in (1, 2)]
    source = parent.charter.chance_source
    fork = life.ForkGame(parent=parent.id, chance_source=source, held_seats=held, continues=True)
    with pytest.raises(InvalidField, match="same terms"):
        fork_game(parent, fork, "nightnightnight3", SECRET, AT)
    fork.reissue_seconds = PERIOD
    assert fork_game(parent, fork, "nightnightnight3", SECRET, AT).game.charter.reissue_seconds == PERIOD


def recorded() -> Night:
    """Return a game that was abandoned after a notice, a veto, another notice and its completion."""
    night = notice()
    night = night.then(veto_reissue(night.game, 1, "v", AT + 1))
    night = noticed(night, token_hash=OTHER, at=AT + 1, command_id="again")
    night = night.then(complete_reissues(night.game, UNTIL + 2))
    return night.then(abandon_game(night.game, life.AbandonGame(), UNTIL + 2))


def alter(entry: record.Entry, change: Callable[[Any], None], *, event: bool = False) -> None:
    content = entry.events[0].open if event else entry.command.open
    message = getattr(life, content.type_url.rpartition(".")[2])()
    message.ParseFromString(content.value)
    change(message)
    content.value = message.SerializeToString()


def longer(entry: record.Entry) -> None:
    alter(entry, lambda event: setattr(event, "until_micros", event.until_micros + 1), event=True)


def of_another_seat(entry: record.Entry) -> None:
    alter(entry, lambda command: setattr(command, "seat", 2))


def by_seat_2(entry: record.Entry) -> None:
    entry.actor.CopyFrom(record.Actor(kind=record.ACTOR_KIND_SEAT, seat=2))


def too_early(entry: record.Entry) -> None:
    entry.at_micros = UNTIL + 1


def without_an_id(entry: record.Entry) -> None:
    entry.command_id = ""


def signed(entry: record.Entry) -> None:
    entry.signature = bytes(64)


NOTICE, VETO, COMPLETION = -5, -4, -2
FORGERIES = [
    (NOTICE, longer), (NOTICE, of_another_seat), (NOTICE, by_seat_2), (NOTICE, without_an_id), (NOTICE, signed),
    (VETO, of_another_seat), (VETO, by_seat_2), (VETO, without_an_id), (VETO, signed),
    (COMPLETION, of_another_seat), (COMPLETION, by_seat_2), (COMPLETION, too_early), (COMPLETION, signed),
]  # fmt: skip


def test_a_record_with_notices_is_consistent() -> None:
    assert verify(TITLES, recorded().entries).verdict == pb.VERDICT_CONSISTENT


@pytest.mark.parametrize(("place", "forge"), FORGERIES)
def test_verification_checks_notices_vetoes_and_completions(place: int, forge: Callable[[record.Entry], None]) -> None:
    entries = [*recorded().entries]
    forge(entries[place])
    report = verify(TITLES, rechained(entries))
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, len(entries) + place + 1), report.problem


def test_no_notice_runs_once_the_game_is_decided_over_or_goes_on_elsewhere() -> None:
    assert notice().game.notices
    over = abandon_game(notice().game, life.AbandonGame(), AT).game
    elsewhere = continue_game(notice().game, life.ContinueGame(branch="b", version=4), AT).game
    for game in (unclosed(), over, elsewhere):
        assert game.sittings[0].notice is not None
        assert (game.notices, game.next_deadline) == ({}, 0)
