"""The request for a list of games has the conditions that are given, and no others."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED, STANDING_ATTESTED
from gunbai.referee.v1.lobby_pb2 import (
    GAME_ORDER_LAST_CHANGED,
    GAME_ORDER_NEWEST,
    GAME_ORDER_OLDEST,
    GAME_ORDER_PLAYED_ON,
    GameOrder,
    ListGamesRequest,
)
from gunbai_client.game_list import Order, list_request


def test_without_conditions_every_game_is_asked_for_the_newest_first() -> None:
    assert list_request() == ListGamesRequest(page_size=200, order_by=GAME_ORDER_NEWEST)


def test_a_range_may_have_any_of_its_ends() -> None:
    first, last = (datetime(2020, 1, day, tzinfo=UTC) for day in (1, 2))
    stamps = Timestamp(seconds=1577836800), Timestamp(seconds=1577923200)
    plain = list_request()
    for given, expected in (
        ({"created": (None, last)}, {"max_create_time": stamps[1]}),
        ({"created": (first, last)}, {"min_create_time": stamps[0], "max_create_time": stamps[1]}),
        ({"changed": (first, None)}, {"min_change_time": stamps[0]}),
        ({"changed": (first, last)}, {"min_change_time": stamps[0], "max_change_time": stamps[1]}),
        ({"played_on": (None, "1973-01")}, {"max_played_on": "1973-01"}),
        ({"played_on": ("1972", "1973-01")}, {"min_played_on": "1972", "max_played_on": "1973-01"}),
        ({"standing": STANDING_ATTESTED}, {"standing": STANDING_ATTESTED}),
    ):
        request = ListGamesRequest(**expected)
        request.MergeFrom(plain)
        assert list_request(**given) == request


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ("newest", GAME_ORDER_NEWEST),
        ("oldest", GAME_ORDER_OLDEST),
        ("changed", GAME_ORDER_LAST_CHANGED),
        ("played", GAME_ORDER_PLAYED_ON),
    ],
)
def test_games_come_in_the_order_that_is_asked_for(order: Order, field: GameOrder.ValueType) -> None:
    assert list_request(order).order_by == field


def test_every_condition_is_a_field_of_the_request() -> None:
    moment = datetime(2020, 1, 1, tzinfo=UTC)
    request = list_request(
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
    assert request == ListGamesRequest(
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
