"""Paths into tables and views."""

from __future__ import annotations

from typing import Any

import pytest

from gunbai_client.cases.paths import NoSuchPathError, get, put

VALUE = {"name": "Ann", "hand": [{"card": 7, "text": "x"}, {"card": 9, "text": "y"}]}


@pytest.mark.parametrize(
    ("path", "found"), [("name", "Ann"), ("hand.1.text", "y"), ("hand.card=7.text", "x"), ("hand.length", 2)]
)
def test_a_path_leads_through_names_positions_and_elements(path: str, found: object) -> None:
    assert get(VALUE, path) == found


@pytest.mark.parametrize("path", ["nothing", "hand.2", "hand.card=8", "name.0", "hand.-1"])
def test_a_path_that_leads_nowhere_names_the_missing_part(path: str) -> None:
    with pytest.raises(NoSuchPathError, match=f"there is no '{path.rpartition('.')[2]}' in"):
        get(VALUE, path)


def test_a_value_is_replaced_in_place() -> None:
    value: Any = {"hand": [{"card": 7}]}
    put(value, "hand.card=7.card", 8)
    assert value == {"hand": [{"card": 8}]}
    with pytest.raises(NoSuchPathError):
        put(value, "hand.0.colour", "red")
