"""The options of every title as a form: what it shows is what the title takes."""

from __future__ import annotations

import json

import pytest

from clients.web.parts.option_fields import Field, build_fields, read_options
from gunbai_client.errors import InvalidRequest
from lab.variants import VARIANTS
from referee.game.titles import Rulebook
from titles.catalogue import TITLES, newest

SCHEMAS = {name: Rulebook(newest(name)).translator().options_schema for name in TITLES}
TRACKS = [
    *("Kaldheira: Jeziora Zagłady", "Laguna Umarlaka", "Ognista Czeluść: Zakazana Odlewnia", "Ruiny Ban-Kogu"),
    *("Ang'lieh: Oko Niezgłębionej Pustki", "Lodowe Równiny Estengaardu"),
]


@pytest.mark.parametrize("title", TITLES)
def test_a_form_as_it_comes_asks_for_nothing_but_the_defaults(title: str) -> None:
    fields = build_fields(SCHEMAS[title])
    as_it_comes = {f"option.{field.name}": field.default for field in fields if field.default != "false"}
    assert read_options(SCHEMAS[title], as_it_comes) == {}


@pytest.mark.parametrize("title", TITLES)
def test_a_form_can_choose_every_option_of_a_title(title: str) -> None:
    for _, options in VARIANTS[title]:
        wanted = json.loads(options)
        filled = {f"option.{field.name}": _typed(field, wanted) for field in build_fields(SCHEMAS[title])}
        chosen = read_options(SCHEMAS[title], {name: text for name, text in filled.items() if text != "false"})
        assert chosen == {name: value for name, value in wanted.items() if json.dumps(value) != _default(title, name)}


def _typed(field: Field, wanted: dict[str, object]) -> str:
    if field.name not in wanted:
        return field.default
    return str(wanted[field.name]) if field.kind == "text" else json.dumps(wanted[field.name])


def _default(title: str, name: str) -> str:
    return next(field.default for field in build_fields(SCHEMAS[title]) if field.name == name)


def test_several_texts_or_numbers_are_entered_with_commas() -> None:
    schema = SCHEMAS["titan_race"]
    assert [(field.kind, field.default) for field in build_fields(schema)[:2]] == [
        ("texts", "Kaldheira: Lakes of Doom"),
        ("numbers", ""),
    ]
    form = {"option.tracks": 'anglieh, "kaldheira"', "option.teams": "1,2, 1"}
    assert read_options(schema, form) == {"tracks": ["anglieh", "kaldheira"], "teams": [1, 2, 1]}
    assert read_options(SCHEMAS["samurai_spirit"], {"option.samurai": ", daisuke"}) == {"samurai": ["", "daisuke"]}
    with pytest.raises(InvalidRequest, match="numbers with commas"):
        read_options(schema, {"option.teams": "red, blue"})


def test_values_are_called_by_their_names_in_the_language_of_the_title() -> None:
    difficulty, samurai, *others = build_fields(_spoken("samurai_spirit", "cs"))
    (starter,) = (other for other in others if other.name == "round_starter")
    labels = ["snadná", "normální", "těžká", "hrdinská"]
    assert [choice.label for choice in difficulty.choices] == labels
    assert [choice.value for choice in difficulty.choices] == ['"easy"', '"normal"', '"hard"', '"heroic"']
    assert difficulty.words == "Snadná, normální, těžká nebo hrdinská."
    assert samurai.words.endswith("(Heihachi, Daisuke, Gorobei, Kanbei, Kikuchiyo, Kyuzo, Katsushiro)")
    assert [choice.label for choice in starter.choices] == ["po posledním tahu", "po posledním tažení karty"]
    starting = build_fields(SCHEMAS["infludance_duel"])[1]
    assert starting.words == 'The "red" or the "blue" player, or one at random.'


def test_several_texts_are_entered_by_their_names_and_shown_by_them() -> None:
    schema = _spoken("titan_race", "pl")
    tracks = build_fields(schema)[0]
    assert [choice.label for choice in tracks.choices] == TRACKS
    assert tracks.default == TRACKS[0]
    assert all(f'"{track}"' in tracks.words for track in TRACKS)
    assert read_options(schema, {"option.tracks": f"{TRACKS[1].upper()}, anglieh, Atlantis"}) == {
        "tracks": ["dead_lagoon", "anglieh", "Atlantis"]
    }


def test_what_a_service_has_no_words_for_is_called_by_its_value() -> None:
    schema = json.dumps({"properties": {"start": {"enum": ["last_draw", "draft"]}}})
    assert [choice.label for choice in build_fields(schema)[0].choices] == ["last draw", "draft"]


def _spoken(title: str, language: str) -> str:
    return Rulebook(newest(title)).translator(language).options_schema


def test_what_is_no_json_is_refused_with_the_name_of_the_option() -> None:
    schema = json.dumps({"properties": {"teams": {"type": "object"}}})
    with pytest.raises(InvalidRequest) as refused:
        read_options(schema, {"option.teams": "1,2"})
    assert refused.value.fields == {"teams": "expected JSON"}
