"""Old records and old clients go on reading the protos: what was accepted once stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2 as pb
from google.protobuf import text_format

from tools import compatibility
from tools.protos import File

ROLL = """
name: "gunbai/toy/v1/{file}.proto" package: "gunbai.toy.v1" syntax: "proto3"
message_type {{
  name: "Rolled"
  field {{ name: "seat" number: 1 label: LABEL_OPTIONAL type: TYPE_UINT32 }}
  {more}
}}
enum_type {{ name: "Face" value {{ name: "FACE_UNSPECIFIED" number: 0 }} {values} }}
service {{ name: "Table" method {{ name: "Roll" input_type: ".Roll" output_type: ".{answer}" }} }}
"""
PIPS = 'field { name: "pips" number: 2 label: LABEL_OPTIONAL type: TYPE_UINT32 }'
DIE = 'field { name: "die" number: 3 label: LABEL_OPTIONAL type: TYPE_STRING }'
ONE = 'value { name: "FACE_ONE" number: 1 }'


def roll(more: str = PIPS, values: str = ONE, answer: str = "Rolled", file: str = "view") -> File:
    return text_format.Parse(ROLL.format(more=more, values=values, answer=answer, file=file), File())


def broken(old: File, new: File) -> list[str]:
    return list(compatibility.breaks(compatibility.contract([old]), compatibility.contract([new])))


def test_the_protos_keep_what_was_accepted() -> None:
    assert list(compatibility.breaks(compatibility.accepted(), compatibility.present())) == []


def test_what_is_new_is_accepted() -> None:
    assert compatibility.present().keys() - compatibility.accepted().keys() == set(), "run `make protos-accept`"


def test_what_was_added_is_not_in_1_0() -> None:
    lines, frozen = compatibility.ADDED.read_text("utf-8").splitlines(), compatibility.frozen()
    assert [line for line in lines if line.partition(" ")[0] in frozen] == []


def test_what_is_added_breaks_nothing() -> None:
    assert broken(roll(), roll(PIPS + DIE, ONE + 'value { name: "FACE_TWO" number: 2 }')) == []


def test_a_field_may_not_go() -> None:
    assert broken(roll(), roll(more="")) == ["gunbai.toy.v1.Rolled#2 was optional uint32 pips, and is nothing"]


def test_a_field_may_not_go_even_if_its_number_and_name_are_reserved() -> None:
    gone = roll(more='reserved_range { start: 2 end: 3 } reserved_name: "pips"')
    assert broken(roll(), gone) == ["gunbai.toy.v1.Rolled#2 was optional uint32 pips, and is nothing"]


def test_nothing_is_accepted_that_breaks_with_1_0_or_with_what_was_added(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def protos_are(more: str) -> None:
        monkeypatch.setattr(compatibility, "present", lambda: compatibility.contract([roll(more)]))

    (tmp_path / "gunbai.toy.v1.binpb").write_bytes(pb.FileDescriptorSet(file=[roll()]).SerializeToString())
    monkeypatch.setattr(compatibility, "PROTOS", tmp_path)
    monkeypatch.setattr(compatibility, "ADDED", tmp_path / "added.txt")
    protos_are("")
    assert compatibility.accept() == ["gunbai.toy.v1.Rolled#2 was optional uint32 pips, and is nothing"]
    assert not compatibility.ADDED.exists()
    protos_are(PIPS + DIE)
    assert compatibility.accept() == []
    assert compatibility.ADDED.read_text("utf-8") == "gunbai.toy.v1.Rolled#3 optional string die\n"
    protos_are(PIPS)
    assert compatibility.accept() == ["gunbai.toy.v1.Rolled#3 was optional string die, and is nothing"]
    assert compatibility.ADDED.read_text("utf-8") == "gunbai.toy.v1.Rolled#3 optional string die\n"


@pytest.mark.parametrize(
    ("changed", "now"),
    [
        (PIPS.replace("UINT32", "STRING"), "optional string pips"),
        (PIPS.replace("OPTIONAL", "REPEATED"), "repeated uint32 pips"),
        (PIPS.replace("pips", "eyes"), "optional uint32 eyes"),
        (PIPS.replace("number: 2", "number: 3"), "nothing"),
    ],
)
def test_a_field_keeps_its_number_name_and_type(changed: str, now: str) -> None:
    assert broken(roll(), roll(changed)) == [f"gunbai.toy.v1.Rolled#2 was optional uint32 pips, and is {now}"]


def test_a_value_may_not_go_or_change_its_name() -> None:
    assert broken(roll(), roll(values="")) == ["gunbai.toy.v1.Face#1 was FACE_ONE, and is nothing"]
    assert broken(roll(), roll(values=ONE.replace("ONE", "TWO"))) == [
        "gunbai.toy.v1.Face#1 was FACE_ONE, and is FACE_TWO"
    ]


def test_a_message_may_not_go() -> None:
    bare = roll()
    bare.ClearField("message_type")
    assert "gunbai.toy.v1.Rolled was a message of VISIBILITY_UNSPECIFIED, and is nothing" in broken(roll(), bare)


def test_a_message_keeps_those_who_may_see_it() -> None:
    private = roll(more=PIPS + "options { [gunbai.rules.v1.visibility]: VISIBILITY_SEAT }")
    assert broken(roll(), private) == [
        "gunbai.toy.v1.Rolled was a message of VISIBILITY_UNSPECIFIED, and is a message of VISIBILITY_SEAT"
    ]


def test_a_call_keeps_what_it_takes_and_gives() -> None:
    assert broken(roll(), roll(answer="Shown")) == [
        "gunbai.toy.v1.Table.Roll was a call with .Roll for .Rolled, and is a call with .Roll for .Shown"
    ]


def test_a_package_may_not_go() -> None:
    assert list(compatibility.breaks(compatibility.contract([roll()]), {})) != []
