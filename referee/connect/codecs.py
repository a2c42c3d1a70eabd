"""Codecs: requests from bytes or JSON, and their responses, with each call's limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import structlog
from connectrpc.code import Code
from connectrpc.codec import Codec
from connectrpc.compression.gzip import GzipCompression
from connectrpc.errors import ConnectError
from google.protobuf.json_format import MessageToJson, Parse, ParseError
from google.protobuf.message import Message

from referee.access.charges import charged
from referee.calls.reception import limit_of
from referee.connect.strict_json import check_json
from referee.errors import RefereeError, RequestTooLarge, UnparsableRequest

JSON_FACTOR = 4
"""How many times as long as its bytes a JSON request may be."""
_SHARED = 64
"""How many responses that several streams send are cached as JSON."""


class RequestFormat(NamedTuple):
    """A call's requests: its name, their type, and the parser for their bytes."""

    call: str
    kind: type[Message]
    parse: Callable[[bytes], Any]


class EncodedMessage(NamedTuple):
    """A response that was serialized once for many streams, and its type."""

    kind: type[Message]
    data: bytes


class BinaryCodec(Codec[Any, Any]):
    """Bytes, as over gRPC."""

    def name(self) -> str:
        return "proto"

    def encode(self, message: Message | EncodedMessage) -> bytes:
        return message.data if isinstance(message, EncodedMessage) else message.SerializeToString()

    def decode(self, data: bytes | bytearray, message_class: Any) -> Any:
        """Return a request, or the error for an unreadable one, which the reception raises."""
        form: RequestFormat = message_class
        return form.parse(bytes(data))


class JsonCodec(Codec[Any, Any]):
    """JSON as protobuf defines it; an Any has its message's fields next to `@type`.

    An unknown field is an error: if it were ignored, a misspelt field would change the request. So is anything that
    protobuf's parser accepts although protobuf's JSON does not have it (`strict_json.py`).
    """

    def name(self) -> str:
        return "json"

    def encode(self, message: Message | EncodedMessage) -> bytes:
        try:
            with charged():
                return json_of_encoded(message) if isinstance(message, EncodedMessage) else json_of(message)
        except Exception as error:  # noqa: BLE001  # whatever it is, the client gets no text of ours
            structlog.get_logger().error("json_failed", kind=type(message).__name__, exception=repr(error))
            raise ConnectError(Code.INTERNAL, "this answer cannot be written as JSON; see the service's log") from None

    def decode(self, data: bytes | bytearray, message_class: Any) -> Any:
        """Return a request, or the error for an unreadable one, which the reception raises."""
        with charged():
            return parsed_json(bytes(data), message_class)


CODECS = (BinaryCodec(), JsonCodec())


def parsed_json(data: bytes, form: RequestFormat) -> Message | RefereeError:
    """Return the request in JSON, or the error for a wrong one."""
    text = data or b"{}"
    try:
        # Most Connect servers ignore unknown fields for the sake of newer clients. Those send the binary form; people
        # write JSON by hand, and a referee must not guess what they meant.
        request = Parse(text, form.kind())
        # Afterwards, because the check follows the fields that the parser took.
        check_json(json.loads(text), request)
    except (ParseError, UnicodeDecodeError) as error:
        # The error quotes the request, and JSON can hold half a character, which no protobuf text can.
        return UnparsableRequest(form.call, str(error).encode(errors="backslashreplace").decode())
    size, limit = request.ByteSize(), limit_of(form.call)
    return RequestTooLarge(form.call, size, limit) if size > limit else request


def json_of(message: Message) -> bytes:
    """Return a message as one line of JSON."""
    return MessageToJson(message, indent=None, ensure_ascii=False).encode()


@lru_cache(_SHARED)
def json_of_encoded(encoded: EncodedMessage) -> bytes:
    """Return a response that several streams send as one line of JSON."""
    return json_of(encoded.kind.FromString(encoded.data))


class Gzip(GzipCompression):
    """Gzip that stops when a request exceeds its call's limit."""

    def __init__(self, too_large: Callable[[int], ConnectError]) -> None:
        super().__init__()
        self._too_large = too_large

    def decompress(self, data: bytes | bytearray | memoryview, read_max_bytes: int | None = None) -> bytes:
        """Return the decompressed content. Raises ConnectError if it is too large."""
        try:
            return super().decompress(data, read_max_bytes)
        except ConnectError:
            # How large it would be is not known: decompressing stops at the limit.
            raise self._too_large((read_max_bytes or 0) + 1) from None
