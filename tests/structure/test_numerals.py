"""Numbers that somebody sends are read by one rule: the digits of other scripts are none of ours."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tools import code

PRODUCT = ("referee", "record", "games", "titles", "clients", "store")
OWN = "record/gunbai_record/numerals.py"
READ = {"isdigit", "isdecimal", "isnumeric"}


def places() -> Iterator[str]:
    """Yield each place of the product that takes the digits of every script."""
    for folder in PRODUCT:
        for path in code.modules(folder):
            for node in ast.walk(ast.parse((code.ROOT / path).read_text("utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr in READ:
                    yield f"{path.as_posix()}:{node.lineno}"
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\\d" in node.value:
                    yield f"{path.as_posix()}:{node.lineno}"


def test_only_one_module_asks_what_is_a_digit_and_no_pattern_does() -> None:
    assert {place.partition(":")[0] for place in places()} == {OWN}
