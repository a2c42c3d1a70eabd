"""What holds for every file: its functions fit on a screen, it is finished, and names no machine but its own."""

from __future__ import annotations

import re

from tools import code

LONGEST_FUNCTION = 60
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME)\b")
REGISTRY = re.compile(r"\b(pypi|pythonhosted|npmjs|yarnpkg|crates|debian|docker|ghcr)\.(org|io|com)\b")
CODELESS_IGNORE = re.compile(r"#\s*type:\s*ignore(?!\[)|#\s*noqa(?!:)")
WORDLESS_IGNORE = re.compile(r"#\s*(type:\s*ignore\[[a-z, -]+\]|noqa:\s*[A-Z0-9, ]+)\s*$")


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path}:{number}: {line.strip()}"
        for path, text in code.texts()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{path}:{line} {name} has {length} lines"
        for path in code.modules()
        for line, name, length in code.functions(path)
        if length > LONGEST_FUNCTION
    ]
    assert not long


def test_nothing_is_left_for_later() -> None:
    assert lines_with(UNFINISHED) == []


def test_no_file_names_a_registry() -> None:
    assert lines_with(REGISTRY) == []


def test_the_lock_file_holds_names_versions_and_hashes_alone() -> None:
    lock = (code.ROOT / "requirements.lock.txt").read_text(encoding="utf-8")
    assert "://" not in lock
    assert all(line.startswith(("    --hash=sha256:", "#")) or "==" in line for line in lock.splitlines())


def test_an_ignored_check_is_named_and_says_why() -> None:
    assert lines_with(CODELESS_IGNORE) == []
    assert lines_with(WORDLESS_IGNORE) == []
