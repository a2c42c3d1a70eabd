"""How tests walk through the choices of a decision: to a command, to every command, to any command."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from msgspec import structs

from games.kit.rules import decider
from games.kit.rules.decider import Accepted, Decision
from games.kit.title import Title
from gunbai_learn.commands import Choice, Mark, Offer, path_of
from gunbai_record.plain import Plain


def reached(title: Title[Any], table: Any, seat: int, command: Plain) -> bool:
    """Return whether choices lead to a command."""
    offer, path = Offer(title, table, seat), path_of(command)
    while offer.command is None:
        if offer.begun != path[: len(offer.begun)] or path[len(offer.begun)] not in offer.choices:
            return False
        offer.choose(path[len(offer.begun)])
    return offer.command == command


def every(title: Title[Any], table: Any, seat: int, first: Choice) -> Iterator[Plain]:
    """Yield the commands to which a choice of a type of command leads."""
    waiting: list[tuple[Choice, ...]] = [(first,)]
    while waiting:
        made = waiting.pop()
        offer = Offer(title, table, seat)
        for choice in made:
            offer.choose(choice)
        if offer.command is not None:
            yield offer.command
        else:
            waiting += [(*made, choice) for choice in offer.choices]


def anyone(title: Title[Any], table: Any, seat: int, source: random.Random) -> Plain:
    """Return a command to which random choices lead."""
    offer = Offer(title, table, seat)
    while offer.command is None:
        offer.choose(source.choice(offer.choices))
    return offer.command


def built(title: Title[Any]) -> set[str]:
    """Return the types of command of a title that are built item by item."""
    return {kind.__name__ for kind in title.bots.builds}


def invented(title: Title[Any], table: Any, seat: int, source: random.Random, count: int) -> Iterator[Plain]:
    """Yield commands that no list has, from the candidates: with other values in a field, and lists in other orders."""
    steps = [step for step in decider.open_steps(title.rules, table) if isinstance(step, Decision)]
    steps = [step for step in steps if seat in step.seats(table)]
    seen = [move for step in steps for move in step.candidates(table, seat)]
    seen += [kind() for step in steps for kind in step.takes]
    texts = [text for move in seen for text in _texts(move)]
    numbers = [*range(9)]
    for _ in range(count):
        move = source.choice(seen)
        for name in move.__struct_fields__:
            if source.random() < 0.5:
                move = structs.replace(move, **{name: _other(getattr(move, name), seat, texts, numbers, source)})
        yield structs.replace(move, seat=seat) if "seat" in move.__struct_fields__ and source.random() < 0.9 else move


def _other(held: Any, seat: int, texts: Sequence[str], numbers: Sequence[int], source: random.Random) -> Any:
    if isinstance(held, bool):
        return not held
    if isinstance(held, int):
        return source.choice(numbers)
    if isinstance(held, str):
        return source.choice(("", source.choice(texts)) if texts else ("", "nobody"))
    if isinstance(held, tuple) and len(held) > 1:
        return source.choice([held[::-1], held[1:], (*held, held[0]), source.choice([*permutations(held[:5])])])
    return held


def _texts(move: Plain) -> Iterator[str]:
    for name in move.__struct_fields__:
        held = getattr(move, name)
        yield from (item for item in (held if isinstance(held, tuple) else (held,)) if isinstance(item, str))


def accepted(title: Title[Any], table: Any, seat: int, command: Plain) -> Accepted[Any] | None:
    """Return what follows from a command; None if it is refused."""
    ruling = decider.decide(title.rules, table, seat, command)
    return ruling if isinstance(ruling, Accepted) else None


def kind_of(command: Plain) -> Choice:
    """Return the choice of the type of a command."""
    return Choice(Mark.COMMAND, type(command).__name__)
