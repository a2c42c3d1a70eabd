"""The protos as descriptors with their comments, walked as a flat list of named declarations."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias, TypeVar

import grpc_tools
from google.protobuf import descriptor_pb2 as pb
from google.rpc import status_pb2
from grpc_tools import protoc

# Importing the options makes the parser read them, instead of keeping them as unknown bytes.
from gunbai.rules.v1 import options_pb2 as rules
from tools.code import ROOT

__all__ = ["Declared", "File", "declared", "files", "rules"]

FOLDER = ROOT / "protos"

Kind: TypeAlias = (
    pb.DescriptorProto
    | pb.FieldDescriptorProto
    | pb.OneofDescriptorProto
    | pb.EnumDescriptorProto
    | pb.EnumValueDescriptorProto
    | pb.ServiceDescriptorProto
    | pb.MethodDescriptorProto
)
File: TypeAlias = pb.FileDescriptorProto
K = TypeVar("K", bound=Kind)


@dataclass(frozen=True)
class Declared:
    """One declaration: its file, its full name, its descriptor, the one around it, and the comment above it."""

    file: File
    name: str
    item: Kind
    parent: Kind | File
    comment: str

    def __str__(self) -> str:
        return f"{self.file.name}: {self.name}"


@cache
def files() -> tuple[File, ...]:
    """Return the project's protos, compiled with their comments, in the order of their names."""
    sources = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.proto"))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "protos.binpb"
        well_known = Path(grpc_tools.__file__).parent / "_proto"
        google = Path(status_pb2.__file__).parents[2]
        paths = [f"-I{path}" for path in (FOLDER, well_known, google)]
        status = protoc.main(["protoc", *paths, "--include_source_info", f"--descriptor_set_out={out}", *sources])
        assert status == 0, f"the protocol compiler refused a file under {FOLDER}; its message is above"
        return tuple(pb.FileDescriptorSet.FromString(out.read_bytes()).file)


def declared(kind: type[K]) -> Iterator[tuple[Declared, K]]:
    """Yield every declaration of one kind in the project's protos, with its descriptor."""
    for file in files():
        for declaration in walk(file):
            if isinstance(declaration.item, kind):
                yield declaration, declaration.item


def walk(file: File) -> Iterator[Declared]:
    """Yield every declaration in a file; the entries that stand for map fields are not declarations."""
    comments = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}

    def at(path: Sequence[int], item: Kind, parent: Kind | File, around: str) -> Iterator[Declared]:
        name = f"{around}.{item.name}"
        yield Declared(file, name, item, parent, " ".join(comments.get(tuple(path), "").split()))
        for number, children in members(item):
            for index, child in enumerate(children):
                if not (isinstance(child, pb.DescriptorProto) and child.options.map_entry):
                    yield from at([*path, number, index], child, item, name)

    for number, children in members(file):
        for index, child in enumerate(children):
            yield from at([number, index], child, file, file.package)


def members(item: Kind | File) -> Iterator[tuple[int, Sequence[Kind]]]:
    """Yield what a declaration contains: the field number in its descriptor, and the descriptors."""
    match item:
        case pb.FileDescriptorProto():
            yield from ((4, item.message_type), (5, item.enum_type), (6, item.service), (7, item.extension))
        case pb.DescriptorProto():
            yield from ((2, item.field), (3, item.nested_type), (4, item.enum_type), (6, item.extension))
            yield 8, [oneof for oneof in item.oneof_decl if not oneof.name.startswith("_")]
        case pb.EnumDescriptorProto() | pb.ServiceDescriptorProto():
            yield 2, item.value if isinstance(item, pb.EnumDescriptorProto) else item.method
        case _:
            return
