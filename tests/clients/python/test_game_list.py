"""The request for a list of games has the conditions that are given, and no others."""

from __future__ import annotations

from datetime import UTC, datetime

from google.protobuf.timestamp_pb2 import Timestamp

from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED
from gunbai.referee.v1.lobby_pb2 import GAME_ORDER_NEWEST, GAME_ORDER_PLAYED_ON, ListGamesRequest
from gunbai_client.game_list import list_request


def test_without_conditions_every_game_is_asked_for_the_newest_first() -> None:
    assert list_request() == ListGamesRequest(page_size=200, order_by=GAME_ORDER_NEWEST)


def test_every_condition_is_a_field_of_the_request() -> None:
    moment = datetime(2020, 1, 1, tzinfo=UTC)
    asked = list_request(
        "played",
        title="shogun",
        status=GAME_STATUS_FINISHED,
        player="a",
        parent="b",
        label="c",
        seats=3,
        ending="d",
        winner="e",
        created=(moment, None),
        changed=(None, moment),
        played_on=("1972", None),
        tags=["f", "g"],
    )
    assert asked == ListGamesRequest(
        title="shogun",
        status=GAME_STATUS_FINISHED,
        player="a",
        parent="b",
        label="c",
        seats=3,
        ending="d",
        winner="e",
        min_create_time=Timestamp(seconds=1577836800),
        max_change_time=Timestamp(seconds=1577836800),
        min_played_on="1972",
        tags=["f", "g"],
        order_by=GAME_ORDER_PLAYED_ON,
        page_size=200,
    )
