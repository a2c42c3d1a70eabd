"""Paths into tables and views."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import json_format

from gunbai.king_of_tokyo.v1 import view_pb2
from gunbai_record.cases.paths import NoSuchPathError, exists, get, put

VIEW = view_pb2.View(monsters=[view_pb2.Monster(seat=1)], lookers=[1])
VALUE = {"name": "Ann", "hand": [{"card": 7, "text": "x"}, {"card": 9, "text": "y"}]}


@pytest.mark.parametrize(
    ("path", "expected"), [("name", "Ann"), ("hand.1.text", "y"), ("hand.card=7.text", "x"), ("hand.length", 2)]
)
def test_a_path_leads_through_names_positions_and_elements(path: str, expected: object) -> None:
    assert get(VALUE, path) == expected


@pytest.mark.parametrize("path", ["nothing", "hand.2", "hand.card=8", "name.0", "hand.-1"])
def test_a_path_that_leads_nowhere_names_the_missing_part(path: str) -> None:
    with pytest.raises(NoSuchPathError, match=f"there is no '{path.rpartition('.')[2]}' in"):
        get(VALUE, path)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("nothing", "there is no 'nothing' in the fields name, hand"),
        ("hand.first", "there is no 'first' in [{'card': 7, 'text': 'x'}, {'card': 9, 'text': 'y'}]"),
        ("name.0", "there is no '0' in 'Ann'"),
        ("name.length", "there is no 'length' in 'Ann'"),
        ("hand.card=8", "there is no 'card=8' in [{'card': 7, 'text': 'x'}, {'card': 9, 'text': 'y'}]"),
        ("hand.0.card.more", "there is no 'more' in 7"),
    ],
)
def test_what_is_there_instead_is_shown(path: str, problem: str) -> None:
    with pytest.raises(NoSuchPathError) as raised:
        get(VALUE, path)
    assert str(raised.value) == problem


def test_an_element_is_one_with_fields_the_first_that_has_the_value() -> None:
    value = ["card=1", {"card": 1, "text": "a"}, {"card": 1, "text": "b"}, {"text": "card"}]
    assert get(value, "card=1.text") == "a"
    assert get(value, "card=None.text") == "card"
    assert get([[5], [6, 7]], "1.length") == 2


def test_a_value_is_replaced_in_place() -> None:
    value: Any = {"hand": [{"card": 7}]}
    put(value, "hand.card=7.card", 8)
    assert value == {"hand": [{"card": 8}]}
    with pytest.raises(NoSuchPathError):
        put(value, "hand.0.colour", "red")
    put(value, "hand.0", 9)
    put(value, "hand", [value["hand"]])
    assert value == {"hand": [[9]]}


@pytest.mark.parametrize(
    ("path", "there"),
    [("monsters", True), ("monsters.0", True), ("monsters.1", False), ("monsters.seat=2", False),
     ("monsters.seat=1.life", True), ("monsters.seat=2.life", False), ("monsters.1.cards.0.card.id", False),
     ("turn", False), ("turn.dice.0", False), ("lookers.0", True), ("lookers.1", False), ("seat", True)],
)  # fmt: skip
def test_what_a_message_could_have_exists_or_not(path: str, *, there: bool) -> None:
    fields = json_format.MessageToDict(
        VIEW, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    assert exists(fields, path, VIEW) is there


@pytest.mark.parametrize(
    ("path", "name"),
    [("monster.0", "monster"), ("monsters.sit=1", "sit"), ("monsters.0.lief", "lief"), ("monsters.life", "life"),
     ("seat.0", "0"), ("seat=1", "seat"), ("lookers.0.0", "0"), ("lookers.seat=1", "seat"),
     ("turn.dice.first", "first")],
)  # fmt: skip
def test_what_no_message_can_have_is_misspelt(path: str, name: str) -> None:
    with pytest.raises(NoSuchPathError) as raised:
        exists({}, path, VIEW)
    assert str(raised.value) == f"there is no field {name!r} at this place of {path!r}"
