"""Set-ups that somebody scribbled in: what contract tests send where anybody may send a table.

A scribbled table is one of a game with one to three changes: a step put on the agenda or taken off it, a value
replaced, removed or doubled, a thing moved from one list to another. New values are mostly such as a field of that name
has somewhere.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from copy import deepcopy
from itertools import islice
from typing import Any

import msgspec

from games.kit.rules import canonical, decider
from games.kit.rules.canonical import BadTableError
from games.kit.rules.decider import Table
from games.kit.title import Title
from gunbai_record.plain import as_message
from titles.checks.drawing import draw
from titles.checks.scribbles import LARGE
from titles.checks.walk import Turn, pick, walk

MOST_LEGAL = 100_000
"""More legal moves than anybody can be shown."""
SCRIBBLES: tuple[Any, ...] = (-1, 0, 1, 2, 3, 7, 99, 10**9, "", "a1", "nobody", True, False, None, [], {})


class SetUps:
    """The contents of some games' tables: whole tables, steps, and the values of each field."""

    def __init__(self, title: Title[Any], tables: Iterable[Table]) -> None:
        self._title = title
        self.texts = [canonical.encode(table) for table in tables]
        read = [msgspec.json.decode(text) for text in self.texts]
        values: dict[str, dict[bytes, Any]] = {}
        for table in read:
            for holder, key in places(table):
                values.setdefault(str(key), {})[msgspec.json.encode(holder[key])] = holder[key]
        self._values = {key: list(shares.values()) for key, shares in values.items()}
        self._steps = list({msgspec.json.encode(step): step for table in read for step in table["agenda"]}.values())

    def accepted(self, count: int, seed: int) -> Iterator[Table]:
        """Yield those of this many scribbled tables that the title's invariants accept."""
        source = random.Random(seed)
        return self._accepted(self.scribbled(source) for _ in range(count))

    def large(self) -> Iterator[Table]:
        """Yield the tables with a large number in any field that the title's invariants accept."""
        return self._accepted(self._enlarged())

    def _enlarged(self) -> Iterator[Any]:
        """Yield for each number in the last table with such a field a table that has a large number there."""
        tables = {path: text for text in self.texts for path in _numbers(msgspec.json.decode(text))}
        for path, text in tables.items():
            for number in LARGE:
                table = holder = msgspec.json.decode(text)
                for key in path[:-1]:
                    holder = holder[key]
                holder[path[-1]] = number
                yield table

    def _accepted(self, tables: Iterable[Any]) -> Iterator[Table]:
        rules = self._title.rules
        for table in tables:
            text = msgspec.json.encode(table)
            try:
                yield canonical.read(rules, text, rules.edition)
            except BadTableError:
                continue
            except Exception as error:
                error.add_note(f"the set-up {text.decode()}")
                raise

    def misspelt(self) -> Iterator[bytes]:
        """Yield tables in which an object has a field that no table has."""
        source = random.Random(1)
        for text in self.texts[::7]:
            table = msgspec.json.decode(text)
            holders = [table, *(holder[key] for holder, key in places(table) if isinstance(holder[key], dict))]
            pick(source, holders)["misspelt"] = 1
            yield msgspec.json.encode(table)

    def scribbled(self, source: random.Random) -> Any:
        """Return a table of a game, changed in one to three ways."""
        table = msgspec.json.decode(pick(source, self.texts))
        for _ in range(source.randint(1, 3)):
            pick(source, (self._change_agenda, self._change_value, self._change_value, self._move))(table, source)
        return table

    def _change_agenda(self, table: Any, source: random.Random) -> None:
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
                agenda.insert(source.randint(0, len(agenda)), self._any_step(source))
            case _ if self._steps:
                agenda.insert(source.randint(0, len(agenda)), deepcopy(pick(source, self._steps)))

    def _any_step(self, source: random.Random) -> dict[str, Any]:
        """Return a step of any type, with values that fields with these names have somewhere."""
        kind = pick(source, self._title.rules.steps)
        return {"step": kind.__name__} | {
            name: deepcopy(pick(source, self._values.get(name, [1]))) for name in kind.__struct_fields__
        }

    def _change_value(self, table: Any, source: random.Random) -> None:
        """Replace, remove or double something."""
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
                holder[key] = deepcopy(pick(source, self._values.get(str(key), [holder[key]])))

    def _move(self, table: Any, source: random.Random) -> None:
        """Move an item from one list to another: a card, a raider, a token."""
        lists = [holder[key] for holder, key in places(table) if isinstance(holder[key], list)]
        taken = [items for items in lists if items]
        if taken:
            items = pick(source, taken)
            item = items.pop(source.randrange(len(items)))
            pick(source, lists).append(item)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every (container, key) of a JSON value."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for key in keys:
        yield value, key
        yield from places(value[key])


def _numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each number in a JSON value; of the items of a list, only the first one with each."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield path
    elif isinstance(value, dict):
        for key, held in value.items():
            yield from _numbers(held, (*path, key))
    elif isinstance(value, list):
        firsts: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        for place, held in enumerate(value):
            for found in _numbers(held, (*path, place)):
                firsts.setdefault(found[len(path) + 1 :], found)
        yield from firsts.values()


def play_on(title: Title[Any], table: Table, seed: int, count: int, entries_per_picture: int = 8) -> Iterator[str]:
    """Play a table on, show, say and record everything on the way.

    Yields a sentence for each impossible table.
    """
    reached = table
    try:
        show(title, table)
        for number, turn in enumerate(entries(title, table, seed, count)):
            for said in (turn.move, *turn.accepted.events):
                assert title.words.english.sentence(said)
                as_message(said)
            reached = turn.accepted.table
            yield from title.rules.invariants(reached)
            if number % entries_per_picture == entries_per_picture - 1:
                show(title, reached)
        show(title, reached)
    except Exception as error:
        error.add_note(f"the set-up {canonical.encode(table).decode()}")
        raise


def show(title: Title[Any], table: Table) -> None:
    """Show a table to everybody, and ask the seats what they can do."""
    step = decider.waiting(title.rules, table)
    outcome = title.rules.outcome(table)
    assert outcome is not None or (step is not None and title.words.english.question(step))
    assert outcome is None or not outcome.unfit, outcome.unfit
    for seat in (None, *range(1, table.players + 1)):
        assert draw(title, table, seat)
    for seat in range(1, table.players + 1):
        for number, legal in enumerate(decider.legal(title.rules, table, seat)):
            assert number < MOST_LEGAL, f"seat {seat} has more than {MOST_LEGAL:,} legal moves"
            assert title.words.english.sentence(legal)
            as_message(legal)


def entries(title: Title[Any], table: Table, seed: int, count: int) -> Iterator[Turn]:
    """Play a table on, from what the rules carry out before the first move."""
    begun = decider.begin(title.rules, table)
    for event in begun.events:
        assert title.words.english.sentence(event)
        as_message(event)
    yield from islice(walk(title, begun.table, seed), count)
