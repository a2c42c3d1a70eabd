"""Places are taken before anything is awaited: in all, and of one visitor."""

from __future__ import annotations

import pytest

from clients.web.room import Room
from gunbai_client.errors import Exhausted


def test_a_visitor_has_a_part_of_the_places_and_all_visitors_have_so_many() -> None:
    room = Room("BOTS", 3, 2)
    first, _ = room.take("192.0.2.1", 2)
    with pytest.raises(Exhausted) as own:
        room.take("192.0.2.1")
    assert own.value.reason == "BOTS_OF_ONE"
    with pytest.raises(Exhausted) as full:
        room.take("192.0.2.2", 2)
    assert (full.value.reason, room.taken) == ("BOTS_FULL", 2)
    room.take("192.0.2.2")
    first.leave()
    first.leave()
    assert room.taken == 2
    room.take("192.0.2.1")


def test_what_is_there_already_is_counted_and_never_refused() -> None:
    room = Room("STUDIES", 1, 1)
    room.keep("192.0.2.1", 3)
    assert room.taken == 3
    with pytest.raises(Exhausted):
        room.take("192.0.2.2")


def test_places_that_nobody_took_out_of_the_list_are_left() -> None:
    room = Room("BOTS", 3, 3)
    with room.held("192.0.2.1", 3) as places:
        place = places.pop()
        assert room.taken == 3
    assert room.taken == 1
    place.leave()
    assert room.taken == 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("", "", True),
    ],
)
def test_a_site_of_ipv6_is_one_visitor(one: str, other: str, *, same: bool) -> None:
    room = Room("BOTS", 9, 1)
    room.take(one)
    if same:
        with pytest.raises(Exhausted):
            room.take(other)
    else:
        room.take(other)
