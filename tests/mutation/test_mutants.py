"""A mutant is a small mistake in code; what no test can notice is none."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutation.mutants import mutants


def changes(folder: Path, source: str) -> list[str]:
    path = folder / "module.py"
    path.write_text(source, encoding="utf-8")
    return [mutant.change for mutant in mutants(path)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a < b -> a <= b", "a < b -> a >= b"]),
        ("a and b", ["a and b -> a or b", "a and b -> b", "a and b -> a"]),
        ("not a", ["not a -> a"]),
        ("a - b", ["a - b -> a + b"]),
        ("3", ["3 -> 4"]),
        ("True", ["True -> False"]),
        ("'word'", ["'word' -> ''"]),
        ("''", ["'' -> 'mutant'"]),
        ("a if b else c", ["a if b else c -> a if not b else c"]),
        ("f(a, b)", ["f(a, b) -> f(b, a)"]),
        ("max(a)", ["max(a) -> min(a)"]),
        ("range(a)", ["range(a) -> range(a + 1)", "range(a) -> range(a - 1)"]),
        ("[a for a in b if a]", ["[a for a in b if a] -> [a for a in b]"]),
    ],
)
def test_an_expression_is_changed_in_each_small_way(source: str, expected: list[str], tmp_path: Path) -> None:
    assert changes(tmp_path, f"value = {source}\n") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f()", ["f() -> pass"]),
        ("raise a", ["raise a -> pass"]),
        ("a.b = c", ["a.b = c -> pass"]),
        ("a += b", ["a += b -> pass", "a += b -> a -= b"]),
        ("if a:\n  import b", ["if a: … -> if not a: …", "if a: … -> if True: …", "if a: … -> if False: …"]),
        ("while a:\n  break", ["break -> pass"]),
        ("while a:\n  continue", ["continue -> break"]),
        ("def f():\n  return a", ["return a -> return None"]),
    ],
)
def test_a_statement_is_left_out_or_weakened(source: str, expected: list[str], tmp_path: Path) -> None:
    assert changes(tmp_path, source) == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""',
        "import a",
        "a: int | None",
        "A: TypeAlias = b | None",
        "def f(a: 'A' = b) -> 'B': ...",
        "class A(B, frozen=True): ...",
        "class A(TypedDict, total=False): ...",
        "class A(StrEnum):\n  B = 'b'",
        "class A(Protocol):\n  b = 1",
        "if TYPE_CHECKING:\n  a = 1",
        "a = isinstance(b, C | D)",
        "a = cast('A', b)",
        "a = Wrong('words for a reader')",
        "a = f'words around {value}'",
        "__all__ = ['a']",
        "class A:\n  __slots__ = ('a', 'b')",
        "class A:\n  def __repr__(self):\n    return 'a'",
    ],
)
def test_types_prose_and_names_are_left_as_they_are(source: str, tmp_path: Path) -> None:
    assert changes(tmp_path, source) == []


def test_the_words_of_a_log_line_are_left_as_they_are_and_its_values_are_not(tmp_path: Path) -> None:
    assert changes(tmp_path, "log.info('served', seat=1)") == ["log.info('served', seat=1) -> pass", "1 -> 2"]


def test_a_mutant_is_its_module_with_one_difference(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("def f(a):\n    return [a < 1, a < 2]\n", encoding="utf-8")
    [second] = [mutant for mutant in mutants(path) if mutant.change == "a < 2 -> a <= 2"]
    assert ast.unparse(second.tree()) == "def f(a):\n    return [a < 1, a <= 2]"
    assert second.key == (str(path), "f", "return [a < 1, a < 2]", "a < 2 -> a <= 2")
