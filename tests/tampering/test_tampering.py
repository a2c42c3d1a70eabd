"""Whatever is changed in a record, in its signed head or in a database is noticed, and named with its entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.catalogue import TITLES
from tests.fixtures.write import FOLDER
from tests.tampering.__main__ import KIND
from tests.tampering.results import A_ROW, results
from tests.tampering.ways import WAYS

OFTEN, SELDOM = 23, 999
"""Every so many bytes are changed; `make tampering` changes each."""


def record_of(title: str) -> bytes:
    """Return the record of a title that is tampered with."""
    return (FOLDER / f"{title}.{KIND}.gunbai").read_bytes()


@pytest.mark.parametrize(
    ("title", "step"),
    [("liars_dice", SELDOM), *(pytest.param(title, OFTEN, marks=pytest.mark.long) for title in TITLES)],
)
def test_whatever_is_tampered_with_is_noticed_and_named(title: str, step: int, tmp_path: Path) -> None:
    found = list(results(title, record_of(title), tmp_path, step))
    assert [each.way for each in found] == [*WAYS, A_ROW]
    for each in found:
        assert each.missed == ()
        assert each.noticed == each.named == each.tried > 0, each
