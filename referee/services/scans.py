"""Answers to questions, version by version: what a reader is shown of each, if anything."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator
from typing import Any, NamedTuple

import msgspec

from games.kit.rules import canonical
from games.kit.rules.decider import Chance, Table, open_steps
from games.kit.rules.luck import Luck, lucks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import questions_pb2 as pb
from gunbai_record.plain import decoded
from gunbai_record.player_names import hiding
from gunbai_record.values import ABSENT, Change, UnknownPathError, changes, kind_of, parts_of, value_at
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.errors import InvalidField
from referee.game.corrections import before_correction, replaced_by
from referee.game.game import Game
from referee.questions.explained import blamed, clauses_of, names_in
from referee.questions.expressions import Expression, ExpressionError, parsed
from referee.records.replaying import Moment
from referee.services.entry_sentences import Says


class ScanReader(NamedTuple):
    """A scan's viewer, the game's `newest` version, and whether it reads whole tables instead of views."""

    newest: Game
    caller: Caller
    opened: Container[str]
    says: Says
    table: bool

    def position(self, table: Table) -> Any:
        """Return a position as it is asked about: a view in English, or the table's JSON."""
        if self.table:
            return msgspec.json.decode(canonical.encode(table))
        return self.newest.charter.rulebook.title.rules.view(table, self.caller.seat or None)

    @property
    def view(self) -> Any:
        """The type of the views; None for tables, which have none."""
        views: Any = self.newest.charter.rulebook.title.rules.protos[2]
        return None if self.table else views.View.DESCRIPTOR

    def seen(self, entry: record.Entry) -> record.Entry:
        """Return an entry as the reader can see it."""
        return shown(self.newest, entry, self.caller, self.opened)

    def in_words(self, entry: record.Entry, base: Game | None = None) -> pb.ExplainedEntry:
        """Return an entry in words, without its clauses; `base` is the game before it, if it is known."""
        seen = self.seen(entry)
        return pb.ExplainedEntry(entry=seen, sentences=self.says(seen, base))

    def explained(self, moment: Moment) -> pb.ExplainedEntry:
        """Return an entry in words, with its clauses unless something in it is sealed."""
        explained_entry = self.in_words(moment.entry, moment.base)
        if is_open(explained_entry.entry):
            explained_entry.clauses.extend(clauses_of(moment.base, moment.game, moment.entry))
        return explained_entry


class Searching:
    """A search for entries: shows those that meet the conditions."""

    def __init__(self, request: pb.SearchEntriesRequest, reader: ScanReader) -> None:
        self._request, self._reader = request, reader

    def response(self, moment: Moment) -> pb.SearchEntriesResponse:
        """Return an entry if it meets the conditions, and nothing otherwise."""
        if not self._meets(self._reader.seen(moment.entry)):
            return pb.SearchEntriesResponse()
        explained = self._reader.explained(moment)
        if self._request.clause and self._request.clause not in explained.clauses:
            return pb.SearchEntriesResponse()
        return pb.SearchEntriesResponse(entry=explained)

    def unexplained(self, entry: record.Entry) -> pb.SearchEntriesResponse:
        """Return an entry without its clauses if it meets the other conditions, and nothing otherwise."""
        entry_in_words = self._reader.in_words(entry)
        return pb.SearchEntriesResponse(entry=entry_in_words if self._meets(entry_in_words.entry) else None)

    def _meets(self, seen: record.Entry) -> bool:
        """Return whether an entry meets the conditions on seat and event, as far as the reader sees it."""
        if self._request.event and self._request.event not in names_in(seen):
            return False
        return not self._request.seat or self._request.seat in self._seats(seen)

    def _seats(self, seen: record.Entry) -> Iterator[int]:
        """Yield the seats that an entry concerns: its actor's, and those that its open items are about."""
        yield seen.actor.seat
        book = self._reader.newest.charter.rulebook
        for item in (seen.command, *seen.events):
            kind = book.commands.get(item.open.type_url) or book.events.get(item.open.type_url)
            if kind is not None and "seat" in kind.__struct_fields__:
                message: Any = decoded(kind, item.open.value)
                yield message.seat


class Tracing:
    """The changes of the value at a path, from the first position on.

    Raises InvalidField for a path that no view has.
    """

    def __init__(self, path: str, reader: ScanReader) -> None:
        self._path, self._reader = path, reader
        self._before: Any = ABSENT
        self._sought = reader.view is not None
        if self._sought:
            _check_path(path, reader.view)

    def response(self, moment: Moment) -> pb.TraceValueResponse:
        """Return what an entry changed, if anything."""
        if not moment.entry.position_digest:
            return pb.TraceValueResponse()
        if self._before is ABSENT and moment.base is not None and moment.before is not None:
            self._before = self._reader.position(moment.base.table) if moment.before.position_digest else ABSENT
        before, self._before = self._before, self._reader.position(moment.game.table)
        made = list(changes(before, self._before, self._path))
        if not made:
            return pb.TraceValueResponse()
        entry = self._reader.explained(moment)
        response = pb.TraceValueResponse(entry=entry)
        if before is not ABSENT and moment.base is not None and is_open(entry.entry):
            for change, event in blamed(moment.base, moment.entry, made, self._path, self._reader.position):
                response.changes.append(change_of(change, event))
        else:
            response.changes.extend(map(change_of, made))
        return response


class Finding:
    """The positions where an expression becomes true or false. Raises InvalidField for a wrong one."""

    def __init__(self, text: str, reader: ScanReader) -> None:
        self._reader, self._held = reader, False
        self._expression = _parsed(text, reader.view)

    def response(self, moment: Moment) -> pb.FindPositionsResponse:
        """Return a position if the expression's truth changes there, and nothing otherwise."""
        if not moment.entry.position_digest:
            return pb.FindPositionsResponse()
        position = self._reader.position(moment.game.table)
        holds = self._expression.holds(position)
        if holds == self._held:
            return pb.FindPositionsResponse()
        self._held = holds
        return pb.FindPositionsResponse(
            version=moment.game.version,
            holds=holds,
            values=[
                pb.ValueFound(path=path, value_json=json_of(value_at(position, parts)))
                for path, parts in self._expression.paths
            ],
            entry=self._reader.explained(moment),
        )


class Measuring:
    """The outcomes of chance: how likely each was, and what it was worth."""

    def __init__(self, reader: ScanReader) -> None:
        self._reader = reader

    def response(self, moment: Moment) -> pb.MeasureLuckResponse:
        """Return how likely an outcome was, and nothing for any other entry."""
        entry, base = moment.entry, moment.base
        if base is None or entry.actor.kind != record.ACTOR_KIND_CHANCE:
            return pb.MeasureLuckResponse()
        base = before_correction(base, entry) or base
        book = base.charter.rulebook
        if entry.command.open.type_url not in book.commands:
            return pb.MeasureLuckResponse()
        outcome: Any = book.command(entry.command.open)
        for step in open_steps(book.title.rules, base.table):
            if isinstance(step, Chance) and type(outcome) in step.takes:
                chance = step.probability(base.table, outcome)
                return pb.MeasureLuckResponse(
                    version=entry.version,
                    step=type(step).__name__,
                    sentence=self._reader.says(self._reader.seen(entry)).command,
                    # As text: exact fractions of a long draw do not fit into 64 bits.
                    numerator=str(chance.numerator),
                    denominator=str(chance.denominator),
                    lucks=map(_luck, lucks(step, base.table, outcome)),
                    corrects=replaced_by(entry),
                )
        return pb.MeasureLuckResponse()


def _luck(luck: Luck) -> pb.SeatLuck:
    return pb.SeatLuck(
        seat=luck.seat,
        worth=luck.worth,
        mean=float(luck.mean),
        variance=float(luck.variance),
        rank=float(luck.rank),
    )


def compared(reader: ScanReader, one: Game, two: Game) -> Iterator[pb.ValueChange]:
    """Yield the values that differ between two positions."""
    return map(change_of, changes(reader.position(one.table), reader.position(two.table)))


def is_open(seen: record.Entry) -> bool:
    """Return whether nothing in an entry, as a reader sees it, is sealed, except a removed name."""
    return not any(item.HasField("sealed") for item in hiding(seen))


def change_of(change: Change, event: int = 0) -> pb.ValueChange:
    """Return a change as a message."""
    return pb.ValueChange(
        path=change.path, old_json=json_of(change.before), new_json=json_of(change.after), event=event
    )


def json_of(value: Any) -> str:
    """Return a value as JSON, "" for none."""
    return "" if value is ABSENT else json.dumps(value, ensure_ascii=False)


def _parsed(text: str, view: Any) -> Expression:
    try:
        return parsed(text, view)
    except ExpressionError as error:
        raise InvalidField("expression", str(error)) from None


def _check_path(path: str, view: Any) -> None:
    try:
        kind_of(view, parts_of(path))
    except UnknownPathError as error:
        raise InvalidField("path", str(error)) from None
