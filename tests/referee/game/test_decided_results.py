"""A game is decided other than by its rules: by seats that concede or agree, or by the arbiter."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as pb
from gunbai_record.chain import type_name
from lab.recorded_games import begun
from lab.signed_orders import (
    ARBITER,
    ARBITERS_KEY,
    SOLOMON,
    WALKOVER,
    agreed,
    by_arbiter,
    by_seat,
    conceded,
    decided,
    deed,
    ruled,
)
from lab.toy_games import AT, NAME, SECRET, Night, bid, command, finished, seated, started
from referee.errors import (
    GameNotStarted,
    GameOver,
    InvalidField,
    RoleNeeded,
    SeatLeft,
    SignatureInvalid,
    SignatureMissing,
    VersionConflict,
)
from referee.game.agreements import agree
from referee.game.decided_results import check_result, concede, decide_game
from referee.game.judge import judge
from referee.game.lifecycle import abandon_game, create_game
from referee.game.titles import finished as served

KEY = Ed25519PrivateKey.from_private_bytes(bytes([5]) * 32)


def umpired(seats: int = 2) -> Night:
    """Return a game that has started and names an arbiter."""
    return started(seats, arbiter=ARBITERS_KEY)


def last_two(night: Night) -> list[str]:
    """Return the names of the first events of the last two entries."""
    return [type_name(entry.events[0].open.type_url).rpartition(".")[2] for entry in night.entries[-2:]]


def closing(night: Night) -> pb.GameDecided:
    """Return the event that closed a game."""
    return pb.GameDecided.FromString(night.entries[-1].events[0].open.value)


def test_a_seat_that_concedes_loses_to_the_other() -> None:
    night = conceded(started(), 1)
    assert last_two(night) == ["SeatConceded", "GameDecided"]
    assert (night.game.status, night.game.basis) == ("decided", pb.RESULT_BASIS_CONCESSION)
    assert [*closing(night).winners] == [2]
    assert closing(night).secret == night.game.secret


def test_the_default_is_played_for_a_seat_that_has_left() -> None:
    night = conceded(started(3), 2)
    by_substitute = night.entries[-1]
    assert by_substitute.actor == record.Actor(kind=record.ACTOR_KIND_SUBSTITUTE, seat=2)
    assert (by_substitute.command_id, by_substitute.expected_version) == ("", 0)
    night = night.play(bid(1, 2), bid(3, 1))
    assert night.game.status == "running"
    assert type_name(night.entries[-1].command.open.type_url) == "lantern_night.v1.Object"
    assert night.entries[-1].actor == by_substitute.actor
    assert night.game.playing == (1, 3)


def test_a_seat_that_has_left_does_nothing_more() -> None:
    game = conceded(started(3), 2).game
    with pytest.raises(SeatLeft, match="seat 2 no longer plays"):
        judge(game, command(game, 2, bid(2, 1)[1]), AT)
    with pytest.raises(SeatLeft, match="seat 2 no longer plays"):
        concede(game, by_seat(game, 2, pb.Concede()))


def test_all_agree_on_a_result_and_the_game_ends_with_it() -> None:
    night = agreed(started(), 1, 1, 2)
    assert night.game.status == "running"
    night = agreed(night, 2, 1, 2)
    assert last_two(night) == ["SeatAgreed", "GameDecided"]
    assert [*closing(night).winners] == [1, 2]
    assert night.game.basis == pb.RESULT_BASIS_AGREEMENT


def test_words_for_different_results_are_no_agreement_and_the_last_word_counts() -> None:
    night = agreed(agreed(started(), 1, 1), 2, 2)
    assert not night.game.over
    assert agreed(night, 1, 2).game.status == "decided"


def test_a_word_lapses_with_the_next_move() -> None:
    night = agreed(agreed(started(), 1, 1).play(bid(1, 1)), 2, 1)
    assert not night.game.over
    with pytest.raises(VersionConflict):
        agree(night.game, by_seat(night.game, 1, pb.Agree(result=pb.AgreedResult()), expected_version=3))


def test_seats_that_have_left_need_not_agree() -> None:
    night = agreed(agreed(conceded(started(3), 2), 1, 3), 3, 3)
    assert night.game.status == "decided"


@pytest.mark.parametrize("order", [SOLOMON, WALKOVER], ids=["adjudication", "forfeit"])
def test_the_arbiter_decides_a_game(order: pb.DecideGame) -> None:
    night = decided(umpired(), order)
    assert last_two(night) == ["ResultDecided", "GameDecided"]
    assert night.game.basis == order.basis
    assert closing(night).basis == order.basis


def test_an_appeal_keeps_the_secret_closed_until_the_arbiter_decides_again() -> None:
    pending = pb.DecideGame()
    pending.CopyFrom(WALKOVER)
    pending.appeal_pending = True
    night = decided(umpired(), pending)
    assert (night.game.status, night.game.over) == ("appealed", False)
    with pytest.raises(GameOver, match="an appeal is pending"):
        judge(night.game, command(night.game, 1, bid(1, 1)[1]), AT)
    with pytest.raises(GameOver, match="an appeal is pending"):
        concede(night.game, by_seat(night.game, 1, pb.Concede()))
    assert decided(night, SOLOMON).game.basis == pb.RESULT_BASIS_ADJUDICATION
    gone_on = ruled(night)
    assert (gone_on.game.status, gone_on.game.result) == ("running", None)
    assert gone_on.play(bid(1, 1)).game.version > gone_on.game.version


def test_the_host_may_end_a_game_under_appeal_but_not_one_that_is_decided() -> None:
    pending = pb.DecideGame(basis=pb.RESULT_BASIS_ADJUDICATION, reason="unclear", appeal_pending=True)
    abandoned = abandon_game(decided(umpired(), pending).game, life.AbandonGame(), AT)
    assert (abandoned.game.status, abandoned.game.result, abandoned.game.basis) == ("abandoned", None, 0)
    game = umpired().game
    unclosed = decide_game(game, by_arbiter(game, SOLOMON)).game
    with pytest.raises(GameOver, match="it is already decided"):
        abandon_game(unclosed, life.AbandonGame(), AT)
    with pytest.raises(GameOver, match="it is already decided"):
        judge(unclosed, command(unclosed, *bid(1, 1)), AT)
    with pytest.raises(GameOver, match="it is already decided"):
        concede(unclosed, by_seat(unclosed, 1, pb.Concede()))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (pb.DecideGame(basis=pb.RESULT_BASIS_RULES, reason="so"), "basis"),
        (pb.DecideGame(basis=pb.RESULT_BASIS_FORFEIT, reason="so"), "seats"),
        (pb.DecideGame(basis=pb.RESULT_BASIS_ADJUDICATION, seats=[1], reason="so"), "seats"),
        (pb.DecideGame(basis=pb.RESULT_BASIS_PENALTY, seats=[3], reason="so"), "seats"),
        (pb.DecideGame(basis=pb.RESULT_BASIS_PENALTY, seats=[1], winners=[1], reason="so"), "winners"),
        (pb.DecideGame(basis=pb.RESULT_BASIS_ADJUDICATION, winners=[2, 1], reason="so"), "winners"),
        (pb.DecideGame(basis=pb.RESULT_BASIS_ADJUDICATION, winners=[1, 1], reason="so"), "winners"),
        (pb.DecideGame(basis=pb.RESULT_BASIS_ADJUDICATION, scores=[1], reason="so"), "scores"),
        (pb.DecideGame(basis=pb.RESULT_BASIS_ADJUDICATION), "reason"),
        (pb.DecideGame(basis=pb.RESULT_BASIS_ADJUDICATION, reason="o" * 301), "reason"),
    ],
)
def test_a_decision_that_makes_no_sense_is_refused(wrong: pb.DecideGame, field: str) -> None:
    game = umpired().game
    with pytest.raises(InvalidField) as error:
        decide_game(game, by_arbiter(game, wrong))
    assert error.value.field == field


@pytest.mark.parametrize("winners", [[0], [0, 1], [3], [1, 3], [2, 1], [1, 1]])
def test_winners_are_seats_of_the_game_in_order(winners: list[int]) -> None:
    game = started().game
    check_result(game, [1, 2], [])
    check_result(game, [], [5, 7])
    with pytest.raises(InvalidField, match="winners: expected seats of the game in order, each once, not"):
        check_result(game, winners, [])
    for scores in ([1], [1, 2, 3]):
        with pytest.raises(InvalidField, match=f"scores: expected one score per seat or none, not {len(scores)}"):
            check_result(game, [], scores)


def test_a_word_for_nothing_or_for_a_foreign_seat_is_refused() -> None:
    game = started().game
    for wrong in (pb.Agree(), pb.Agree(result=pb.AgreedResult(winners=[3]))):
        with pytest.raises(InvalidField):
            agree(game, by_seat(game, 1, wrong))


def test_orders_are_signed_by_whoever_has_a_key() -> None:
    signed = started(keys=[KEY.public_key().public_bytes_raw(), b""])
    with pytest.raises(SignatureMissing, match="seat 1"):
        concede(signed.game, by_seat(signed.game, 1, pb.Concede()))
    with pytest.raises(SignatureInvalid):
        concede(signed.game, by_seat(signed.game, 1, pb.Concede(), ARBITER))
    assert concede(signed.game, by_seat(signed.game, 1, pb.Concede(), KEY)).game.basis == pb.RESULT_BASIS_CONCESSION
    game = umpired().game
    order = by_arbiter(game, SOLOMON)
    with pytest.raises(SignatureMissing, match="the arbiter"):
        decide_game(game, order._replace(signature=b""))
    with pytest.raises(SignatureInvalid):
        decide_game(game, order._replace(expected_version=order.expected_version, command_id="another"))


def test_nobody_decides_where_no_arbiter_is_named_unless_a_dealer_does() -> None:
    game = started().game
    with pytest.raises(RoleNeeded):
        decide_game(game, by_arbiter(game, SOLOMON))
    dealt = started(chance_source=life.CHANCE_SOURCE_DEALER)
    assert decided(dealt).game.status == "decided"
    with pytest.raises(InvalidField, match="the dealer has no key"):
        decide_game(dealt.game, by_arbiter(dealt.game, SOLOMON)._replace(signature=bytes(64)))


def test_an_order_has_an_id_and_comes_from_whom_it_belongs_to() -> None:
    game = umpired().game
    with pytest.raises(InvalidField, match="needs an id"):
        concede(game, by_seat(game, 1, pb.Concede(), command_id=""))
    with pytest.raises(InvalidField, match="this actor cannot give"):
        concede(game, by_arbiter(game, pb.Concede()))
    with pytest.raises(InvalidField, match="expected a seat from 1 to 2, not 3"):
        concede(game, by_seat(game, 3, pb.Concede()))
    arbiter = record.Actor(kind=record.ACTOR_KIND_ARBITER, seat=1)
    with pytest.raises(InvalidField, match="the arbiter has none"):
        decide_game(game, deed(game, arbiter, SOLOMON, ARBITER))


def test_an_order_is_for_a_position_that_is_known() -> None:
    game = umpired().game
    for version in (game.version - 1, game.version + 1):
        with pytest.raises(VersionConflict):
            decide_game(game, by_arbiter(game, SOLOMON, expected_version=version))
        with pytest.raises(VersionConflict):
            concede(game, by_seat(game, 1, pb.Concede(), expected_version=version))


def test_a_game_that_has_not_begun_or_is_over_is_not_decided() -> None:
    waits = seated(arbiter=ARBITERS_KEY).game
    with pytest.raises(GameNotStarted):
        decide_game(waits, by_arbiter(waits, SOLOMON))
    over = finished().game
    with pytest.raises(GameOver):
        concede(over, by_seat(over, 1, pb.Concede()))


def test_who_plays_together_has_lost_once_all_have_left() -> None:
    made = create_game(served(), life.CreateGame(title="samurai_spirit", seats=2), NAME, SECRET, AT)
    game, entries = begun(made.game, [*made.entries])
    night = conceded(Night(game, tuple(entries)), 1)
    assert (night.game.status, night.game.out) == ("running", (1,))
    night = conceded(night, 2)
    assert (night.game.status, [*closing(night).winners]) == ("decided", [])
