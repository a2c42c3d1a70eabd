"""What follows what in each title: its steps, the events that each one emits, and the steps that the events open.

The table is read from the code: from the functions that a step's `answer` or `resolve` reaches, and from the handlers
of `rules/evolve.py`. `make flow` writes it into the titles' READMEs; `test_flow.py` compares it with them and with
games.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

from games.kit.rules.decider import Chance, Duty, Step
from games.kit.title import Title
from gunbai_record.plain import Plain
from titles.catalogue import TITLES, newest
from tools import code

BEGIN, END = "<!-- flow: written by `make flow` -->", "<!-- end of the flow -->"
WIDTH = 100
MOST_ARROWS = 3
"""A step that more steps open than this has no arrows in the chart."""
LEGEND = (
    "Rectangles are steps for players, hexagons for chance, rounded boxes for the rules. "
    "No other step opens a step with a thick frame."
)

Event: TypeAlias = type[Plain]
Kind: TypeAlias = type[Step[Any]]


@dataclass
class Reached:
    """What some functions construct: events and steps, each once, in the order of the code."""

    events: dict[Event, None] = field(default_factory=dict)
    steps: dict[Kind, None] = field(default_factory=dict)

    def note(self, kind: type, title: Title[Any]) -> None:
        """Note a class that code names, if it is an event or a step of the title; a step in this version's form."""
        if kind in title.rules.evolve.handlers:
            self.events[kind] = None
        elif (current := title.rules.revisions.get(kind, kind)) in title.rules.steps:
            self.steps[current] = None


class Reader:
    """Reads what a title's function constructs, in itself or in the title's functions that it names."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self.package = f"games.{title.name}"

    def emitted(self, step: Kind) -> list[Event]:
        """Return the events that a step emits."""
        method = "resolve" if issubclass(step, Duty) else "answer"
        return list(self._reached(getattr(step, method), step).events)

    def opened(self, event: Event) -> list[Kind]:
        """Return the steps that an event's handler opens, in play order."""
        reached = self._reached(self.title.rules.evolve.handlers[event], self.title.rules.table).steps
        return [step for step in self.title.rules.steps if step in reached]

    def due(self) -> list[Kind]:
        """Return the steps that no event opens: those of the set-up, of an empty agenda, and those always open."""
        sources = self.title.rules.setup, self.title.rules.turn, self.title.rules.standing
        reached = {step for source in sources for step in self._reached(source, self.title.rules.table).steps}
        return [step for step in self.title.rules.steps if step in reached]

    def _reached(self, function: Any, owner: type) -> Reached:
        reached, seen, left = Reached(), set[tuple[Any, type]](), [(function, owner)]
        while left:
            function, owner = left.pop(0)
            if (function, owner) not in seen and self._is_own(function):
                seen.add((function, owner))
                left[:0] = self._read(function, owner, reached)
        return reached

    def _is_own(self, function: Any) -> bool:
        if not isinstance(function, FunctionType) or function.__name__ == "<lambda>":
            return False
        return function.__module__.startswith(self.package)

    def _read(self, function: FunctionType, owner: type, reached: Reached) -> list[tuple[Any, type]]:
        """Note what one function constructs, and return the functions and methods that it names."""
        body, named = syntax(function), list[tuple[Any, type]]()
        for node in mentions(body):
            for value in flattened(resolved(node, function, owner)):
                if isinstance(value, type):
                    reached.note(value, self.title)
                elif isinstance(value, FunctionType):
                    named.append((value, owner))
                elif type(value).__module__.startswith(self.package):
                    reached.note(type(value), self.title)
                    named += self._methods(type(value))
        named += [(method, owner) for method in inherited(body, owner)]
        return named + self._of_tables(body) + self._of_steps(body, function)

    def _methods(self, kind: type) -> list[tuple[Any, type]]:
        """Return the methods of a value that data name: what a card or an ability does."""
        return [(method, kind) for base in kind.__mro__ for method in vars(base).values() if self._is_own(method)]

    def _of_tables(self, body: ast.AST) -> list[tuple[Any, type]]:
        """Return the methods of the title's tables with the names of those that are called."""
        table = self.title.rules.table
        return [(getattr(table, called.attr, None), table) for called in method_calls(body)]

    def _of_steps(self, body: ast.AST, function: FunctionType) -> list[tuple[Any, type]]:
        """Return the methods that code calls on a `step` whose type it has tested, for each such type."""
        names = [called.attr for called in method_calls(body) if ast.unparse(called.value) == "step"]
        kinds = tuple(kind for node in asked_types(body) if isinstance(kind := resolved(node, function, object), type))
        steps = [step for step in self.title.rules.steps if issubclass(step, kinds)] if names else []
        return [(getattr(step, name, None), step) for step in steps for name in names]


@cache
def syntax(function: FunctionType) -> ast.AST:
    """Return the body of a function as a syntax tree."""
    (defined,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(defined, ast.FunctionDef), f"{function} is not defined by a `def`"
    return ast.Module(defined.body, [])


def method_calls(body: ast.AST) -> Iterator[ast.Attribute]:
    """Yield what code calls by a name after a dot."""
    for node in ast.walk(body):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func


def asked_types(body: ast.AST) -> Iterator[ast.expr]:
    """Yield the types that code tests with `isinstance`."""
    for node in ast.walk(body):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            yield node.args[1]


def inherited(body: ast.AST, owner: type) -> Iterator[Any]:
    """Yield the methods of base classes that code calls through `super()`."""
    for called in method_calls(body):
        if ast.unparse(called.value) == "super()":
            yield from (vars(base).get(called.attr) for base in owner.__mro__[1:])


def mentions(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the names that code uses, in order, except those with which it only tests a value's type."""
    if isinstance(node, ast.Name | ast.Attribute):
        yield node
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"isinstance", "cast"}:
        return
    if isinstance(node, ast.MatchClass | ast.Compare):
        return
    for name, value in ast.iter_fields(node):
        if name not in {"annotation", "returns"}:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from mentions(child)


def resolved(node: ast.expr, function: FunctionType, owner: type) -> Any:
    """Return the value of a module's name, of a name in an imported module, or of a method of `self`."""
    if isinstance(node, ast.Name):
        return function.__globals__.get(node.id)
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return None
    if node.value.id == "self":
        return getattr(owner, node.attr, None)
    module = function.__globals__.get(node.value.id)
    return getattr(module, node.attr, None) if isinstance(module, ModuleType) else None


def flattened(value: Any) -> Iterator[Any]:
    """Yield what a value is or, for a collection, what it contains; for a partial function, the function."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from flattened(item)
    elif isinstance(value, partial):
        yield value.func
    else:
        yield value


@cache
def flow(title: Title[Any]) -> Mapping[Kind, Mapping[Event, list[Kind]]]:
    """Return what follows from each step, in play order: its events, and the steps that each event opens."""
    reader = Reader(title)
    return {step: {event: reader.opened(event) for event in reader.emitted(step)} for step in title.rules.steps}


def groups(title: Title[Any]) -> dict[str, list[Kind]]:
    """Return the steps under the headings in the docstring of `steps/__init__.py`, in play order."""
    names, steps_of, heading = {step.__name__: step for step in title.rules.steps}, dict[str, list[Kind]](), ""
    for line in (importlib.import_module(f"games.{title.name}.rules.steps").__doc__ or "").splitlines()[1:]:
        first = line.split(maxsplit=1)[0] if line.strip() else ""
        if first in names:
            steps_of.setdefault(heading, []).append(names[first])
        elif line:
            heading = line
    return steps_of


def text(title: Title[Any]) -> Iterator[str]:
    """Yield the table's lines: under each step its events, and after an arrow the steps that an event opens."""
    for step, events in flow(title).items():
        yield step.__name__
        quiet = ", ".join(event.__name__ for event, opened in events.items() if not opened)
        yield from textwrap.wrap(quiet, WIDTH, initial_indent="    ", subsequent_indent="    ")
        for event, opened in events.items():
            if opened:
                line = f"{event.__name__} → {listed(opened)}"
                yield from textwrap.wrap(line, WIDTH, initial_indent="    ", subsequent_indent="        ")


def arrows(title: Title[Any]) -> dict[Kind, list[Kind]]:
    """Return the steps that open each step, all in play order."""
    opened_by: dict[Kind, list[Kind]] = {step: [] for step in title.rules.steps}
    for step, events in flow(title).items():
        for opened in dict.fromkeys(kind for kinds in events.values() for kind in kinds):
            opened_by[opened].append(step)
    return opened_by


def common(title: Title[Any]) -> list[Kind]:
    """Return the steps that so many others open that the chart has no arrows to them."""
    return [step for step, sources in arrows(title).items() if len(sources) > MOST_ARROWS]


def chart(title: Title[Any]) -> Iterator[str]:
    """Yield the lines of a Mermaid chart: the steps in their groups, and from each an arrow to those that it opens."""
    yield "flowchart LR"
    for number, (heading, steps) in enumerate(groups(title).items(), 1):
        yield f'    subgraph group{number}["{heading or title.label}"]'
        yield from (f"        {box(step)}" for step in steps)
        yield "    end"
    drawn = {step: sources for step, sources in arrows(title).items() if step not in common(title)}
    for source in title.rules.steps:
        if targets := [step.__name__ for step, sources in drawn.items() if source in sources]:
            yield f"    {source.__name__} --> {' & '.join(targets)}"
    yield "    classDef due stroke-width:3px"
    yield f"    class {','.join(step.__name__ for step in Reader(title).due())} due"


def box(step: Kind) -> str:
    """Return a step as a node of the chart, whose shape shows who is asked."""
    if issubclass(step, Chance):
        return f"{step.__name__}{{{{{step.__name__}}}}}"
    return f"{step.__name__}({step.__name__})" if issubclass(step, Duty) else step.__name__


def section(title: Title[Any]) -> str:
    """Return what is between the marks in a title's README."""
    without = (
        f" These steps have no arrows, because many steps open them: {listed(common(title))}." if common(title) else ""
    )
    return "\n".join(
        [
            BEGIN,
            "",
            "Each step, its events, and the steps they open:",
            "",
            *("```text", *text(title), "```", ""),
            *textwrap.wrap(LEGEND + without, 120),
            "",
            *("```mermaid", *chart(title), "```", ""),
            END,
        ]
    )


def listed(steps: Iterable[Kind]) -> str:
    """Return the steps' names with commas."""
    return ", ".join(step.__name__ for step in steps)


def readme(title: Title[Any]) -> Path:
    """Return the path of a title's README."""
    return code.ROOT / "games" / title.name / "README.md"


def replaced(title: Title[Any]) -> str:
    """Return a title's README with the section from the code as it is now."""
    before, _, rest = readme(title).read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + section(title) + after


def main() -> None:
    """Write the section into the README of every title."""
    for name in TITLES:
        readme(newest(name)).write_text(replaced(newest(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
