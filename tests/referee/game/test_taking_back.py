"""A seat takes back its last moves in its own turn, as long as nobody else acted and nothing came to light."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT, VERDICT_FAILED
from gunbai_record.limits import MOST_TAKEN_BACK
from gunbai_record.messages import unpacked
from lab.signed_orders import agreed, by_seat, conceded
from lab.toy_games import AT, NAME, SECRET, Night, command
from referee.errors import (
    GameNotStarted,
    GameOver,
    NotTakenBack,
    SeatLeft,
    SignatureMissing,
    TimeUp,
    VersionConflict,
)
from referee.game.clocks import call_clock, excuse_stop
from referee.game.fold import fold
from referee.game.forks import fork_game
from referee.game.judge import judge
from referee.game.lifecycle import abandon_game, create_game
from referee.game.own_turn import OwnTurn
from referee.game.snapshot import restored, snapshot
from referee.game.taking_back import reach, take_back
from referee.game.time_control import MICROS
from referee.proof.verification import verify
from tests.referee.proof.test_shares import rechained
from tests.referee.stones import TITLES, UNSAID_TITLES, moved, protos, put, stones, undone

KEY = Ed25519PrivateKey.from_private_bytes(bytes([7]) * 32)
KEYS = (KEY.public_key().public_bytes_raw(), b"")
BANK = clocks.ClockTerms(bank_seconds=100, increment_seconds=10, expiry=clocks.EXPIRY_RULE_DEFAULT)
EACH = clocks.ClockTerms(decision_seconds=60, expiry=clocks.EXPIRY_RULE_DEFAULT)


def table(night: Night) -> Any:
    """Return the table of a night."""
    return night.game.table


def left(night: Night, seat: int) -> float:
    """Return how many seconds a seat has left after the last entry."""
    assert night.game.clock is not None
    return night.game.clock.left[seat - 1] / MICROS


def refusal_of(night: Night, version: int, seat: int = 1, **changes: Any) -> str:
    """Return why a seat cannot go back to a version by itself."""
    with pytest.raises(NotTakenBack) as raised:
        take_back(night.game, by_seat(night.game, seat, life.TakeBack(version=version), **changes))
    assert (raised.value.seat, raised.value.version) == (seat, version)
    return str(raised.value).partition("without consent: ")[2]


def test_the_table_is_as_it_was_and_both_moves_stay_in_the_record() -> None:
    start = stones()
    version = start.game.version
    two = put(start, 1, 3, 4)
    assert reach(two.game, 1) == version + 1
    back = undone(two, 1, version + 1)
    assert (table(back).stones, table(two).stones) == ((3, 0), (7, 0))
    assert back.entries[: len(two.entries)] == two.entries
    (event,) = back.entries[-1].events
    assert unpacked(event.open) == life.MovesTakenBack(seat=1, moves=1)
    assert back.game.expected(1) == back.game.moved_at == back.game.version
    other = put(back, 1, 9)
    assert table(other).stones == (12, 0)


def test_several_moves_are_taken_back_at_once_or_one_after_the_other() -> None:
    start = stones()
    version = start.game.version
    three = put(start, 1, 1, 2, 4)
    at_once = undone(three, 1, version)
    one_by_one = undone(undone(three, 1, version + 2), 1, version + 1)
    assert (table(at_once).stones, table(one_by_one).stones) == ((0, 0), (1, 0))
    assert unpacked(at_once.entries[-1].events[0].open) == life.MovesTakenBack(seat=1, moves=3)
    again = undone(put(one_by_one, 1, 8), 1, one_by_one.game.version)
    assert table(undone(again, 1, version)) == start.game.table


def test_there_is_nothing_to_take_back_before_the_first_move() -> None:
    start = stones()
    assert reach(start.game, 1) == 0
    assert refusal_of(start, start.game.version) == "it is not the version before a move of this turn"


def rolled(night: Night) -> Night:
    """Return the night after seat 1 rolled the die."""
    return moved(night, 1, protos.Roll())


def passed(night: Night) -> Night:
    """Return the night after seat 1 passed the turn."""
    return moved(night, 1, protos.Pass())


def all_asked(night: Night) -> Night:
    """Return the night after seat 1 asked everybody, and all nodded."""
    return moved(moved(moved(night, 1, protos.Ask()), 1, protos.Nod()), 2, protos.Nod())


def hidden(night: Night) -> Night:
    """Return the night after seat 1 hid stones."""
    return moved(night, 1, protos.Hide(seat=1, stones=5))


def shown(night: Night) -> Night:
    """Return the night after seat 1 showed what it hid before it put a stone."""
    return moved(put(hidden(night), 1, 1), 1, protos.Show())


def spoken(night: Night) -> Night:
    """Return the night after seat 2 gave its word for a result."""
    return agreed(night, 2, 2)


@pytest.mark.parametrize(
    ("barred", "entries", "why"),
    [
        (rolled, 2, "is an outcome of chance"),
        (passed, 1, "it was not only this seat's turn"),
        (all_asked, 3, "it was not only this seat's turn"),
        (hidden, 1, "revealed something hidden"),
        (shown, 3, "revealed something hidden"),
        (spoken, 1, "is somebody else's"),
    ],
)
def test_nothing_is_taken_back_from_before_what_others_saw_or_did(
    barred: Callable[[Night], Night], entries: int, why: str
) -> None:
    first = put(stones(), 1, 1)
    version = first.game.version
    night = barred(first)
    assert night.game.version == version + entries
    assert reach(night.game, 1) == 0
    for earlier in (version - 1, version):
        assert why in refusal_of(night, earlier)
        assert f"entry {night.game.own_turn.barred_at}" in refusal_of(night, earlier)


@pytest.mark.parametrize("barred", [rolled, hidden, shown, spoken])
def test_what_comes_after_can_be_taken_back(barred: Callable[[Night], Night]) -> None:
    night = barred(put(stones(), 1, 1))
    version = night.game.version
    after = put(night, 1, 6)
    assert reach(after.game, 1) == version
    assert table(undone(after, 1, version)) == night.game.table


def test_where_the_title_does_not_say_what_opens_facts_nothing_is_taken_back_once_any_is_hidden() -> None:
    night = stones(titles=UNSAID_TITLES)
    assert reach(put(night, 1, 1).game, 1) == night.game.version
    assert "revealed something hidden" in refusal_of(put(hidden(night), 1, 1), night.game.version + 1)


def test_a_seat_takes_back_no_move_of_another() -> None:
    night = put(passed(stones()), 2, 1)
    assert reach(night.game, 1) == 0
    assert reach(night.game, 2) == night.game.version - 1
    assert refusal_of(night, night.game.version - 1) == "it is not the version before a move of this turn"


def test_only_a_version_before_a_move_of_the_turn_can_be_gone_back_to() -> None:
    night = put(stones(), 1, 1)
    for version in (night.game.version, night.game.version + 7):
        assert refusal_of(night, version) == "it is not the version before a move of this turn"


def test_words_of_the_seat_itself_and_what_the_host_adds_stand_in_no_way() -> None:
    night = put(stones(clock=BANK), 1, 1)
    version = night.game.version
    stop = excuse_stop(night.game, clocks.ExcuseStop(since_micros=night.game.changed_at), AT)
    night = put(agreed(night.then(stop), 1, 1), 1, 2)
    assert [position.version for position in night.game.own_turn.positions] == [version - 1, version + 2]
    back = undone(night, 1, version - 1)
    assert (table(back).stones, back.game.words) == ((0, 0), ())


def test_a_turn_takes_back_a_limited_number_of_moves_and_keeps_as_many_positions() -> None:
    night = put(stones(), 1, *[1] * (MOST_TAKEN_BACK + 1))
    versions = [position.version for position in night.game.own_turn.positions]
    assert len(versions) == MOST_TAKEN_BACK
    back = undone(night, 1, versions[0])
    assert reach(put(back, 1, 1).game, 1) == 0
    assert f"more than {MOST_TAKEN_BACK} moves" in refusal_of(put(back, 1, 1), back.game.version)
    anew = put(rolled(back), 1, 1)
    assert reach(anew.game, 1) == anew.game.version - 1


def test_a_storm_of_moves_and_takebacks_ends() -> None:
    night = stones()
    for _ in range(MOST_TAKEN_BACK):
        night = put(night, 1, 1)
        night = undone(night, 1, reach(night.game, 1))
    night = put(night, 1, 1)
    assert reach(night.game, 1) == 0
    assert "moves of one turn" in refusal_of(night, night.game.version - 1)


def test_a_move_that_ended_the_game_stays() -> None:
    over = moved(put(stones(), 1, 1), 1, protos.Finish())
    assert (over.game.over, reach(over.game, 1)) == (True, 0)
    with pytest.raises(GameOver):
        take_back(over.game, by_seat(over.game, 1, life.TakeBack(version=over.game.version - 2)))


def test_a_game_that_has_not_begun_or_is_decided_takes_none_back() -> None:
    created = create_game(TITLES, life.CreateGame(title="stones", seats=2), NAME, SECRET, AT)
    with pytest.raises(GameNotStarted):
        take_back(created.game, by_seat(created.game, 1, life.TakeBack(version=1)))
    decided = conceded(put(stones(), 1, 1), 2)
    with pytest.raises(GameOver):
        take_back(decided.game, by_seat(decided.game, 1, life.TakeBack(version=4)))
    three = conceded(put(stones(3), 1, 1), 1)
    with pytest.raises(SeatLeft):
        take_back(three.game, by_seat(three.game, 1, life.TakeBack(version=5)))


def test_it_is_signed_and_names_the_newest_position_as_other_orders_do() -> None:
    night = stones(keys=KEYS).game
    night_moved = moved_signed(stones(keys=KEYS))
    version = night.version
    order = life.TakeBack(version=version)
    with pytest.raises(SignatureMissing):
        take_back(night_moved.game, by_seat(night_moved.game, 1, order))
    with pytest.raises(VersionConflict):
        take_back(night_moved.game, by_seat(night_moved.game, 1, order, KEY, expected_version=version))
    assert table(undone(night_moved, 1, version, key=KEY)).stones == (0, 0)


def moved_signed(night: Night) -> Night:
    """Return the night after the first seat put stones and signed that."""
    sent = command(night.game, 1, protos.Put(stones=2))
    signed = by_seat(
        night.game, 1, protos.Put(stones=2), KEY, command_id=sent.command_id, expected_version=sent.expected_version
    )
    ruling = judge(night.game, sent._replace(signature=signed.signature), AT)
    return night.then(ruling)  # type: ignore[arg-type]  # it is accepted


def test_time_is_not_given_back_and_no_increment_is_won() -> None:
    night = stones(clock=BANK)
    first = put(night, 1, 1, at=AT + 30 * MICROS)
    second = put(first, 1, 1, at=AT + 50 * MICROS)
    assert (left(night, 1), left(first, 1), left(second, 1)) == (100, 70, 50)
    answered = moved(second, 1, protos.Ask(), at=AT + 50 * MICROS)
    assert left(answered, 1) == 60
    back = undone(second, 1, night.game.version, at=AT + 60 * MICROS)
    assert (left(back, 1), left(back, 2)) == (40, 100)


def test_a_decision_that_is_returned_to_goes_on_with_all_the_time_since() -> None:
    night = stones(clock=EACH)
    rolling = put(rolled(night), 1, 1, at=AT + 40 * MICROS)
    version = rolling.game.version - 1
    back = undone(rolling, 1, version, at=AT + 55 * MICROS)
    assert left(back, 1) == 5
    assert back.game.times == {1: AT + 60 * MICROS}
    with pytest.raises(TimeUp):
        undone(rolling, 1, version, at=AT + 61 * MICROS)


def test_a_seat_whose_time_is_up_takes_nothing_back() -> None:
    night = put(stones(clock=EACH), 1, 1)
    late = night.then(call_clock(night.game, AT + 61 * MICROS))
    with pytest.raises(TimeUp):
        undone(late, 1, night.game.version - 1, at=AT + 62 * MICROS)


def test_a_branch_begins_with_nothing_to_take_back() -> None:
    night = put(stones(), 1, 1)
    branch = fork_game(night.game, life.ForkGame(parent=NAME), "branchbranchbran", bytes(32), AT)
    assert branch.game.own_turn == OwnTurn()


def eventful() -> Night:
    """Return a game in which moves were taken back in several ways, up to a turn that goes on."""
    night = put(stones(keys=KEYS[1:] * 2, clock=BANK), 1, 1, 2, 3)
    night = undone(night, 1, night.game.version - 2, at=AT + 3 * MICROS)
    night = put(rolled(night), 1, 4, at=AT + 5 * MICROS)
    night = put(undone(night, 1, night.game.version - 1, at=AT + 9 * MICROS), 1, 5, 6, at=AT + 9 * MICROS)
    return undone(night, 1, night.game.version - 1, at=AT + 11 * MICROS)


def test_a_record_with_takebacks_is_folded_verified_and_restored() -> None:
    night = eventful()
    assert fold(TITLES, night.entries, {NAME: SECRET}) == night.game
    kept = snapshot(night.game)
    assert restored(TITLES, kept, night.entries[0], night.entries[-1], SECRET).game == night.game
    ended = night.then(abandon_game(night.game, life.AbandonGame(), night.game.changed_at))
    assert verify(TITLES, ended.entries).verdict == VERDICT_CONSISTENT


def _further(entry: record.Entry) -> None:
    entry.command.open.value = life.TakeBack(version=4).SerializeToString()


def _others(entry: record.Entry) -> None:
    entry.actor.seat = 2
    entry.events[0].open.value = life.MovesTakenBack(seat=2, moves=2).SerializeToString()


def _fewer(entry: record.Entry) -> None:
    entry.events[0].open.value = life.MovesTakenBack(seat=1, moves=1).SerializeToString()


def _later(entry: record.Entry) -> None:
    entry.at_micros += 500 * MICROS


@pytest.mark.parametrize("forge", [_further, _others, _fewer, _later])
def test_a_forged_takeback_does_not_verify(forge: Callable[[record.Entry], None]) -> None:
    entries = [record.Entry.FromString(entry.SerializeToString()) for entry in eventful().entries]
    forged = next(entry for entry in entries if entry.command.open.Is(life.TakeBack.DESCRIPTOR))
    forge(forged)
    found = verify(TITLES, rechained(entries))
    assert (found.verdict, found.bad_version) == (VERDICT_FAILED, forged.version)
