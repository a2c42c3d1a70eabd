"""Case files that are written: any value of JSON is read back from TOML, and the case says what was ruled."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gunbai.infludance_duel.v1 import commands_pb2, events_pb2
from gunbai_record.cases.writing import Ruled, Start, case_file, toml

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=10,
)
START = Start("infludance_duel", 2, '{"board_side": "A"}', "", '{"seats": [1, null]}')
STEP = commands_pb2.Step(heading=commands_pb2.HEADING_LEFT)


@settings(max_examples=30)
@given(VALUES)
def test_a_value_is_read_as_it_was_written(value: Any) -> None:
    assert tomllib.loads(f"value = {toml(value)}") == {"value": value}


def test_a_refused_command_has_its_clause() -> None:
    read = tomllib.loads(case_file("night@6", "IN-4.2", START, Ruled(1, STEP, refused="IN-4.2")))
    assert read["title"] == "infludance_duel"
    (case,) = read["case"]
    (move,) = case.pop("moves")
    assert case == {
        "name": "night@6",
        "clause": "IN-4.2",
        "seats": 2,
        "options": {"board_side": "A"},
        "table": '{"seats": [1, null]}',
    }
    assert (move["actor"], move["command"], move["refused"]) == (1, "Step", "IN-4.2")
    assert "events" not in move


def test_an_accepted_command_has_its_events_and_chance_is_named() -> None:
    events = [events_pb2.CowboyStepped(seat=1)]
    read = tomllib.loads(case_file("night@6", "IN-4.2", START, Ruled(0, STEP, events=events)))
    (move,) = read["case"][0]["moves"]
    assert move["actor"] == "chance"
    assert move["events"] == [{"event": "CowboyStepped", "seat": 1}]


def test_a_case_is_written_as_toml() -> None:
    start = Start("infludance_duel", 2, '{"board side": "A"}', '{"x": 1}', "{}")
    assert case_file("night@6", "IN-4.2", start, Ruled(1, STEP, refused="IN-4.2")) == (
        'title = "infludance_duel"\n\n[[case]]\nname = "night@6"\nclause = "IN-4.2"\nseats = 2\n'
        'options = { "board side" = "A" }\nedition = "{\\"x\\": 1}"\ntable = "{}"\n'
        'moves = [{ actor = 1, command = "Step", fields = { heading = "HEADING_LEFT" }, refused = "IN-4.2" }]\n'
    )
    bare = Ruled(2, commands_pb2.EndTurn())
    assert case_file("n", "IN-4.2", start, bare).splitlines()[-1] == (
        'moves = [{ actor = 2, command = "EndTurn", events = [] }]'
    )
    assert (bare.refused, bare.events) == ("", ())
    values: list[Any] = [{}, [], True, "ž\x7f", {"a-b_1": [{"": 1.5}]}]
    assert [*map(toml, values)] == ["{}", "[]", "true", '"ž\\u007F"', '{ a-b_1 = [{ "" = 1.5 }] }']


def test_a_game_without_options_of_its_own_has_none_in_its_case() -> None:
    bare = START._replace(options_json="")
    (case,) = tomllib.loads(case_file("night@6", "IN-4.2", bare, Ruled(1, STEP, refused="IN-4.2")))["case"]
    assert "options" not in case
