"""The protos read as one text: paths are packages, names follow one style, a sentence describes each declaration."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import PurePosixPath

from google.protobuf import descriptor_pb2 as pb

from tools import protos
from tools.protos import Declared, declared, rules

CAMEL = re.compile(r"([A-Z][a-z0-9]*)+")
SNAKE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
UPPER_SNAKE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")
SENTENCE = re.compile(r"""[^a-z\s].*[.!?]["”)]?""")
CLAUSE_NUMBER = re.compile(r"[A-Z]{2}-[A-Za-z0-9]+(\.[A-Za-z0-9]+)*")
METHODS_OF_CPP = {"Clear", "CopyFrom", "GetArena", "GetMetadata", "IsInitialized", "MergeFrom", "New", "Swap"}
UINT32 = pb.FieldDescriptorProto.TYPE_UINT32
REPEATED = pb.FieldDescriptorProto.LABEL_REPEATED


def named(wrong: Iterable[Declared]) -> list[str]:
    return [str(declaration) for declaration in wrong]


def upper_snake(camel: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", camel).upper()


def stands_for_clause(value: pb.EnumValueDescriptorProto) -> bool:
    return value.options.HasExtension(rules.clause)


def numbers(item: pb.DescriptorProto | pb.EnumDescriptorProto) -> list[int]:
    """Return the numbers of a message's fields or an enum's values, as they follow each other in the file."""
    return [part.number for part in (item.field if isinstance(item, pb.DescriptorProto) else item.value)]


def is_private(message: pb.DescriptorProto) -> bool:
    return message.options.Extensions[rules.visibility] == rules.VISIBILITY_SEAT


def test_the_folder_is_the_package_and_its_last_part_the_version() -> None:
    wrong = [
        file.name
        for file in protos.files()
        if PurePosixPath(file.name).parent.as_posix() != file.package.replace(".", "/")
        or not re.fullmatch(r"gunbai\.[a-z_]+\.v[1-9][0-9]*", file.package)
    ]
    assert not wrong


def test_files_are_proto3_and_named_in_lower_case() -> None:
    names = [PurePosixPath(file.name).stem for file in protos.files()]
    assert [file.name for file in protos.files() if file.syntax != "proto3"] == []
    assert [name for name in names if not SNAKE.fullmatch(name)] == []


def test_types_services_and_calls_are_named_in_camel_case() -> None:
    kinds = (pb.DescriptorProto, pb.EnumDescriptorProto, pb.ServiceDescriptorProto, pb.MethodDescriptorProto)
    wrong = [declaration for kind in kinds for declaration, item in declared(kind) if not CAMEL.fullmatch(item.name)]
    assert named(wrong) == []


def test_no_message_is_called_like_what_every_class_of_cpp_has() -> None:
    # The exception was there before anybody compiled it, and docs/clients.md says what to do about it.
    wrong = [item.name for _, item in declared(pb.DescriptorProto) if item.name in METHODS_OF_CPP]
    assert wrong == ["Swap"]


def test_fields_are_named_in_lower_case() -> None:
    kinds = (pb.FieldDescriptorProto, pb.OneofDescriptorProto)
    assert (
        named(declaration for kind in kinds for declaration, item in declared(kind) if not SNAKE.fullmatch(item.name))
        == []
    )


def test_values_are_named_in_upper_case_after_their_enum() -> None:
    wrong = [
        declaration
        for declaration, value in declared(pb.EnumValueDescriptorProto)
        if not UPPER_SNAKE.fullmatch(value.name)
        or not value.name.startswith(upper_snake(declaration.parent.name) + "_")
    ]
    assert named(wrong) == []


def test_zero_says_that_nothing_was_said() -> None:
    wrong = [
        declaration
        for declaration, enum in declared(pb.EnumDescriptorProto)
        if (enum.value[0].number, enum.value[0].name) != (0, f"{upper_snake(enum.name)}_UNSPECIFIED")
    ]
    assert named(wrong) == []


def test_fields_are_numbered_from_one_without_gaps() -> None:
    """Nothing is reserved, and what was added to a oneof since 1.0 may stand before older fields.

    A group of fields that was added together may begin at a later ten.
    """
    wrong = [
        declaration
        for declaration, message in declared(pb.DescriptorProto)
        if not all(
            number == before + 1 or number % 10 == 0 for before, number in pairwise([0, *sorted(numbers(message))])
        )
        or message.reserved_range
    ]
    assert named(wrong) == []


def test_values_follow_each_other_from_zero() -> None:
    wrong = [
        declaration
        for declaration, enum in declared(pb.EnumDescriptorProto)
        if not any(map(stands_for_clause, enum.value))
        and (numbers(enum) != list(range(len(enum.value))) or enum.reserved_range)
    ]
    assert named(wrong) == []


def test_options_follow_each_other_and_no_two_share_a_number() -> None:
    """They extend messages of protobuf, as those of others do, so they have a range of their own in all files."""
    option_numbers = sorted(item.number for _, item in declared(pb.FieldDescriptorProto) if item.extendee)
    assert option_numbers == list(range(50701, 50701 + len(option_numbers)))


def test_the_value_of_a_clause_is_its_number() -> None:
    """The chapter makes the hundreds, so a clause of a new title has its value before the others are written."""
    wrong = []
    for declaration, value in declared(pb.EnumValueDescriptorProto):
        if stands_for_clause(value):
            chapter, clause = value.options.Extensions[rules.clause].number.partition("-")[2].split(".")
            if value.number != 100 * int(chapter) + int(clause):
                wrong.append(declaration)
    assert named(wrong) == []


def test_clauses_follow_each_other() -> None:
    wrong = [
        declaration for declaration, enum in declared(pb.EnumDescriptorProto) if numbers(enum) != sorted(numbers(enum))
    ]
    assert named(wrong) == []


def test_everything_has_a_sentence_above_it() -> None:
    kinds = (
        pb.DescriptorProto,
        pb.FieldDescriptorProto,
        pb.OneofDescriptorProto,
        pb.EnumDescriptorProto,
        pb.ServiceDescriptorProto,
        pb.MethodDescriptorProto,
    )
    wrong = [
        declaration
        for kind in kinds
        for declaration, _ in declared(kind)
        if not SENTENCE.fullmatch(declaration.comment)
    ]
    assert named(wrong) == []


def test_every_value_has_a_sentence_above_it_or_in_its_clause() -> None:
    wrong = [
        declaration
        for declaration, value in declared(pb.EnumValueDescriptorProto)
        if not stands_for_clause(value) and not SENTENCE.fullmatch(declaration.comment)
    ]
    assert named(wrong) == []


def test_a_clause_has_a_number_a_sentence_and_a_place() -> None:
    wrong = []
    for declaration, value in declared(pb.EnumValueDescriptorProto):
        clause = value.options.Extensions[rules.clause]
        whole = CLAUSE_NUMBER.fullmatch(clause.number) and SENTENCE.fullmatch(clause.sentence) and clause.place.strip()
        if stands_for_clause(value) and not whole:
            wrong.append(declaration)
    assert named(wrong) == []


def test_a_clause_is_named_for_its_number() -> None:
    """A part of the number may be padded with 0: the compiler takes CLAUSE_1_11 and CLAUSE_11_1 for one name."""
    wrong = []
    for declaration, value in declared(pb.EnumValueDescriptorProto):
        number = value.options.Extensions[rules.clause].number.partition("-")[2]
        name = re.sub(r"_0(?=\d)", "_", value.name)
        if stands_for_clause(value) and name != f"CLAUSE_{number.replace('.', '_').upper()}":
            wrong.append(declaration)
    assert named(wrong) == []


def test_every_value_but_zero_of_a_clause_enum_is_a_clause() -> None:
    wrong = [
        declaration
        for declaration, value in declared(pb.EnumValueDescriptorProto)
        if declaration.parent.name == "Clause" and stands_for_clause(value) is not bool(value.number)
    ]
    assert named(wrong) == []


def test_the_clauses_of_a_title_bear_its_letters_and_no_number_twice() -> None:
    numbers: dict[str, list[str]] = {}
    for declaration, value in declared(pb.EnumValueDescriptorProto):
        if stands_for_clause(value):
            numbers.setdefault(declaration.file.package, []).append(value.options.Extensions[rules.clause].number)
    letters = {package: {number.partition("-")[0] for number in of_package} for package, of_package in numbers.items()}
    assert [package for package, letter in letters.items() if len(letter) != 1] == []
    assert [
        number for of_package in numbers.values() for number, times in Counter(of_package).items() if times > 1
    ] == []
    assert len(set.union(set(), *letters.values())) == len(letters)


def test_a_call_has_a_request_and_a_response_of_its_own() -> None:
    wrong = [
        declaration
        for declaration, call in declared(pb.MethodDescriptorProto)
        if call.input_type != f".{declaration.file.package}.{call.name}Request"
        or call.output_type != f".{declaration.file.package}.{call.name}Response"
    ]
    assert named(wrong) == []


def test_what_one_seat_may_see_names_that_seat() -> None:
    wrong = [
        declaration
        for declaration, message in declared(pb.DescriptorProto)
        if is_private(message)
        and not any(
            field.name == "seat" and field.type == UINT32 and field.label != REPEATED for field in message.field
        )
    ]
    assert named(wrong) == []


def test_seats_are_numbers_that_count_from_one() -> None:
    wrong = [
        declaration
        for declaration, field in declared(pb.FieldDescriptorProto)
        if re.fullmatch(r"(.*_)?seats?", field.name)
        and field.type not in {UINT32, pb.FieldDescriptorProto.TYPE_MESSAGE}
    ]
    assert named(wrong) == []


def test_visibility_is_stated_on_whole_commands_and_events() -> None:
    wrong = [
        declaration
        for declaration, message in declared(pb.DescriptorProto)
        if is_private(message)
        and (
            not isinstance(declaration.parent, pb.FileDescriptorProto)
            or not declaration.file.name.endswith(("commands.proto", "events.proto"))
        )
    ]
    assert named(wrong) == []
