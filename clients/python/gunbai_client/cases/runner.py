"""The runner of cases: one meaning, whatever venue the game is set up on, in this process or behind a service."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, Protocol

from google.protobuf import json_format
from google.protobuf.message import Message

from gunbai.referee.v1.ruling_pb2 import Refused, Result, Waiting
from gunbai_client.cases.format import Case, CaseError, Ended, Expectation, Fields, Move, Offer, Waits
from gunbai_client.cases.paths import NoSuchPathError, get, put
from gunbai_client.messages import UnknownMessageError, named

CHANCE = 0
"""The actor that enters what dice and cards showed; seats are counted from 1."""


class CaseFailure(AssertionError):
    """A referee that does not do what a case expects: the message says what was expected and what was found."""


@dataclass(frozen=True)
class Setup:
    """What a game is created from; texts are JSON, empty for the ordinary."""

    title: str
    seats: int = 0
    options: str = ""
    edition: str = ""
    table: str = ""


@dataclass(frozen=True)
class Judged:
    """The ruling on a move: the events of its entry, or the refusal."""

    events: Sequence[Message] = ()
    refused: Refused | None = None


class Match(Protocol):
    """A game under test. The actor is a seat, or CHANCE."""

    started: Sequence[Message]
    """The title's events of the start."""

    def judge(self, actor: int, command: Message) -> Judged:
        """Return the ruling; a command that is not refused is carried out."""

    def waiting(self) -> Waiting:
        """Return what the rules wait for."""

    def view(self, seat: int | None) -> Message:
        """Return what a seat, or a spectator, may know."""

    def legal(self, seat: int) -> Sequence[Message]:
        """Return the commands that the seat may give."""

    def result(self) -> Result | None:
        """Return how the game ended, or None while it runs."""


class Venue(Protocol):
    """Where games are set up. Raises CaseError for a set-up that the referee does not take."""

    def open(self, setup: Setup) -> Match:
        """Start a game in which the runner enters what chance showed."""

    def table(self, setup: Setup) -> str:
        """Return the canonical JSON of the table with which such a game starts."""


def run(case: Case, venue: Venue) -> None:
    """Play a case. Raises CaseFailure if the referee does otherwise, CaseError if the case cannot be played."""
    match = venue.open(_setup(case, venue))
    for number, move in enumerate(case.before, start=1):
        _move(case, f"before[{number}]", match, move)
    judged = Judged(match.started)
    for number, move in enumerate(case.moves, start=1):
        last = number == len(case.moves)
        judged = _move(case, f"move {number}", match, move, also=case if last else None)
    _check(_Told(case, "at the end"), case, match, judged)


def _setup(case: Case, venue: Venue) -> Setup:
    setup = Setup(case.title, case.seats, _json(case.options), _json(case.edition), _json(case.table))
    if not case.changes:
        return setup
    table = _object(_Told(case, "table"), setup.table or venue.table(setup))
    for path, value in _object(_Told(case, "changes"), case.changes).items():
        try:
            put(table, path, value)
        except NoSuchPathError as problem:
            raise _Told(case, f"changes.{path}").error(problem) from None
    return Setup(setup.title, setup.seats, setup.options, setup.edition, json.dumps(table))


def _object(told: _Told, given: str | Fields) -> Fields:
    try:
        found = json.loads(given) if isinstance(given, str) else given
    except ValueError as problem:
        raise told.error(problem) from None
    if not isinstance(found, dict):
        raise told.error("this is no JSON object")
    return found


def _json(value: str | Fields) -> str:
    return value if isinstance(value, str) else json.dumps(value) if value else ""


def _move(case: Case, place: str, match: Match, move: Move, also: Expectation | None = None) -> Judged:
    told = _Told(case, f"{place} ({move.command})")
    command = message(told, case.title, move.command, move.fields)
    judged = match.judge(CHANCE if move.actor == "chance" else move.actor, command)
    expected = move.refused or (also.refused if also else None)
    if judged.refused is None and expected is not None:
        events = [_tell(event) for event in judged.events]
        told.fails(f"the refusal {expected}", f"it was accepted, with {events}")
    if judged.refused is not None and judged.refused.clause != expected:
        told.fails(f"the refusal {expected}" if expected else "acceptance", f"the refusal {_refusal(judged.refused)}")
    _check(told, move, match, judged)
    return judged


def _refusal(refused: Refused) -> str:
    values = ", ".join(f"{each.name} = {each.value}" for each in refused.values)
    return f"{refused.clause} ({refused.sentence}{'; ' if values else ''}{values})"


@dataclass(frozen=True)
class _Told:
    """The place in a case, for messages."""

    case: Case
    place: str

    def fails(self, expected: object, found: object) -> NoReturn:
        raise CaseFailure(f"{self.case.place}: {self.place}\n    expected {expected}\n    found    {found}")

    def error(self, problem: object) -> CaseError:
        return CaseError(f"{self.case.place}: {self.place}: {problem}")

    def at(self, place: str) -> _Told:
        return _Told(self.case, f"{self.place}, {place}")


def _check(told: _Told, expected: Expectation, match: Match, judged: Judged) -> None:
    _check_values(told.at("values"), expected.values, judged.refused)
    _check_events(told, expected, judged.events)
    if expected.waits is not None:
        _check_fields(told.at("waits"), expected.waits, match.waiting())
    if expected.ended is not None:
        _check_ended(told.at("ended"), expected.ended, match.result())
    if expected.view is not None:
        _check_view(told.at("view"), expected.view, match.view(None))
    for seat, view in (expected.views or {}).items():
        _check_view(told.at(f"views.{seat}"), view, match.view(int(seat)))
    for offer in expected.legal:
        _check_offer(told.at("legal"), offer, match, offered=True)
    for offer in expected.not_legal:
        _check_offer(told.at("not_legal"), offer, match, offered=False)


def _check_values(told: _Told, expected: dict[str, Any] | None, refused: Refused | None) -> None:
    found = {each.name: each.value for each in refused.values} if refused else {}
    for name, value in (expected or {}).items():
        if found.get(name) != text(value):
            told.fails(f"{name} = {text(value)}", found)


def text(value: Any) -> str:
    """Return a value at fault as rulings tell it: a list joined by commas, everything else as it is."""
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(text(each) for each in value) if isinstance(value, list | tuple) else str(value)


def _check_events(told: _Told, expected: Expectation, events: Sequence[Message]) -> None:
    for name, fit in (("events", _are), ("events_end", _end), ("events_include", _are_among)):
        given = getattr(expected, name)
        if given is not None:
            patterns = [_Pattern(told.at(name), each) for each in given]
            if not fit(patterns, events):
                told.at(name).fails(patterns, [_tell(event) for event in events])


def _are(patterns: Sequence[_Pattern], events: Sequence[Message]) -> bool:
    return len(patterns) == len(events) and all(map(_Pattern.fits, patterns, events))


def _end(patterns: Sequence[_Pattern], events: Sequence[Message]) -> bool:
    return _are(patterns, events[max(len(events) - len(patterns), 0) :])


def _are_among(patterns: Sequence[_Pattern], events: Sequence[Message]) -> bool:
    left = iter(events)
    return all(any(pattern.fits(event) for event in left) for pattern in patterns)


class _Pattern:
    """What an event must look like: the whole message, only the named fields (`like`), or only its name."""

    def __init__(self, told: _Told, given: str | Fields) -> None:
        fields = {"like": given} if isinstance(given, str) else dict(given)
        if ("event" in fields) == ("like" in fields):
            raise told.error(f"{given!r} names an event neither by `event` nor by `like`")
        self._whole = "event" in fields
        self._name = fields.pop("event" if self._whole else "like")
        self._fields = fields
        self._message = message(told, told.case.title, self._name, fields)

    def fits(self, event: Message) -> bool:
        """Return whether the event looks like this."""
        if self._whole or type(event) is not type(self._message):
            return bool(event == self._message)
        return all(getattr(event, name) == getattr(self._message, name) for name in self._fields)

    def __repr__(self) -> str:
        return (
            _tell(self._message) if self._whole else f"{self._name} with {self._fields}" if self._fields else self._name
        )


def _check_fields(told: _Told, expected: Waits | Ended, found: Waiting | Result) -> None:
    for name in expected.__struct_fields__:
        wanted, value = getattr(expected, name), getattr(found, name)
        if wanted is not None and wanted != (tuple(value) if isinstance(wanted, tuple) else value):
            told.at(name).fails(wanted, _tell(found))


def _check_ended(told: _Told, expected: Ended | Literal[False], found: Result | None) -> None:
    if expected is False:
        if found is not None:
            told.fails("a game that is not over", _tell(found))
    elif found is None:
        told.fails(expected, "a game that is not over")
    else:
        _check_fields(told, expected, found)


def _check_view(told: _Told, expected: Fields, view: Message) -> None:
    fields = json_format.MessageToDict(
        view, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    for path, value in expected.items():
        try:
            found = get(fields, path)
        except NoSuchPathError as problem:
            raise told.at(path).error(problem) from None
        if found != value and not (isinstance(value, int) and found == str(value)):
            told.at(path).fails(repr(value), repr(found))


def _check_offer(told: _Told, offer: Offer, match: Match, *, offered: bool) -> None:
    wanted = message(told, told.case.title, offer.command, offer.fields or {})
    commands = match.legal(offer.seat)
    found = any(type(each) is type(wanted) and (offer.fields is None or each == wanted) for each in commands)
    if found != offered:
        told.fails(
            f"seat {offer.seat} {'may' if offered else 'may not'} {_tell(wanted)}",
            [_tell(each) for each in commands],
        )


def message(told: _Told, title: str, name: str, fields: Fields) -> Message:
    """Return the title's message of that name with the fields. Raises CaseError."""
    try:
        return json_format.ParseDict(fields, named(f"gunbai.{title}.v1.{name}"))
    except (UnknownMessageError, json_format.ParseError) as problem:
        raise told.error(problem) from None


def _tell(message: Message) -> str:
    fields = json_format.MessageToDict(message, preserving_proto_field_name=True)
    return f"{message.DESCRIPTOR.name}({', '.join(f'{name}={value!r}' for name, value in fields.items())})"
