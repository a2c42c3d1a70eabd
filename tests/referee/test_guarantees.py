"""The promises of docs/guarantees.md have tests: each row names files with tests, or a folder of such files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import code

TESTS = code.ROOT / "tests"
PAGE = (code.ROOT / "docs" / "guarantees.md").read_text("utf-8")
PROMISES = re.findall(r"^\| (?!promise |---)(.+) \| (`[\w/]+`(?:, `[\w/]+`)*) \|$", PAGE, re.MULTILINE)
TABLE = re.compile(r"^\| promise \| test \|\n\| --- \| --- \|\n((?:\|.*\n)+)", re.MULTILINE)
TEST = re.compile(r"^(?:    )?(?:async )?def test_|^test\(", re.MULTILINE)


def named(path: str) -> list[Path]:
    """Return the file of tests of a name without suffix, or all files of tests of a folder."""
    return [TESTS / f"{path}.py"] if (TESTS / f"{path}.py").is_file() else [*(TESTS / path).rglob("test_*.py")]


@pytest.mark.parametrize("path", sorted({path for _, tests in PROMISES for path in re.findall("`(.+?)`", tests)}))
def test_what_a_promise_names_has_tests(path: str) -> None:
    assert any(TEST.search(file.read_text("utf-8")) for file in named(path))


def test_each_promise_names_a_test() -> None:
    rows = [line for table in TABLE.findall(PAGE) for line in table.splitlines()]
    assert len(rows) == len(PROMISES)


@pytest.mark.parametrize("heading", re.findall(r"^## (.+)$", PAGE, re.MULTILINE))
def test_every_part_of_the_page_has_promises(heading: str) -> None:
    (part,) = re.findall(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert TABLE.search(part)
