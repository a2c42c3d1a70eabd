"""Set-ups: changes replace parts of a table, and the pools give up the cards that lie elsewhere after them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gunbai_record.cases import CaseError, Setup, Venue
from gunbai_record.cases.format import Case
from gunbai_record.cases.setups import setup_of

TABLE = {"deck": ["axe", "bow", "bow", "cup"], "box": ["hat"], "hands": [[], ["cup"]], "place": "axe"}


class Fixed:
    """A venue with one table."""

    def open(self, setup: Setup) -> Any:
        raise NotImplementedError(setup)

    def table(self, setup: Setup) -> str:
        assert not setup.table
        return json.dumps(TABLE)


VENUE: Venue = Fixed()


def table_of(**keys: Any) -> Any:
    """Return the table with which a case starts."""
    return json.loads(setup_of(Case(name="A", clause="B", title="t", file="a.toml", **keys), VENUE).table)


def test_without_changes_the_title_sets_the_table() -> None:
    assert not setup_of(Case(name="A", clause="B", title="t", file="a.toml"), VENUE).table


def test_a_game_is_created_from_what_its_case_says() -> None:
    facts: dict[str, Any] = {"seats": 3, "options": {"a": 1}, "edition": '{"b": 2}', "rules_version": 4}
    case = Case(name="A", clause="B", title="t", file="a.toml", **facts, table={"c": 3})
    assert setup_of(case, VENUE) == Setup("t", 3, '{"a": 1}', '{"b": 2}', '{"c": 3}', 4)
    assert Setup("t") == Setup("t", 0, "", "", "", 0)
    assert setup_of(Case(name="A", clause="B", title="t", file="a.toml"), VENUE) == Setup("t")


def test_changes_are_made_to_the_table_of_the_case_if_it_has_one() -> None:
    table = {"place": "axe", "more": [1]}
    for given in (table, json.dumps(table)):
        assert table_of(table=given, changes='{"place": "cup"}') == {"place": "cup", "more": [1]}
    assert table["place"] == "axe"


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"table": "{", "changes": {"place": 1}}, "a.toml: 'A': table: Expecting"),
        ({"table": "[1]", "changes": {"place": 1}}, "a.toml: 'A': table: expected a JSON object"),
        ({"changes": "[1]"}, "a.toml: 'A': changes: expected a JSON object"),
        ({"changes": {"no.where": 1}}, "a.toml: 'A': changes.no.where: there is no 'no' in the fields deck, box"),
        ({"changes": {"place": "bow"}, "pools": ("no",)}, "a.toml: 'A': pools: there is no 'no' in the fields deck"),
        (
            {"changes": {"place": "bow"}, "pools": ("deck", "place")},
            "a.toml: 'A': pools: each pool must be the path of",
        ),
    ],
)
def test_what_is_no_set_up_is_an_error_at_its_place(keys: dict[str, Any], problem: str) -> None:
    with pytest.raises(CaseError) as raised:
        table_of(**keys)
    assert str(raised.value).startswith(problem)


def test_changes_replace_parts_of_the_table() -> None:
    assert table_of(changes={"hands.0": ["bow"], "place": "cup"}) == {
        **TABLE,
        "hands": [["bow"], ["cup"]],
        "place": "cup",
    }


@pytest.mark.parametrize(
    ("changes", "deck", "box"),
    [
        ({"hands.0": ["bow"]}, ["axe", "bow", "cup"], ["hat"]),
        ({"hands.0": ["bow", "bow", "hat"]}, ["axe", "cup"], []),
        ({"hands": [["cup"], []]}, ["axe", "bow", "bow", "cup"], ["hat"]),
        ({"hands.0": ["cup"]}, ["axe", "bow", "bow"], ["hat"]),
        ({"place": "bow"}, ["axe", "bow", "cup"], ["hat"]),
        ({"hands.0": ["hat"], "hands.1": ["bow", "bow"]}, ["axe", "cup"], []),
        ({"hands.0": ["bow"], "deck": ["bow"]}, [], ["hat"]),
        ({"place": "field 3"}, ["axe", "bow", "bow", "cup"], ["hat"]),
    ],
)
def test_pools_give_up_the_cards_that_the_changes_put_elsewhere(
    changes: dict[str, Any], deck: list[str], box: list[str]
) -> None:
    table = table_of(changes=changes, pools=("deck", "box"))
    assert (table["deck"], table["box"]) == (deck, box)


@pytest.mark.parametrize("pools", [("nothing",), ("place",)])
def test_a_pool_is_the_path_of_a_list(pools: tuple[str, ...]) -> None:
    with pytest.raises(CaseError, match=r"a\.toml: 'A': pools"):
        table_of(changes={"place": "bow"}, pools=pools)
