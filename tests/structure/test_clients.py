"""Every call is made by a client that has only the protos."""

from __future__ import annotations

import pytest
from google.protobuf.descriptor_pb2 import MethodDescriptorProto

from tools import code
from tools.protos import declared


@pytest.mark.parametrize("call", [call.name for _, call in declared(MethodDescriptorProto)])
def test_a_client_of_the_protos_alone_makes_the_call(call: str) -> None:
    """`test_node.py` runs the program, and compares what it was answered with the protos."""
    program = (code.ROOT / "tests/clients/node/calls.mjs").read_text("utf-8")
    assert f'"{call}"' in program or f".{call}(" in program
