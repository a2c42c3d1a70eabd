"""The clocks of a game: what counts, whose time is up, and what becomes of them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import clocks_pb2 as pb
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from lab.signed_orders import ARBITERS_KEY, after, agreed_on, by_seat, ruled
from lab.toy_games import AT, Night, bid, command, created, finished, seated, started
from referee.errors import GameNotStarted, GameOver, InvalidField, RoleNeeded, TimeUp
from referee.game.agreements import agree
from referee.game.clocks import bots_seat, call_clock, excuse_stop, expired
from referee.game.judge import Refused, judge, resumed
from referee.game.time_control import MICROS, Clock

EACH = pb.ClockTerms(decision_seconds=60, expiry=pb.EXPIRY_RULE_DEFAULT)
BANK = pb.ClockTerms(bank_seconds=100, increment_seconds=5, expiry=pb.EXPIRY_RULE_LOSES)
TO_BOT = pb.ClockTerms(bank_seconds=100, increment_seconds=5, expiry=pb.EXPIRY_RULE_BOT, bot_seconds=30)
PAUSE = results.Agree(pause=pb.AgreedPause(seconds=1000))
RESUME = results.Agree(resumption=pb.AgreedResumption())


def at(seconds: int) -> int:
    """Return a time so many seconds after the start."""
    return AT + seconds * MICROS


def timed(terms: pb.ClockTerms, seats: int = 2, **facts: Any) -> Night:
    """Return a game with clocks that has started."""
    return started(seats, clock=terms, **facts)


def moved(night: Night, seat: int, seconds: int) -> Night:
    """Return the night after a seat bid its number at a time."""
    ruling = judge(night.game, command(night.game, *bid(seat, seat)), at(seconds))
    assert not isinstance(ruling, Refused)
    return night.then(ruling)


def by_bot(night: Night, seat: int, seconds: int) -> Night:
    """Return the night after the bot bid for a seat at a time."""
    ruling = judge(night.game, command(night.game, *bid(seat, seat), by_bot=True), at(seconds))
    assert not isinstance(ruling, Refused)
    return night.then(ruling)


def left(night: Night) -> list[int]:
    """Return the seconds that each seat has left after the last entry."""
    assert night.game.clock is not None
    return [micros // MICROS for micros in night.game.clock.left]


def called(night: Night, seconds: int) -> Night:
    """Return the night after the clock was called at a time."""
    return after(night, call_clock(night.game, at(seconds)))


def test_times_are_seconds_to_players_and_microseconds_in_the_record() -> None:
    clock = timed(pb.ClockTerms(bank_seconds=60, expiry=pb.EXPIRY_RULE_LOSES)).game.clock
    assert clock is not None
    assert clock.left == (60_000_000, 60_000_000)


def test_the_time_of_a_decision_runs_for_every_seat_that_is_asked_and_begins_anew_with_the_next() -> None:
    night = moved(timed(EACH), 1, 20)
    assert left(night) == [40, 40]
    night = moved(night, 2, 50)
    assert (night.game.asked_seats, left(night)) == (frozenset({1}), [60, 10])


def test_a_bank_grows_by_the_increment_when_a_decision_ends() -> None:
    night = moved(timed(BANK), 1, 20)
    assert left(night) == [85, 80]
    night = moved(night, 2, 50)
    assert left(night) == [85, 55]


def test_the_last_moment_counts_and_the_next_does_not() -> None:
    game = timed(EACH).game
    assert expired(game, at(60)) == ()
    assert expired(game, at(60) + 1) == (1, 2)
    with pytest.raises(InvalidField, match="nobody has run out of time"):
        call_clock(game, at(60))
    with pytest.raises(TimeUp, match="seat 1 has run out of time"):
        judge(game, command(game, *bid(1, 1)), at(60) + 1)
    assert not isinstance(judge(game, command(game, *bid(1, 1)), at(60)), Refused)


def test_the_default_is_played_for_a_seat_whose_time_is_up_and_it_plays_on() -> None:
    night = called(moved(timed(EACH), 1, 20), 61)
    noted, default, _ = night.entries[-3:]
    assert [*pb.ClockExpired.FromString(noted.events[0].open.value).seats] == [2]
    assert default.actor == record.Actor(kind=record.ACTOR_KIND_SUBSTITUTE, seat=2)
    assert (night.game.late, night.game.out, night.game.asked_seats) == ((), (), frozenset({2}))
    assert left(night)[1] == 60


def test_a_seat_whose_time_is_up_does_not_answer_itself() -> None:
    game = moved(timed(EACH), 1, 20).game
    noted = call_clock(game, at(61)).game
    assert noted.late == (2,)
    with pytest.raises(TimeUp):
        judge(noted, command(noted, *bid(2, 1)), at(61))


def test_a_seat_loses_by_time_where_that_was_agreed() -> None:
    night = called(moved(timed(BANK), 1, 20), 101)
    assert (night.game.status, night.game.basis) == ("decided", results.RESULT_BASIS_TIME)
    assert night.game.result is not None
    assert night.game.result.winners == (1,)
    three = called(moved(timed(BANK, 3), 1, 20), 101)
    assert (three.game.out, three.game.status) == ((2, 3), "decided")


def test_a_seat_goes_to_the_bot_which_has_a_time_of_its_own_for_each_decision() -> None:
    night = called(moved(timed(TO_BOT), 1, 20), 101)
    assert (night.game.with_bot, night.game.late, night.game.asked_seats) == ((2,), (), frozenset({2}))
    assert left(night) == [85, 30]
    assert expired(night.game, at(131)) == ()
    night = by_bot(night, 2, 131)
    entry = next(
        candidate for candidate in reversed(night.entries) if candidate.actor.kind == record.ACTOR_KIND_SUBSTITUTE
    )
    assert (entry.actor.seat, bool(entry.command_id), night.game.with_bot) == (2, True, (2,))


def test_of_several_seats_that_went_to_the_bot_it_decides_for_the_first_that_is_asked() -> None:
    night = called(timed(TO_BOT), 101)
    assert (night.game.with_bot, night.game.asked_seats, bots_seat(night.game)) == ((1, 2), frozenset({1, 2}), 1)
    night = by_bot(night, 1, 102)
    assert (night.game.with_bot, night.game.asked_seats, bots_seat(night.game)) == ((1, 2), frozenset({2}), 2)


def test_where_no_seat_that_went_to_the_bot_is_asked_it_has_the_first_of_them_and_none_where_none_went_to_it() -> None:
    game = timed(TO_BOT, 3).game
    for with_bot, is_asked, seat in (((2, 3), False, 2), ((2, 3), True, 2), ((), True, 0), ((), False, 0)):
        step = game.step if is_asked else None
        assert bots_seat(msgspec.structs.replace(game, with_bot=with_bot, step=step)) == seat


def test_a_pause_moves_the_last_moment_of_a_seat_and_one_that_is_over_does_not() -> None:
    clock = Clock((10, 20), 50)
    assert [clock.until(seat, since) for since in (30, 50, 70) for seat in (1, 2)] == [60, 70, 60, 70, 80, 90]
    assert [clock.counted(30, upto) for upto in (40, 50, 55)] == [0, 0, 5]
    assert clock.counted(60, 65) == 5


def test_a_bot_signs_nothing_even_for_a_seat_with_a_key() -> None:
    key = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw()
    for keys in ([b"", b""], [b"", key]):
        night = called(moved(timed(TO_BOT, keys=keys), 1, 20), 101)
        with pytest.raises(InvalidField, match="signature"):
            judge(night.game, command(night.game, *bid(2, 2), by_bot=True, signature=bytes(64)), at(102))


def test_the_default_is_played_once_the_time_of_the_bot_is_up_too() -> None:
    night = called(called(moved(timed(TO_BOT), 1, 20), 101), 132)
    default = next(entry for entry in reversed(night.entries) if entry.actor.kind == record.ACTOR_KIND_SUBSTITUTE)
    assert (default.actor.seat, default.command_id, night.game.with_bot) == (2, "", (2,))


def test_a_seat_whose_player_comes_back_has_its_own_clock_again() -> None:
    night = called(moved(timed(TO_BOT), 1, 20), 101)
    assert bots_seat(night.game) == 2
    night = moved(night, 2, 111)
    assert (night.game.with_bot, bots_seat(night.game), left(night)[1]) == ((), 0, 25)


def test_a_bot_decides_for_no_seat_that_did_not_go_to_it() -> None:
    for night in (timed(TO_BOT), timed(EACH), moved(called(moved(timed(TO_BOT), 1, 20), 101), 2, 111)):
        with pytest.raises(RoleNeeded):
            by_bot(night, 1, 112)
    night = called(moved(timed(TO_BOT), 1, 20), 101)
    with pytest.raises(InvalidField, match="this actor cannot give"):
        judge(night.game, command(night.game, 2, results.Concede(), by_bot=True), at(102))


def test_a_bot_signs_nothing_for_a_seat_with_a_key() -> None:
    seats = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32).public_key().public_bytes_raw() for n in (1, 2)]
    night = called(started(2, clock=TO_BOT, keys=seats), 101)
    assert by_bot(night, 1, 102).game.acted[1] == night.game.version + 1


def test_a_pause_that_all_agree_on_counts_for_nobody_and_ends_by_itself_or_by_agreement() -> None:
    night = agreed_on(agreed_on(timed(BANK), 1, PAUSE, at(10)), 2, PAUSE, at(20))
    assert left(night) == [80, 80]
    assert expired(night.game, at(1020 + 80)) == ()
    assert expired(night.game, at(1020 + 81)) == (1, 2)
    ended = agreed_on(agreed_on(night, 1, RESUME, at(500)), 2, RESUME, at(600))
    assert left(ended) == [80, 80]
    assert expired(ended.game, at(681)) == (1, 2)
    assert left(moved(ended, 1, 610))[1] == 70


def test_a_stop_of_the_service_is_left_out() -> None:
    game = timed(BANK).game
    excused = excuse_stop(game, pb.ExcuseStop(since_micros=at(30)), at(500)).game
    assert excused.clock is not None
    assert excused.clock.left == (70 * MICROS, 70 * MICROS)
    for since in (AT - 1, at(500) + 1):
        with pytest.raises(InvalidField):
            excuse_stop(game, pb.ExcuseStop(since_micros=since), at(500))
    with pytest.raises(InvalidField, match="no clocks"):
        excuse_stop(started().game, pb.ExcuseStop(since_micros=AT), AT)


def test_a_position_that_is_set_ends_decisions_and_begins_others() -> None:
    night = moved(timed(EACH, arbiter=ARBITERS_KEY), 1, 20)
    assert left(ruled(night, bids=(None, None))) == [60, 40]
    assert left(ruled(night, purses=(9, 9))) == [40, 40]


@pytest.mark.parametrize(
    "terms",
    [
        pb.ClockTerms(expiry=pb.EXPIRY_RULE_LOSES),
        pb.ClockTerms(decision_seconds=1, bank_seconds=1, expiry=pb.EXPIRY_RULE_LOSES),
        pb.ClockTerms(decision_seconds=1, increment_seconds=1, expiry=pb.EXPIRY_RULE_LOSES),
        pb.ClockTerms(decision_seconds=1),
        pb.ClockTerms(bank_seconds=2592001, expiry=pb.EXPIRY_RULE_LOSES),
        pb.ClockTerms(bank_seconds=1, expiry=pb.EXPIRY_RULE_BOT),
        pb.ClockTerms(bank_seconds=1, bot_seconds=1, expiry=pb.EXPIRY_RULE_LOSES),
        pb.ClockTerms(bank_seconds=1, bot_seconds=2592001, expiry=pb.EXPIRY_RULE_BOT),
    ],
)
def test_terms_that_make_no_sense_are_refused(terms: pb.ClockTerms) -> None:
    with pytest.raises(InvalidField, match="clock"):
        created(clock=terms)


def test_words_for_a_pause_need_clocks_and_a_length() -> None:
    plain, game = started().game, timed(EACH).game
    for wrong, word in (
        (plain, PAUSE),
        (plain, RESUME),
        (game, RESUME),
        (game, results.Agree(pause=pb.AgreedPause())),
    ):
        with pytest.raises(InvalidField):
            agree(wrong, by_seat(wrong, 1, word))


def test_a_pause_takes_a_second_at_least_and_thirty_days_at_most() -> None:
    game = timed(EACH).game
    for seconds in (1, 2_592_000):
        assert agree(game, by_seat(game, 1, results.Agree(pause=pb.AgreedPause(seconds=seconds)))).entries
    with pytest.raises(InvalidField, match="expected 1 to 2592000 seconds, not 2592001"):
        agree(game, by_seat(game, 1, results.Agree(pause=pb.AgreedPause(seconds=2_592_001))))


def test_the_clock_of_a_game_that_does_not_run_is_not_called() -> None:
    with pytest.raises(GameNotStarted):
        call_clock(seated(clock=EACH).game, at(100))
    with pytest.raises(GameOver):
        call_clock(finished().game, at(100))
    with pytest.raises(InvalidField):
        call_clock(started().game, at(100))


def test_chance_has_no_clock() -> None:
    night = timed(EACH, chance_source=life.CHANCE_SOURCE_DEALER).play(bid(1, 1), bid(2, 2))
    assert (night.game.asked_seats, expired(night.game, at(1000))) == (frozenset(), ())


def loaded(night: Night, seen: int, since: int, now: int) -> Night:
    """Return the night as a service loads it that was last seen at a time, and began at another."""
    return night.then(resumed(night.game, at(since), (), at(now), at(seen) if seen else 0))


def test_a_stop_counts_for_nobody_and_what_was_used_before_it_does() -> None:
    night = loaded(moved(timed(EACH), 1, 20), seen=35, since=1000, now=1003)
    assert pb.ExcuseStop.FromString(night.entries[-1].command.open.value).since_micros == at(35)
    assert (left(night), expired(night.game, at(1028))) == ([40, 25], ())
    assert expired(night.game, at(1029)) == (2,)


def test_a_deadline_that_passed_before_a_stop_is_met_after_it() -> None:
    night = loaded(moved(timed(EACH), 1, 20), seen=61, since=1000, now=1003)
    excuse, noted, default, *_ = night.entries[-4:]
    assert excuse.events[0].open.Is(pb.StopExcused.DESCRIPTOR)
    assert [*pb.ClockExpired.FromString(noted.events[0].open.value).seats] == [2]
    assert default.actor == record.Actor(kind=record.ACTOR_KIND_SUBSTITUTE, seat=2)


def test_all_time_since_the_last_entry_is_left_out_where_it_is_not_known_when_the_service_stopped() -> None:
    assert left(loaded(moved(timed(EACH), 1, 20), seen=0, since=1000, now=1003)) == [40, 40]


def test_a_game_that_comes_back_to_memory_has_no_excuse_unless_the_service_stopped_since_its_last_entry() -> None:
    night = moved(timed(EACH), 1, 20)
    assert loaded(night, seen=0, since=20, now=50) == night
    late = loaded(night, seen=0, since=20, now=61)
    assert late.entries[len(night.entries)].events[0].open.Is(pb.ClockExpired.DESCRIPTOR)


def test_a_stop_in_a_pause_is_excused_at_once_and_not_when_the_pause_is_over() -> None:
    night = agreed_on(agreed_on(timed(EACH), 1, PAUSE, at(10)), 2, PAUSE, at(20))
    night = loaded(night, seen=100, since=200, now=203)
    assert (left(night), expired(night.game, at(1060))) == ([40, 40], ())
    assert loaded(night, seen=100, since=200, now=1060) == night
    assert expired(loaded(night, seen=100, since=200, now=1061).game, at(1061)) == ()


def test_a_seat_whose_time_is_up_is_named_once() -> None:
    game = timed(EACH).game
    assert expired(game, at(10_000)) == (1, 2)
    assert expired(msgspec.structs.replace(game, late=(1,)), at(10_000)) == (2,)
