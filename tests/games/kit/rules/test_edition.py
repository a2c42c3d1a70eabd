"""An edition is data with a digest: equal data is an equal edition, and a file that does not fit says where."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from games.kit.rules.edition import Edition, EditionError, digest_of
from games.kit.title import Title
from lab.toy import EDITION, Lanterns
from titles.catalogue import TITLES, newest


def test_the_digest_of_an_edition_is_the_sha_256_of_its_text() -> None:
    assert EDITION.text == '{"names":["crane","fox","moon","pine","wave"]}'
    assert EDITION.digest == hashlib.sha256(EDITION.text.encode()).hexdigest()


def test_editions_with_the_same_data_are_the_same() -> None:
    again = Edition(Lanterns(("crane", "fox", "moon", "pine", "wave")))
    assert again == EDITION
    assert hash(again) == hash(EDITION)
    assert Edition(Lanterns(())) != EDITION
    assert EDITION.digest != EDITION


def test_an_edition_is_shown_by_the_head_of_its_digest() -> None:
    assert repr(EDITION) == f"Edition({EDITION.digest[:12]})"


def test_the_order_and_spacing_of_a_file_make_no_difference() -> None:
    assert EDITION.read(json.dumps(json.loads(EDITION.text), indent=4)) == EDITION


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "truncated"),
        ("[]", "got `array`"),
        ("{}", "missing required field `names`"),
        ('{"names": [], "hat": 1}', "unknown field `hat`"),
        ('{"names": ["fox", 7]}', r"got `int` - at `\$\.names\[1\]`"),
        ('{"names": "\ud800"}', "surrogates"),
        ('{"names": ["fox", "\\u0007"]}', "cannot be printed"),
        ('{"names":' + "[" * 100_000, "Expected"),
    ],
)
def test_a_file_that_is_no_edition_says_where(text: str, problem: str) -> None:
    with pytest.raises(EditionError, match=problem):
        EDITION.read(text)


def test_a_table_can_hold_an_edition_and_nothing_else_that_is_no_plain_value() -> None:
    assert digest_of(EDITION) == EDITION.digest
    with pytest.raises(TypeError, match="cannot hold a object"):
        digest_of(object())


@pytest.mark.parametrize("title", [newest(name) for name in TITLES], ids=lambda title: title.name)
def test_the_edition_of_a_title_comes_back_from_its_text(title: Title[Any]) -> None:
    assert title.rules.edition.read(title.rules.edition.text) == title.rules.edition
