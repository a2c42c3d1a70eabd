"""What the messages of an entry are, whatever the rules of its title say: written as a record has them, within limits.

The rules judge what a command does. This is what no service would have taken or written, whoever was asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregularities
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.limits import KEY_BYTES, LONGEST_ID, MAX_COMMAND, MAX_ENTROPY, MAX_SET_UP
from gunbai_record.messages import MalformedMessageError, message_of, shared_kinds, url_of
from gunbai_record.record_lines import MAX_NUMBER


class BadEntry(Exception):
    """An entry that does not follow from the ones before; the message says how, with what was expected and found."""

    def __init__(self, problem: str, expected: str = "", found: str = "") -> None:
        super().__init__(problem)
        self.expected, self.found = expected, found


_OWN: Mapping[str, type[Message]] = shared_kinds()
"""The messages of the record by URL."""
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
"""Those of which a record keeps the bytes as they were sent."""
_TAKE_SEAT, _POSITION = url_of(life.TakeSeat), url_of(irregularities.PositionSet)


def check_contents(entry: record.Entry, items: Sequence[record.Item]) -> None:
    """Check the record's own messages in the items of an entry, as far as they are open, and what a service takes.

    Raises BadEntry or DecodeError.
    """
    _check_own(entry)
    command, *events = [item.open for item in items]
    if entry.command_id and len(command.value) > MAX_COMMAND:
        raise BadEntry(f"its command has {len(command.value)} bytes, more than {MAX_COMMAND}")
    own = [(kind, content) for content in (command, *events) if (kind := _OWN.get(content.type_url)) is not None]
    for kind, content in own:
        _check_written(content, kind)
    if own:
        _check_sizes(command, events)


def check_title(entry: record.Entry, kinds: Mapping[str, type[Message]]) -> None:
    """Check the title's messages in an entry that the rules do not judge, as far as they are open.

    Raises BadEntry.
    """
    for item in (entry.command, *entry.events):
        if kind := kinds.get(item.open.type_url):
            _checked(kind, item.open)


def _check_own(entry: record.Entry) -> None:
    if len(entry.command_id) > LONGEST_ID:
        raise BadEntry(f"its command_id has {len(entry.command_id)} characters, more than {LONGEST_ID}")
    if max(entry.at_micros, entry.expected_version) > MAX_NUMBER:
        raise BadEntry(f"it has a number beyond {MAX_NUMBER}, which lines of JSON cannot hold")


def _checked(kind: type[Message], content: AnyMessage) -> Message:
    """Return the message of a type in an item. Raises BadEntry unless the item has it and nothing else."""
    try:
        return message_of(kind, content)
    except MalformedMessageError as error:
        raise BadEntry(f"command.value: {error}") from None


def _check_written(content: AnyMessage, kind: type[Message]) -> None:
    message = _checked(kind, content)
    if content.type_url not in _SENT and message.SerializeToString(deterministic=True) != content.value:
        raise BadEntry(f"its {kind.DESCRIPTOR.name} is not written as protobuf writes it")


def _check_sizes(command: AnyMessage, events: Sequence[AnyMessage]) -> None:
    if command.type_url == _TAKE_SEAT:
        _check_taken(life.TakeSeat.FromString(command.value))
    for event in events:
        if event.type_url == _POSITION:
            _check_position(irregularities.PositionSet.FromString(event.value))


def _check_taken(taken: life.TakeSeat) -> None:
    if len(taken.entropy) > MAX_ENTROPY:
        raise BadEntry(f"the entropy of seat {taken.seat} has {len(taken.entropy)} bytes, more than {MAX_ENTROPY}")
    if len(taken.public_key) not in {0, KEY_BYTES}:
        raise BadEntry(f"the public key of seat {taken.seat} has {len(taken.public_key)} bytes, not {KEY_BYTES}")


def _check_position(position: irregularities.PositionSet) -> None:
    if len(position.table_json) > MAX_SET_UP:
        raise BadEntry(f"the position that it sets has more than {MAX_SET_UP} characters")
