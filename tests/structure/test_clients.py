"""Every module of the clients has tests of its own, and every call is made by a client that is not ours."""

from __future__ import annotations

from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import MethodDescriptorProto

from tests.structure import code
from tests.structure.protos import declared

SDK = Path("clients/python/gunbai_client")
ENTRY_POINTS = {"__init__.py", "__main__.py"}

CATALOGUES = {Path("clients/web/languages"), Path("clients/cli/languages")}
"""Words, of which `test_page_words.py` compares the keys."""

MODULES = [
    path
    for path in code.modules("clients")
    if path.name not in ENTRY_POINTS and path.parent not in {Path("clients/python"), *CATALOGUES}
]


def mirror(module: Path) -> Path:
    """Return the file of a module's tests."""
    below = Path("python") / module.relative_to(SDK) if module.is_relative_to(SDK) else module.relative_to("clients")
    return Path("tests/clients") / below.parent / f"test_{module.name}"


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_has_tests_of_its_own(module: Path) -> None:
    assert (code.ROOT / mirror(module)).is_file()


@pytest.mark.parametrize("call", [call.name for _, call in declared(MethodDescriptorProto)])
def test_a_client_of_the_protos_alone_makes_the_call(call: str) -> None:
    """`test_node.py` runs the program, and compares what it was answered with the protos."""
    program = (code.ROOT / "tests/clients/node/calls.mjs").read_text("utf-8")
    assert f'"{call}"' in program or f".{call}(" in program
