"""The changelog of rulings is that of the titles, and every change in it can be looked up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from games.kit.title import Title
from games.liars_dice import LIARS_DICE
from tests.games.liars_dice import rules_2
from titles.catalogue import TITLES
from tools.pages import rulings

TOYS = {"liars_dice": {1: LIARS_DICE, 2: rules_2.LIARS_DICE}}
EVERY = [
    pytest.param(versions, id=f"{name}{kind}")
    for titles, kind in ((TITLES, ""), (TOYS, " of the tests"))
    for name, versions in titles.items()
]


def test_the_page_is_that_of_the_titles() -> None:
    assert rulings.PAGE.read_text(encoding="utf-8") == rulings.page(), "run `make rulings`"


def test_a_version_is_listed_with_its_verdicts_its_clauses_and_what_these_said_before() -> None:
    section = re.sub(r"\n +", " ", rulings.section(TOYS["liars_dice"]))
    assert "### Version 2\n" in section
    clause = (
        "**LD-3.3** A bid has more dice than the last one.\n\n*Before:* A bid must be higher than the one before it"
    )
    assert clause in section
    assert "\n- A bid of the same number of dice and a higher face is refused; it was accepted. *Why:* " in section
    assert "\n- Five or six players begin with four dice each; they began with five. *Why:* " in section
    assert section.startswith("## Liar's Dice\n")


def test_a_version_is_listed_with_its_new_options_only() -> None:
    section = rulings.section(TITLES["samurai_spirit"])
    assert "\n### Version 2\n\nNew options: `round_end_kiai`, `no_talent_bars_support`\n\n**" in section


def test_a_title_with_one_version_is_not_listed() -> None:
    assert rulings.page({"liars_dice": {1: LIARS_DICE}}) == rulings.HEAD


@pytest.mark.parametrize("versions", EVERY)
def test_the_versions_of_a_title_are_counted_from_one_and_all_but_the_first_change_clauses_of_it(
    versions: Mapping[int, Title[Any]],
) -> None:
    assert list(versions) == [title.rules_version for title in versions.values()] == [*range(1, len(versions) + 1)]
    assert versions[1].rules.changes == ()
    for title in [*versions.values()][1:]:
        assert title.rules.changes
        assert {change.clause for change in title.rules.changes} <= set(rulings.sentences(title))
        assert all(text.endswith(".") for change in title.rules.changes for text in (change.verdict, change.reason))


@pytest.mark.parametrize("sentence", rulings.REWORDED)
def test_a_sentence_that_the_page_rewords_is_one_of_the_rules(sentence: str) -> None:
    changes = [change for versions in TITLES.values() for title in versions.values() for change in title.rules.changes]
    assert any(sentence in change.verdict or sentence in change.reason for change in changes)
