"""Values by their paths, in views and in tables: what a path leads to, and how two positions differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from google.protobuf import json_format

from gunbai.king_of_tokyo.v1 import commands_pb2, view_pb2
from gunbai.king_of_tokyo.v1 import events_pb2 as cmd
from gunbai_record.cases import paths
from gunbai_record.values import ABSENT, Change, UnknownPathError, changes, kind_of, parts_of, value_at
from titles.catalogue import TITLES, newest
from titles.checks.walk import set_up

VIEW = view_pb2.View(
    monsters=[view_pb2.Monster(seat=1, life=3), view_pb2.Monster(seat=2, life=9, place=cmd.PLACE_CITY)],
    lookers=[1, 2],
    turn=view_pb2.Turn(seat=2),
)


def leaves(value: Any, path: str = "") -> Iterator[str]:
    """Yield the paths of everything in some JSON."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in below:
        there = f"{path}.{name}" if path else str(name)
        yield there
        yield from leaves(item, there)


@pytest.mark.parametrize("name", TITLES)
def test_a_path_means_what_it_means_in_a_case(name: str) -> None:
    title = newest(name)
    view = title.rules.view(set_up(title, title.rules.seats[0]).table, 1)
    fields = json_format.MessageToDict(
        view, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    for path in leaves(fields):
        assert value_at(view, parts_of(path)) == paths.get(fields, path) == value_at(fields, parts_of(path)), path
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
    assert value_at(VIEW, parts_of(path)) == value


@pytest.mark.parametrize(
    ("path", "part", "problem"),
    [
        ("monsters.0.lief", 2, "Monster has no field 'lief'"),
        ("monster", 0, "View has no field 'monster'"),
        ("monsters.first.life", 1, "not an element of a list"),
        ("monsters.sit=2.life", 1, "no field 'sit'"),
        ("lookers.0.life", 2, "a plain value has no parts"),
        ("monsters.length.life", 2, "there is nothing below 'length'"),
        ("monsters.0.exists.life", 2, "no field 'exists'"),
    ],
)
def test_a_path_that_no_view_can_have_is_an_error_at_its_part(path: str, part: int, problem: str) -> None:
    with pytest.raises(UnknownPathError, match=problem) as raised:
        kind_of(view_pb2.View.DESCRIPTOR, parts_of(path))
    assert raised.value.part == part
    assert len(raised.value.args) == 1


FIELDS = ", ".join(view_pb2.View.DESCRIPTOR.fields_by_name)
NO_ELEMENT = "is not an element of a list: write a position from 0, a field and its value such as seat=2, or length"


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("exists", f"View has no field 'exists'; it has {FIELDS}"),
        ("seat.x", "a plain value has no parts, so it has no 'x'"),
        ("lookers.seat=1", "a plain value has no parts, so it has no 'seat'"),
        ("turn.exists.x", "Turn has no field 'exists'; it has seat, extra, penalty, dice, rerolls"),
        ("monsters.", f"'' {NO_ELEMENT}"),
        ("monsters.-1", f"'-1' {NO_ELEMENT}"),
        ("lookers.1x", f"'1x' {NO_ELEMENT}"),
        ("monsters.length.exists", "there is nothing below 'length'"),
    ],
)
def test_the_error_says_what_there_is(path: str, problem: str) -> None:
    with pytest.raises(UnknownPathError) as raised:
        kind_of(view_pb2.View.DESCRIPTOR, parts_of(path))
    assert str(raised.value) == problem


NOTHING: dict[str, Any] = {"field": "", "message": "", "enum": "", "listed": False, "number": False, "truth": False}


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("", {}),
        ("seat", {"field": "seat"}),
        ("monsters", {"field": "monsters", "listed": True}),
        ("monsters.0", {"field": "monsters", "message": "Monster"}),
        ("monsters.seat=2", {"field": "monsters", "message": "Monster"}),
        ("monsters.seat=2.place", {"field": "place", "enum": "Place"}),
        ("monsters.length", {"number": True}),
        ("monsters.exists", {"truth": True}),
        ("monsters.0.life.exists", {"truth": True}),
        ("turn", {"field": "turn", "message": "Turn"}),
        ("turn.dice", {"field": "dice", "listed": True}),
        ("turn.dice.2", {"field": "dice", "enum": "Face"}),
        ("turn.exists", {"truth": True}),
        ("lookers.0", {"field": "lookers"}),
        ("monsters.0.cards.1.card.id", {"field": "id"}),
    ],
)
def test_a_path_leads_to_a_field_an_element_a_number_or_a_truth(path: str, kind: dict[str, Any]) -> None:
    at = kind_of(view_pb2.View.DESCRIPTOR, parts_of(path))
    names = {"field": at.field, "message": at.message, "enum": at.enum}
    field_names = {what: name.name if name is not None else "" for what, name in names.items()}
    assert field_names | {"listed": at.listed, "number": at.number, "truth": at.truth} == NOTHING | kind


TABLE = {"seats": [{"seat": 1, "cards": ["a", "b"]}, {"seat": 2, "cards": []}], "king": 0, "name": "Tokyo"}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("", TABLE),
        ("king", 0),
        ("king.exists", True),
        ("queen.exists", False),
        ("queen", ABSENT),
        ("queen.crown", ABSENT),
        ("king.crown", ABSENT),
        ("name.0", ABSENT),
        ("name.length", ABSENT),
        ("seats.length", 2),
        ("seats.1.seat", 2),
        ("seats.2", ABSENT),
        ("seats.-1", ABSENT),
        ("seats.seat=2.cards", []),
        ("seats.seat=3", ABSENT),
        ("seats.seat=3.exists", False),
        ("seats.0.cards.length", 2),
        ("seats.0.cards.1", "b"),
        ("seats.0.cards.length.more", ABSENT),
        ("seats.first", ABSENT),
    ],
)
def test_a_path_leads_to_a_value_of_a_table_or_nowhere(path: str, value: object) -> None:
    assert value_at(TABLE, parts_of(path)) == value


def test_a_value_of_an_enum_is_its_name_alone_or_in_a_list_and_a_number_where_it_has_none() -> None:
    turn = view_pb2.Turn(dice=[commands_pb2.FACE_ONE, commands_pb2.FACE_HEART])
    assert value_at(turn, ("dice",)) == ["FACE_ONE", "FACE_HEART"]
    assert value_at(turn, ("dice", "1")) == "FACE_HEART"
    turn.dice.append(99)  # type: ignore[arg-type]  # proto3 keeps unknown values
    assert value_at(turn, ("dice", "2")) == 99
    assert value_at(turn, ("dice", "length")) == 3
    assert (value_at(view_pb2.View(), ("turn",)), value_at(view_pb2.View(), ("seat",))) == (ABSENT, 0)
    assert value_at(view_pb2.View(), ("turn", "seat")) is ABSENT
    assert value_at(view_pb2.View(), ("nothing",)) is ABSENT


def test_two_views_differ_in_single_values_by_their_paths() -> None:
    other = view_pb2.View()
    other.CopyFrom(VIEW)
    other.monsters[0].life = 1
    other.monsters.add(seat=3)
    other.lookers.append(3)
    other.ClearField("turn")
    differences = list(changes(VIEW, other))
    assert differences[0] == Change("monsters.0.life", 3, 1)
    assert (differences[1].path, differences[1].before, differences[1].after["seat"]) == ("monsters.2", ABSENT, 3)
    assert differences[2] == Change("lookers", [1, 2], [1, 2, 3])
    assert (differences[3].path, differences[3].before["seat"], differences[3].after) == ("turn", 2, ABSENT)
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


def test_what_is_the_same_does_not_differ_and_what_is_of_another_shape_does_as_a_whole() -> None:
    assert list(changes(TABLE, TABLE)) == list(changes(TABLE, dict(TABLE), "seats")) == []
    assert list(changes(ABSENT, ABSENT, "king")) == []
    assert list(changes({"a": [1]}, {"a": {"b": 1}})) == [Change("a", [1], {"b": 1})]
    assert list(changes({"a": [{"b": 1}]}, {"a": {"b": 1}})) == [Change("a", [{"b": 1}], {"b": 1})]
    assert list(changes({"a": {"b": 1}}, {"a": [{"b": 1}]})) == [Change("a", {"b": 1}, [{"b": 1}])]
    assert list(changes({"a": [1, {"b": 1}]}, {"a": [1, {"b": 2}]})) == [Change("a.1.b", 1, 2)]
    assert list(changes({"a": []}, {"a": [{"b": 1}]})) == [Change("a.0", ABSENT, {"b": 1})]
    assert list(changes({"a": [[1], [2]]}, {"a": [[1], [3]]})) == [Change("a.1", [2], [3])]
    assert list(changes({"a": "xy"}, {"a": "xz"})) == [Change("a", "xy", "xz")]
    assert list(changes(TABLE, TABLE | {"king": None}, "king")) == [Change("king", 0, None)]
    faces = commands_pb2.FACE_ONE, commands_pb2.FACE_TWO
    one, other = (view_pb2.View(turn=view_pb2.Turn(dice=[face])) for face in faces)
    assert list(changes(one, other)) == [Change("turn.dice", ["FACE_ONE"], ["FACE_TWO"])]
    assert list(changes(one, other, "turn.dice.0")) == [Change("turn.dice.0", "FACE_ONE", "FACE_TWO")]
