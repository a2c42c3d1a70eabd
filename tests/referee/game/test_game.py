"""A game as a value knows whose answers are due, and the digest of its position."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chain import type_name
from gunbai_record.chance import commitment, derive
from lab.signed_orders import ARBITERS_KEY
from lab.toy import EDITION, protos
from lab.toy_games import AT, NAME, SECRET, TITLES, bid, created, finished, started
from referee.game.fold import fold
from referee.game.game import Sitting, has_salt
from referee.game.own_turn import OwnTurn
from referee.game.time_control import ClockTerms

NOTHING: dict[str, Any] = {
    "common": b"",
    "inherited": b"", "step": None, "asked_since": 0, "drawn": 0, "deadline": 0, "used": frozenset(), "started": 0,
    "sealed": False, "moved_at": 0, "recalled": (), "words": (), "out": (), "clock": None, "late": (), "with_bot": (),
    "before_outcome": None, "result": None, "basis": results.RESULT_BASIS_UNSPECIFIED, "continued_by": "",
    "absent": (), "own_turn": OwnTurn(),
}  # fmt: skip
"""What a game has before anything happened in it."""
NO_PARENT: dict[str, Any] = {
    "sisters": (), "common_commitment": b"", "seed": "",
    "continues": False, "parent": "", "parent_version": 0, "shares_sealed": False, "recorded": "", "provenance": b"",
    "holders": (),
}  # fmt: skip
"""What the charter of a game has that neither branches another one nor was imported."""


def test_a_new_game_has_what_was_agreed_and_nothing_else() -> None:
    terms = clocks.ClockTerms(decision_seconds=60, expiry=clocks.EXPIRY_RULE_DEFAULT)
    night = created(
        3, label="Friday", private=True, invited_only=True, chance_source=life.CHANCE_SOURCE_SHARED, share_seconds=7,
        stalled=life.STALLED_RULE_LOSES, played_on="1972-07", tags=["final", "club"], arbiter=ARBITERS_KEY, clock=terms,
        reissue_seconds=3600, absence_seconds=90, options_json='{"purse": 9}',
    )  # fmt: skip
    charter = {
        "game": NAME, "label": "Friday", "rulebook": TITLES.rulebook("lantern_night"), "edition": EDITION, "seats": 3,
        "options_json": '{"purse":9}', "chance_source": life.CHANCE_SOURCE_SHARED, "private": True,
        "commitment": commitment(SECRET), "created_at": AT, "invited_only": True, "share_seconds": 7,
        "stalled": life.STALLED_RULE_LOSES, "reissue_seconds": 3600, "absence_seconds": 90, "played_on": "1972-07",
        "tags": ("final", "club"), "arbiter": ARBITERS_KEY, "clock": ClockTerms.of(terms), **NO_PARENT,
    }  # fmt: skip
    fields = asdict(night.game)
    assert asdict(fields.pop("charter")) == charter
    assert fields.pop("table").purses == (9, 9, 9)
    assert fields == NOTHING | {
        "secret": SECRET, "keys": derive(SECRET), "status": "open", "sittings": (Sitting(),) * 3, "version": 1,
        "digest": night.entries[0].digest, "changed_at": AT, "acted": (0, 0, 0, 0), "asides": 0,
        "absences": {}, "away": (),
    }  # fmt: skip


def test_a_game_of_which_nothing_is_said_is_open_to_all_and_has_neither_clock_nor_arbiter() -> None:
    fields = asdict(created().game.charter)
    assert fields == NO_PARENT | {
        "game": NAME, "label": "", "rulebook": TITLES.rulebook("lantern_night"), "edition": EDITION, "seats": 2,
        "options_json": '{"purse":5}', "chance_source": life.CHANCE_SOURCE_REFEREE, "private": False,
        "commitment": commitment(SECRET), "created_at": AT, "invited_only": False, "share_seconds": 0,
        "stalled": life.STALLED_RULE_UNSPECIFIED, "reissue_seconds": 0,
        "absence_seconds": 0, "played_on": "", "tags": (), "arbiter": b"",
        "clock": None,
    }  # fmt: skip


def test_at_a_free_seat_there_is_nobody_and_nothing() -> None:
    assert asdict(Sitting()) == {
        "player": "", "entropy": b"", "public_key": b"", "commitment": b"", "share": b"", "taken": False, "since": 0,
        "taken_at": 0, "freed_at": 0, "notice": None, "words": 0, "reissues": 0, "notices": 0, "signed": False,
    }  # fmt: skip


def test_a_question_stays_open_for_those_who_have_not_answered() -> None:
    night = started(3)
    asked_at = night.game.version
    later = night.play(bid(2, 1)).game
    assert [later.expected(seat) for seat in (1, 2, 3)] == [asked_at, later.version, asked_at]


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


def test_an_event_that_pictures_go_on_showing_is_kept_with_the_version_of_its_entry() -> None:
    night = started().play(bid(1, 1), bid(2, 2))
    assert started().game.recalled == ()
    drawn = night.entries[-1]
    drawing = (drawn.version, drawn.events[0].open.SerializeToString())
    assert type_name(drawn.events[0].open.type_url) == "lantern_night.v1.LanternsDrawn"
    later = night.play((1, protos.Withdraw()))
    assert night.game.recalled == later.game.recalled == (drawing,)
    assert fold(TITLES, later.entries, {NAME: SECRET}).recalled == (drawing,)
    assert finished().game.recalled[:1] == (drawing,)
