"""The messages that the pages explain are those that gunbai prints, so that a search for a message finds it."""

from __future__ import annotations

import ast
import re

import pytest

from store.contract import StorageCorrupt
from tools import code

PAGES = ("backups.md", "several-referees.md", "upgrades.md")
SOURCES = ("clients/cli", "record", "referee", "store")


def explained(page: str) -> list[str]:
    """Return the messages in the tables of a page, without the file at fault."""
    text = (code.ROOT / "docs" / page).read_text(encoding="utf-8")
    tables = re.findall(r"^\| message \| what to do \|\n\|[- |]+\n((?:\|.*\n?)+)", text, re.MULTILINE)
    cells = [row.split("|")[1] for table in tables for row in table.splitlines()]
    return [re.sub(r"^games\.sqlite[\w.]*: ", "", message) for cell in cells for message in re.findall("`(.*?)`", cell)]


@pytest.fixture(scope="module")
def printed() -> list[str]:
    """Return all texts in the sources, in parts where they name something."""
    trees = [
        ast.parse(file.read_text(encoding="utf-8")) for folder in SOURCES for file in (code.ROOT / folder).rglob("*.py")
    ]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [*texts, str(StorageCorrupt("games.sqlite", "g", "why"))]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_explains_messages_that_exist(page: str, printed: list[str]) -> None:
    messages = explained(page)
    assert len(messages) > 2
    parts = {part.strip() for message in messages for part in re.split(r"…|\d+", message) if part.strip()}
    assert [part for part in sorted(parts) if not any(part in text for text in printed)] == []
