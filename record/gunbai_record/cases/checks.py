"""The checks of what a case expects after a move or at its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from google.protobuf import json_format
from google.protobuf.message import Message

from gunbai_record.cases.format import Ended, Expectation, Fields, Offer, Waits
from gunbai_record.cases.paths import EXISTS, NoSuchPathError, exists, get
from gunbai_record.cases.places import Place, message, sentence
from gunbai_record.cases.venues import Judged, Match, text

if TYPE_CHECKING:  # The messages of the service belong to the client; a record is read without them.
    from gunbai.referee.v1.game_pb2 import Result, Waiting
    from gunbai.referee.v1.ruling_pb2 import Refused


def check(place: Place, expected: Expectation, match: Match, judged: Judged) -> None:
    """Check everything that is expected. Raises CaseFailure, or CaseError for an expectation that cannot be checked."""
    _check_values(place.at("values"), expected.values, judged.refused)
    _check_events(place, expected, judged.events)
    if expected.waits is not None:
        _check_fields(place.at("waits"), expected.waits, match.waiting())
    if expected.ended is not None:
        _check_ended(place.at("ended"), expected.ended, match.result())
    if expected.view is not None:
        _check_view(place.at("view"), expected.view, match.view(None))
    for seat, view in (expected.views or {}).items():
        _check_view(place.at(f"views.{seat}"), view, match.view(int(seat)))
    for offer in expected.legal:
        _check_offer(place.at("legal"), offer, match, offered=True)
    for offer in expected.not_legal:
        _check_offer(place.at("not_legal"), offer, match, offered=False)


def _check_values(place: Place, expected: dict[str, Any] | None, refused: Refused | None) -> None:
    values = {value.name: value.value for value in refused.values} if refused else {}
    for name, value in (expected or {}).items():
        if values.get(name) != text(value):
            place.fails(f"{name} = {text(value)}", values)


def _check_events(place: Place, expected: Expectation, events: Sequence[Message]) -> None:
    for name, fit in (
        ("events", _are),
        ("events_end", _end),
        ("events_include", _are_among),
        ("events_exclude", _are_absent),
    ):
        given = getattr(expected, name)
        if given is not None:
            patterns = [_Pattern(place.at(name), pattern) for pattern in given]
            if not fit(patterns, events):
                place.at(name).fails(_listed(patterns), _listed(map(sentence, events)))


def _listed(things: Iterable[object]) -> str:
    return f"[{', '.join(map(str, things))}]"


def _are(patterns: Sequence[_Pattern], events: Sequence[Message]) -> bool:
    return len(patterns) == len(events) and all(map(_Pattern.fits, patterns, events))


def _end(patterns: Sequence[_Pattern], events: Sequence[Message]) -> bool:
    return _are(patterns, events[len(events) - len(patterns) :])


def _are_among(patterns: Sequence[_Pattern], events: Sequence[Message]) -> bool:
    left = iter(events)
    return all(any(pattern.fits(event) for event in left) for pattern in patterns)


def _are_absent(patterns: Sequence[_Pattern], events: Sequence[Message]) -> bool:
    return not any(pattern.fits(event) for pattern in patterns for event in events)


class _Pattern:
    """A pattern for events: the whole message (`event`), only the named fields (`like`), or only a name."""

    def __init__(self, place: Place, given: str | Fields) -> None:
        fields = {"like": given} if isinstance(given, str) else dict(given)
        if ("event" in fields) == ("like" in fields):
            raise place.error(f"{given!r} must name an event by either `event` or `like`, and not by both")
        self._whole = "event" in fields
        self._name = fields.pop("event" if self._whole else "like")
        self._fields = fields
        self._message = message(place, self._name, fields)

    def fits(self, event: Message) -> bool:
        if self._whole or type(event) is not type(self._message):
            return bool(event == self._message)
        return all(getattr(event, name) == getattr(self._message, name) for name in self._fields)

    def __repr__(self) -> str:
        return (
            sentence(self._message)
            if self._whole
            else f"{self._name} with {self._fields}"
            if self._fields
            else self._name
        )


def _check_fields(place: Place, expected: Waits | Ended, actual: Waiting | Result) -> None:
    for name in expected.__struct_fields__:
        wanted, value = getattr(expected, name), getattr(actual, name)
        if wanted is not None and wanted != (tuple(value) if isinstance(wanted, tuple) else value):
            place.at(name).fails(wanted, sentence(actual))


def _check_ended(place: Place, expected: Ended | Literal[False], actual: Result | None) -> None:
    if expected is False:
        if actual is not None:
            place.fails("a game that is not over", sentence(actual))
    elif actual is None:
        place.fails(expected, "a game that is not over")
    else:
        _check_fields(place, expected, actual)


def _check_view(place: Place, expected: Fields, view: Message) -> None:
    fields = json_format.MessageToDict(
        view, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    for path, value in expected.items():
        try:
            actual = _value_at(fields, path, view)
        except NoSuchPathError as problem:
            raise place.at(path).error(problem) from None
        if actual != value and not (isinstance(value, int) and actual == str(value)):
            place.at(path).fails(repr(value), repr(actual))


def _value_at(fields: Fields, path: str, view: Message) -> Any:
    way, _, last = path.rpartition(".")
    return exists(fields, way, view) if last == EXISTS and way else get(fields, path)


def _check_offer(place: Place, offer: Offer, match: Match, *, offered: bool) -> None:
    wanted = message(place, offer.command, offer.fields or {})
    commands = match.legal(offer.seat)
    is_listed = any(
        type(command) is type(wanted) and (offer.fields is None or command == wanted) for command in commands
    )
    if is_listed != offered:
        place.fails(
            f"seat {offer.seat} {'may' if offered else 'may not'} {sentence(wanted)}",
            [sentence(command) for command in commands],
        )
