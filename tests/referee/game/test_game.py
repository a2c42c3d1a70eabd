"""A game as a value knows whose answers are due, and the digest of its position."""

from __future__ import annotations

from gunbai.record.v1 import entry_pb2 as record
from referee.game.game import has_salt
from tests.games.toy import protos
from tests.referee.nights import bid, created, finished, started


def test_a_question_stays_open_for_those_who_have_not_answered() -> None:
    night = started(3)
    asked = night.game.version
    later = night.play(bid(2, 1)).game
    assert [later.expected(seat) for seat in (1, 2, 3)] == [asked, later.version, asked]


def test_a_new_question_is_asked_at_its_version() -> None:
    night = started().play(bid(1, 1), bid(2, 0))
    assert night.game.asked_since == night.game.version
    assert night.game.expected(1) == night.game.expected(2) == night.game.version
    assert night.play((2, protos.Object())).game.asked_since == night.game.version + 1


def test_a_position_has_a_digest_from_the_start_on_and_each_its_own() -> None:
    assert created().game.position() == b""
    night = started()
    positions = [night.game.position(), night.play(bid(1, 1)).game.position(), night.play(bid(1, 2)).game.position()]
    assert len(set(positions)) == 3
    assert all(len(position) == 32 for position in positions)


def test_a_game_with_a_sealed_item_says_so() -> None:
    night = started()
    assert not night.game.sealed
    assert night.play(bid(1, 1)).game.sealed


def test_one_salted_item_among_others_hides_something() -> None:
    game, open_item, secret = started().game, record.Item(), record.Item(salt=bytes(32))
    assert not has_salt(game, record.Entry(events=[open_item, open_item]))
    assert has_salt(game, record.Entry(events=[open_item, secret]))
    assert has_salt(game, record.Entry(command=secret, events=[open_item]))


def test_a_finished_game_is_over_and_asks_nothing() -> None:
    game = finished().game
    assert game.over
    assert game.step is None
    assert game.result is not None
