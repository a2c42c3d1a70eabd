"""A seat that is away: notice is given, it has time to come back, and then the others go on by their own word."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT, VERDICT_FAILED
from gunbai_record.chain import URL
from lab.signed_orders import after, by_seat
from lab.toy_games import AT, NAME, SECRET, TITLES, Night, bid, started
from referee.errors import GameOver, InvalidField
from referee.game.absences import announce_absence, call_absence
from referee.game.agreements import agree
from referee.game.clocks import excuse_stop
from referee.game.entries import Added
from referee.game.fold import fold
from referee.game.judge import in_time, resumed
from referee.game.lifecycle import abandon_game
from referee.game.snapshot import restored, snapshot
from referee.game.time_control import MICROS
from referee.proof.verification import verify
from tests.referee.proof.test_shares import rechained

SECONDS = 3600
UNTIL = AT + SECONDS * MICROS
KEY = Ed25519PrivateKey.from_private_bytes(bytes([3]) * 32)
KEYS = (b"", b"", KEY.public_key().public_bytes_raw())
TOKEN = sha256(b"a token").digest()
GO_ON = results.Agree(absence=results.AgreedAbsence(absent_seat=3))
HAND_OVER = results.Agree(absence=results.AgreedAbsence(absent_seat=3, token_hash=TOKEN))
RESULT = results.Agree(result=results.AgreedResult(winners=[2]))


def night(**terms: object) -> Night:
    """Return a game of three, of whom the third, who signs, does not bid."""
    return started(3, KEYS, absence_seconds=SECONDS, **terms).play(bid(1, 1), bid(2, 2))


def noticed(night: Night, by: int = 1, absent: int = 3, at: int = AT) -> Night:
    """Return the night after a seat gave notice that another one is away."""
    order = by_seat(night.game, by, results.AnnounceAbsence(absent_seat=absent), at=at)
    return after(night, announce_absence(night.game, order))


def called(at: int = UNTIL + 1) -> Night:
    """Return a night whose third seat did not come back in time."""
    gone = noticed(night())
    return gone.then(call_absence(gone.game, at))


def agreed(night: Night, seat: int, word: results.Agree, key: Ed25519PrivateKey | None = None) -> Night:
    """Return the night after a seat gave its word."""
    return after(night, agree(night.game, by_seat(night.game, seat, word, key, at=night.game.changed_at)))


def gone_on() -> Night:
    """Return the record of a game that goes on without the third seat."""
    return agreed(agreed(called(), 1, GO_ON), 2, GO_ON)


def handed() -> Night:
    """Return the record of a game whose third seat went to somebody else, who decides without a key."""
    return agreed(agreed(called(), 2, HAND_OVER), 1, HAND_OVER).play(bid(3, 3))


def ended(night: Night) -> Night:
    """Return the night after its host ended it."""
    return night.then(abandon_game(night.game, life.AbandonGame(), night.game.changed_at))


def excused() -> Night:
    """Return a night of which a stop is excused while a seat has time to come back."""
    gone = noticed(night())
    stop = clocks.ExcuseStop(since_micros=AT)
    gone = gone.then(excuse_stop(gone.game, stop, UNTIL))
    return gone.then(call_absence(gone.game, UNTIL + SECONDS * MICROS + 1))


def mutual() -> Night:
    """Return a night of which two seats that are asked gave notice of each other, and one did not come back."""
    gone = noticed(noticed(started(3, KEYS, absence_seconds=SECONDS), by=2, absent=1), by=1, absent=2)
    return gone.then(call_absence(gone.game, UNTIL + 1))


RECORDS: list[Callable[[], Night]] = [gone_on, handed, excused, called, mutual]


@pytest.mark.parametrize("made", RECORDS)
def test_a_record_with_a_seat_that_is_away_is_consistent(made: Callable[[], Night]) -> None:
    whole = made()
    assert fold(TITLES, whole.entries, {NAME: SECRET}) == whole.game
    assert verify(TITLES, ended(whole).entries if not whole.game.over else whole.entries).verdict == VERDICT_CONSISTENT
    saved = snapshot(whole.game)
    assert restored(TITLES, saved, whole.entries[0], whole.entries[-1], SECRET).game == whole.game


def test_the_others_go_on_without_the_seat_as_after_a_concession() -> None:
    done = gone_on()
    assert (done.game.out, done.game.status, done.game.away) == ((3,), "running", ())
    assert done.game.asked_seats <= {1, 2}


def test_the_last_who_is_there_wins() -> None:
    two = started(2, absence_seconds=SECONDS)
    two = two.play(bid(1, 1))
    gone = noticed(two, 1, 2)
    gone = gone.then(call_absence(gone.game, UNTIL + 1))
    word = results.Agree(absence=results.AgreedAbsence(absent_seat=2))
    done = agreed(gone, 1, word)
    assert (done.game.status, done.game.basis) == ("decided", results.RESULT_BASIS_TIME)
    assert done.game.result is not None
    assert done.game.result.winners == (1,)
    assert verify(TITLES, done.entries).verdict == VERDICT_CONSISTENT


def test_the_others_agree_on_a_result_without_the_word_of_the_seat() -> None:
    done = agreed(agreed(called(), 2, RESULT), 1, RESULT)
    assert (done.game.status, done.game.basis) == ("decided", results.RESULT_BASIS_AGREEMENT)
    assert verify(TITLES, done.entries).verdict == VERDICT_CONSISTENT


def test_whoever_gets_the_seat_has_its_token_and_neither_key_nor_name() -> None:
    done = agreed(agreed(called(), 2, HAND_OVER), 1, HAND_OVER)
    sitting = done.game.sittings[2]
    assert (sitting.since, sitting.public_key, sitting.player, sitting.taken) == (done.game.version, b"", "", True)
    assert sitting.words == called().game.sittings[2].words
    assert sitting.entropy == night().game.sittings[2].entropy
    assert done.game.away == ()


def test_a_seat_that_gives_notice_is_not_away_itself() -> None:
    game = mutual().game
    assert (game.absences, game.away) == ({}, (2,))
    assert [game.sitting(seat).words for seat in (1, 2, 3)] == [1, 1, 0]


def test_a_seat_that_sends_anything_is_not_away() -> None:
    for gone in (noticed(night()), called()):
        back = agreed(gone, 3, RESULT, KEY)
        assert (back.game.absences, back.game.away) == ({}, ())
        with pytest.raises(InvalidField, match="seat 3 is not away"):
            agreed(back, 1, GO_ON)
        both = agreed(agreed(back, 1, RESULT), 2, results.Agree(result=results.AgreedResult(winners=[1])))
        assert both.game.status == "running"


def test_a_notice_has_no_effect_once_the_table_changes() -> None:
    gone = noticed(started(3, absence_seconds=SECONDS), 1, 3)
    after_a_move = gone.play(bid(1, 1))
    assert (after_a_move.game.absences, after_a_move.game.next_deadline) == ({}, 0)


def test_the_referee_notes_in_time_who_did_not_come_back() -> None:
    gone = noticed(night())
    assert gone.game.next_deadline == UNTIL
    assert in_time(Added(gone.game, ()), UNTIL).entries == ()
    added = in_time(Added(gone.game, ()), UNTIL + 1)
    assert added.game.away == (3,)
    assert resumed(gone.game, AT, (), UNTIL + 1).game.away == (3,)
    with pytest.raises(InvalidField, match="no absent seat"):
        call_absence(gone.game, UNTIL)


def test_a_stop_of_the_service_costs_nobody_time_to_come_back() -> None:
    gone = noticed(night())
    added = resumed(gone.game, UNTIL, (), UNTIL + 1, AT)
    (entry,) = added.entries
    assert entry.command.open.Is(clocks.ExcuseStop.DESCRIPTOR)
    assert added.game.absences == {3: UNTIL + UNTIL + 1 - AT}


@pytest.mark.parametrize(
    ("by", "absent", "problem"), [(1, 1, "other than yours"), (1, 2, "other than yours"), (3, 3, "other than yours")]
)
def test_notice_is_given_of_another_seat_that_is_asked(by: int, absent: int, problem: str) -> None:
    signs = KEY if by == 3 else None
    order = by_seat(night().game, by, results.AnnounceAbsence(absent_seat=absent), signs)
    with pytest.raises(InvalidField, match=problem):
        announce_absence(night().game, order)


def test_notice_is_given_once_and_where_the_terms_say_so() -> None:
    gone = noticed(night())
    timed = started(
        3, absence_seconds=SECONDS, clock=clocks.ClockTerms(decision_seconds=9, expiry=clocks.EXPIRY_RULE_DEFAULT)
    )
    for other, problem in (
        (gone, "already been reported away"),
        (called(), "already been reported away"),
        (started(3), "no time to come back"),
        (timed, "the game has clocks"),
    ):
        with pytest.raises(InvalidField, match=problem):
            noticed(other, at=other.game.changed_at)
    with pytest.raises(InvalidField, match="60 to 2592000 seconds, not 59"):
        started(absence_seconds=59)
    with pytest.raises(GameOver):
        noticed(ended(night()))


def test_a_seat_is_agreed_on_only_while_it_is_away() -> None:
    for gone, problem in ((noticed(night()), "seat 3 is not away"), (night(), "seat 3 is not away")):
        with pytest.raises(InvalidField, match=problem):
            agreed(gone, 1, GO_ON)
    short = results.Agree(absence=results.AgreedAbsence(absent_seat=3, token_hash=b"short"))
    with pytest.raises(InvalidField, match="32 bytes"):
        agreed(called(), 1, short)


def test_the_operator_voids_a_game_with_a_reason() -> None:
    running = night()
    with pytest.raises(InvalidField, match="reason"):
        abandon_game(running.game, life.AbandonGame(by_operator=True), AT)
    with pytest.raises(InvalidField, match="1 to 500 characters"):
        abandon_game(running.game, life.AbandonGame(by_operator=True, reason="x" * 501), AT)
    reason = "all are gone " + "x" * 487
    void = running.then(abandon_game(running.game, life.AbandonGame(by_operator=True, reason=reason), AT))
    assert void.game.status == "abandoned"
    assert verify(TITLES, void.entries).verdict == VERDICT_CONSISTENT


def by(kind: str, change: Callable[[record.Entry], None]) -> tuple[str, Callable[[record.Entry], None]]:
    """Return how the first entry with a command of this kind is forged."""
    return kind, change


def _longer(entry: record.Entry) -> None:
    event = results.AbsenceAnnounced.FromString(entry.events[0].open.value)
    event.until_micros += 1
    entry.events[0].open.value = event.SerializeToString()


def _of_another(entry: record.Entry) -> None:
    entry.command.open.value = results.AnnounceAbsence(absent_seat=2).SerializeToString()
    event = results.AbsenceAnnounced(absent_seat=2, until_micros=UNTIL)
    entry.events[0].open.value = event.SerializeToString()


def _too_early(entry: record.Entry) -> None:
    entry.at_micros = UNTIL


def _another_called(entry: record.Entry) -> None:
    entry.events[0].open.value = results.AbsenceCalled(absent_seats=[2]).SerializeToString()


def _by_seat(entry: record.Entry) -> None:
    entry.actor.CopyFrom(record.Actor(kind=record.ACTOR_KIND_SEAT, seat=2))


def _unsettled(entry: record.Entry) -> None:
    del entry.events[:]


FORGERIES = [by("AnnounceAbsence", _longer), by("CallAbsence", _too_early), by("CallAbsence", _another_called),
             by("CallAbsence", _by_seat), by("Agree", _unsettled), by("AnnounceAbsence", _of_another)]  # fmt: skip


def forged(kind: str, change: Callable[[record.Entry], None]) -> tuple[list[record.Entry], int]:
    """Return a record with a forged entry, and its version."""
    entries = [record.Entry.FromString(entry.SerializeToString()) for entry in ended(handed()).entries]
    entry = next(
        candidate for candidate in entries if candidate.command.open.type_url == f"{URL}gunbai.record.v1.{kind}"
    )
    change(entry)
    return rechained(entries), entry.version


@pytest.mark.parametrize(("kind", "change"), FORGERIES)
def test_verification_checks_notices_and_what_follows(kind: str, change: Callable[[record.Entry], None]) -> None:
    entries, version = forged(kind, change)
    report = verify(TITLES, entries)
    assert (report.verdict, report.bad_version) == (VERDICT_FAILED, version), report.problem
