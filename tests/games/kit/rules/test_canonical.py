"""A table is its canonical JSON, in both directions; what is no table is refused with the place where it is not."""

from __future__ import annotations

import json
import random
import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit.rules import canonical, decider
from games.kit.rules.canonical import BadTableError
from games.kit.rules.decider import Accepted, Table
from games.kit.rules.edition import Edition
from games.kit.title import Title
from lab.toy import EDITION, LANTERN_NIGHT, Lanterns, MayObject, PayLight
from lab.variants import LONGEST, VARIANTS
from titles.catalogue import TITLES, newest
from titles.checks.walk import SeededDraws, set_up, walk

seeds = st.integers(0, 10_000)


def text_of(table: Table) -> str:
    return canonical.encode(table).decode()


def night() -> Any:
    return set_up(LANTERN_NIGHT, 2).table


@given(seed=seeds, seats=st.integers(2, 4))
def test_a_table_comes_back_from_its_json_agenda_included(seed: int, seats: int) -> None:
    for turn in walk(LANTERN_NIGHT, set_up(LANTERN_NIGHT, seats).table, seed):
        table = turn.accepted.table
        again = canonical.read(LANTERN_NIGHT.rules, canonical.encode(table), EDITION)
        assert again == table
        assert canonical.encode(again) == canonical.encode(table)


def test_the_json_names_each_step_and_holds_the_digest_of_the_edition() -> None:
    table = night().opens(MayObject(2), PayLight(1, 3))
    data = json.loads(canonical.encode(table))
    assert data["agenda"] == [
        {"step": "PayLight", "seat": 1, "light": 3},
        {"step": "MayObject", "seat": 2, "depth": 1},
    ]
    assert data["edition"] == EDITION.digest
    assert "crane" not in json.dumps(data["edition"])


def test_fields_stand_in_the_order_of_definition_without_spaces() -> None:
    text = text_of(night())
    assert list(json.loads(text)) == ["edition", "purses", "left", "bids", "bells", "hung", "agenda"]
    assert text == json.dumps(json.loads(text), separators=(",", ":"))


def test_fields_with_defaults_may_be_left_out() -> None:
    data = json.loads(text_of(night()))
    del data["agenda"]
    assert canonical.read(LANTERN_NIGHT.rules, json.dumps(data), EDITION) == night()


def changed(table: Table, **fields: Any) -> str:
    return json.dumps({**json.loads(text_of(table)), **fields})


BAD = {
    "not JSON": ("{", "truncated"),
    "no object": ("[]", "Expected `object`, got `array`"),
    "nothing": ("", "truncated"),
    "a number that is none": ('{"purses": 1e999999}', "purses|range|missing|Expected"),
    "deeply nested": ("[" * 100_000, "Expected|recursion"),
    "a deeply nested field": ('{"purses":' + "[" * 100_000 + "]" * 100_000 + "}", "recursion"),
    "half a letter": ('{"\ud800": 1}', "surrogates"),
    "an agenda that is no list": (changed(night(), agenda=5), re.escape("got `int` - at `$.agenda`")),
    "no agenda": (changed(night(), agenda=None), re.escape("got `null` - at `$.agenda`")),
    "a step that is no object": (changed(night(), agenda=["PayLight"]), re.escape("at `$.agenda[0]`")),
    "an unknown step": (changed(night(), agenda=[{"step": "Nap"}]), re.escape("'Nap' - at `$.agenda[0].step`")),
    "a step without a name": (changed(night(), agenda=[{}]), "missing required field `step`"),
    "a step with a list for a name": (changed(night(), agenda=[{"step": []}]), re.escape("at `$.agenda[0].step`")),
    "a step of another type": (
        changed(night(), agenda=[{"step": "MayObject", "seat": "one"}]),
        re.escape("got `str` - at `$.agenda[0].seat`"),
    ),
    "an unknown field of a step": (
        changed(night(), agenda=[{"step": "MayObject", "seat": 1, "hat": 2}]),
        "unknown field `hat`",
    ),
    "an unknown field": (changed(night(), hat=1), "unknown field `hat`"),
    "a missing field": ('{"agenda": []}', "missing required field `edition`"),
    "a field of another type": (changed(night(), purses=[1, "two"]), re.escape("got `str` - at `$.purses[1]`")),
    "a fraction for a whole number": (changed(night(), purses=[1, 2.5]), re.escape("got `float` - at `$.purses[1]`")),
    "an edition that is no digest": (changed(night(), edition=7), re.escape("at `$.edition`")),
    "a table that cannot be": (changed(night(), left=[]), "every lantern hangs somewhere"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_table_is_refused_with_its_place(name: str) -> None:
    text, problem = BAD[name]
    with pytest.raises(BadTableError, match=problem):
        canonical.read(LANTERN_NIGHT.rules, text, EDITION)


def test_a_table_of_another_edition_is_refused_and_both_are_named() -> None:
    other = Edition(Lanterns(("a", "b", "c")))
    with pytest.raises(BadTableError, match=f"{EDITION.digest}.*{other.digest}.*edition"):
        canonical.read(LANTERN_NIGHT.rules, text_of(night()), other)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(BadTableError):
        canonical.read(LANTERN_NIGHT.rules, b'{"purses": "\xff\xfe"}', EDITION)


odd_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def replaced(data: Any, path: list[int], value: Any) -> Any:
    """Return the JSON value with what lies at a path, whose steps are taken round the corner, replaced by a value."""
    if not path or not isinstance(data, dict | list) or not data:
        return value
    keys = list(data) if isinstance(data, dict) else list(range(len(data)))
    key = keys[path[0] % len(keys)]
    changed_part = replaced(data[key], path[1:], value)
    if isinstance(data, dict):
        return {**data, key: changed_part}
    return [*data[:key], changed_part, *data[key + 1 :]]


def positions(title: Title[Any]) -> list[Table]:
    seats, options = VARIANTS[title.name][0]
    turns = walk(title, set_up(title, seats, options).table, seed=3)
    return [turn.accepted.table for _, turn in zip(range(LONGEST[title.name]), turns, strict=False)][::7]


@pytest.mark.parametrize("title", [LANTERN_NIGHT, *map(newest, TITLES)], ids=lambda title: title.name)
def test_whatever_is_sent_as_a_table_is_refused_or_can_be_played_from(title: Title[Any]) -> None:
    tables = [night().opens(MayObject(1))] if title is LANTERN_NIGHT else positions(title)
    data = [json.loads(canonical.encode(table)) for table in tables]

    # The same tables at every run: what a later change breaks is then that change's fault.
    @settings(derandomize=True)
    @given(which=st.sampled_from(data), path=st.lists(st.integers(0, 50), min_size=1, max_size=4), value=odd_values)
    def holds(which: Any, path: list[int], value: Any) -> None:
        text = json.dumps(replaced(which, path, value))
        with suppress(BadTableError):
            table = canonical.read(title.rules, text, title.rules.edition)
            assert canonical.read(title.rules, canonical.encode(table), title.rules.edition) == table
            look_at(title, table)

    holds()


def look_at(title: Title[Any], table: Any) -> None:
    """Ask of a table whatever a service asks of it."""
    begun = decider.begin(title.rules, table).table
    title.rules.view(begun, None)
    title.rules.outcome(begun)
    decider.draw(title.rules, begun, SeededDraws(random.Random(1)))
    for seat in decider.asked_seats(title.rules, begun):
        title.rules.view(begun, seat)
        for move in decider.legal(title.rules, begun, seat):
            assert isinstance(decider.decide(title.rules, begun, seat, move), Accepted)
