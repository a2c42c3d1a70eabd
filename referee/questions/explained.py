"""Why something happened: the clause behind each of an entry's events, and the event that changed a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from games.kit.rules.causes import causes, causes_of_start
from games.kit.rules.decider import CHANCE, Table
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregularities
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import URL
from gunbai_record.values import Change, changes
from gunbai_record.verify.irregularities import RULE
from referee.game.corrections import before_correction
from referee.game.game import Game

_STARTS = {f"{URL}gunbai.record.v1.{name}" for name in ("StartGame", "BeginGame")}
_CLOSED = f"{URL}gunbai.record.v1.GameClosed"

Show = Callable[[Table], Any]
"""Returns a position as a reader asks about it: a view, or the table's JSON."""


class Blamed(NamedTuple):
    """A value that an entry changed, and the last event that did so, counted from 1; 0 if no single event did."""

    change: Change
    event: int


def clauses_of(base: Game | None, game: Game, entry: record.Entry) -> list[str]:
    """Return the number of the clause behind each of an entry's events; "" if none of the title's is.

    `base` is the game before the entry and `game` the one after it, at a service that has its rules.
    """
    kind, count = entry.command.open.type_url, len(entry.events)
    if kind == RULE:
        ruled = irregularities.RuleIrregularity.FromString(entry.command.open.value)
        return [ruled.clause] * count
    if count and entry.events[0].open.type_url == _CLOSED:
        closed = life.GameClosed.FromString(entry.events[0].open.value)
        return [closed.clause, *[""] * (count - 1)]
    clauses = [] if base is None else list(_caused(before_correction(base, entry) or base, game, entry))
    return [""] * (count - len(clauses)) + clauses


def _caused(base: Game, game: Game, entry: record.Entry) -> Iterator[str]:
    """Yield the clauses of the title's events, which are an entry's last ones."""
    book, kind = base.charter.rulebook, entry.command.open.type_url
    if kind in book.commands:
        actor = entry.actor.seat or CHANCE
        reasons = causes(book.title.rules, base.table, actor, book.command(entry.command.open))
    elif kind in _STARTS and game.status == "running":
        reasons = causes_of_start(book.title.rules, base.table)
    else:
        return
    yield from (book.clauses[cause.clause].number for cause in reasons)


def blamed(base: Game, entry: record.Entry, made: Sequence[Change], path: str, show: Show) -> Iterator[Blamed]:
    """Yield what an entry changed at a path, each with the event that did."""
    steps = list(_by_event(base, entry, path, show))
    for change in made:
        numbers = (number for number, paths in reversed(steps) if any(_overlap(change.path, part) for part in paths))
        yield Blamed(change, next(numbers, 0))


def _by_event(base: Game, entry: record.Entry, path: str, show: Show) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each title event with the paths of what it changed."""
    book = base.charter.rulebook
    table = (before_correction(base, entry) or base).table
    position = show(table)
    for number, item in enumerate(entry.events, 1):
        if item.open.type_url in book.events:
            table = book.after(table, (item,))
            after = show(table)
            yield number, [change.path for change in changes(position, after, path)]
            position = after


def _overlap(one: str, other: str) -> bool:
    """Return whether one of two paths is the other, or leads to it."""
    shorter, longer = sorted((one, other), key=len)
    return not shorter or longer == shorter or longer.startswith(f"{shorter}.")


def names_in(entry: record.Entry) -> Iterable[str]:
    """Yield the names of an entry's command and events, as far as they are open."""
    for item in (entry.command, *entry.events):
        if item.HasField("open"):
            yield item.open.type_url.rpartition(".")[2]
