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
from titles.checks.drawing import draw
from titles.checks.walk import Turn, pick, walk

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
        self._values = {key: list(found.values()) for key, found in values.items()}
        self._steps = list({msgspec.json.encode(step): step for table in read for step in table["agenda"]}.values())

    def accepted(self, count: int, seed: int) -> Iterator[Table]:
        """Yield those of this many scribbled tables that the title's invariants accept."""
        source, rules = random.Random(seed), self._title.rules
        for _ in range(count):
            text = msgspec.json.encode(self.scribbled(source))
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


def play_on(title: Title[Any], table: Table, seed: int, count: int, entries_per_picture: int = 8) -> Iterator[str]:
    """Play a table on, show and say everything on the way, and yield a sentence for each impossible table."""
    try:
        show(title, table)
        for number, turn in enumerate(entries(title, table, seed, count)):
            assert all(title.words.english.sentence(message) for message in (turn.move, *turn.accepted.events))
            yield from title.rules.invariants(turn.accepted.table)
            if number % entries_per_picture == entries_per_picture - 1:
                show(title, turn.accepted.table)
    except Exception as error:
        error.add_note(f"the set-up {canonical.encode(table).decode()}")
        raise


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
