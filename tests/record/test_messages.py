"""Messages by their full names."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2, json_format
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.king_of_tokyo.v1 import view_pb2 as view
from gunbai.record.v1.entry_pb2 import Entry, Item
from gunbai.rules.v1 import options_pb2, view_pb2
from gunbai_client.aio import packed
from gunbai_record import messages
from gunbai_record.errors import GunbaiError
from gunbai_record.messages import (
    MalformedMessageError,
    UnknownMessageError,
    as_json,
    from_json,
    import_stubs,
    is_known,
    json_text,
    learn,
    named,
    of_title,
    texts_in,
    unpacked,
)

ROOT = Path(__file__).parents[2]


def test_a_message_is_made_from_its_name() -> None:
    assert named("gunbai.infludance_duel.v1.Step") == cmd.Step()


@pytest.mark.parametrize("name", ["gunbai.infludance_duel.v1.Castle", "gunbai.chess.v1.MovePawn", "os.path", ""])
def test_an_unknown_name_is_an_error_of_the_client(name: str) -> None:
    with pytest.raises(UnknownMessageError, match="there is no message"):
        named(name)
    assert issubclass(UnknownMessageError, GunbaiError)


def test_the_stubs_of_the_package_of_a_message_are_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    imported: list[str] = []
    import_stubs.cache_clear()
    monkeypatch.setattr("gunbai_record.messages.importlib.import_module", imported.append)
    named("gunbai.infludance_duel.v1.Step")
    named("gunbai.infludance_duel.v1.EndTurn")
    import_stubs.cache_clear()
    assert imported.count("gunbai.infludance_duel.v1.commands_pb2") == 1


def test_a_packed_message_is_unpacked_and_shown_as_json() -> None:
    step = cmd.Step(heading=cmd.HEADING_FORWARD)
    assert unpacked(packed(step)) == step
    shown = as_json(Entry(version=3, command=Item(open=packed(step))))
    assert shown["command"]["open"]["heading"] == "HEADING_FORWARD"


def test_a_message_with_another_of_an_unknown_type_within_is_not_shown() -> None:
    unknown = AnyMessage(type_url="type.googleapis.com/gunbai.chess.v1.MovePawn")
    with pytest.raises(UnknownMessageError, match=r"there is no message 'gunbai\.chess\.v1\.MovePawn'"):
        as_json(Entry(version=3, command=Item(open=unknown)))


def test_bytes_that_are_not_of_their_type_are_an_error() -> None:
    bad = AnyMessage(type_url="type.googleapis.com/gunbai.infludance_duel.v1.PlaceCowboy", value=b"\x0a\xff")
    with pytest.raises(UnknownMessageError, match=r"these bytes are not a gunbai\.infludance_duel\.v1\.PlaceCowboy"):
        unpacked(bad)


def test_json_is_read_back_with_whatever_is_packed_within() -> None:
    entry = Entry(version=3, command=Item(open=packed(cmd.Step(heading=cmd.HEADING_FORWARD))))
    assert from_json(json.dumps(as_json(entry)), Entry()) == entry
    assert from_json('{"heading": "HEADING_FORWARD"}', cmd.Step()) == cmd.Step(heading=cmd.HEADING_FORWARD)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('{"heading": "UP"}', json_format.ParseError),
        ('{"@type": 5}', json_format.ParseError),
        ('{"command": {"open": {"@type": "type.googleapis.com/gunbai.chess.v1.MovePawn"}}}', UnknownMessageError),
        ("{", ValueError),
    ],
)
def test_json_that_is_no_message_is_an_error(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        from_json(text, cmd.Step())


def test_options_are_json_already_or_an_object() -> None:
    assert json_text('{"a":1}') == '{"a":1}'
    assert json_text({"a": 1}) == '{"a": 1}'
    assert packed(packed(cmd.Step())) == packed(cmd.Step())


def test_the_stubs_of_every_file_with_messages_of_a_title_or_the_record_are_looked_up() -> None:
    folders = [*ROOT.glob("protos/gunbai/*/v1")]
    files = {
        path.stem
        for folder in folders
        for path in folder.glob("*.proto")
        if folder.parent.name not in {"referee", "rules"} and "\nmessage " in path.read_text(encoding="utf-8")
    }
    assert files - {"file", "head"} == set(messages._FILES)


def test_texts_are_found_in_messages_within_each_other() -> None:
    wings, acid = view.Card(id="wings", name="Wings"), view.Card(id="acid")
    shown = view.View(market=[wings], discard=["jets"], top_card=acid, seat=3)
    assert [*texts_in(shown)] == ["wings", "Wings", "acid", "jets"]


def described(package: str, file: str, message: str = "TakeStick") -> bytes:
    """Return the protos of a title with one message, which has a number."""
    field = descriptor_pb2.FieldDescriptorProto
    number = field(name="heap", number=1, type=field.TYPE_UINT32, label=field.LABEL_OPTIONAL)
    kind = descriptor_pb2.DescriptorProto(name=message, field=[number])
    proto = descriptor_pb2.FileDescriptorProto(name=file, package=package, syntax="proto3", message_type=[kind])
    return descriptor_pb2.FileDescriptorSet(file=[proto]).SerializeToString()


def test_the_messages_of_a_title_from_elsewhere_are_learned_once() -> None:
    protos = described("gunbai.titles.sticks.v1", "gunbai/titles/sticks/v1/commands.proto")
    learn(protos)
    learn(protos)
    assert is_known("gunbai.titles.sticks.v1.TakeStick")
    taken = json_format.ParseDict({"heap": 3}, of_title("sticks", "TakeStick"))
    assert unpacked(packed(taken)) == taken


@pytest.mark.parametrize(
    ("protos", "problem"),
    [
        (described("gunbai.record.v1", "gunbai/record/v1/theft.proto"), "not the proto of a title from elsewhere"),
        (
            described("gunbai.titles.theft.v1", "gunbai/record/v1/theft.proto"),
            "not the proto of a title from elsewhere",
        ),
        (described("gunbai.theft.v1", "gunbai/titles/theft/v1/theft.proto"), "not the proto of a title from elsewhere"),
        (described("gunbai.titles.theft.v1", "gunbai/titles/theft/v1/theft.proto", "1"), "cannot read"),
        (b"\xff", "cannot read"),
    ],
)
def test_protos_that_are_not_those_of_a_title_from_elsewhere_are_not_learned(protos: bytes, problem: str) -> None:
    with pytest.raises(MalformedMessageError, match=problem):
        learn(protos)


def test_protos_that_are_known_already_stay_as_they_are() -> None:
    learn(described("gunbai.infludance_duel.v1", "gunbai/infludance_duel/v1/commands.proto"))
    assert not is_known("gunbai.infludance_duel.v1.TakeStick")


def test_a_client_without_the_rules_learns_a_title_that_shows_its_whole_table() -> None:
    """It has not imported the protos that those of titles import: the view of the whole table, the options."""
    toy = FileDescriptorProto(name="gunbai/titles/toy/v1/commands.proto", package="gunbai.titles.toy.v1")
    toy.message_type.add(name="Go")
    shared = [FileDescriptorProto.FromString(stubs.DESCRIPTOR.serialized_pb) for stubs in (view_pb2, options_pb2)]
    protos = FileDescriptorSet(file=[*shared, toy]).SerializeToString().hex()
    learns = f"from gunbai_record import messages; messages.learn(bytes.fromhex('{protos}')); "
    asks = "print(messages.is_known('gunbai.titles.toy.v1.Go'))"
    done = subprocess.run([sys.executable, "-c", learns + asks], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
