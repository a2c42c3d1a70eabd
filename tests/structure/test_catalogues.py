"""Every catalogue of text says the same in each of its languages: no key is missing, and none is left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from games.kit.words.phrasebook import Phrasebook
from games.kit.words.tutorial import HOOK
from gunbai_record.text.catalogue import Catalogue, Catalogues
from gunbai_record.text.languages import LANGUAGES
from gunbai_record.text.negotiation import ENGLISH
from tools import code

FIELD = re.compile(r"\{(\w+)|\[(\w+)\?")
FORMS = re.compile(r"\{\w+:([^{}]*\|[^{}]*)\}")
KEYS = {
    ".js": (re.compile(r"\b(?:say|parts|refusal)\(\s*[\"'`]([\w.]+)"), re.compile(r"[\"'`]([\w.]+)(?:[\"'`]|\$\{)")),
    ".html": (re.compile(r"(?:\bsay\(\s*|data-(?:say|label)=)[\"']([\w.]+)"), re.compile(r"[\"']([\w.]+)[\"']")),
}
"""How files that are no Python say a key, and how a key stands in them."""
OPTIONAL = {"option."}
"""The first parts of keys that a script looks for and does without."""
IN_REPORTS = {"sentences.Unchecked", "sentences.IrregularEntry"}
"""What the report of a verification has in English."""


def find_packages() -> Iterator[tuple[str, tuple[Path, ...]]]:
    """Yield the packages with a module or a package for a language, and the folders in which their words are said."""
    paths = {path.parent.parent if path.stem == "__init__" else path.parent for path in find_language_modules()}
    for package in sorted(paths - {Path("record/gunbai_record/text/languages")}):
        folders = (Path("games"), Path("referee")) if "kit" in package.parts else (_beside_its_words(package),)
        yield code.module_name(package / "__init__.py"), folders


def _beside_its_words(package: Path) -> Path:
    """Return the folder in which the words of a package are said, for those of a later rules version its title's."""
    return package.parents[1] if package.name.startswith("version_") else package.parent


def find_language_modules() -> Iterator[Path]:
    for path in code.modules():
        name = path.parent.name if path.stem == "__init__" else path.stem
        if name in LANGUAGES and path.parts[0] != "tests":
            yield path


PACKAGES = dict(find_packages())
OTHERS = [(package, tag) for package in PACKAGES for tag in Catalogues[Catalogue](package) if tag != ENGLISH]
each_package = pytest.mark.parametrize("package", PACKAGES)
each_other = pytest.mark.parametrize(("package", "tag"), OTHERS)
each_catalogue = pytest.mark.parametrize(("package", "tag"), [*OTHERS, *((package, ENGLISH) for package in PACKAGES)])


def load(package: str, tag: str) -> Catalogue:
    return Catalogues[Catalogue](package)[tag]


def texts_of(catalogue: Catalogue) -> Mapping[str, str | None]:
    """Return the texts of a catalogue by key, those of a phrasebook with the part of it first; None for a function."""
    if not isinstance(catalogue, Phrasebook):
        return catalogue.templates
    texts = {f"sentences.{kind.__qualname__}": text for kind, text in catalogue.sentences.items()}
    for name in ("names", "texts", "details", "seats", "words.basis"):
        part, _, field = name.partition(".")
        own = getattr(catalogue, part)
        texts |= {f"{name}.{key}": text for key, text in (own.get(field, {}) if field else own).items()}
    for option, words in catalogue.choices.items():
        texts |= {f"choices.{option}.{value}": word for value, word in words.items()}
    for key, pair in (*catalogue.options.items(), *catalogue.legend.items()):
        texts |= {f"{key}.title": pair[0], f"{key}.description": pair[1]}
    if catalogue.templates and not catalogue.aim:
        texts |= catalogue.templates
    return {key: text if isinstance(text, str) else None for key, text in {**texts, "aim": catalogue.aim}.items()}


def labels_of(catalogue: Catalogue) -> Mapping[str, str]:
    """Return the templates of a catalogue by key. A title has no English ones: there they are the keys themselves."""
    return {**(catalogue.parent.templates if catalogue.parent else {}), **catalogue.templates}


def fields_of(text: str) -> set[str]:
    return {field or test for field, test in FIELD.findall(text)}


def most_forms(tag: str) -> int:
    return 1 + max(LANGUAGES[tag].plural(count) for count in range(1000))


@cache
def read_keys(path: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys that a file says, and every text in it that may be one."""
    if path.suffix != ".py":
        text = (code.ROOT / path).read_text(encoding="utf-8")
        keys_said, quoted = (frozenset(pattern.findall(text)) for pattern in KEYS[path.suffix])
        return keys_said, quoted
    nodes = list(ast.walk(code.tree(path)))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    calls = [node for node in nodes if isinstance(node, ast.Call) and node.args and is_say(node.func)]
    first = (call.args[0] for call in calls)
    named = {node.value for node in first if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(named), frozenset(texts)


def is_say(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in {"say", "_say"}


def sources_of(package: str) -> list[Path]:
    """Return the files that say the words of a package; a title's labels stand in its English catalogue, too."""
    catalogues = LANGUAGES.keys() - (set() if load(package, ENGLISH).templates else {ENGLISH})
    own = (path for folder in PACKAGES[package] for path in code.files(folder) if path.suffix in {".py", *KEYS})
    return [path for path in own if not catalogues & {path.stem, *path.parts}]


@each_package
def test_a_catalogue_speaks_english(package: str) -> None:
    assert next(iter(Catalogues[Catalogue](package))) == ENGLISH


@each_catalogue
def test_a_catalogue_is_named_by_its_language(package: str, tag: str) -> None:
    assert load(package, tag).language is LANGUAGES[tag]


@each_other
def test_each_language_has_the_keys_of_english(package: str, tag: str) -> None:
    own, english = texts_of(load(package, tag)), texts_of(load(package, ENGLISH))
    assert sorted(own.keys() - IN_REPORTS) == sorted(english)
    if not isinstance(load(package, tag), Phrasebook):
        assert list(own) == list(english)


@each_other
def test_a_text_shows_what_the_english_one_shows(package: str, tag: str) -> None:
    """A sentence that is a function shows what it likes; so does one whose English sentence is a function."""
    own, english = texts_of(load(package, tag)), texts_of(load(package, ENGLISH))
    pairs = [(text, english.get(key)) for key, text in own.items()]
    if not load(package, ENGLISH).templates:
        pairs += [(text, label) for label, text in load(package, tag).templates.items()]
    assert [(text, other) for text, other in pairs if text and other and fields_of(text) != fields_of(other)] == []


@each_catalogue
def test_a_noun_has_as_many_forms_as_its_language(package: str, tag: str) -> None:
    catalogue = load(package, tag)
    texts = [text for text in texts_of(catalogue).values() if text] + list(catalogue.templates.values())
    texts += catalogue.facts.values() if isinstance(catalogue, Phrasebook) else []
    nouns = {form.removesuffix("by seat") for text in texts for form in FORMS.findall(text)}
    assert {noun for noun in nouns if len(noun.split("|")) != most_forms(tag)} == set()


@each_catalogue
def test_no_text_is_empty_or_has_a_space_at_an_end(package: str, tag: str) -> None:
    texts = {key: text for key, text in texts_of(load(package, tag)).items() if text is not None}
    optional = {"aim"} if package.startswith("referee.") else set()
    assert {key: text for key, text in texts.items() if text != text.strip() or not text}.keys() - optional == set()


@each_other
def test_each_language_has_words_of_its_own(package: str, tag: str) -> None:
    """Titles have names that are the same in every language."""
    own, english = load(package, tag).templates, load(package, ENGLISH).templates
    if not isinstance(load(package, tag), Phrasebook):
        assert {key for key in own if own[key] == english[key]} == set()


@each_other
def test_no_key_is_missing(package: str, tag: str) -> None:
    """Labels of a title that are no literals are found by drawing: `tests/games/test_languages.py`."""
    keys = labels_of(load(package, tag)).keys()
    families = {f"{key.partition('.')[0]}." for key in keys if "." in key} | OPTIONAL
    path_of = {key: path for path in sources_of(package) for key in read_keys(path)[0]}
    if package == "games.kit.words":
        path_of = {key: path for key, path in path_of.items() if "kit" in path.parts}
    assert {key: path for key, path in path_of.items() if key not in keys | families} == {}


@each_other
def test_no_key_is_left_over(package: str, tag: str) -> None:
    texts = frozenset[str]().union(*(read_keys(path)[1] for path in sources_of(package)))
    keys = load(package, tag).templates.keys() - texts - ({HOOK} if package.endswith(".lessons") else set())
    assert {key for key in keys if "." not in key or f"{key.partition('.')[0]}." not in texts} == set()
