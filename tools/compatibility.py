"""What a change of the protos may not do, since records of old games and clients of old versions go on reading them.

The protos of 1.0 are in `tests/structure/frozen`, a descriptor set for each package, and never change
(`tools/freezing.py`). What was added since is in `tests/structure/added.txt`, a line for each declaration. A change may
add to both. It may not remove, renumber, rename or retype anything: what is no longer of use is deprecated, and stays.

`make protos-accept` writes the lines of what is new; it refuses if the protos break with what was there before, and
there is no way round.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping

from google.protobuf import descriptor_pb2 as pb

from tools import protos
from tools.code import ROOT
from tools.freezing import PROTOS
from tools.protos import Declared, File, rules

ADDED = ROOT / "tests" / "structure" / "added.txt"


def frozen() -> dict[str, str]:
    """Return what others rely on since 1.0."""
    sets = (pb.FileDescriptorSet.FromString(path.read_bytes()) for path in sorted(PROTOS.glob("*.binpb")))
    return contract(file for files in sets for file in files.file)


def accepted() -> dict[str, str]:
    """Return what others rely on: what is frozen, and what was added since."""
    lines = ADDED.read_text("utf-8").splitlines() if ADDED.exists() else []
    return frozen() | {name: fact for name, _, fact in (line.partition(" ") for line in lines)}


def present() -> dict[str, str]:
    """Return what others could rely on in the protos as they are."""
    return contract(protos.files())


def breaks(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for everything in which a contract breaks an older one."""
    for name, fact in old.items():
        now = new.get(name, "nothing")
        if now != fact:
            yield f"{name} was {fact}, and is {now}"


def contract(files: Iterable[File]) -> dict[str, str]:
    """Return what others rely on in each declaration, by its number if it has one, otherwise by its name."""
    return {key(declared): fact(declared) for file in files for declared in protos.walk(file)}


def key(declaration: Declared) -> str:
    """Return what identifies a declaration: the number of a field or value, the name of anything else."""
    if isinstance(declaration.item, pb.FieldDescriptorProto | pb.EnumValueDescriptorProto):
        return f"{declaration.name.rpartition('.')[0]}#{declaration.item.number}"
    return declaration.name


def fact(declaration: Declared) -> str:
    """Return in words what may not change in a declaration."""
    match declaration.item:
        case pb.DescriptorProto() as message:
            return f"a message of {rules.Visibility.Name(message.options.Extensions[rules.visibility])}"
        case pb.FieldDescriptorProto() as field:
            return f"{kind_of(field)} {field.name}{place_of(field, declaration)}"
        case pb.EnumValueDescriptorProto() as value:
            return f"{value.name} {value.options.Extensions[rules.clause].number}".strip()
        case pb.MethodDescriptorProto() as call:
            streams = f"{'stream of ' * call.client_streaming}{call.input_type}"
            return f"a call with {streams} for {'stream of ' * call.server_streaming}{call.output_type}"
        case _:
            return "declared"


def kind_of(field: pb.FieldDescriptorProto) -> str:
    """Return the label and type of a field, as a proto writes them."""
    label = pb.FieldDescriptorProto.Label.Name(field.label).removeprefix("LABEL_").lower()
    kind = field.type_name or pb.FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    return f"{label} {kind}"


def place_of(field: pb.FieldDescriptorProto, declaration: Declared) -> str:
    """Return the choice that a field belongs to, or the message that it extends."""
    if field.extendee:
        return f" of {field.extendee}"
    if field.HasField("oneof_index") and isinstance(declaration.parent, pb.DescriptorProto):
        return f" in {declaration.parent.oneof_decl[field.oneof_index].name}"
    return ""


def accept() -> list[str]:
    """Write what was added since 1.0, unless the protos break what was there before; return what breaks."""
    now, before = present(), frozen()
    broken = [*breaks(accepted(), now)]
    if not broken:
        lines = [f"{name} {now[name]}\n" for name in sorted(now.keys() - before.keys())]
        ADDED.write_text("".join(lines), encoding="utf-8", newline="\n")
    return broken


if __name__ == "__main__":
    sys.exit("\n".join(accept()) or None)
