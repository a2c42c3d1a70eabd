"""What the API says of a game: from its row of the catalogue."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from games.kit.rules.decider import Outcome
from gunbai.record.v1.clocks_pb2 import EXPIRY_RULE_LOSES, ClockTerms
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER, CHANCE_SOURCE_REFEREE, STALLED_RULE_LOSES, AbandonGame
from gunbai.record.v1.results_pb2 import (
    RESULT_BASIS_CONCESSION,
    RESULT_BASIS_FORFEIT,
    RESULT_BASIS_RULES,
    DecideGame,
)
from gunbai.referee.v1 import game_pb2
from lab.signed_orders import ARBITERS_KEY, conceded, decided
from lab.toy import CLAUSE_6, EDITION
from lab.toy_games import AT, NAME, bid, created, finished, started
from referee.errors import InvalidField
from referee.game.entries import moment, span
from referee.game.game import Notice, Sitting, Status
from referee.game.lifecycle import abandon_game
from referee.game.time_control import Clock
from referee.services.game_messages import message_of, outline_of, standing_of, status_of, unverified_of
from store.contract import Opening, Standing, Summary
from tests.referee.eventful_games import continued
from tests.store.store_values import summary

CLOCK = ClockTerms(bank_seconds=600, increment_seconds=5, expiry=EXPIRY_RULE_LOSES)
FORFEIT: dict[str, Any] = {"basis": RESULT_BASIS_FORFEIT, "seats": [2], "winners": [1], "reason": "not at the table"}


def test_the_outline_of_a_game_is_its_row_with_its_times() -> None:
    outline = outline_of(summary("g", created_at=7, public=False, parent="p", parent_version=3))
    assert (outline.create_time.ToMilliseconds(), outline.update_time.ToMilliseconds()) == (7, 8)
    assert (outline.game, outline.title, outline.parent, outline.parent_version) == ("g", "titan_race", "p", 3)
    assert (outline.status, outline.private) == (game_pb2.GAME_STATUS_RUNNING, True)
    assert [(seat.seat, seat.player) for seat in outline.seats] == [(1, "Ann"), (2, "")]


def test_a_game_shows_its_arbiter_what_decided_it_and_who_left() -> None:
    night = conceded(conceded(started(3, arbiter=ARBITERS_KEY), 1), 3)
    info = message_of(night.game)
    assert (info.status, info.arbiter, [*info.left_seats]) == (game_pb2.GAME_STATUS_DECIDED, ARBITERS_KEY, [1, 3])
    assert (info.result.ending, info.result.clause, [*info.result.winners]) == ("concession", "", [2])
    assert info.result.basis == RESULT_BASIS_CONCESSION
    assert message_of(finished().game).result.basis == RESULT_BASIS_RULES
    appealed = message_of(decided(started(arbiter=ARBITERS_KEY), DecideGame(**FORFEIT, appeal_pending=True)).game)
    assert (appealed.status, [*appealed.result.winners]) == (game_pb2.GAME_STATUS_APPEALED, [1])


def test_a_game_shows_its_clocks_and_where_it_goes_on() -> None:
    night = started(clock=CLOCK).play(bid(1, 1))
    parent, branch = (message_of(stage.game) for stage in continued(night, night.game.started))
    assert (parent.status, parent.continued_by) == (game_pb2.GAME_STATUS_CONTINUED, branch.game)
    assert (branch.status, branch.continues, branch.clock) == (game_pb2.GAME_STATUS_RUNNING, True, CLOCK)


def test_a_game_is_shown_with_everything_that_was_agreed_and_came_about() -> None:
    night = started(
        3, label="Friday", private=True, invited_only=True, chance_source=CHANCE_SOURCE_DEALER,
        played_on="1972-07", tags=["final"], arbiter=ARBITERS_KEY, clock=CLOCK, reissue_seconds=3600,
    )  # fmt: skip
    provenance = game_pb2.Provenance(attesting_key="one.example+01+key", problem="none")
    sittings = (
        Sitting("Ann", public_key=bytes(32), taken=True, notice=Notice(9, 77_000_000)), Sitting(taken=True), Sitting(),
    )  # fmt: skip
    game = replace(
        night.game,
        charter=replace(
            night.game.charter, holders=sittings, parent="above", parent_version=4, continues=True, created_at=11,
            share_seconds=7, stalled=STALLED_RULE_LOSES, recorded="in the file",
            provenance=provenance.SerializeToString(),
        ),
        sittings=sittings, out=(3,), absent=(2,), continued_by="below", changed_at=AT + 22,
        clock=Clock((5_000_000, -1, 7_000_000)), late=(2,), with_bot=(3,),
    )  # fmt: skip
    assert message_of(game) == game_pb2.GameInfo(
        game=NAME, label="Friday", title="lantern_night", rules_version=1, status=game_pb2.GAME_STATUS_RUNNING,
        seats=[
            game_pb2.Seat(
                seat=1, player="Ann", public_key=bytes(32), held=True, taken=True, veto_expire_time=moment(77_000_000),
                key_unproven=True,
            ),
            game_pb2.Seat(seat=2, held=True, taken=True),
            game_pb2.Seat(seat=3, held=True),
        ],
        head=game.version, head_digest=game.digest, chance_source=CHANCE_SOURCE_DEALER, private=True, invited_only=True,
        parent="above", parent_version=4, options_json='{"purse":5}', edition_digest=EDITION.digest,
        create_time=moment(11), update_time=moment(AT + 22), share_seconds=7, stalled=STALLED_RULE_LOSES,
        absent_seats=[2], played_on="1972-07", tags=["final"], arbiter=ARBITERS_KEY, left_seats=[3], clock=CLOCK,
        continues=True, continued_by="below", reissue_seconds=3600, standing=game_pb2.STANDING_UNVERIFIED,
        provenance=provenance,
        clocks=game_pb2.Clocks(
            seats=[
                game_pb2.SeatClock(seat=1, left=span(5_000_000), deadline=moment(AT + 5_000_022)),
                game_pb2.SeatClock(seat=2, left=span(0)),
                game_pb2.SeatClock(seat=3, left=span(7_000_000), bot=True),
            ]
        ),
    )  # fmt: skip


def test_a_game_of_which_nothing_was_said_is_shown_with_nothing() -> None:
    game = created().game
    assert message_of(game) == game_pb2.GameInfo(
        game=NAME, title="lantern_night", rules_version=1, status=game_pb2.GAME_STATUS_OPEN,
        seats=[game_pb2.Seat(seat=1), game_pb2.Seat(seat=2)], head=1, head_digest=game.digest,
        chance_source=CHANCE_SOURCE_REFEREE, options_json='{"purse":5}', edition_digest=EDITION.digest,
        create_time=moment(AT), update_time=moment(AT), standing=game_pb2.STANDING_REFEREED,
    )  # fmt: skip


def test_a_result_is_shown_with_its_clause_and_in_words_where_a_translator_is_given() -> None:
    game = finished().game
    outcome = Outcome("dawn", CLAUSE_6, (1,), (7, 3), "a_draw_of_lots")
    ended = replace(game, result=outcome)
    shown = game_pb2.Result(
        ending="dawn", clause="LN-6", winners=[1], scores=[7, 3], remark="a_draw_of_lots", basis=RESULT_BASIS_RULES
    )
    assert message_of(ended).result == shown
    result = message_of(ended, game.charter.rulebook.translator()).result
    assert (result.ending_words, result.remark_words, result.words_language) == ("dawn", "a draw of lots", "en")
    assert message_of(replace(ended, result=Outcome("dawn", 0, ()))).result.clause == ""


@pytest.mark.parametrize(("paused_until", "shown"), [(0, False), (AT - 1, False), (AT, False), (AT + 1, True)])
def test_a_pause_is_shown_until_it_is_over(paused_until: int, *, shown: bool) -> None:
    game = started(clock=CLOCK).game
    clocks = message_of(replace(game, clock=Clock((1, 2), paused_until))).clocks
    assert clocks.HasField("pause_expire_time") is shown
    assert not shown or clocks.pause_expire_time == moment(paused_until)


def test_the_clocks_of_a_game_that_is_decided_or_has_none_are_not_shown() -> None:
    game = started(clock=CLOCK).game
    for other in (replace(game, result=Outcome("dawn", 0, ())), replace(game, status="appealed"), started().game):
        assert not message_of(other).HasField("clocks")


def test_a_record_that_is_not_verified_is_shown_as_it_came() -> None:
    provenance = game_pb2.Provenance(header=FileHeader(head=9), import_time=moment(5), problem="it was altered")
    opening = Opening(
        game="here", title="chess", secret=bytes(32), public=False, provenance=provenance.SerializeToString()
    )
    assert unverified_of(opening) == game_pb2.GameInfo(
        game="here", title="chess", head=9, private=True, create_time=moment(5), update_time=moment(5),
        standing=game_pb2.STANDING_UNVERIFIED, provenance=provenance,
    )  # fmt: skip


def test_an_outline_has_every_field_of_its_row() -> None:
    row = Summary(
        game="g", title="titan_race", status="finished", seats=2, created_at=1500, changed_at=2500, label="Friday",
        players=("Ann", ""), played_on="1972", tags=("final",), standing="attested", public=True, parent="p",
        parent_version=3, head=7,
    )  # fmt: skip
    assert outline_of(row) == game_pb2.GameInfo(
        game="g", title="titan_race", status=game_pb2.GAME_STATUS_FINISHED,
        seats=[game_pb2.Seat(seat=1, player="Ann", taken=True), game_pb2.Seat(seat=2)], head=7, label="Friday",
        played_on="1972", tags=["final"], parent="p", parent_version=3, create_time=moment(1_500_000),
        update_time=moment(2_500_000), standing=game_pb2.STANDING_ATTESTED,
    )  # fmt: skip


def test_the_clocks_of_a_game_that_was_abandoned_are_not_shown() -> None:
    night = started(clock=CLOCK)
    assert message_of(night.game).HasField("clocks")
    assert not message_of(abandon_game(night.game, AbandonGame(), AT).game).HasField("clocks")


@pytest.mark.parametrize("status", get_args(Status))
def test_a_status_is_its_word_in_the_catalogue(status: Status) -> None:
    number = game_pb2.GameStatus.Value(f"GAME_STATUS_{status.upper()}")
    assert outline_of(summary("g", status=status)).status == number
    assert status_of(number) == status


@pytest.mark.parametrize("standing", get_args(Standing))
def test_a_standing_is_its_word_in_the_catalogue(standing: Standing) -> None:
    number = game_pb2.Standing.Value(f"STANDING_{standing.upper()}")
    assert outline_of(summary("g", standing=standing)).standing == number
    assert standing_of(number) == standing


def test_no_status_and_no_standing_is_no_word_and_any_other_number_is_refused() -> None:
    assert status_of(game_pb2.GAME_STATUS_UNSPECIFIED) == standing_of(game_pb2.STANDING_UNSPECIFIED) == ""
    other: Any = 99
    with pytest.raises(InvalidField, match="status: 99 is not a status"):
        status_of(other)
    with pytest.raises(InvalidField, match="standing: 99 is not a standing"):
        standing_of(other)


def test_the_outline_of_a_status_of_another_release_has_none() -> None:
    assert outline_of(summary("g", status="dreaming")).status == game_pb2.GAME_STATUS_UNSPECIFIED
