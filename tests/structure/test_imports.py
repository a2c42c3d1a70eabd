"""Imports run one way: clients, then the referee, then games and stores, then the stubs; no title knows another."""

from __future__ import annotations

import pytest

from tests.structure import code

OURS = {"clients", "games", "gunbai", "gunbai_client", "referee", "store", "tests"}

MAY_IMPORT = {
    "games": {"games", "gunbai"},
    "store": {"store", "gunbai"},
    "referee": {"referee", "games", "store", "gunbai", "gunbai_client"},
    # Bots may look ahead with the rules; every other client knows the protocol alone.
    "clients/bots": {"clients", "games", "gunbai", "gunbai_client"},
    "clients/cli": {"clients", "gunbai", "gunbai_client"},
    "clients/python": {"gunbai", "gunbai_client"},
}

STORES_MAY_IMPORT = "gunbai.record"
"""Stores know entries, not titles."""

PURE = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "contextlib",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "games",
}
PURE |= {"google.protobuf", "gunbai", "hashlib", "heapq", "hmac", "html", "itertools", "json", "math", "msgspec"}
PURE |= {"operator", "re", "string", "struct", "textwrap", "types", "typing", "xml.sax.saxutils"}
"""What rules may be made of: values and functions of them."""

IMPURE_CALLS = {"breakpoint", "eval", "exec", "id", "input", "open", "print", "__import__"}


def root(name: str) -> str:
    return name.split(".", maxsplit=1)[0]


def is_within(name: str, allowed: set[str]) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in allowed)


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_package_imports_only_what_lies_below_it(folder: str) -> None:
    wrong = [
        f"{path}:{line} imports {name}"
        for path in code.modules(folder)
        for line, name in code.imports(path)
        if root(name) in OURS - MAY_IMPORT[folder]
    ]
    assert not wrong


def test_every_package_has_a_line_in_the_rule() -> None:
    packages = {path for path in code.modules() if path.parts[0] != "tests"}
    assert [str(path) for path in packages if not any(path.is_relative_to(folder) for folder in MAY_IMPORT)] == []


def test_a_store_knows_no_title() -> None:
    wrong = [
        f"{path}:{line} imports {name}"
        for path in code.modules("store")
        for line, name in code.imports(path)
        if root(name) == "gunbai" and not is_within(name, {STORES_MAY_IMPORT})
    ]
    assert not wrong


@pytest.mark.parametrize("title", code.titles())
def test_a_title_knows_no_other_title(title: str) -> None:
    others = set(code.titles()) - {title}
    foreign = {f"{package}.{other}" for other in others for package in ("games", "gunbai")}
    wrong = [
        f"{path}:{line} imports {name}"
        for path in code.modules(f"games/{title}")
        for line, name in code.imports(path)
        if is_within(name, foreign)
    ]
    assert not wrong


def test_rules_are_made_of_pure_modules() -> None:
    wrong = [
        f"{path}:{line} imports {name}"
        for path in code.modules("games")
        for line, name in code.imports(path)
        if not is_within(name, PURE)
    ]
    assert not wrong


def test_rules_call_nothing_that_reads_or_writes_the_world() -> None:
    wrong = [
        f"{path}:{line} calls {name}"
        for path in code.modules("games")
        for line, name in code.calls(path)
        if name in IMPURE_CALLS
    ]
    assert not wrong


def test_rules_count_in_whole_numbers_and_fractions() -> None:
    wrong = [
        f"{path}:{line} has {value}"
        for path in code.modules("games")
        for line, value in code.floats(path)
        if path.name != "picture.py"
    ]
    assert not wrong
