"""Imports run one way: clients, the referee from its outer rooms to its inner ones, games and stores, the record."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from gunbai_record.text.languages import LANGUAGES
from tools import code

OURS = {"bench", "clients", "games", "gunbai", "gunbai_client", "gunbai_learn", "gunbai_record"}
OURS |= {"lab", "referee", "store", "tests", "titles", "tools"}

RECORD = {"gunbai", "gunbai_record"}
"""What everything stands on: the stubs, and what a record is."""

PROGRAMS = RECORD | {"gunbai_client", "gunbai_learn", "bench", "clients", "referee", "games", "store", "titles"}

MAY_IMPORT = {
    "record": RECORD,
    "games": RECORD | {"games"},
    # What finds the titles that are installed, and checks titles from anywhere.
    "titles": RECORD | {"games", "titles"},
    "store": RECORD | {"store"},
    "referee": RECORD | {"referee", "games", "store", "titles"},
    "clients/python": RECORD | {"gunbai_client"},
    # Bots may look ahead with the rules; every other client knows only the protocol.
    "clients/bots": RECORD | {"gunbai_client", "clients.bots", "games", "titles"},
    # Environments play by the rules, with bots as opponents.
    "clients/learn": RECORD | {"gunbai_learn", "gunbai_client.own_stubs", "clients.bots", "games", "titles"},
    "clients/render": RECORD | {"gunbai_client", "clients.render"},
    "clients/cli": RECORD | {"gunbai_client", "clients.cli", "clients.render"},
    "clients/web": RECORD | {"gunbai_client", "clients.web", "clients.render", "clients.bots"},
    "bench": PROGRAMS,
    # What plays, attacks and breaks games and services, and the values for it that tests share.
    "lab": PROGRAMS | {"lab"},
    # What `make` runs to write pages, vectors and fixtures.
    "tools": PROGRAMS | {"lab", "tools"},
    "clients/typescript": set(),
    # A title in a package of its own, and what trains a learner.
    "examples": RECORD | {"games", "gunbai_learn"},
    # What makes the site of the pages.
    "docs/site": set(),
}

STARTS_PROGRAMS = ("clients/cli/commands", "clients/cli/seating/hosted_bots.py")
"""What of the command starts the pages and the bots, and may import them."""

ROOMS = (
    ("errors", "progress"),
    ("game",),
    ("proof", "questions"),
    ("access",),
    ("records", "calls"),
    ("services", "connect", "witnessing"),
    ("cases", "configuration", "server", "shared_stream"),
    ("files", "maintenance", "probes"),
    ("telemetry",),
    ("running",),
    ("commands",),
    ("upkeep",),
    ("__main__",),
)
"""The rooms and modules of the referee from the inside out; those in one row know nothing of each other."""

COMMAND_ROOMS = (
    ("account", "errors", "sources", "suggestions", "witnessing"),
    ("options",),
    ("screen",),
    ("notify", "session"),
    ("discovery", "disputes", "seating", "tournament"),
    ("table",),
    ("game_after_game",),
    ("app", "commands"),
    ("__main__",),
)
"""The same of the command."""

STORES_MAY_IMPORT = "gunbai.record"
"""Stores know entries, not titles."""

PURE = {
    "__future__",
    "abc",
    "array",
    "bisect",
    "collections",
    "contextlib",
    "copy",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "games",
}
PURE |= {
    "google.protobuf",
    "gunbai_record.plain",
    "gunbai",
    "gunbai_record.numerals",
    "gunbai_record.text",
    "hashlib",
    "heapq",
    "hmac",
    "html",
    "importlib",
    "itertools",
    "json",
    "math",
    "msgspec",
}
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
        if root(name) in OURS and not is_within(name, may_import(folder, path))
    ]
    assert not wrong


def may_import(folder: str, path: Path) -> set[str]:
    """Return what a module of a folder may import of ours."""
    starts = any(path.is_relative_to(program) for program in STARTS_PROGRAMS)
    return MAY_IMPORT[folder] | ({"clients.bots", "clients.web"} if starts else set())


def test_every_package_has_a_line_in_the_rule() -> None:
    packages = {path for path in code.modules() if path.parts[0] != "tests"}
    assert [str(path) for path in packages if not any(path.is_relative_to(folder) for folder in MAY_IMPORT)] == []


def rooms_imported(package: str = "referee") -> dict[str, set[str]]:
    """Return which rooms of a package each of its rooms and modules imports."""
    rooms: dict[str, set[str]] = {}
    place = package.count(".") + 1
    for path in code.modules(package.replace(".", "/")):
        room = path.with_suffix("").parts[place]
        names = (name.split(".")[place] for _, name in code.imports(path) if name.startswith(f"{package}."))
        rooms.setdefault(room, set()).update(name for name in names if name != room)
    return rooms


@pytest.mark.parametrize(("package", "rows"), [("referee", ROOMS), ("clients.cli", COMMAND_ROOMS)])
def test_the_rooms_of_a_package_import_inwards_only(package: str, rows: tuple[tuple[str, ...], ...]) -> None:
    depth = {room: row for row, rooms in enumerate(rows) for room in rooms} | {"__init__": 0}
    wrong = [
        f"{package}.{room} imports {package}.{other}"
        for room, others in rooms_imported(package).items()
        for other in others
        if depth[other] >= depth[room]
    ]
    assert not wrong


def test_the_game_is_pure_of_stores_and_networks() -> None:
    wrong = [
        f"{path}:{line} imports {name}"
        for path in code.modules("referee/game")
        for line, name in code.imports(path)
        if root(name) in {"store", "grpc", "asyncio", "time", "secrets", "os", "sqlite3"}
    ]
    assert not wrong


def test_the_architecture_page_shows_the_rooms_and_their_imports() -> None:
    page = (code.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = {tuple(line.split(" --> ")) for line in map(str.strip, page.splitlines()) if " --> " in line}
    rooms = {room for row in ROOMS for room in row} - {"__main__"}
    arrows = {(room, other) for room, others in rooms_imported().items() for other in others if room in rooms}
    assert drawn == arrows, "the page's diagram of rooms is not what the imports say"


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
        if len(path.parts) > 3 and path.parts[2] in {"rules", "words"}
    ]
    assert not wrong


DOORS = {
    "rules": {"rules"},
    "words": {"rules", "words"},
    "board": {"rules", "words", "board"},
    "bots": {"rules", "bots"},
}
"""Which doors of a title, and of the kit, each may look behind: the rules ask neither words nor pictures nor bots."""


def test_the_doors_of_a_title_open_one_way() -> None:
    wrong = [
        f"{path}:{line} imports {name}"
        for path in code.modules("games")
        if len(path.parts) > 3
        for line, name in code.imports(path)
        if name.startswith("games.") and name.split(".")[2] in DOORS.keys() - DOORS[path.parts[2]]
    ]
    assert not wrong


def runtime_imports(path: Path) -> set[str]:
    """Return the dotted names that a module imports when it is imported: no type annotations, no lazy imports."""
    nodes: list[ast.AST] = list(code.tree(path).body)
    names: set[str] = set()
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{code.origin(path, node)}.{alias.name}" for alias in node.names}
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not guards_types(node):
            nodes += ast.iter_child_nodes(node)
    return names


def guards_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def test_no_modules_import_each_other_in_a_circle() -> None:
    names = {code.module_name(path): path for path in code.modules() if path.parts[0] != "tests"}
    graph = {
        name: {
            imported
            for runtime_import in runtime_imports(path)
            if (imported := module_of(runtime_import, names)) and imported != name
        }
        for name, path in names.items()
    }
    TopologicalSorter(graph).prepare()  # Raises CycleError, which names the circle.


def module_of(name: str, modules: Mapping[str, Path]) -> str:
    """Return the module that has a dotted name, or is it; "" for one of another package."""
    return name if name in modules else name.rpartition(".")[0] if name.rpartition(".")[0] in modules else ""


def test_a_module_and_its_folder_have_a_name_that_no_other_has() -> None:
    """The titles are siblings, and a catalogue of words has a module for each language."""
    names = Counter(
        f"{path.parent.name}/{path.name}"
        for path in code.modules()
        if path.parts[0] != "tests" and not path.name.startswith("__") and path.stem not in LANGUAGES
        if path.parts[0] != "games" or path.parts[1] == "kit"
    )
    assert [name for name, count in names.items() if count > 1] == []
