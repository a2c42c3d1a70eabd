"""Codecs: a client learns nothing of a mistake of ours, such as what has no JSON; what many read is written once."""

from __future__ import annotations

import base64
import gzip
import json

import pytest
import structlog
from connectrpc.code import Code
from connectrpc.errors import ConnectError
from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.referee.v1 import record_pb2, referee_pb2
from referee.calls.statuses import status_of
from referee.connect.codecs import (
    BinaryCodec,
    EncodedMessage,
    Gzip,
    JsonCodec,
    RequestFormat,
    json_of_encoded,
    parsed_json,
)
from referee.errors import UnparsableRequest


def test_an_answer_without_json_is_a_mistake_of_ours_whose_text_stays_here() -> None:
    answer = record_pb2.GetViewResponse(view=AnyMessage(type_url="type.googleapis.com/secret.Type", value=b"\1"))
    with structlog.testing.capture_logs() as logged, pytest.raises(ConnectError) as failed:
        JsonCodec().encode(answer)
    assert failed.value.code is Code.INTERNAL
    assert "secret" not in failed.value.message
    assert "secret.Type" in logged[0]["exception"]


def test_what_several_streams_send_is_written_once() -> None:
    sent = record_pb2.GetViewResponse(version=7)
    shared = EncodedMessage(record_pb2.GetViewResponse, sent.SerializeToString())
    assert BinaryCodec().encode(shared) == sent.SerializeToString()
    assert json.loads(JsonCodec().encode(shared)) == {"version": "7"}
    again = EncodedMessage(record_pb2.GetViewResponse, sent.SerializeToString())
    assert json_of_encoded(again) is json_of_encoded(shared)


def test_what_is_too_large_when_unpacked_has_a_byte_more_than_it_may() -> None:
    def refused(size: int) -> ConnectError:
        return ConnectError(Code.RESOURCE_EXHAUSTED, f"{size} bytes")

    with pytest.raises(ConnectError, match=r"^11 bytes$"):
        Gzip(refused).decompress(gzip.compress(bytes(12)), 10)


@pytest.mark.parametrize(
    "body",
    [
        b'{"game": "\\ud800"}',
        b'{"\\ud800": 1}',
        b'{"command": {"@type": "\\ud800"}}',
        b'{"command": {"@type": "type.googleapis.com/google.protobuf.Any", "value": {"@type": "\\udfff"}}}',
        b'{"expectedVersion": 1e400}',
        b'{"expectedVersion": NaN}',
        b"null",
        b"[]",
        b'""',
    ],
)
def test_json_that_is_no_request_has_an_error_that_can_be_sent(body: bytes) -> None:
    error = parsed_json(body, RequestFormat("Submit", referee_pb2.SubmitRequest, bytes))
    assert isinstance(error, UnparsableRequest)
    assert status_of(error).message.startswith("not a Submit request: ")


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b'{"signature": "!!!!"}', "signature: '!!!!' is not Base64"),
        (b'{"signature": "====="}', "signature: '=====' is not Base64"),
        (b'{"signature": "AA!!AA"}', "signature: 'AA!!AA' is not Base64"),
        (b'{"signature": "AAAA====BBBB"}', "signature: 'AAAA====BBBB' is not Base64"),
        (b'{"signature": "c29t ZQ=="}', "signature: 'c29t ZQ==' is not Base64"),
        (b'{"signature": "+_AA"}', "signature: '+_AA' is not Base64"),
        (b'{"signature": "AAA=AAAA="}', "signature: 'AAA=AAAA=' is not Base64"),
        (b'{"command_id": "a", "commandId": "b"}', "command_id: given twice, as 'command_id' and 'commandId'"),
        (
            b'{"command": {"@type": "a/gunbai.record.v1.Item", "salt": "a bcd"}}',
            "command.salt: 'a bcd' is not Base64",
        ),
        (
            b'{"command": {"@type": "/google.protobuf.Any", "value": {"@type": "/gunbai.record.v1.Item", "salt":"?"}}}',
            "command.salt: '?' is not Base64",
        ),
        (
            b'{"command": {"@type": "a/gunbai.record.v1.SharesGiven", "shares": [{"seat": 1}, {"share": "?"}]}}',
            "command.shares.share: '?' is not Base64",
        ),
    ],
)
def test_what_protobuf_would_read_as_something_else_is_no_request(body: bytes, problem: str) -> None:
    error = parsed_json(body, RequestFormat("Submit", referee_pb2.SubmitRequest, bytes))
    assert isinstance(error, UnparsableRequest)
    assert status_of(error).message == f"not a Submit request: {problem}"


@pytest.mark.parametrize("text", ["", "AA==", "AA", "AAA=", "AAA", "AAAA", "+/AA", "-_AA", "-_A"])
def test_base64_is_read_in_both_alphabets_padded_or_not(text: str) -> None:
    read = parsed_json(
        json.dumps({"signature": text}).encode(), RequestFormat("Submit", referee_pb2.SubmitRequest, bytes)
    )
    assert read.signature == base64.urlsafe_b64decode(text.replace("+", "-").replace("/", "_") + "=" * (-len(text) % 4))  # type: ignore[union-attr]  # it is one


def test_well_known_types_have_a_json_of_their_own() -> None:
    body = b'{"command": {"@type": "a/google.protobuf.Timestamp", "value": "2026-01-01T00:00:00Z"}}'
    read = parsed_json(body, RequestFormat("Submit", referee_pb2.SubmitRequest, bytes))
    assert isinstance(read, referee_pb2.SubmitRequest)
    assert read.command.type_url == "a/google.protobuf.Timestamp"


def test_no_json_at_all_is_a_request_without_fields() -> None:
    assert parsed_json(b"", RequestFormat("Submit", referee_pb2.SubmitRequest, bytes)) == referee_pb2.SubmitRequest()
