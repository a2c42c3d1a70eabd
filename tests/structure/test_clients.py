"""Every module of the clients has tests of its own, in a file that mirrors it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.structure import code

SDK = Path("clients/python/gunbai_client")
ENTRY_POINTS = {"__init__.py", "__main__.py"}

MODULES = [
    path for path in code.modules("clients") if path.name not in ENTRY_POINTS and path.parent != Path("clients/python")
]


def mirror(module: Path) -> Path:
    """Return the file of a module's tests."""
    below = Path("python") / module.relative_to(SDK) if module.is_relative_to(SDK) else module.relative_to("clients")
    return Path("tests/clients") / below.parent / f"test_{module.name}"


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_has_tests_of_its_own(module: Path) -> None:
    assert (code.ROOT / mirror(module)).is_file()
