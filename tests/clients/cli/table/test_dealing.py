"""Dealing: what the dealer is told can be typed."""

from __future__ import annotations

from rich.text import Text

from clients.cli.table.dealing import COMPLETED, HELP, WRONG


def test_the_help_names_every_word_that_is_completed() -> None:
    text = " ".join(Text.from_markup(line).plain for line in HELP)
    assert [word for word in COMPLETED if word != "?" and word not in text.split()] == []
    assert WRONG in COMPLETED
