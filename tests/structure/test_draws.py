"""The page of draws is that of the code, and says for each chance step what is drawn."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.kit.rules.decider import Chance
from gunbai_record.plain import full_name
from titles.catalogue import TITLES, newest
from tools.pages import draws

OUTCOMES = draws.PAGE.parent / "vectors" / "outcomes"


@pytest.mark.parametrize("title", TITLES)
def test_the_page_of_draws_is_that_of_the_code(title: str) -> None:
    assert draws.body(newest(title)) in draws.PAGE.read_text(encoding="utf-8"), "run `make draws`"


def test_the_page_of_draws_has_nothing_else() -> None:
    assert draws.PAGE.read_text(encoding="utf-8") == draws.page(), "run `make draws`"


@pytest.mark.parametrize("phrase", draws.REWORDED)
def test_a_phrase_that_the_page_rewords_is_one_of_the_rules(phrase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "REWORDED", {})
    assert any(phrase in draws.body(newest(title)) for title in TITLES)


@pytest.mark.parametrize("title", TITLES)
def test_no_step_draws_but_by_its_form(title: str) -> None:
    """The declaration that the page prints is the one that draws."""
    steps: list[type[Any]] = [step for step in newest(title).rules.steps if issubclass(step, Chance)]
    assert steps
    assert [step for step in steps if step.draw is not Chance.draw] == []


@pytest.mark.parametrize("title", TITLES)
def test_the_step_of_an_outcome_is_found_as_the_page_says(title: str) -> None:
    """By the type of the outcome, and where several steps have it, by the agenda, unless they draw the same."""
    steps: list[type[Any]] = [step for step in newest(title).rules.steps if issubclass(step, Chance)]
    drawn = {step.__name__: step.form.words for step in steps}
    for vector in json.loads((OUTCOMES / f"{title}.json").read_text("utf-8")):
        having = [step.__name__ for step in steps if full_name(step.takes[0]) == vector["type"]]
        last = [step["step"] for step in json.loads(vector["table"])["agenda"][-1:]]
        names = [name for name in having if name in last] or having
        assert {drawn[name] for name in names} == {drawn[vector["step"]]}, vector["step"]
