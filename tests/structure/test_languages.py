"""What a title says in English it says in the language of its rulebook: nothing is missing, and nothing is stale."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.kit.words.house_ruling import HouseRuling, RulingText
from games.kit.words.phrasebook import Phrasebook
from games.titan_race.rules.aims import Aim
from gunbai_record.clauses import clauses_of
from gunbai_record.plain import Plain, message_type
from gunbai_record.text.languages import LANGUAGES
from gunbai_record.text.negotiation import ENGLISH
from gunbai_record.text.templates import fields_in
from lab.variants import VARIANTS
from titles.catalogue import TITLES, newest

RULEBOOKS = {
    "infludance_duel": "cs",
    "king_of_tokyo": "cs",
    "liars_dice": "cs",
    "samurai_spirit": "cs",
    "shogun": "cs",
    "titan_race": "pl",
}
"""The language of each title's rulebook; Liar's Dice has none, and has the language of most others."""

FIGURE = re.compile(r"\d+|[★♥⚡]")
FIELD = re.compile(r"\{(\w+)")
TEST = re.compile(r"\[(\w+)\?")
FORM = re.compile(r"\{\w+:(\w+)\}")
FORMS = re.compile(r"\{\w+:([^{}]*\|[^{}]*)\}")

BOOKS = [
    pytest.param(newest(title).words.english, newest(title).words.languages[tag], title, id=f"{title}-{tag}")
    for title in TITLES
    for tag in newest(title).words.languages
    if tag != ENGLISH
]
each_book = pytest.mark.parametrize(("english", "book", "title"), BOOKS)


def endings(title: str) -> set[str]:
    """Return the names of the endings that a title's `outcome.py` can give."""
    source = Path("games", title, "rules/outcome.py").read_text(encoding="utf-8")
    return set(re.findall(r"Outcome\(\s*\"(\w+)\"", source))


def differing(one: Mapping[str, str], other: Mapping[str, str], pattern: re.Pattern[str]) -> dict[str, str]:
    """Return the texts of the other mapping that do not have the same marks as those of the one."""
    return {
        key: other[key]
        for key in one.keys() & other.keys()
        if Counter(pattern.findall(one[key])) != Counter(pattern.findall(other[key]))
    }


def templates(book: Phrasebook) -> dict[str, str]:
    """Return the sentences that are templates, by the name of their message or step."""
    return {kind.__qualname__: text for kind, text in book.sentences.items() if isinstance(text, str)}


def enums(book: Phrasebook) -> Iterator[tuple[str, list[str]]]:
    """Yield the fields with an enum that are named in templates, and the words of their values."""
    for kind, text in book.sentences.items():
        if not isinstance(text, str) or not issubclass(kind, Plain):
            continue
        fields: Any = message_type(kind).DESCRIPTOR.fields_by_name
        for name in FIELD.findall(text):
            if fields[name].enum_type is not None:
                values = fields[name].enum_type.values
                prefix = len(values[0].name.removesuffix("UNSPECIFIED"))
                yield name, [value.name[prefix:].lower() for value in values[1:]]


def test_a_title_has_the_language_of_its_rulebook() -> None:
    assert set(RULEBOOKS) == set(TITLES)
    assert {title for title, tag in RULEBOOKS.items() if tag not in newest(title).words.languages} == set()


@pytest.mark.parametrize("title", TITLES)
def test_the_english_phrasebook_describes_the_options_and_names_what_has_a_text(title: str) -> None:
    words = newest(title).words.english
    assert set(words.options) == set(newest(title).rules.options.__struct_fields__)
    assert set(words.texts) <= set(words.names)
    assert words.clauses.keys() <= {clause.number for clause in clauses_of(newest(title).rules.protos[3]).values()}
    assert TITLES[title][1].words.english.clauses == {}


@each_book
def test_a_sentence_begins_with_a_capital_letter_or_a_field_and_ends_with_a_stop(
    english: Phrasebook, book: Phrasebook, title: str
) -> None:
    whole = [name for name, text in templates(english).items() if text[-1] in ".!?"]
    own = templates(book)
    wrong = {name: own[name] for name in whole if name in own and own[name][-1] not in ".!?"}
    wrong |= {name: own[name] for name in whole if name in own and own[name][0].islower()}
    assert wrong == {}


@each_book
def test_each_component_has_its_name_and_its_text(english: Phrasebook, book: Phrasebook, title: str) -> None:
    assert differing(english.texts, book.texts, FIGURE) == {}


@each_book
def test_each_word_of_a_field_has_its_word(english: Phrasebook, book: Phrasebook, title: str) -> None:
    words = {(field, word) for field in book.words for word in (*book.words[field], *book.names)} | {
        (field, word) for field, _ in enums(book) for word in book.names
    }
    needed = {(field, word) for field, words in english.words.items() for word in words}
    needed |= {(field, word) for field, words in enums(book) for word in words}
    assert needed - words == set()
    assert sorted(book.words.get("ending", {})) == sorted(endings(title))


@each_book
def test_each_option_has_a_title_and_a_description(english: Phrasebook, book: Phrasebook, title: str) -> None:
    quoted = re.compile(r'"\w+"')
    own, theirs = ({name: text for name, (_, text) in phrasebook.options.items()} for phrasebook in (english, book))
    assert differing(own, theirs, quoted) == {}


@pytest.mark.parametrize("title", TITLES)
def test_the_english_phrasebook_has_words_for_each_value_of_each_option_that_is_a_choice(title: str) -> None:
    properties = msgspec.json.schema(newest(title).rules.options)["$defs"]["Options"]["properties"]
    choices = newest(title).words.english.choices
    values = {name: option["enum"] for name, option in properties.items() if "enum" in option}
    assert {name: sorted(choices[name]) for name in values} == values
    lists = {name for name, option in properties.items() if option.get("items") == {"type": "string"}}
    assert lists == choices.keys() - values.keys()
    for _, text in VARIANTS[title]:
        played = msgspec.json.decode(text)
        given = {(name, value) for name in lists for value in played.get(name, ()) if value}
        assert given <= {(name, value) for name in lists for value in choices[name]}


@each_book
def test_each_value_of_an_option_has_its_word(english: Phrasebook, book: Phrasebook, title: str) -> None:
    """No two of an option have the same one, and none has a comma, which parts several."""
    for phrasebook in (english, book):
        for words in phrasebook.choices.values():
            assert len({word.casefold() for word in words.values()}) == len(words)
            assert not any("," in word or word != word.strip() or not word for word in words.values())


@each_book
def test_the_aim_and_the_details_of_components_are_said_with_their_figures(
    english: Phrasebook, book: Phrasebook, title: str
) -> None:
    assert english.aim
    assert book.aim
    assert differing(dict(english.details), book.details, FIGURE) == {}


@each_book
def test_the_legend_has_the_same_words_of_the_board_with_their_clauses(
    english: Phrasebook, book: Phrasebook, title: str
) -> None:
    assert english.legend
    assert list(book.legend) == list(english.legend)
    own, theirs = ({key: text for key, (_, text) in words.legend.items()} for words in (english, book))
    assert differing(own, theirs, FIGURE) == {}
    for words in (english, book):
        assert len({word for word, _ in words.legend.values()}) == len(words.legend)


@each_book
def test_no_word_is_empty(english: Phrasebook, book: Phrasebook, title: str) -> None:
    for phrasebook in (english, book):
        plain = (phrasebook.commands, phrasebook.fields, phrasebook.facts, phrasebook.places, phrasebook.labels)
        nested = phrasebook.words.values()
        assert [part for part in (*plain, phrasebook.clauses, phrasebook.edition) if not all(part.values())] == []
        assert [part for part in nested if not all(part.values())] == []


@each_book
def test_each_command_and_each_field_has_its_name(english: Phrasebook, book: Phrasebook, title: str) -> None:
    """A command without fields in its sentence is called by it."""
    kinds: set[Any] = {kind for step in newest(title).rules.steps for kind in getattr(step, "takes", ())}
    with_fields = {kind for kind in kinds if not isinstance(text := book.sentences[kind], str) or fields_in(text)}
    assert sorted(book.commands) == sorted(kind.__name__ for kind in with_fields)
    assert sorted(book.fields) == sorted({field for kind in kinds for field in kind.__struct_fields__})
    names = [book.command(kind) for kind in kinds]
    assert len({*names}) == len(names)
    assert not english.commands
    assert not english.fields


@each_book
def test_each_house_ruling_is_there_with_its_readings_and_its_figures(
    english: Phrasebook, book: Phrasebook, title: str
) -> None:
    register = {ruling.number: ruling for ruling in newest(title).words.house_rulings}
    assert sorted(book.house_rulings) == sorted(register)
    own = {number: (len(text.readings), *marks(text)) for number, text in book.house_rulings.items()}
    assert own == {number: (len(ruling.readings), *marks(ruling)) for number, ruling in register.items()}


def marks(ruling: HouseRuling | RulingText) -> tuple[Any, ...]:
    """Return the figures of each text of a house ruling, how each ends, and which reading was chosen word for word."""
    texts = (ruling.question, *ruling.readings, ruling.chosen, ruling.reason)
    chosen = ruling.readings.index(ruling.chosen) if ruling.chosen in ruling.readings else None
    return [sorted(re.findall(r"\d+", text)) for text in texts], [text[-1] for text in texts], chosen


@each_book
def test_each_place_of_the_rulebook_has_its_words(english: Phrasebook, book: Phrasebook, title: str) -> None:
    cited = {clause.place for clause in clauses_of(newest(title).rules.protos[3]).values()}
    cited |= {ruling.place for ruling in newest(title).words.house_rulings}
    cited |= {newest(title).words.rulebook} - {""}
    assert cited - book.places.keys() == set()
    components = {f"Card: {name}" for name in english.names.values()}
    assert book.places.keys() - cited - components == set()
    assert differing({place: place for place in cited}, book.places, FIGURE) == {}


@each_book
def test_each_value_that_a_refusal_names_has_its_words(english: Phrasebook, book: Phrasebook, title: str) -> None:
    shared = {key.removeprefix("fact."): text for key, text in book.shared.templates.items() if key.startswith("fact.")}
    assert sorted(book.facts.keys() | shared.keys()) == sorted(named_values(title) | shared.keys())
    assert {name: text for name, text in {**shared, **book.facts}.items() if fields_in(text) != {name}} == {}
    assert set(english.facts) <= set(book.facts)
    said_as = {name: FORM.findall(text) for name, text in english.facts.items()}
    assert {name: FORM.findall(book.facts[name]) for name in said_as} == said_as


def named_values(title: str) -> set[str]:
    """Return the names of the values that the refusals of a title may name."""
    calls = (node for tree in modules_of(title) for node in ast.walk(tree) if isinstance(node, ast.Call))
    refusals = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "refusal")
    names = {keyword.arg for call in refusals for keyword in call.keywords}
    return {name for name in names if name} | (set(Aim._fields) if None in names else set())


def modules_of(title: str) -> list[ast.Module]:
    """Return the modules of a title, those of its languages left out."""
    paths = (path for path in Path("games", title).rglob("*.py") if not LANGUAGES.keys() & set(path.parts))
    return [ast.parse(path.read_text(encoding="utf-8")) for path in paths]


@each_book
def test_each_step_that_a_refusal_may_name_has_its_words(english: Phrasebook, book: Phrasebook, title: str) -> None:
    assert sorted(book.words["waits_for"]) == sorted(step.__name__ for step in newest(title).rules.steps)


@each_book
def test_an_option_that_a_refusal_names_has_the_words_of_each_choice(
    english: Phrasebook, book: Phrasebook, title: str
) -> None:
    for option in book.words.keys() & english.choices.keys():
        assert sorted(book.words[option]) == sorted(english.choices[option])


@each_book
def test_each_part_of_the_edition_has_its_description(english: Phrasebook, book: Phrasebook, title: str) -> None:
    schema = msgspec.json.schema(type(newest(title).rules.edition.data))
    assert sorted(book.edition) == sorted(schema["$defs"])
    assert {name: text for name, text in book.edition.items() if text[-1] != "."} == {}


@each_book
def test_a_picture_and_a_sentence_call_a_thing_by_the_same_name(
    english: Phrasebook, book: Phrasebook, title: str
) -> None:
    drawn = {key: book.labels[name] for key, name in english.names.items() if name in book.labels}
    assert drawn == {key: book.names[key] for key in drawn}


@each_book
def test_each_clause_has_its_sentence_with_its_figures(english: Phrasebook, book: Phrasebook, title: str) -> None:
    clauses = {clause.number: clause.sentence for clause in clauses_of(newest(title).rules.protos[3]).values()}
    clauses |= english.clauses  # What a later version of the rules says otherwise.
    assert sorted(book.clauses) == sorted(clauses)
    assert {number: text for number, text in book.clauses.items() if text[-1:] not in ".!"} == {}
    assert differing(clauses, book.clauses, FIGURE) == {}
