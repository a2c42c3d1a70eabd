"""The messages that the verifier in JavaScript reads are those of the protos, field by field."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor as Field

from games.kit.rules.decider import Chance
from gunbai.record.v1 import clocks_pb2, entry_pb2, file_pb2, head_pb2, irregularities_pb2, lifecycle_pb2, results_pb2
from gunbai.record.v1.log_pb2 import LeafProof
from gunbai_record.plain import full_name, message_type
from titles.catalogue import TITLES, newest

ROOT = Path(__file__).parents[3]
VERIFY = ROOT / "clients" / "typescript" / "verify"
SOURCE = VERIFY / "messages.js"
COMMAND = re.compile(
    r'^  (\w+): \{\s+by: (\w+),(?:\s+sent: "(\w+)",)?\s+events: \[(.*?)\],?\s+\}', re.DOTALL | re.MULTILINE
)
ROW = re.compile(r"^\| `(\w+)` \| (host|seat|arbiter)(?:, (order|id))? \| (.*) \|$", re.MULTILINE)
MESSAGE = re.compile(r'(?:\[`|")([\w.]+)(?:`\]|"): \{(.*?)\}', re.DOTALL)
FIELD = re.compile(r'(\d+): ["`](\w+) ([^"`]+)["`]')
V1 = "gunbai.record.v1."
ANY = f"{V1}Any"
KINDS = {
    Field.TYPE_UINT32: "uint32",
    Field.TYPE_UINT64: "uint64",
    Field.TYPE_ENUM: "int32",
    Field.TYPE_INT32: "int32",
    Field.TYPE_INT64: "int64",
    Field.TYPE_BOOL: "bool",
    Field.TYPE_STRING: "string",
    Field.TYPE_BYTES: "bytes",
}
CUBES = "gunbai.shogun.v1.Cubes"
"""A part of outcomes."""
WHOLE = ("FileHeader", "Ancestor", "SignedHead", "LeafProof", "ResultSignature", "Entry", "Actor", "Item")
"""The messages of which a file is made."""


def read() -> dict[str, dict[int, tuple[str, str]]]:
    """Return the fields of each message of the verifier, by number: their names in the protos and their kinds."""
    fields_of = {}
    sources = "".join(source.read_text("utf-8") for source in (SOURCE, *sorted(VERIFY.glob("titles/*.js"))))
    for name, body in MESSAGE.findall(sources.replace("${V1}", V1)):
        fields_of[name] = {int(number): (snake(field), kind) for number, field, kind in FIELD.findall(body)}
    return fields_of


def snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda sign: f"_{sign[0].lower()}", name)


def kind_of(field: Any) -> str:
    kind = KINDS.get(field.type) or field.message_type.full_name
    oneof = f" {field.containing_oneof.name}" if field.containing_oneof else ""
    return kind.replace("google.protobuf.Any", ANY) + ("[]" if field.is_repeated else "") + oneof


READ = read()
PROTOS = {
    message.full_name: message
    for module in (clocks_pb2, entry_pb2, file_pb2, head_pb2, irregularities_pb2, lifecycle_pb2, results_pb2)
    for message in (*module.DESCRIPTOR.message_types_by_name.values(), LeafProof.DESCRIPTOR)
} | {
    full_name(step.takes[0]): message_type(step.takes[0]).DESCRIPTOR
    for title in TITLES
    for step in newest(title).rules.steps
    if issubclass(step, Chance)
}


def test_every_message_that_is_read_is_in_the_protos() -> None:
    assert set(READ) - set(PROTOS) == {ANY, CUBES}


@pytest.mark.parametrize("name", sorted(set(READ) & set(PROTOS)))
def test_each_field_is_that_of_the_proto(name: str) -> None:
    fields = PROTOS[name].fields_by_number
    assert READ[name] == {number: (fields[number].name, kind_of(fields[number])) for number in READ[name]}


@pytest.mark.parametrize("name", sorted(name for name in PROTOS if name.startswith(V1)))
def test_every_message_of_the_record_is_read_whole(name: str) -> None:
    assert set(READ[name]) == set(PROTOS[name].fields_by_number)


@pytest.mark.parametrize("title", TITLES)
def test_every_outcome_of_chance_is_read_whole(title: str) -> None:
    for step in newest(title).rules.steps:
        if issubclass(step, Chance):
            (outcome,) = step.takes
            assert set(READ[full_name(outcome)]) == set(message_type(outcome).DESCRIPTOR.fields_by_number)


def test_the_commands_of_the_record_are_those_of_the_page() -> None:
    page = (ROOT / "docs" / "record-format.md").read_text("utf-8")
    page_fields = {
        name: (by.upper(), {"order": "order", "id": "request", "": ""}[sent], set(re.findall(r"`(\w+)`", events)))
        for name, by, sent, events in ROW.findall(page)
    }
    source = (VERIFY / "commands.js").read_text("utf-8")
    read = {name: (by, sent, set(re.findall(r"\w+", events))) for name, by, sent, events in COMMAND.findall(source)}
    assert read == page_fields
    names = {*read} | {event for *_, events in read.values() for event in events}
    assert {V1 + name for name in names} <= {*READ}
    assert {name.removeprefix(V1) for name in PROTOS if name.startswith(V1)} - names == PARTS


PARTS = {
    *WHOLE,
    *("ClockTerms", "Duplicate", "HeldSeat", "SeatShare", "SharesGiven", "OutcomeCorrected"),
    *("AgreedResult", "AgreedPause", "AgreedResumption", "AgreedAbsence"),
}
"""Messages of the record that are neither its commands nor their events, but parts of these or of the title's."""
