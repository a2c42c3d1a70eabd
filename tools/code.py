"""The project's own files, as the structural tests read them: text, and Python as syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SDK, LEARN, RECORD = Path("clients/python"), Path("clients/learn"), Path("record")
"""The folders whose packages are imported by their own names."""
MADE_BY_TOOLS = {"__pycache__", "build", "corpus", "dist", "node_modules"}
GENERATED = {RECORD / "gunbai", SDK / "gunbai", SDK / "gunbai_client" / "blocking"}
WRITTEN = {".bash", ".css", ".html", ".js", ".json", ".lock", ".md", ".mjs", ".proto", ".py", ".sh", ".toml", ".ts"}
WRITTEN |= {".txt", ".yaml", ".yml", ""}


def files(folder: Path = Path()) -> Iterator[Path]:
    """Yield the files under `folder`, relative to the root, except the environment, generated code and caches."""
    for path in sorted((ROOT / folder).iterdir()):
        name = path.relative_to(ROOT)
        if path.is_file():
            yield name
        elif is_written(name):
            yield from files(name)


def is_written(folder: Path) -> bool:
    """Return whether a folder contains files that somebody wrote."""
    if folder in GENERATED or folder.name in MADE_BY_TOOLS:
        return False
    return folder.name == ".ci" or not folder.name.startswith(".")


def texts() -> Iterator[tuple[Path, str]]:
    """Yield every text file with its content."""
    for path in files():
        if path.suffix in WRITTEN:
            yield path, (ROOT / path).read_text(encoding="utf-8")


def modules(folder: str = "") -> Iterator[Path]:
    """Yield every Python file under a folder; none if the folder does not exist."""
    if (ROOT / folder).is_dir():
        yield from (path for path in files(Path(folder)) if path.suffix == ".py")


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a Python file."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), filename=str(path))


def module_name(path: Path) -> str:
    """Return the dotted name under which a file is imported."""
    root = next((folder for folder in (SDK, LEARN, RECORD) if path.is_relative_to(folder)), Path())
    parts = path.relative_to(root).parts
    dotted = ".".join(parts).removesuffix(".py")
    return dotted.removesuffix(".__init__")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and dotted name of everything that a file imports, `from a import b` as `a.b`."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{origin(path, node)}.{alias.name}") for alias in node.names)


def origin(path: Path, node: ast.ImportFrom) -> str:
    """Return the dotted name that an import takes names from; a relative one starts from the file's own package."""
    if not node.level:
        return node.module or ""
    package = module_name(path).split(".")
    parents = package[: len(package) - node.level + (path.name == "__init__.py")]
    return ".".join([*parents, *([node.module] if node.module else [])])


def titles() -> list[str]:
    """Return the names of the titles, finished or not: the packages of `games` other than the kit."""
    packages = (path.parent.name for path in (ROOT / "games").glob("*/__init__.py"))
    return sorted(name for name in packages if name != "kit")


def calls(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and name of every call of a plain name."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.lineno, node.func.id


def floats(path: Path) -> Iterator[tuple[int, float]]:
    """Yield the line and value of every floating-point literal in a file."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield node.lineno, node.value


def functions(path: Path) -> Iterator[tuple[int, str, int]]:
    """Yield the line, name and length in lines of every function, including decorators and docstring.

    A command's parameters do not count: they are a list of its options.
    """
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            counted = node.body[0].lineno if takes_options(node) else first
            yield first, node.name, (node.end_lineno or counted) - counted + 1


def takes_options(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a function is a command, whose parameters are options."""
    return any(isinstance(part, ast.Attribute) and part.attr == "Option" for part in ast.walk(node.args))
