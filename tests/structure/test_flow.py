"""What follows what is as the titles' READMEs show it, and no game shows anything else."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from types import FunctionType
from typing import Any, NamedTuple

import pytest

from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Decision, Duty, Play, Step, Table
from games.kit.title import Title
from lab.variants import LONGEST, VARIANTS
from titles.catalogue import TITLES, newest
from titles.checks.walk import Turn, set_up, walk
from tools import code
from tools.pages import flow

HEADING = re.compile(r"# ([A-Z]\w+(?:, [A-Z]\w+)*)$")
"""A heading of `evolve.py`: the steps that emit the events below it."""
VALUES = {"evolve", "table", "data", "cubes"}
"""The modules whose functions a handler can call: they build values and look them up."""
LOOK_UPS = {"steps.perform_die.parts_due": "it reads the parts of the die action that is on the agenda"}
"""Other functions that a handler can call, with the reason."""

EVERY = [pytest.param(newest(name), id=name) for name in TITLES]
FIRST = [pytest.param(TITLES[name][1], id=name) for name in TITLES]
"""The versions whose handlers `rules/evolve.py` has; a later one adds to them (docs/rules-versions.md)."""
CASES = [
    pytest.param(newest(name), seats, options, id=f"{name}-{seats}-{options}")
    for name in TITLES
    for seats, options in VARIANTS[name]
]


class Seen(NamedTuple):
    """An event of a game: the step that emitted it, and the steps that it opened."""

    step: flow.Kind
    event: flow.Event
    opened: frozenset[flow.Kind]


def seen(title: Title[Any], turn: Turn) -> Iterator[Seen]:
    """Yield the events of a move and of the duties after it, with the step that emitted each."""
    play, folded = Play(title.rules.evolve, turn.before), 0
    step: Step[Any] | None = taking(title, turn)
    while step is not None:
        table = play.table
        if isinstance(step, Duty):
            step.resolve(play)
        else:
            step.answer(play, *([turn.actor] if isinstance(step, Decision) else []), turn.move)  # type: ignore[attr-defined]  # a Chance
        for event in play.events[folded:]:
            before, table = table, title.rules.evolve(table, event)
            yield Seen(type(step), type(event), opened(title, before, table))
        folded = len(play.events)
        due = decider.waiting(title.rules, play.table)
        step = due if isinstance(due, Duty) else None


def taking(title: Title[Any], turn: Turn) -> Step[Any]:
    """Return the open step that takes a turn's move."""
    for step in decider.open_steps(title.rules, turn.before):
        actors = step.seats(turn.before) if isinstance(step, Decision) else (CHANCE,)
        if turn.actor in actors and type(turn.move) in step.takes:  # type: ignore[attr-defined]  # no Duty is open
            return step
    raise AssertionError(turn)


def opened(title: Title[Any], before: Table, after: Table) -> frozenset[flow.Kind]:
    """Return the types of the steps that an event put on the agenda, as the title's version has them."""
    added = Counter(map(type, after.agenda)) - Counter(map(type, before.agenda))
    return frozenset(title.rules.revisions.get(kind, kind) for kind in added)


@pytest.mark.parametrize("title", EVERY)
def test_a_readme_shows_what_follows_what(title: Title[Any]) -> None:
    assert flow.readme(title).read_text(encoding="utf-8") == flow.replaced(title), "`make flow` writes it anew"


@pytest.mark.parametrize("title", EVERY)
def test_every_event_follows_from_a_step(title: Title[Any]) -> None:
    emitted = {event for events in flow.flow(title).values() for event in events}
    assert [event.__name__ for event in title.rules.evolve.handlers if event not in emitted] == []


@pytest.mark.parametrize("title", EVERY)
def test_every_step_is_opened_by_an_event_or_comes_of_itself(title: Title[Any]) -> None:
    due = flow.Reader(title).due()
    unreached = [step for step, sources in flow.arrows(title).items() if not sources and step not in due]
    assert unreached == []


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_no_game_shows_anything_else(title: Title[Any], seats: int, options: str) -> None:
    """A step emits only its events, and an event opens only its steps."""
    start = set_up(title, seats, options).table
    for turn in islice(walk(title, start, seed=1), LONGEST[title.name]):
        for step, event, steps in seen(title, turn):
            assert event in flow.flow(title)[step], f"{step.__name__} emitted {event.__name__}"
            assert steps <= set(flow.flow(title)[step][event]), f"{event.__name__} opened {steps}"


def handlers(title: Title[Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each event that `evolve.py` registers, with the steps that the heading above it names."""
    source = (code.ROOT / "games" / title.name / "rules" / "evolve.py").read_text(encoding="utf-8")
    headings = {
        number: match[1] for number, line in enumerate(source.splitlines(), 1) if (match := HEADING.match(line))
    }
    for node in ast.parse(source).body:
        above = [heading for number, heading in headings.items() if number < node.lineno]
        registered = node.decorator_list if isinstance(node, ast.FunctionDef) else [getattr(node, "value", None)]
        for call in registered:
            if isinstance(call, ast.Call) and ast.unparse(call.func) in {"evolve.on", "evolve.unchanged_by"}:
                for argument in call.args:
                    yield tuple(above[-1].split(", ")) if above else (), ast.unparse(argument).removeprefix("ev.")


def own_functions(title: Title[Any], handler: Any) -> Iterator[Any]:
    """Yield a handler of the title and the functions of `evolve.py` that it names, each once."""
    seen, left = set(), [handler]
    while left:
        function = left.pop()
        if function not in seen and isinstance(function, FunctionType) and function.__module__.endswith(".evolve"):
            seen.add(function)
            yield function
            left += [value for _, value in named(title, function)]


def named(title: Title[Any], function: Any) -> Iterator[tuple[str, Any]]:
    """Yield the functions of the title that a function names, with the name."""
    for node in flow.mentions(flow.syntax(function)):
        for value in flow.flattened(flow.resolved(node, function, title.rules.table)):
            if isinstance(value, FunctionType) and value.__module__.startswith(f"games.{title.name}.rules."):
                yield f"{value.__module__.removeprefix(f'games.{title.name}.rules.')}.{value.__name__}", value


@pytest.mark.parametrize("title", FIRST)
def test_a_handler_is_under_the_first_step_that_emits_its_event(title: Title[Any]) -> None:
    first: dict[str, str] = {}
    for step, events in flow.flow(title).items():
        for event in events:
            first.setdefault(event.__name__, step.__name__)
    assert [(event, steps) for steps, event in handlers(title) if first[event] not in steps] == []


@pytest.mark.parametrize("title", EVERY)
def test_the_handlers_are_in_the_order_of_the_steps(title: Title[Any]) -> None:
    order = [step.__name__ for step in title.rules.steps]
    headings = [steps[0] for steps in dict.fromkeys(steps for steps, _ in handlers(title))]
    assert headings == sorted(headings, key=order.index)


@pytest.mark.parametrize("title", EVERY)
def test_a_handler_records_and_decides_nothing(title: Title[Any]) -> None:
    """It calls no function of the rules, and what it does depends on its event, not on the table."""
    calls = []
    for handler in title.rules.evolve.handlers.values():
        for function in own_functions(title, handler):
            names = [name for name, value in named(title, function) if name.split(".")[0] not in VALUES]
            tests = [node.test for node in ast.walk(flow.syntax(function)) if isinstance(node, ast.If | ast.IfExp)]
            names += [ast.unparse(test) for test in tests if "table" in {getattr(n, "id", "") for n in ast.walk(test)}]
            calls += [(function.__name__, what) for what in names if what not in LOOK_UPS]
    assert calls == []
