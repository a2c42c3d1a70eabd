"""The page of draws is that of the code, and says for each chance step what is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalogue import TITLES, newest
from games.kit.decider import Chance
from tests.structure import draws


@pytest.mark.parametrize("title", TITLES)
def test_the_page_of_draws_is_that_of_the_code(title: str) -> None:
    assert draws.section(newest(title)) in draws.PAGE.read_text(encoding="utf-8"), "`make draws` writes it anew"


def test_the_page_of_draws_has_nothing_else() -> None:
    assert draws.PAGE.read_text(encoding="utf-8") == draws.page(), "`make draws` writes it anew"


@pytest.mark.parametrize("title", TITLES)
def test_no_step_draws_but_by_its_form(title: str) -> None:
    """The declaration that the page prints is the one that draws."""
    steps: list[type[Any]] = [step for step in newest(title).steps if issubclass(step, Chance)]
    assert steps
    assert [step for step in steps if step.draw is not Chance.draw] == []
