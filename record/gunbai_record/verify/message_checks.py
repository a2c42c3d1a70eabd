"""What an entry's messages must be under any rules: encoded as records encode them, and within limits.

The rules judge what a command does. These checks find what no service would ever have accepted or written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor import FieldDescriptor as Field
from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregularities
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chain import MAX_NUMBER, URL, items_of, type_name
from gunbai_record.limits import KEY_BYTES, LONGEST_ID, MAX_COMMAND, MAX_ENTROPY, MAX_SET_UP
from gunbai_record.messages import MalformedMessageError, is_canonical, message_of, shared_kinds, url_of


class BadEntry(Exception):
    """An entry that does not follow from the earlier ones; the message says how, with the expected and found values."""

    def __init__(self, problem: str, expected: str = "", found: str = "") -> None:
        super().__init__(problem)
        self.expected, self.found = expected, found


class ForeignEntry(Exception):
    """An entry with a record message that this version does not know, perhaps from a later version.

    Neither its effect nor that of the entries after it can be judged.
    """


_OWN: Mapping[str, type[Message]] = shared_kinds()
"""The record's messages by URL."""
_OF_RECORD = f"{URL}gunbai.record.v1."
_SENT = frozenset(
    map(
        url_of,
        (
            results.Concede,
            results.Agree,
            results.AnnounceAbsence,
            results.DecideGame,
            irregularities.RuleIrregularity,
            irregularities.PositionSet,
        ),
    )
)
"""The messages whose bytes a record keeps exactly as they were sent."""
_LONG = {
    url: names
    for url, kind in _OWN.items()
    if (
        names := [field.name for field in kind.DESCRIPTOR.fields if field.type in {Field.TYPE_INT64, Field.TYPE_UINT64}]
    )
}
"""The names of the 64-bit fields in the record's messages; none is repeated or nested."""
_TAKE_SEAT, _POSITION = url_of(life.TakeSeat), url_of(irregularities.PositionSet)


def check_contents(entry: record.Entry, items: Sequence[record.Item]) -> bool:
    """Check the record's own messages in an entry's open items, and the limits that a service enforces.

    Return whether they are in the canonical encoding. Raises BadEntry, ForeignEntry or DecodeError.
    """
    _check_own(entry)
    command, *events = [item.open for item in items]
    if entry.command_id and len(command.value) > MAX_COMMAND:
        raise BadEntry(f"its command has {len(command.value)} bytes; the limit is {MAX_COMMAND}")
    own = []
    for content in (command, *events):
        if (kind := _OWN.get(content.type_url)) is not None:
            own.append((kind, content))
        elif content.type_url.startswith(_OF_RECORD):
            raise ForeignEntry(f"{type_name(content.type_url)} is unknown to this version")
    canonical = [check_written(kind, content, sent=content.type_url in _SENT) for kind, content in own]
    if own:
        _check_sizes(command, events)
    return all(canonical)


def is_foreign(entry: record.Entry) -> bool:
    """Return whether an entry has a record message that this version does not know."""
    urls = (item.open.type_url for item in items_of(entry))
    return any(url.startswith(_OF_RECORD) and url not in _OWN for url in urls)


def check_written(kind: type[Message], content: AnyMessage, *, sent: bool) -> bool:
    """Check an item's message, and return whether it is in the canonical encoding. Raises BadEntry.

    A client's message may be in another encoding: services accepted that before 1.1.
    """
    try:
        message = message_of(kind, content)
    except MalformedMessageError as error:
        raise BadEntry(f"{kind.DESCRIPTOR.name}: {error}") from None
    if any(abs(getattr(message, name)) > MAX_NUMBER for name in _LONG.get(content.type_url, ())):
        raise BadEntry(
            f"its {kind.DESCRIPTOR.name} has a number beyond {MAX_NUMBER}, the largest that a line of JSON can hold"
        )
    canonical = is_canonical(message, content)
    if not canonical and not sent:
        raise BadEntry(f"its {kind.DESCRIPTOR.name} is not in the canonical encoding")
    return canonical


def _check_own(entry: record.Entry) -> None:
    if len(entry.command_id) > LONGEST_ID:
        raise BadEntry(f"its command_id has {len(entry.command_id)} characters; the limit is {LONGEST_ID}")


def _check_sizes(command: AnyMessage, events: Sequence[AnyMessage]) -> None:
    if command.type_url == _TAKE_SEAT:
        _check_taken(life.TakeSeat.FromString(command.value))
    for event in events:
        if event.type_url == _POSITION:
            _check_position(irregularities.PositionSet.FromString(event.value))


def _check_taken(taken: life.TakeSeat) -> None:
    if len(taken.entropy) > MAX_ENTROPY:
        raise BadEntry(f"seat {taken.seat}'s entropy has {len(taken.entropy)} bytes; the limit is {MAX_ENTROPY}")
    if len(taken.public_key) not in {0, KEY_BYTES}:
        raise BadEntry(f"seat {taken.seat}'s public key has {len(taken.public_key)} bytes, not {KEY_BYTES}")


def _check_position(position: irregularities.PositionSet) -> None:
    if len(position.table_json) > MAX_SET_UP:
        raise BadEntry(f"the position that it sets is longer than {MAX_SET_UP} characters")
