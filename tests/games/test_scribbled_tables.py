"""Whatever somebody writes into a set-up is refused with a reason, or can be played: nothing raises later."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pytest

from games.kit.rules import canonical, decider
from games.kit.rules.canonical import BadTableError
from games.kit.rules.decider import Table
from games.kit.title import Title
from lab.variants import LONGEST, VARIANTS
from titles.catalogue import TITLES, newest
from titles.checks.drawing import draw
from titles.checks.walk import Turn, pick, set_up, walk

EVERY = [pytest.param(newest(name), id=name) for name in TITLES]
SCRIBBLES: tuple[Any, ...] = (-1, 0, 1, 2, 3, 7, 99, 10**9, "", "a1", "nobody", True, False, None, [], {})
GAMES = 2
POSITIONS = 60
TABLES = 250
LONG_TABLES = 12_000
ENTRIES = 25


class Written(NamedTuple):
    """What is written in the tables of some games: whole tables, steps, and the values of each field."""

    tables: tuple[bytes, ...]
    steps: tuple[dict[str, Any], ...]
    values: dict[str, list[Any]]


@cache
def written(title: Title[Any]) -> Written:
    """Return what the tables of random games show, spread over each game."""
    tables: list[bytes] = []
    for seats, options in VARIANTS[title.name]:
        for seed in range(GAMES):
            start = set_up(title, seats, options).table
            turns = list(islice(walk(title, start, seed), LONGEST[title.name]))
            tables += [canonical.encode(turn.before) for turn in turns[:: max(1, len(turns) // POSITIONS)]]
    read = [msgspec.json.decode(text) for text in tables]
    values: dict[str, dict[bytes, Any]] = {}
    for table in read:
        for holder, key in places(table):
            values.setdefault(str(key), {})[msgspec.json.encode(holder[key])] = holder[key]
    steps = {msgspec.json.encode(step): step for table in read for step in table["agenda"]}
    return Written(tuple(tables), tuple(steps.values()), {key: list(found.values()) for key, found in values.items()})


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every (container, key) of a JSON value."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for key in keys:
        yield value, key
        yield from places(value[key])


def scribbled(title: Title[Any], source: random.Random) -> Any:
    """Return a table of a game, changed in one to three ways."""
    table = msgspec.json.decode(pick(source, written(title).tables))
    for _ in range(source.randint(1, 3)):
        pick(source, (change_agenda, change_value, change_value, move))(title, table, source)
    return table


def change_agenda(title: Title[Any], table: Any, source: random.Random) -> None:
    """Put a step on the agenda, take one away, or shuffle them."""
    agenda = table.get("agenda")
    if not isinstance(agenda, list):
        return
    match source.randrange(5):
        case 0 if agenda:
            del agenda[source.randrange(len(agenda))]
        case 1:
            source.shuffle(agenda)
        case 2:
            agenda.insert(source.randint(0, len(agenda)), any_step(title, source))
        case _ if written(title).steps:
            agenda.insert(
                source.randint(0, len(agenda)),
                deepcopy(pick(source, written(title).steps)),
            )


def any_step(title: Title[Any], source: random.Random) -> dict[str, Any]:
    """Return a step of any type, with values that fields of these names have somewhere."""
    kind = pick(source, title.rules.steps)
    values = written(title).values
    return {"step": kind.__name__} | {
        name: deepcopy(pick(source, values.get(name, [1]))) for name in kind.__struct_fields__
    }


def change_value(title: Title[Any], table: Any, source: random.Random) -> None:
    """Replace, remove or double something; the new value is mostly one that a field of that name has somewhere."""
    holder, key = pick(source, list(places(table)) or [([0], 0)])
    match source.randrange(6):
        case 0:
            holder[key] = deepcopy(pick(source, SCRIBBLES))
        case 1:
            del holder[key]
        case 2 if isinstance(holder, list):
            holder.insert(source.randint(0, len(holder)), deepcopy(holder[key]))
        case 3 if isinstance(holder[key], int):
            holder[key] += pick(source, (-1, 1))
        case _:
            known = written(title).values.get(str(key), [holder[key]])
            holder[key] = deepcopy(pick(source, known))


def move(title: Title[Any], table: Any, source: random.Random) -> None:
    """Move an item from one list to another: a card, a raider, a token."""
    lists = [holder[key] for holder, key in places(table) if isinstance(holder[key], list)]
    taken = [items for items in lists if items]
    if taken:
        items = pick(source, taken)
        item = items.pop(source.randrange(len(items)))
        pick(source, lists).append(item)


def accepted(title: Title[Any], count: int, seed: int) -> Iterator[Table]:
    """Yield those of so many scribbled tables that the title's invariants accept."""
    source = random.Random(seed)
    for _ in range(count):
        try:
            yield canonical.read(title.rules, msgspec.json.encode(scribbled(title, source)), title.rules.edition)
        except BadTableError:
            continue


def show(title: Title[Any], table: Table) -> None:
    """Show a table to everybody, and ask the seats what they can do."""
    step = decider.waiting(title.rules, table)
    assert title.rules.outcome(table) is not None or (step is not None and title.words.english.question(step))
    for seat in (None, *range(1, table.players + 1)):
        assert draw(title, table, seat)
    for seat in range(1, table.players + 1):
        assert all(title.words.english.sentence(legal) for legal in decider.legal(title.rules, table, seat))


def entries(title: Title[Any], table: Table, seed: int, count: int) -> Iterator[Turn]:
    """Play a table on, from what the rules carry out before the first move."""
    begun = decider.begin(title.rules, table)
    assert all(title.words.english.sentence(event) for event in begun.events)
    yield from islice(walk(title, begun.table, seed), count)


def check(title: Title[Any], table: Table, seed: int, count: int, entries_per_picture: int = 8) -> None:
    """Play a table on and check that everything can be shown and said, and that no table on the way is impossible."""
    show(title, table)
    for number, turn in enumerate(entries(title, table, seed, count)):
        assert all(title.words.english.sentence(message) for message in (turn.move, *turn.accepted.events))
        assert list(title.rules.invariants(turn.accepted.table)) == []
        if number % entries_per_picture == entries_per_picture - 1:
            show(title, turn.accepted.table)


@pytest.mark.parametrize("title", EVERY)
def test_a_scribbled_table_is_refused_or_can_be_played(title: Title[Any]) -> None:
    played = 0
    for table in accepted(title, TABLES, seed=1):
        check(title, table, 1, ENTRIES, entries_per_picture=ENTRIES // 2)
        played += 1
    assert played > TABLES // 50


@pytest.mark.long
@pytest.mark.parametrize("title", EVERY)
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_scribbled_tables_are_refused_or_can_be_played_to_the_end(title: Title[Any], seed: int) -> None:
    for number, table in enumerate(accepted(title, LONG_TABLES // 4, seed)):
        check(title, table, seed, ENTRIES if number % 10 else LONGEST[title.name])


@pytest.mark.parametrize("title", EVERY)
def test_a_misspelt_field_is_refused_wherever_it_is(title: Title[Any]) -> None:
    source = random.Random(1)
    for text in written(title).tables[::7]:
        table = msgspec.json.decode(text)
        holders = [table, *(holder[key] for holder, key in places(table) if isinstance(holder[key], dict))]
        pick(source, holders)["misspelt"] = 1
        with pytest.raises(BadTableError, match="misspelt"):
            canonical.read(title.rules, msgspec.json.encode(table), title.rules.edition)
