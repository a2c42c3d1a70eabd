"""The page of limits is that of the code, and has every limit that a client can meet."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from google.protobuf import descriptor_pb2 as pb

from referee.access.quotas import Limits
from referee.server import Settings
from tools import code
from tools.pages.limits import INNER, PAGE, SECTIONS, page
from tools.protos import Declared, declared

MODULES = [path for path in code.modules("referee") if path.stem not in {"__main__", "verify_command", "commands"}]
"""The modules of the service: the exit codes of commands are none of a client of the service."""
LISTED = {
    (limit.owner.__name__ if isinstance(limit.owner, ModuleType) else type(limit.owner).__name__, name)
    for limits in SECTIONS.values()
    for limit in limits
    for name in limit.names
}


def constants(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the numbers that a module defines for itself, in capitals."""
    module = importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
    for statement in ast.parse((code.ROOT / path).read_text("utf-8")).body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        names = {node.id for target in targets if target for node in ast.walk(target) if isinstance(node, ast.Name)}
        for name in sorted(name for name in names if name.isupper()):
            if isinstance(getattr(module, name, None), int | float):
                yield module.__name__, name


def test_the_page_of_limits_is_that_of_the_code() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make limits`"


def test_a_number_is_a_limit_on_the_page_or_none_of_a_client() -> None:
    inner = {(module, name) for module, names in INNER.items() for name in names if "." not in name}
    pairs = {constant for path in MODULES for constant in constants(path)}
    assert pairs - LISTED - inner == set()
    assert inner - pairs == set()


def test_a_setting_with_a_number_is_a_limit_on_the_page_or_none_of_a_client() -> None:
    inner = {("Settings", name.removeprefix("Settings.")) for name in INNER["referee.server"]}
    numbers = {
        (type(settings).__name__, field)
        for settings in (Settings(), Limits())
        for field in settings.__struct_fields__
        if type(getattr(settings, field)) in {int, float}
    }
    assert numbers - LISTED - inner == set()


def checked() -> Iterator[tuple[str, int, int]]:
    """Yield each field whose length a call checks: its name, the least and the greatest length."""
    for path in code.modules("referee/services"):
        module = importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
        for node in ast.walk(ast.parse((code.ROOT / path).read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {"check_text", "check_bytes"}:
                name, most = node.args[0], node.args[2]
                assert isinstance(name, ast.Constant)
                (least,) = [ast.literal_eval(keyword.value) for keyword in node.keywords] or [0]
                figure = getattr(module, most.id) if isinstance(most, ast.Name) else ast.literal_eval(most)
                yield str(name.value), least, figure


def said_of(field: str) -> Iterator[Declared]:
    """Yield a field of requests wherever it is; the conditions of a list are no texts that are kept."""
    for declaration, item in declared(pb.FieldDescriptorProto):
        request = declaration.name.split(".")[-2]
        if item.name == field and request.endswith("Request") and request != "ListGamesRequest":
            yield declaration


@pytest.mark.parametrize("field", sorted({name for name, _, _ in checked()}))
def test_the_length_of_a_field_is_said_with_it_in_the_protos(field: str) -> None:
    ranges = {f"{least} to {most} " if least else f"{most} " for name, least, most in checked() if name == field}
    lengths_said = {
        str(declaration): [length for length in ranges if length in declaration.comment]
        for declaration in said_of(field)
    }
    assert lengths_said
    assert [name for name, lengths in lengths_said.items() if not lengths] == []
    assert {length for lengths in lengths_said.values() for length in lengths} == ranges
