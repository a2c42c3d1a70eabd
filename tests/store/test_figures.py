"""The figures that the pages promise of the store are those of the code."""

from __future__ import annotations

import re

import pytest

from store.jetstream import PATIENCE_SECONDS, UNSETTLED_SECONDS, referees
from store.sqlite import free_space, queries
from tools import code


@pytest.mark.parametrize(
    ("page", "sentence", "figure"),
    [
        ("guarantees.md", "fails within about {} seconds", PATIENCE_SECONDS + UNSETTLED_SECONDS),
        ("guarantees.md", "records nothing for {} seconds counts as gone", referees.GONE_SECONDS),
        ("guarantees.md", "leaves the last {} MiB of the disk free", free_space.FLOOR / (1 << 20)),
        (
            "guarantees.md",
            r"reserves {} MiB \(or a tenth of a small disk\) for running games",
            free_space.RESERVE / (1 << 20),
        ),
        ("monitoring.md", "kept a write transaction open for more than {} s ", queries.WAIT_SECONDS),
    ],
)
def test_a_figure_of_a_page_is_that_of_the_code(page: str, sentence: str, figure: float) -> None:
    text = (code.ROOT / "docs" / page).read_text("utf-8")
    assert re.search(sentence.format(re.escape(f"{figure:g}")), text)
