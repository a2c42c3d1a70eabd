"""docs/real-table.md is right: its notes are a game, and the bid that it calls illegal is refused as it says."""

from __future__ import annotations

import re

import pytest

from lab.toy_service import ALL_TITLES
from referee.files.move_lists import MovesError
from referee.files.notation_reader import record_of
from tools import code

PAGE = (code.ROOT / "docs" / "real-table.md").read_text(encoding="utf-8")
(NOTES,) = re.findall(r"```text\n(Game: .*?)```", PAGE, re.DOTALL)
(REFUSED,) = re.findall(r"^Refused night\.txt: (.*) …$", PAGE, re.MULTILINE)


def test_the_notes_are_a_game() -> None:
    assert record_of(ALL_TITLES, NOTES)


def test_a_lower_bid_is_refused_with_its_line_and_its_clause() -> None:
    with pytest.raises(MovesError) as refused:
        record_of(ALL_TITLES, NOTES.replace("bid 5 x 6", "bid 2 x 6"))
    assert str(refused.value).startswith(REFUSED)
