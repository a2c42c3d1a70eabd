"""Each reason of the protos is an exception."""

from __future__ import annotations

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor import EnumValueDescriptor
from google.rpc import error_details_pb2, status_pb2

from gunbai.referee.v1 import reasons_pb2
from gunbai_client import reasons
from gunbai_client.failures import from_status


@pytest.mark.parametrize("value", reasons_pb2.Reason.DESCRIPTOR.values[1:], ids=lambda value: value.name)
def test_each_reason_is_an_exception_of_its_own_below_that_of_its_status(value: EnumValueDescriptor) -> None:
    name, meant = value.name.removeprefix("REASON_"), value.GetOptions().Extensions[reasons_pb2.failure]
    info = AnyMessage()
    info.Pack(error_details_pb2.ErrorInfo(reason=name, domain="gunbai"))
    error = from_status(status_pb2.Status(code=meant.code, details=[info]))
    assert type(error) is reasons.BY_REASON[name]
    assert type(error).__name__.upper() == name.replace("_", "")
    assert isinstance(error, type(from_status(status_pb2.Status(code=meant.code))))
    assert (error.reason, error.advice) == (name, meant.advice)
