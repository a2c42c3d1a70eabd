"""The promises of docs/guarantees.md have tests: what it names are files with tests, or folders of such files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guarantees.md").read_text("utf-8")
NAMED = sorted({*re.findall(r"`(tests/[\w./-]+)`", PAGE)})
TEST = re.compile(r"^(async )?def test_|^test\(", re.MULTILINE)


@pytest.mark.parametrize("name", NAMED)
def test_what_the_page_names_has_tests(name: str) -> None:
    path = ROOT / name
    files = [path] if path.is_file() else [*path.rglob("test_*.py")]
    assert any(TEST.search(file.read_text("utf-8")) for file in files)


@pytest.mark.parametrize("heading", re.findall(r"^## (.+)$", PAGE, re.MULTILINE))
def test_every_part_of_the_page_names_a_test(heading: str) -> None:
    (part,) = re.findall(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert "`tests/" in part
