"""The source of plain values: a `gunbai_record.plain` class for each message in a title's commands and events.

Build hooks write it next to the stubs, from the same protos, and refuse messages that no plain value can represent.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)

FILES = frozenset({"commands.proto", "events.proto"})
"""The protos of a title whose messages rules take and make."""
SCALARS = {
    FieldDescriptorProto.TYPE_BOOL: ("bool", "False"),
    FieldDescriptorProto.TYPE_STRING: ("str", '""'),
    FieldDescriptorProto.TYPE_BYTES: ("bytes", 'b""'),
    FieldDescriptorProto.TYPE_INT32: ("int", "0"),
    FieldDescriptorProto.TYPE_INT64: ("int", "0"),
    FieldDescriptorProto.TYPE_UINT32: ("int", "0"),
    FieldDescriptorProto.TYPE_UINT64: ("int", "0"),
    FieldDescriptorProto.TYPE_SINT32: ("int", "0"),
    FieldDescriptorProto.TYPE_SINT64: ("int", "0"),
    FieldDescriptorProto.TYPE_ENUM: ("int", "0"),
}
"""A field's Python type and its default."""
MESSAGES, FIELDS = 4, 2
"""The numbers by which a file's comments refer to a message, and to a field in it."""


class NotPlainError(ValueError):
    """A message that no plain value can represent; the error says what is wrong with it."""


class Module(NamedTuple):
    """A proto file with values, and the module of each of its messages and enums."""

    file: FileDescriptorProto
    modules: Mapping[str, str]
    """The module by full name with a leading dot, as protos have it: for example "commands", or "clauses_pb2" for a
    stub."""

    @property
    def path(self) -> str:
        """The module's path."""
        return self.file.name.removesuffix(".proto") + ".py"

    @property
    def source(self) -> str:
        """The module's source. Raises NotPlainError."""
        file, fields = self.file, [field for message in self.file.message_type for field in message.field]
        comments = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}
        used = {self.modules.get(field.type_name, "") for field in fields} - {"", _module_of(file)}
        lines = [
            f'"""The plain values of `{file.name}`: generated."""',
            "",
            *("from __future__ import annotations", "", "from typing import Final", ""),
            *(f"from {file.package} import {module}" for module in sorted(used)),
            "from gunbai_record.plain import EnumWords, Plain",
            "",
            *(line for enum in file.enum_type for line in _enum(enum)),
        ]
        for number, message in enumerate(file.message_type):
            comment = comments.get((MESSAGES, number), "")
            notes = [comments.get((MESSAGES, number, FIELDS, place), "") for place in range(len(message.field))]
            lines += self._message(message, comment, notes)
        return "\n".join((*lines, ""))

    def _message(self, message: DescriptorProto, comment: str, notes: Iterable[str]) -> Iterator[str]:
        """Yield the lines of a message's class."""
        self._check(message)
        yield from ("", "", f"class {message.name}(Plain, frozen=True, kw_only=True, gc=False):", _docstring(comment))
        for field, note in zip(message.field, notes, strict=True):
            yield from ("", f"    {field.name}: {self._type(field)}", _docstring(note))
        enums = [f'"{field.name}": {self._words(field)}' for field in message.field if field.type == field.TYPE_ENUM]
        if enums:
            yield from ("", f"    ENUMS = {{{', '.join(enums)}}}")

    def _type(self, field: FieldDescriptorProto) -> str:
        """Return a field's type with its default."""
        kind, default = SCALARS.get(field.type) or (self._named(field), "None")
        if field.label == field.LABEL_REPEATED:
            return f"tuple[{kind}, ...] = ()"
        return f"{kind} | None = None" if default == "None" or field.proto3_optional else f"{kind} = {default}"

    def _named(self, field: FieldDescriptorProto) -> str:
        """Return a field's message or enum as the module names it."""
        module, name = self.modules[field.type_name], field.type_name.rpartition(".")[2]
        return name if module == _module_of(self.file) else f"{module}.{name}"

    def _words(self, field: FieldDescriptorProto) -> str:
        named = self._named(field)
        return f"EnumWords({named}.items())" if "_pb2." in named else named

    def _check(self, message: DescriptorProto) -> None:
        """Check that a plain value can represent a message. Raises NotPlainError."""
        name = f"{self.file.name}: {message.name}"
        if message.nested_type or message.enum_type:
            raise NotPlainError(f"{name} has a nested map, message or enum")
        for field in message.field:
            if field.HasField("oneof_index") and not field.proto3_optional:
                raise NotPlainError(f"{name}.{field.name} is part of a oneof: declare a message for each choice")
            if field.type not in SCALARS and self.modules.get(field.type_name, "_pb2").endswith("_pb2"):
                kind = field.type_name[1:] or f"field of type {field.type}"
                raise NotPlainError(f"{name}.{field.name} is a {kind}, which a plain value cannot hold")
            if keyword.iskeyword(field.name):
                raise NotPlainError(f"{name}.{field.name} is a Python keyword: rename the field")


def modules(files: Iterable[FileDescriptorProto]) -> Iterator[Module]:
    """Yield the value modules for some files, which must come with their comments and the files that they import."""
    files = list(files)
    homes: dict[str, str] = {}
    for file in files:
        names = (*(kind.name for kind in file.message_type), *(kind.name for kind in file.enum_type))
        homes |= {f".{file.package}.{name}": _module_of(file) for name in names}
    for file in files:
        if is_plain(file.name):
            yield Module(file, homes)


def is_plain(source: str) -> bool:
    """Return whether a proto file's messages have values, for example "gunbai/liars_dice/v1/events.proto"."""
    return PurePosixPath(source).name in FILES


def _module_of(file: FileDescriptorProto) -> str:
    """Return the module for a file's declarations: values, or stubs for files without values."""
    name = PurePosixPath(file.name).stem
    return name if is_plain(file.name) else f"{name}_pb2"


def _enum(enum: EnumDescriptorProto) -> Iterator[str]:
    """Yield an enum's numbers, and its words."""
    yield from (f"{value.name}: Final = {value.number}" for value in enum.value)
    values = ", ".join(f'("{value.name}", {value.number})' for value in enum.value)
    yield f"{enum.name}: Final = EnumWords([{values}])"


def _docstring(comment: str) -> str:
    """Return a proto comment as the docstring of a class or field."""
    text = " ".join(comment.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'    """{text}"""'
