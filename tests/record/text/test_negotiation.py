"""A language is looked up as HTTP and RFC 4647 have it."""

from __future__ import annotations

import pytest

from gunbai_record.text.negotiation import lookup


@pytest.mark.parametrize(
    ("accept_language", "language"),
    [
        ("", "en"),
        ("cs", "cs"),
        ("CS-cz", "cs"),
        ("cs-Latn-CZ-x-old", "cs"),
        ("en-GB, cs;q=0.9", "en"),
        ("de, cs;q=0.5, pl;q=0.7", "cs"),
        ("en;q=0.3, cs;q=0.8", "cs"),
        ("cs;q=1, en", "cs"),
        ("en;q=1, cs", "en"),
        ("cs;q=0, *;q=0.5", "en"),
        ("*", "en"),
        ("*, cs;q=0.1", "cs"),
        ("x-cs", "en"),
        ("css", "en"),
        ("cs; q=nonsense, \N{SNOWMAN}, ;;, cs_CZ", "en"),
        ("nonsense\r\n, cs", "cs"),
    ],
)
def test_the_most_wanted_language_that_is_spoken_is_chosen(accept_language: str, language: str) -> None:
    assert lookup(accept_language, ("en", "cs")) == language


@pytest.mark.parametrize(
    ("accept_language", "language"),
    [
        ("pt-BR", "pt-br"),
        ("pt-BR-x-old", "pt-br"),
        ("pt, zh", "en"),
        ("zh-x-cs", "en"),
        ("zh-Hant-TW", "zh-hant"),
        ("*", "en"),
        ("pt-br;q=0.001, cs;q=0", "pt-br"),
        ("cs;q=0.000, *", "en"),
    ],
)
def test_a_language_with_subtags_is_found_by_the_longest_that_is_spoken(accept_language: str, language: str) -> None:
    assert lookup(accept_language, ("en", "cs", "pt-br", "zh-x", "zh-hant", "*")) == language
