"""The finished titles are siblings: anyone who knows the folder of one can read every other."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from games.kit.rules.decider import Chance, Decision, Duty, Step
from gunbai_record.text.languages import LANGUAGES
from titles.catalogue import TITLES, newest
from tools import code

LESSONS = ("lessons/cs", "lessons/en", "lessons/pl")
DOORS = {
    "rules": ("agenda", "data", "evolve", "invariants", "outcome", "reasons", "steps/__init__", "table", "view"),
    "words": ("en", "house_rulings", "legend", "lessons/__init__", *LESSONS, "notation"),
    "board": ("cover", "picture"),
    "bots": ("evaluation", "guess"),
}
"""The four values that a title is made of, each a folder with an `__init__.py`, and what is in it in every title."""
FILES = {"README.md", "__init__.py"}
FILES |= {f"{door}/{module}.py" for door, modules in DOORS.items() for module in ("__init__", *modules)}
SHARED = ("rules/steps/", *(f"words/{tag}/" for tag in LANGUAGES), "rules/version_", "words/version_")
"""What every title may have more of: steps, languages and later versions of its rules."""
HEADINGS = ["In play", "Where to look", "What follows what", "Sources", "House rulings", "Open questions"]
PROTOS = {"clauses.proto", "commands.proto", "events.proto", "view.proto"}

STEP = re.compile(r"    (?P<name>\w+) +(?P<kind>seat|seats|chance|duty) +\S.*[^.]")
"""A line of the docstring of `steps/__init__.py`: a step, who is asked, and a sentence without its full stop."""
FIRST = ("STEPS", "turn", "misplaced")
"""What `steps/__init__.py` defines, in this order, besides what these use."""
MEMBERS = {
    Decision: ("", "clause", "takes", "closed_by", "seats", "candidates", "refuse", "answer"),
    Chance: ("", "clause", "takes", "closed_by", "form", "showing", "probability", "refuse", "answer"),
    Duty: ("", "clause", "closed_by", "resolve"),
}
"""The order of the members of a step, its fields first; others stand where they are read best."""


def files_of(title: str) -> set[str]:
    folder = code.ROOT / "games" / title
    return {(code.ROOT / path).relative_to(folder).as_posix() for path in code.files(folder.relative_to(code.ROOT))}


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_the_files_of_every_title(title: str) -> None:
    assert sorted(FILES - files_of(title)) == []


@pytest.mark.parametrize("title", TITLES)
def test_nothing_but_the_four_doors_lies_in_the_folder_of_a_title(title: str) -> None:
    assert {path.split("/")[0] for path in files_of(title)} == {"README.md", "__init__.py", *DOORS}


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_steps(title: str) -> None:
    assert [path for path in files_of(title) if path.startswith("rules/steps/") and path not in FILES]


@pytest.mark.parametrize("title", TITLES)
def test_a_file_that_a_title_has_alone_is_explained_in_its_readme(title: str) -> None:
    readme = (code.ROOT / "games" / title / "README.md").read_text(encoding="utf-8")
    extra = [path for path in files_of(title) - FILES if not path.startswith(SHARED)]
    named = [path for path in sorted(extra) if Path(path).stem not in {"__init__", *LANGUAGES}]
    assert [path for path in named if f"`{path}`" not in readme] == []


@pytest.mark.parametrize("title", TITLES)
def test_a_readme_has_the_headings_of_every_readme(title: str) -> None:
    readme = (code.ROOT / "games" / title / "README.md").read_text(encoding="utf-8")
    assert [line.removeprefix("## ") for line in readme.splitlines() if line.startswith("## ")] == HEADINGS


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_the_protos_of_every_title(title: str) -> None:
    assert {path.name for path in (code.ROOT / "protos" / "gunbai" / title / "v1").glob("*")} == PROTOS


def listed(title: str) -> list[str]:
    """Return the lines of the docstring of `rules/steps/__init__.py`, without the first one and the headings."""
    text = importlib.import_module(f"games.{title}.rules.steps").__doc__ or ""
    return [line for line in text.splitlines()[1:] if line.startswith(" ")]


def kind(step: type[Step[Any]]) -> str:
    """Return who is asked by a step: chance, nobody, one seat, or several at once."""
    if issubclass(step, Chance):
        return "chance"
    return "duty" if issubclass(step, Duty) else "seat" if "seat" in step.__struct_fields__ else "seats"


def definitions(path: Path) -> list[str]:
    """Return the names that a module defines, in its order."""
    names = []
    for node in code.tree(path).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names += [target.id for target in targets if isinstance(target, ast.Name)]
    return names


def members(node: ast.ClassDef) -> list[str]:
    """Return the names that a class defines, in its order; "" stands for a field."""
    names = []
    for item in node.body:
        if isinstance(item, ast.AnnAssign):
            names.append("")
        elif isinstance(item, ast.Assign):
            names += [target.id for target in item.targets if isinstance(target, ast.Name)]
        elif isinstance(item, ast.FunctionDef):
            names.append(item.name)
    return names


@pytest.mark.parametrize("title", TITLES)
def test_the_steps_are_listed_in_one_form(title: str) -> None:
    text = importlib.import_module(f"games.{title}.rules.steps").__doc__ or ""
    assert text.splitlines()[0] == f"What the rules of {newest(title).label} wait for, in play order."
    assert [line for line in listed(title) if not STEP.fullmatch(line)] == []


@pytest.mark.parametrize("title", TITLES)
def test_the_list_of_steps_is_that_of_the_title(title: str) -> None:
    matches = [match for line in listed(title) if (match := STEP.fullmatch(line))]
    shown = [(match["name"], match["kind"]) for match in matches]
    assert shown == [(step.__name__, kind(step)) for step in newest(title).rules.steps]


@pytest.mark.parametrize("title", TITLES)
def test_the_overview_of_the_steps_has_one_order(title: str) -> None:
    names = definitions(Path("games") / title / "rules" / "steps" / "__init__.py")
    assert [name for name in names if name in FIRST] == list(FIRST)


@pytest.mark.parametrize("title", TITLES)
def test_the_members_of_a_step_have_one_order(title: str) -> None:
    disordered = []
    for path in code.modules(f"games/{title}/rules/steps"):
        module = importlib.import_module(code.module_name(path))
        for node in code.tree(path).body:
            if not isinstance(node, ast.ClassDef):
                continue
            step = getattr(module, node.name)
            order = next((names for base, names in MEMBERS.items() if issubclass(step, base)), ())
            places = [order.index(name) for name in members(node) if name in order]
            disordered += [node.name] if places != sorted(places) else []
    assert disordered == []


@pytest.mark.parametrize("title", TITLES)
def test_set_up_and_outcome_are_where_every_title_has_them(title: str) -> None:
    first, later = TITLES[title][1], [*TITLES[title]][1:]
    assert first.rules.setup.__module__ == f"games.{title}.rules.table"
    assert first.rules.outcome.__module__ == f"games.{title}.rules.outcome"
    assert definitions(Path("games") / title / "__init__.py") == [
        "_words",
        *(f"_words_{version}" for version in later),
        "_board",
        "_bots",
        title.upper(),
        "VERSIONS",
    ]


@pytest.mark.parametrize("title", TITLES)
def test_a_clause_is_numbered_by_its_chapter(title: str) -> None:
    """A zero keeps apart two names that the protocol compiler reads alike: 11_01 is not 1_11."""
    values = newest(title).rules.protos[3].DESCRIPTOR.enum_types_by_name["Clause"].values[1:]
    named = [re.fullmatch(r"CLAUSE_([1-9]\d*)_(0?[1-9]\d*)", value.name) for value in values]
    numbers = [int(match[1]) * 100 + int(match[2]) for match in named if match]
    assert numbers == [value.number for value in values]
