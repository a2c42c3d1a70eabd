"""Titles made from single parts: those of the tests, and variants of others that differ in a part or two."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from games.kit.board.contract import Board
from games.kit.bots.contract import Bots
from games.kit.rules.decider import Rules
from games.kit.title import Title
from games.kit.words.contract import Words


def title_of(**parts: Any) -> Title[Any]:
    """Return the title with these parts, which have the names of the fields of its four values."""
    return Title(
        Rules(**_of(Rules, parts)),
        load_words=lambda: Words(**_of(Words, parts)),
        load_board=lambda: Board(**_of(Board, parts)),
        load_bots=lambda: Bots(**_of(Bots, parts)),
    )


def but(title: Title[Any], **parts: Any) -> Title[Any]:
    """Return a title with these parts changed."""
    return Title(
        replace(title.rules, **_of(Rules, parts)),
        load_words=lambda: replace(title.words, **_of(Words, parts)),
        load_board=lambda: replace(title.board, **_of(Board, parts)),
        load_bots=lambda: replace(title.bots, **_of(Bots, parts)),
    )


def _of(kind: Any, parts: dict[str, Any]) -> dict[str, Any]:
    names = {field.name for field in fields(kind)}
    return {name: part for name, part in parts.items() if name in names}
