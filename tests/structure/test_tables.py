"""The schemas of tables are those of the code, and a reader who has nothing else finds in them what a table has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it has no types of its own

from games.kit.rules import canonical
from referee.game.table_schema import table_schema
from titles.catalogue import TITLES, newest
from tools.pages import tables

VECTORS = Path(__file__).parents[2] / "docs" / "vectors"


@cache
def schema(title: str) -> Any:
    return json.loads((tables.FOLDER / f"{title}.json").read_text(encoding="utf-8"))


def faults(title: str, table: Any) -> list[str]:
    return [error.message for error in Draft202012Validator(schema(title)).iter_errors(table)]


def printed(title: str) -> Iterator[Any]:
    """Yield tables of games in play: those before the outcomes of the vectors, and the ordinary set-ups."""
    book = newest(title)
    for vector in json.loads((VECTORS / "outcomes" / f"{title}.json").read_text(encoding="utf-8")):
        # The vectors are of version 1; the table of a later version may have more fields.
        yield json.loads(canonical.encode(canonical.decode(book.rules, vector["table"], book.rules.edition)))
    for seats in book.rules.seats:
        yield json.loads(canonical.encode(book.rules.setup(seats, book.rules.options(), book.rules.edition)))


def definitions(title: str) -> dict[str, Any]:
    defs: dict[str, Any] = schema(title)["$defs"]
    return defs


def unlike(definition: Any, value: Any, title: str) -> Iterator[str]:
    """Yield where the fields of a table, or of a part of it, are not those of its definition, in their order."""
    if isinstance(value, list):
        for element in value:
            yield from unlike(definition.get("items", {}), element, title)
    elif isinstance(value, dict) and "additionalProperties" not in definition:
        name = definition.get("$ref", "").rpartition("/")[2] or value.get("step", "")
        if name:
            yield from unlike(definitions(title)[name], value, title)
    elif isinstance(value, dict) and definition["additionalProperties"] is False:
        if [*value] != [*definition["properties"]]:
            yield f"{definition['title']}: {[*value]}"
        for field, item in value.items():
            yield from unlike(definition["properties"].get(field, {}), item, title)


def test_the_schemas_are_those_of_the_code() -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in tables.FOLDER.iterdir()}
    assert kept == tables.files(), "`make tables` writes them anew"


@pytest.mark.parametrize("title", TITLES)
def test_tables_in_play_are_as_the_schema_says(title: str) -> None:
    all_tables = [*printed(title)]
    assert {part["step"] for table in all_tables for part in table["agenda"]} or title == "liars_dice"
    assert [fault for table in all_tables for fault in faults(title, table)] == []
    assert [place for table in all_tables for place in unlike(schema(title), table, title)] == []


@pytest.mark.parametrize("title", TITLES)
def test_what_is_no_table_is_refused_by_the_schema_too(title: str) -> None:
    book = newest(title)
    table = json.loads(
        canonical.encode(book.rules.setup(book.rules.seats[0], book.rules.options(), book.rules.edition))
    )
    for wrong in ({"omen": 1}, {"agenda": [{"step": "Nap"}]}, {"edition": "printed"}, {book.rules.table.rows: 3}):
        assert faults(title, table | wrong) != []


@pytest.mark.parametrize("title", TITLES)
def test_every_part_of_a_table_and_every_step_is_described(title: str) -> None:
    steps = {step.__name__ for step in newest(title).rules.steps}
    assert steps <= definitions(title).keys()
    assert [name for name, part in definitions(title).items() if not part["description"].endswith((".", "!"))] == []


def test_fields_have_the_sentences_that_stand_below_them() -> None:
    cup = json.loads(table_schema(newest("liars_dice")))["$defs"]["Cup"]["properties"]
    assert cup["lifted"]["description"] == "What was under the cup when all cups were last lifted."
    assert cup["dice"] == {"type": "integer", "description": "The number of dice that the player still has."}
