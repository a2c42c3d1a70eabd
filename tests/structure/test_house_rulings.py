"""A title's register of house rulings is complete: clauses name its entries, and each is carried out by a clause."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from games.kit.rules.agreed import CLAUSES
from games.kit.title import Title
from gunbai.rules.v1.clauses_pb2 import Clause
from gunbai_record.clauses import clauses_of
from titles.catalogue import TITLES, newest

REGISTERS = [pytest.param(newest(name), id=name) for name in TITLES]


def clauses(title: Title[Any]) -> Iterable[Clause]:
    """Return the clauses of a title."""
    return clauses_of(title.rules.protos[3]).values()


@pytest.mark.parametrize("title", REGISTERS)
def test_clauses_name_the_entries_of_the_register(title: Title[Any]) -> None:
    numbers = [ruling.number for ruling in title.words.house_rulings]
    assert sorted(set(numbers)) == sorted(numbers)
    assert {clause.house_ruling for clause in clauses(title) if clause.house_ruling} == set(numbers)


@pytest.mark.parametrize("title", REGISTERS)
def test_an_entry_has_a_number_of_its_title_and_a_choice_of_readings(title: Title[Any]) -> None:
    numbered = re.compile(rf"{title.code}-[A-Z]\d+")
    assert [ruling.number for ruling in title.words.house_rulings if not numbered.fullmatch(ruling.number)] == []
    assert [ruling.number for ruling in title.words.house_rulings if len(set(ruling.readings)) < 2] == []


@pytest.mark.parametrize("title", REGISTERS)
def test_an_entry_asks_a_question_and_answers_it_in_sentences(title: Title[Any]) -> None:
    for ruling in title.words.house_rulings:
        assert ruling.question.endswith("?"), ruling.number
        assert all(text.endswith(".") for text in (*ruling.readings, ruling.chosen, ruling.reason)), ruling.number


@pytest.mark.parametrize("title", REGISTERS)
def test_an_entry_names_an_option_that_the_title_has(title: Title[Any]) -> None:
    options = {ruling.option for ruling in title.words.house_rulings if ruling.option}
    assert options <= set(title.rules.options.__struct_fields__)


@pytest.mark.parametrize("title", REGISTERS)
def test_an_option_is_left_to_the_players_by_clauses_or_switches_a_house_ruling(title: Title[Any]) -> None:
    options = msgspec.json.schema(title.rules.options)["$defs"]["Options"]["properties"]
    switches = {ruling.option for ruling in title.words.house_rulings}
    left = [option[CLAUSES] for name, option in options.items() if name not in switches]
    assert all(left)
    assert {number for numbers in left for number in numbers} <= {clause.number for clause in clauses(title)}


@pytest.mark.parametrize("title", REGISTERS)
def test_places_are_headings_of_the_rulebook(title: Title[Any]) -> None:
    places = [clause.place for clause in clauses(title)] + [ruling.place for ruling in title.words.house_rulings]
    assert [place for place in places if not place or "ruling" in place.lower()] == []
