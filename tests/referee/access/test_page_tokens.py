"""Pages of lists: a size that is cut, and tokens that belong to what was asked for."""

from __future__ import annotations

import pytest

from gunbai.referee.v1.audit_pb2 import ListClausesRequest, ListRulingsRequest
from gunbai.referee.v1.lobby_pb2 import GAME_ORDER_OLDEST, ListGamesRequest, ListTitlesRequest
from referee.access.page_tokens import PageRequest
from store.contract import BadPageToken


@pytest.mark.parametrize(("size", "expected"), [(0, 50), (1, 1), (200, 200), (201, 200), (2**32 - 1, 200)])
def test_a_page_has_fifty_rows_unless_asked_otherwise_and_never_more_than_two_hundred(size: int, expected: int) -> None:
    assert PageRequest(ListGamesRequest(page_size=size)).size == expected


def test_items_that_never_change_are_shown_once_each() -> None:
    seen, token = [], ""
    while True:
        page, token = PageRequest(ListClausesRequest(title="t", page_size=2, page_token=token)).of("abcde")
        seen.append(page)
        if not token:
            break
    assert seen == ["ab", "cd", "e"]
    assert PageRequest(ListClausesRequest(title="t", page_size=5)).of("abcde") == ("abcde", "")


def test_a_token_belongs_to_the_conditions_that_it_was_given_for() -> None:
    token = PageRequest(ListGamesRequest(label="a", page_size=2)).token("7:x")
    assert PageRequest(ListGamesRequest(label="a", page_size=9, page_token=token)).place == "7:x"
    for other in (ListGamesRequest(label="b"), ListGamesRequest(label="a", order_by=GAME_ORDER_OLDEST)):
        other.page_token = token
        with pytest.raises(BadPageToken):
            PageRequest(other)


def test_a_token_belongs_to_its_list() -> None:
    token = PageRequest(ListTitlesRequest()).token("7")
    for other in (ListRulingsRequest(page_token=token), ListClausesRequest(page_token=token)):
        with pytest.raises(BadPageToken):
            PageRequest(other)


@pytest.mark.parametrize("token", ["x", ".", "7", "7.", f".{'0' * 16}", f"7.{'0' * 16}"])
def test_a_token_that_was_not_given_is_refused(token: str) -> None:
    with pytest.raises(BadPageToken):
        PageRequest(ListTitlesRequest(page_token=token))


@pytest.mark.parametrize("place", ["x", "-1", "²", "9" * 10])
def test_a_place_that_is_no_number_is_refused(place: str) -> None:
    token = PageRequest(ListTitlesRequest()).token(place)
    with pytest.raises(BadPageToken):
        PageRequest(ListTitlesRequest(page_token=token)).of("abc")
