"""Values by their paths, in views and in tables: what a path leads to, and how two positions differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from google.protobuf import json_format

from games.catalogue import TITLES, newest
from gunbai.king_of_tokyo.v1 import events_pb2 as cmd
from gunbai.king_of_tokyo.v1 import view_pb2
from gunbai_client.cases import paths
from gunbai_client.values import ABSENT, Change, UnknownPathError, changes, found, kind_of, parts_of
from tests.games.walk import set_up

VIEW = view_pb2.View(
    monsters=[view_pb2.Monster(seat=1, life=3), view_pb2.Monster(seat=2, life=9, place=cmd.PLACE_CITY)],
    lookers=[1, 2],
    turn=view_pb2.Turn(seat=2),
)


def leaves(value: Any, path: str = "") -> Iterator[str]:
    """Yield the paths of everything in some JSON."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in below:
        there = f"{path}.{name}" if path else str(name)
        yield there
        yield from leaves(each, there)


@pytest.mark.parametrize("name", TITLES)
def test_a_path_means_what_it_means_in_a_case(name: str) -> None:
    title = newest(name)
    view = title.view(set_up(title, title.seats[0]).table, 1)
    fields = json_format.MessageToDict(
        view, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    for path in leaves(fields):
        assert found(view, parts_of(path)) == paths.get(fields, path) == found(fields, parts_of(path)), path
        assert kind_of(cast("Any", view.DESCRIPTOR), parts_of(path)) is not None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("monsters.seat=2.life", 9),
        ("monsters.1.place", "PLACE_CITY"),
        ("monsters.length", 2),
        ("monsters.2.exists", False),
        ("monsters.seat=1.exists", True),
        ("lookers", [1, 2]),
        ("top_card", ABSENT),
        ("top_card.name", ABSENT),
        ("monsters.7.life", ABSENT),
        ("lookers.0", 1),
        ("turn.seat", 2),
    ],
)
def test_a_path_leads_to_a_value_or_nowhere(path: str, value: object) -> None:
    assert found(VIEW, parts_of(path)) == value


@pytest.mark.parametrize(
    ("path", "part", "problem"),
    [
        ("monsters.0.lief", 2, "no field 'lief' in a Monster"),
        ("monster", 0, "no field 'monster' in a View"),
        ("monsters.first.life", 1, "no element of a list"),
        ("monsters.sit=2.life", 1, "no field 'sit'"),
        ("lookers.0.life", 2, "nothing below a plain value"),
        ("monsters.length.life", 2, "nothing is below 'length'"),
        ("monsters.0.exists.life", 2, "no field 'exists'"),
    ],
)
def test_a_path_that_no_view_can_have_is_an_error_at_its_part(path: str, part: int, problem: str) -> None:
    with pytest.raises(UnknownPathError, match=problem) as raised:
        kind_of(view_pb2.View.DESCRIPTOR, parts_of(path))
    assert raised.value.part == part
    assert len(raised.value.args) == 1


def test_two_views_differ_in_single_values_by_their_paths() -> None:
    other = view_pb2.View()
    other.CopyFrom(VIEW)
    other.monsters[0].life = 1
    other.monsters.add(seat=3)
    other.lookers.append(3)
    other.ClearField("turn")
    found_ = list(changes(VIEW, other))
    assert found_[0] == Change("monsters.0.life", 3, 1)
    assert (found_[1].path, found_[1].before, found_[1].after["seat"]) == ("monsters.2", ABSENT, 3)
    assert found_[2] == Change("lookers", [1, 2], [1, 2, 3])
    assert (found_[3].path, found_[3].before["seat"], found_[3].after) == ("turn", 2, ABSENT)
    assert list(changes(VIEW, other, "monsters.0")) == [Change("monsters.0.life", 3, 1)]
    assert list(changes(VIEW, other, "monsters.1")) == []


def test_two_tables_differ_likewise() -> None:
    one = {"seats": [{"life": 3, "cards": ["a"]}, {"life": 4, "cards": []}], "king": 0}
    other = {"seats": [{"life": 3, "cards": ["a", "b"]}], "king": 1, "deck": [1]}
    assert list(changes(one, other)) == [
        Change("seats.0.cards", ["a"], ["a", "b"]),
        Change("seats.1", {"life": 4, "cards": []}, ABSENT),
        Change("king", 0, 1),
        Change("deck", ABSENT, [1]),
    ]
    assert list(changes(ABSENT, other, "king")) == [Change("king", ABSENT, 1)]
    assert repr(ABSENT) == "ABSENT"


def test_what_is_at_one_position_alone_is_said_in_its_words() -> None:
    path = "monsters.1.place"
    assert list(changes(VIEW, ABSENT, path)) == [Change(path, "PLACE_CITY", ABSENT)]
    assert list(changes(ABSENT, VIEW, path)) == [Change(path, ABSENT, "PLACE_CITY")]
