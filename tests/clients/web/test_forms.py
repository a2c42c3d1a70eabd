"""The options of every title as a form: what it shows is what the title takes."""

from __future__ import annotations

import json

import msgspec
import pytest

from clients.web.forms import Field, fields_of, options_of
from games.catalogue import TITLES, newest
from gunbai_client.errors import InvalidRequest
from tests.games.variants import VARIANTS

SCHEMAS = {name: json.dumps(msgspec.json.schema(newest(name).options)) for name in TITLES}


@pytest.mark.parametrize("title", TITLES)
def test_a_form_as_it_comes_asks_for_nothing_but_the_defaults(title: str) -> None:
    fields = fields_of(SCHEMAS[title])
    as_it_comes = {f"option.{field.name}": field.default for field in fields if field.default != "false"}
    assert options_of(SCHEMAS[title], as_it_comes) == {}


@pytest.mark.parametrize("title", TITLES)
def test_a_form_can_choose_every_option_of_a_title(title: str) -> None:
    for _, options in VARIANTS[title]:
        wanted = json.loads(options)
        filled = {f"option.{field.name}": _typed(field, wanted) for field in fields_of(SCHEMAS[title])}
        chosen = options_of(SCHEMAS[title], {name: text for name, text in filled.items() if text != "false"})
        assert chosen == {name: value for name, value in wanted.items() if json.dumps(value) != _default(title, name)}


def _typed(field: Field, wanted: dict[str, object]) -> str:
    return json.dumps(wanted[field.name]) if field.name in wanted else field.default


def _default(title: str, name: str) -> str:
    return next(field.default for field in fields_of(SCHEMAS[title]) if field.name == name)


def test_several_texts_or_numbers_are_entered_with_commas() -> None:
    schema = SCHEMAS["titan_race"]
    assert [(each.kind, each.default) for each in fields_of(schema)[:2]] == [("texts", "kaldheira"), ("numbers", "")]
    form = {"option.tracks": 'anglieh, "kaldheira"', "option.teams": "1,2, 1"}
    assert options_of(schema, form) == {"tracks": ["anglieh", "kaldheira"], "teams": [1, 2, 1]}
    assert options_of(SCHEMAS["samurai_spirit"], {"option.samurai": ", daisuke"}) == {"samurai": ["", "daisuke"]}
    with pytest.raises(InvalidRequest, match="numbers with commas"):
        options_of(schema, {"option.teams": "red, blue"})


def test_what_is_no_json_is_refused_with_the_name_of_the_option() -> None:
    schema = json.dumps({"properties": {"teams": {"type": "object"}}})
    with pytest.raises(InvalidRequest) as refused:
        options_of(schema, {"option.teams": "1,2"})
    assert refused.value.fields == {"teams": "JSON is expected"}
