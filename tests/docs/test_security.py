"""Each line of docs/security.md names a test that is there, or says that nothing prevents it."""

from __future__ import annotations

import re

import pytest

from tools import code

PAGE = (code.ROOT / "docs/security.md").read_text("utf-8")
LINES = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if re.match(r"\| (?!tries|---)", line)]
NOTHING_PREVENTS = "nothing prevents this"


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line[0]))
def test_a_line_is_shown_by_a_test_or_says_that_nothing_prevents_it(line: list[str]) -> None:
    shown = re.fullmatch(r"`([\w/]+) -k (\w+)`", line[-1].rstrip(" |"))
    if shown is None:
        assert NOTHING_PREVENTS in line[1]
        return
    tests = re.findall(r"def (test_\w+)\(", (code.ROOT / "tests" / f"{shown[1]}.py").read_text("utf-8"))
    assert len([test for test in tests if shown[2] in test]) == 1


def test_every_adversary_has_lines() -> None:
    assert len(LINES) >= 20
