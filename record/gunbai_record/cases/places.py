"""Places in a case: they build failure and error messages, and the protobuf messages that a case names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from google.protobuf import json_format
from google.protobuf.message import Message

from gunbai_record.cases.format import Case, CaseError, Fields
from gunbai_record.messages import UnknownMessageError, of_title


class CaseFailure(AssertionError):
    """A referee that rules differently than a case expects: the message shows what was expected and what was found."""


@dataclass(frozen=True)
class Place:
    """A place in a case."""

    case: Case
    place: str

    def fails(self, expected: object, found: object) -> NoReturn:
        """Raise CaseFailure."""
        raise CaseFailure(f"{self.case.place}: {self.place}\n    expected {expected}\n    found    {found}")

    def error(self, problem: object) -> CaseError:
        """Return a CaseError."""
        return CaseError(f"{self.case.place}: {self.place}: {problem}")

    def at(self, place: str) -> Place:
        """Return a place within this one."""
        return Place(self.case, f"{self.place}, {place}")


def message(place: Place, name: str, fields: Fields) -> Message:
    """Return the title's message with this name and these fields. Raises CaseError."""
    try:
        return json_format.ParseDict(fields, of_title(place.case.title, name))
    except (UnknownMessageError, json_format.ParseError) as problem:
        raise place.error(problem) from None


def sentence(message: Message) -> str:
    """Return a message as a failure shows it."""
    fields = json_format.MessageToDict(message, preserving_proto_field_name=True)
    return f"{message.DESCRIPTOR.name}({', '.join(f'{name}={value!r}' for name, value in fields.items())})"
