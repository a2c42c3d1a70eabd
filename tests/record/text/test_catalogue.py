"""A catalogue says keys in one language, and a package has one for each of its languages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gunbai_record.text.catalogue import Catalogue, Catalogues
from gunbai_record.text.languages import LANGUAGES

ENGLISH = Catalogue(
    LANGUAGES["en"],
    {
        "won": "Won by {player}[ with {points:point|points}].",
        "left": "{cards:0 card|cards} left",
        "seen": "[{card}|a card] of {seats}",
        "late": "[late?too ]late",
    },
)
CZECH = Catalogue(LANGUAGES["cs"], {"left": "zbývá {cards:karta|karty|karet}"}, ENGLISH)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a package with words in English and Polish."""
    folder = tmp_path / "toy_words"
    (folder / "pl").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "en.py").write_text('WORDS = {"yes": "yes", "no": "no"}')
    (folder / "pl" / "__init__.py").write_text('WORDS = {"yes": "tak"}')
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("toy_words", "toy_words.en", "toy_words.pl"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return "toy_words"


def test_a_template_shows_values_and_counts_nouns() -> None:
    assert ENGLISH("won", player="Ada", points=1) == "Won by Ada with 1 point."
    assert [ENGLISH("left", cards=cards) for cards in (0, 1, 2)] == ["0 cards left", "1 card left", "2 cards left"]
    assert [CZECH("left", cards=cards) for cards in (1, 2, 5)] == ["zbývá 1 karta", "zbývá 2 karty", "zbývá 5 karet"]


def test_an_optional_part_is_left_out_or_replaced_if_a_value_in_it_is_empty() -> None:
    assert ENGLISH("won", player="Ada", points=0) == "Won by Ada."
    assert ENGLISH("seen", card="", seats="two") == "a card of two"
    assert [ENGLISH("late", late=late) for late in (True, False)] == ["too late", "late"]


def test_what_a_language_lacks_is_said_by_its_parent() -> None:
    assert CZECH("won", player="Ada", points=0) == "Won by Ada."
    assert (CZECH.get("lost"), CZECH["left"]) == (None, "zbývá {cards:karta|karty|karet}")
    with pytest.raises(KeyError, match="lost"):
        CZECH("lost")


def test_a_list_has_the_conjunction_of_its_language() -> None:
    assert (ENGLISH.list("abc"), CZECH.list("ab"), CZECH.list("")) == ("a, b and c", "a a b", "nic")


def test_the_languages_of_a_package_are_found_by_its_files(package: str) -> None:
    catalogues = Catalogues[Catalogue](package)
    assert list(catalogues) == ["en", "pl"]
    assert (catalogues["pl"]("yes"), catalogues["pl"]("no")) == ("tak", "no")
    assert catalogues["pl"] is catalogues["pl"]
    with pytest.raises(KeyError):
        catalogues["cs"]


def test_a_catalogue_is_looked_up_by_what_a_caller_asks_for(package: str) -> None:
    catalogues = Catalogues[Catalogue](package)
    assert catalogues.lookup("cs, pl-PL;q=0.5").language.tag == "pl"
    assert catalogues.lookup("cs").language.tag == "en"
