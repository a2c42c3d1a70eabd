"""What a caller may see of a position: a view of the newest or of an earlier one, a table, a range of versions."""

from __future__ import annotations

from typing import Any, cast

import pytest
from msgspec.structs import replace

from games.kit.rules import canonical
from games.kit.rules.decider import Step
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1 import record_pb2 as pb
from lab.share_games import asking, given
from lab.toy_games import AT, NAME, SECRET, TITLES, bid, created, finished, started
from referee.access.callers import Caller
from referee.errors import InvalidField
from referee.game.entries import packed
from referee.game.fold import fold
from referee.game.lifecycle import abandon_game
from referee.services.prompts import sight_of, waiting_of
from referee.services.visible_positions import check_parts, guess_of, last_move, picture_of, span_of, table_of, view_of
from store.contract import VersionNotFound

NIGHT = started(3).play(bid(1, 2))
EARLIER = fold(TITLES, NIGHT.entries[:-1], {NAME: SECRET})
TRANSLATOR = NIGHT.game.charter.rulebook.translator()
PUBLIC, SEAT_1, SEAT_2 = Caller("peer"), Caller("peer", "seat", 1), Caller("peer", "seat", 2)


@pytest.mark.parametrize(("caller", "reader", "expected"), [(PUBLIC, None, 0), (SEAT_1, 1, 6), (SEAT_2, 2, 5)])
def test_a_view_is_that_of_its_reader_with_what_they_may_answer(
    caller: Caller, reader: int | None, expected: int
) -> None:
    game = NIGHT.game
    assert view_of(game, game, caller, TRANSLATOR, ()) == pb.GetViewResponse(
        view=packed(game.charter.rulebook.title.rules.view(game.table, reader)),
        version=6,
        waiting=waiting_of(game, TRANSLATOR, sight_of(game, None)),
        expected_version=expected,
        seat=caller.seat,
        status=game_pb2.GAME_STATUS_RUNNING,
    )


def test_an_earlier_view_is_answered_by_nobody_and_waits_for_all_shares() -> None:
    response = view_of(NIGHT.game, EARLIER, SEAT_2, TRANSLATOR, ())
    assert (response.version, response.expected_version, response.waiting) == (
        5,
        0,
        waiting_of(EARLIER, TRANSLATOR, sight_of(EARLIER, None)),
    )
    night = asking()
    shares = given(night, without=[2])
    later = replace(night.game, version=night.game.version + 1)
    newest, before = (view_of(game, night.game, PUBLIC, TRANSLATOR, shares) for game in (night.game, later))
    assert [[*response.waiting.share_due.seats] for response in (newest, before)] == [[2], [1, 2]]


def test_a_table_is_shown_with_the_step_that_is_waited_for_and_the_seats_that_are_asked() -> None:
    game = NIGHT.game
    assert table_of(game) == pb.GetTableResponse(
        table_json=canonical.encode(game.table).decode(), version=6, seats=[2, 3],
        step_json=canonical.encode(cast("Step[Any]", game.step)).decode(),
    )  # fmt: skip
    before = created().game
    assert table_of(before) == pb.GetTableResponse(table_json=canonical.encode(before.table).decode(), version=1)


def test_a_guess_has_what_its_reader_knows_and_says_that_it_is_one() -> None:
    night = started(3).play(bid(1, 2), bid(2, 3))
    for caller, bids in ((PUBLIC, (0, 0, None)), (SEAT_1, (2, 0, None)), (SEAT_2, (0, 3, None))):
        expected = table_of(replace(night.game, table=night.game.table.but(bids=bids)))
        expected.guess = True
        assert guess_of(night.game, caller) == expected


@pytest.mark.parametrize(
    ("first", "last", "span"), [(0, 0, (1, 6)), (2, 0, (2, 6)), (0, 3, (1, 3)), (3, 3, (3, 3)), (6, 6, (6, 6))]
)
def test_a_span_is_the_whole_game_unless_versions_are_named(first: int, last: int, span: tuple[int, int]) -> None:
    assert span_of(pb.ReplayGameRequest(from_version=first, to_version=last), NIGHT.game) == span


def test_a_span_ends_after_its_beginning_and_with_the_game() -> None:
    with pytest.raises(InvalidField, match="to_version: expected version 4 or later, not 3"):
        span_of(pb.ReplayGameRequest(from_version=4, to_version=3), NIGHT.game)
    for first, last in ((7, 0), (1, 7), (7, 8)):
        with pytest.raises(VersionNotFound) as missing:
            span_of(pb.ReplayGameRequest(from_version=first, to_version=last), NIGHT.game)
        assert (missing.value.game, missing.value.version, missing.value.head) == (NAME, 7, 6)


@pytest.mark.parametrize("part", ["views", "pictures", "sentences", "tables"])
def test_a_replay_shows_one_part_at_least(part: str) -> None:
    fields: Any = {part: True}
    check_parts(pb.ReplayGameRequest(**fields))
    with pytest.raises(InvalidField, match="views: expected at least one of"):
        check_parts(pb.ReplayGameRequest(from_version=1))


def test_an_entry_that_closes_or_abandons_a_game_is_no_move() -> None:
    over = NIGHT.then(abandon_game(NIGHT.game, life.AbandonGame(), AT)).game
    assert [last_move(game) for game in (NIGHT.game, over, finished().game)] == [6, 6, finished().game.version - 1]


def test_a_picture_is_captioned_with_the_id_here_the_players_and_the_events_of_the_title() -> None:
    here = replace(NIGHT.game, charter=replace(NIGHT.game.charter, game="here"))
    drawn = picture_of(here, NIGHT.game, SEAT_1, NIGHT.entries[-1:], TRANSLATOR)
    assert drawn.version == 6
    assert "<title>here</title>" in drawn.svg
    assert drawn.svg.endswith("player 2, player 3 to act, last BidLaid, BidSealed</desc></svg>")
    before = picture_of(NIGHT.game, created().game, PUBLIC, created().entries, TRANSLATOR).svg
    assert before.endswith("nobody to act, last nothing</desc></svg>")
