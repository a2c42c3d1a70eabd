"""Messages by their full names: the record's own, and those of titles whose stubs are installed."""

from __future__ import annotations

import contextlib
import importlib
import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar, cast

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message

from gunbai.record.v1 import clocks_pb2, irregularities_pb2, lifecycle_pb2, results_pb2
from gunbai.rules.v1 import options_pb2 as rules
from gunbai_record.chain import URL, type_name
from gunbai_record.errors import GunbaiError
from gunbai_record.limits import PADDING

M = TypeVar("M", bound=Message)
_FILES = ("commands", "events", "view", "lifecycle", "clocks", "irregularities", "results", "entry", "receipt", "log")
SHARED: tuple[Any, ...] = (lifecycle_pb2, clocks_pb2, irregularities_pb2, results_pb2)
"""The stubs of the commands and events that every game has."""
ELSEWHERE = "gunbai.titles."
"""How the proto packages of titles from elsewhere begin."""
_urls: dict[type[Message], str] = {}


class UnknownMessageError(GunbaiError, LookupError):
    """A message type without stubs in this client, or bytes that are not a message of their type."""


class MalformedMessageError(GunbaiError, ValueError):
    """Bytes that are not a message of their type, or that have padding or unknown fields."""


def url_of(kind: type[Message]) -> str:
    """Return the URL by which an Any names a type."""
    url = _urls.get(kind)
    if url is None:
        url = _urls[kind] = URL + kind.DESCRIPTOR.full_name
    return url


def shared_kinds() -> dict[str, type[Message]]:
    """Return the commands and events that every game has, by URL."""
    return {
        url_of(kind): kind
        for stubs in SHARED
        for kind in (getattr(stubs, name) for name in stubs.DESCRIPTOR.message_types_by_name)
    }


def message_of(kind: type[M], packed: AnyMessage) -> M:
    """Return an Any's message of a type. Raises MalformedMessageError if the bytes hold anything else."""
    try:
        message = kind.FromString(packed.value)
    except DecodeError:
        raise MalformedMessageError(f"not a {packed.type_url.removeprefix(URL)}") from None
    size = message.ByteSize()
    # Not just a different size: clients may send any valid encoding, and a record keeps the bytes as sent.
    if len(packed.value) > 2 * size + PADDING:
        raise MalformedMessageError(f"padded: {len(packed.value)} bytes for a message of {size}")
    # The size shows unknown fields at any depth, without a walk through the message.
    message.DiscardUnknownFields()
    if message.ByteSize() != size:
        raise MalformedMessageError(f"unknown field in a {packed.type_url.removeprefix(URL)}")
    return message


def canonical_message_of(kind: type[M], packed: AnyMessage) -> M:
    """Like `message_of`, but only for the canonical encoding. Raises MalformedMessageError."""
    try:
        message = kind.FromString(packed.value)
    except DecodeError:
        return message_of(kind, packed)
    message.DiscardUnknownFields()
    if is_canonical(message, packed):
        return message
    # Only a message that is not canonical pays for the search for what is wrong with it.
    message_of(kind, packed)
    raise MalformedMessageError(
        "not in the canonical encoding, which has the fields in order of their numbers, no field twice, no field with "
        "its default value, and each number in the fewest bytes"
    )


def is_canonical(message: Message, packed: AnyMessage) -> bool:
    """Return whether an Any is in the canonical encoding, so that every reader reads the same."""
    # Without `deterministic`, protobuf may write the entries of a map in any order.
    return message.SerializeToString(deterministic=True) == packed.value


def named(name: str) -> Message:
    """Return an empty message of the type with this full name. Raises UnknownMessageError."""
    package = name.rpartition(".")[0]
    if package.startswith("gunbai."):
        import_stubs(package)
    try:
        described = descriptor_pool.Default().FindMessageTypeByName(name)
    except KeyError:
        raise UnknownMessageError(f"there is no message {name!r}") from None
    return message_factory.GetMessageClass(described)()


def packages_of(title: str) -> tuple[str, str]:
    """Return the packages that a title's protos may be in: gunbai's own, or one from elsewhere."""
    return f"gunbai.{title}.v1", f"{ELSEWHERE}{title}.v1"


def of_title(title: str, name: str) -> Message:
    """Return an empty command or event of a title by its bare name. Raises UnknownMessageError."""
    for package in packages_of(title):
        if is_known(f"{package}.{name}"):
            return named(f"{package}.{name}")
    raise UnknownMessageError(f"{title} has no message {name!r}")


def is_of_title(title: str, full_name: str) -> bool:
    """Return whether a message with this full name belongs to a title."""
    return full_name.rpartition(".")[0] in packages_of(title)


def has_stubs(title: str) -> bool:
    """Return whether the commands of a title are known, from installed stubs or from what a service described."""
    for package in packages_of(title):
        import_stubs(package)
        with contextlib.suppress(KeyError):
            descriptor_pool.Default().FindFileByName(f"{package.replace('.', '/')}/commands.proto")
            return True
    return False


def is_known(name: str) -> bool:
    """Return whether a message has this full name."""
    try:
        named(name)
    except UnknownMessageError:
        return False
    return True


def learn(protos: bytes) -> None:
    """Add the messages of a title from elsewhere, given the FileDescriptorSet in GetTitle's answer.

    Only such titles' files are added, and only new ones. Raises MalformedMessageError.
    """
    pool = descriptor_pool.Default()
    # Titles' protos import these, so they must be in the pool first.
    importlib.import_module("gunbai.rules.v1.options_pb2")
    importlib.import_module("gunbai.rules.v1.view_pb2")
    try:
        for file in descriptor_pb2.FileDescriptorSet.FromString(protos).file:
            with contextlib.suppress(KeyError):
                # Known files stay: the pool raises TypeError for a different file of the same name.
                pool.FindFileByName(file.name)
                continue
            if not file.package.startswith(ELSEWHERE) or not file.name.startswith(ELSEWHERE.replace(".", "/")):
                raise MalformedMessageError(f"{file.name!r} is not the proto of a title from elsewhere")
            pool.AddSerializedFile(file.SerializeToString())
    except (DecodeError, TypeError) as error:
        raise MalformedMessageError(f"cannot read these protos: {error}") from None


@lru_cache(maxsize=64)
def import_stubs(package: str) -> None:
    """Import a package's stubs, once: looking again for missing ones would take milliseconds."""
    for file in _FILES:
        with contextlib.suppress(ImportError):
            importlib.import_module(f"{package}.{file}_pb2")


def as_json(message: Message) -> dict[str, Any]:
    """Return a message in protobuf's JSON mapping, with the proto's field names. Raises UnknownMessageError."""
    _learn(message)
    fields: dict[str, Any] = json_format.MessageToDict(message, preserving_proto_field_name=True)
    return fields


def _learn(message: Message) -> None:
    """Import the stubs of every message that is packed in an Any inside a message."""
    if isinstance(message, AnyMessage):
        named(type_name(message.type_url))
        return
    for field, value in message.ListFields():
        if field.message_type is not None:
            for item in value if field.is_repeated else (value,):
                _learn(item)


def from_json(text: str, message: M) -> M:
    """Read protobuf's JSON mapping into a message and return it, with any messages packed in an Any inside it.

    Raises json_format.ParseError, UnknownMessageError, or ValueError for invalid JSON.
    """

    def learn(fields: dict[str, Any]) -> dict[str, Any]:
        if isinstance(fields.get("@type"), str):
            named(type_name(fields["@type"]))
        return fields

    # Before parsing, because the parser only finds types whose stubs are imported.
    json.loads(text, object_hook=learn)
    return json_format.Parse(text, message)


def packed(command: Message) -> AnyMessage:
    """Return a command packed in an Any, as requests carry it."""
    if isinstance(command, AnyMessage):
        return command
    packed_command = AnyMessage()
    packed_command.Pack(command)
    return packed_command


def given_by(seat: int, command: Message) -> Message:
    """Return a seat's command: a secret command without a seat gets this seat, any other stays as it is."""
    is_secret = command.DESCRIPTOR.GetOptions().Extensions[rules.visibility] == rules.VISIBILITY_SEAT
    given: Any = type(command)()
    given.CopyFrom(command)
    if is_secret and not given.seat:
        given.seat = seat
    return cast("Message", given)


def texts_in(message: Message) -> Iterator[str]:
    """Yield the texts in a message's fields, nested ones included."""
    for field, value in message.ListFields():
        for item in value if field.is_repeated else (value,):
            if isinstance(item, Message):
                yield from texts_in(item)
            elif isinstance(item, str):
                yield item


def unpacked(packed: AnyMessage) -> Message:
    """Return the message that is packed in an Any. Raises UnknownMessageError."""
    name = type_name(packed.type_url)
    message = named(name)
    try:
        message.ParseFromString(packed.value)
    except DecodeError:
        raise UnknownMessageError(f"these bytes are not a {name}") from None
    return message


def json_text(value: Mapping[str, Any] | str) -> str:
    """Return an object as JSON; a string is assumed to be JSON already."""
    return value if isinstance(value, str) else json.dumps(value)
