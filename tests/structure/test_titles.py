"""A finished title's lists are complete: each event is folded, each command is taken, each step stands in the turn."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import Any

import pytest

from games.kit.rules.decider import Chance, Decision, Step
from games.kit.title import Title
from games.kit.words.phrasebook import Phrasebook
from gunbai.rules.v1 import options_pb2 as rules
from gunbai_record.clauses import clauses_of
from gunbai_record.plain import Plain, plain_type
from titles.catalogue import TITLES
from titles.checks.drawing import is_for

EVERY = [pytest.param(title, id=f"{name}-{version}") for name in TITLES for version, title in TITLES[name].items()]


def messages(stubs: ModuleType) -> set[type[Plain]]:
    """Return the messages of a file that stand alone: those that are no parts of others."""
    declared = stubs.DESCRIPTOR.message_types_by_name
    fields = (field.message_type for message in declared.values() for field in message.fields)
    parts = {part.full_name for part in fields if part is not None}
    return {plain_type(message) for message in declared.values() if message.full_name not in parts}


def taken(title: Title[Any]) -> list[type[Plain]]:
    return [kind for step in title.rules.steps if issubclass(step, Decision | Chance) for kind in step.takes]


def written_steps(title: Title[Any]) -> set[type[Step[Any]]]:
    """Return the steps that the modules of a title's folder `steps` define, bases of other steps left out."""
    package = importlib.import_module(f"games.{title.name}.rules.steps")
    modules = [
        importlib.import_module(f"{package.__name__}.{module.name}")
        for module in pkgutil.iter_modules(package.__path__)
    ]
    step_types = {item for module in modules for item in vars(module).values() if is_step(item, module)}
    return {
        step for step in step_types if not any(other is not step and issubclass(other, step) for other in step_types)
    }


def is_step(item: object, module: ModuleType) -> bool:
    return isinstance(item, type) and issubclass(item, Step) and item.__module__ == module.__name__


@pytest.mark.parametrize("title", EVERY)
def test_each_event_is_folded_by_one_handler(title: Title[Any]) -> None:
    _, events, _, _ = title.rules.protos
    assert set(title.rules.evolve.handlers) == messages(events)


@pytest.mark.parametrize("title", EVERY)
def test_asides_and_beginnings_of_turns_are_events(title: Title[Any]) -> None:
    _, events, _, _ = title.rules.protos
    assert {*title.words.asides, *title.words.turns} <= messages(events)


@pytest.mark.parametrize("title", EVERY)
def test_pictures_recall_events_that_everybody_may_see(title: Title[Any]) -> None:
    _, events, _, _ = title.rules.protos
    assert title.board.recalled <= {kind for kind in messages(events) if is_for(kind(), None)}


@pytest.mark.parametrize("title", EVERY)
def test_each_command_is_taken_by_a_step(title: Title[Any]) -> None:
    commands, _, _, _ = title.rules.protos
    assert set(taken(title)) == messages(commands)


@pytest.mark.parametrize("title", EVERY)
def test_each_step_stands_once_in_the_turn(title: Title[Any]) -> None:
    assert len(title.rules.steps) == len(set(title.rules.steps))
    assert {step.__name__ for step in title.rules.steps} == {step.__name__ for step in written_steps(title)}


@pytest.mark.parametrize("title", EVERY)
def test_each_step_is_closed_by_events_of_its_title(title: Title[Any]) -> None:
    _, events, _, _ = title.rules.protos
    assert {event for step in title.rules.steps for event in step.closed_by} <= messages(events)


@pytest.mark.parametrize("title", EVERY)
def test_each_step_comes_by_a_clause_of_its_title(title: Title[Any]) -> None:
    _, _, _, clauses = title.rules.protos
    values = clauses.DESCRIPTOR.enum_types_by_name["Clause"].values_by_number
    numbers = {
        step.__name__: values[step.clause].GetOptions().Extensions[rules.clause].number for step in title.rules.steps
    }
    assert {name: number for name, number in numbers.items() if not number.startswith(f"{title.code}-")} == {}


@pytest.mark.parametrize("title", EVERY)
def test_each_event_has_its_reason_in_the_order_of_the_protos(title: Title[Any]) -> None:
    _, events, _, clauses = title.rules.protos
    declared = map(plain_type, events.DESCRIPTOR.message_types_by_name.values())
    assert list(title.rules.reasons) == [event for event in declared if event in title.rules.evolve.handlers]
    numbers = clauses.DESCRIPTOR.enum_types_by_name["Clause"].values_by_number
    named = {reason for reason in title.rules.reasons.values() if isinstance(reason, int)}
    assert named <= {*numbers} - {0}


@pytest.mark.parametrize("title", EVERY)
def test_the_clause_on_the_number_of_seats_is_one_of_its_clauses(title: Title[Any]) -> None:
    assert title.rules.seats_clause in {clause.number for clause in clauses_of(title.rules.protos[3]).values()}


@pytest.mark.parametrize("title", EVERY)
def test_each_command_event_and_step_has_a_sentence(title: Title[Any]) -> None:
    commands, events, _, _ = title.rules.protos
    assert isinstance(title.words.english, Phrasebook)
    worded = set(title.words.english.sentences)
    parts = {
        plain_type(message_type)
        for stubs in (commands, events)
        for message_type in stubs.DESCRIPTOR.message_types_by_name.values()
    }
    needed: set[type[Any]] = {*messages(commands), *messages(events), *title.rules.owed}
    assert needed <= worded <= needed | parts


@pytest.mark.parametrize("title", EVERY)
def test_a_title_is_named_for_its_folder(title: Title[Any]) -> None:
    assert title.rules.protos[0].__name__ == f"gunbai.{title.name}.v1.commands_pb2"
    assert title.rules.table.__module__.startswith(f"games.{title.name}.rules.")


@pytest.mark.parametrize("title", EVERY)
def test_what_ends_a_decision_is_named_after_what_goes_on_and_before_what_throws_away(title: Title[Any]) -> None:
    for step in title.rules.steps:
        if issubclass(step, Decision):
            ranks = [rank(kind.__name__) for kind in step.takes]
            assert ranks == sorted(ranks), step


ENDING = ("End", "Stop", "Pass", "Skip", "Stay", "Keep", "Accept")
"""The first words of commands that end a decision."""


def rank(name: str) -> int:
    """Return whether a command goes on (0), ends the decision (1), or throws something away for good (2)."""
    return 2 if name.startswith("Discard") else int(name.startswith(ENDING))
