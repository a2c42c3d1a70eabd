"""What a change of the protos may not do, since records of old games and clients of old versions go on reading them.

The accepted state of each package is a descriptor set in `accepted/`. A change may add to it. It may not remove,
renumber, rename or retype anything: what is no longer of use is deprecated, and stays.

`make protos-accept` stores the protos as they are; it refuses if they break with what was accepted before, and there is
no way round. The state of 1.0 is kept apart, in `frozen/`.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence

from google.protobuf import descriptor_pb2 as pb

from tools import protos
from tools.code import ROOT
from tools.protos import Declared, File, rules

ACCEPTED = ROOT / "tests" / "structure" / "accepted"


def accepted() -> dict[str, tuple[File, ...]]:
    """Return the files of each package as they were accepted."""
    sets = {path.stem: pb.FileDescriptorSet.FromString(path.read_bytes()) for path in sorted(ACCEPTED.glob("*.binpb"))}
    return {package: tuple(found.file) for package, found in sets.items()}


def present() -> dict[str, tuple[File, ...]]:
    """Return the files of each package as they are."""
    packages: dict[str, list[File]] = defaultdict(list)
    for file in protos.files():
        packages[file.package].append(file)
    return {package: tuple(files) for package, files in packages.items()}


def breaks(old: Sequence[File], new: Sequence[File]) -> Iterator[str]:
    """Yield a sentence for everything in which the new files of a package break with the old ones."""
    facts = contract(new)
    for key, (fact, found) in contract(old).items():
        now, _ = facts.get(key, ("nothing", found))
        if now != fact:
            yield f"{key} was {fact}, and is {now}"


def contract(files: Sequence[File]) -> dict[str, tuple[str, Declared]]:
    """Return what others rely on in each declaration, by its number where it has one, otherwise by its name."""
    found = [declaration for file in files for declaration in protos.walk(file)]
    return {key(declaration): (fact(declaration), declaration) for declaration in found}


def key(found: Declared) -> str:
    """Return what a declaration is known by: a field or value by its number, anything else by its name."""
    if isinstance(found.item, pb.FieldDescriptorProto | pb.EnumValueDescriptorProto):
        return f"{found.name.rpartition('.')[0]}#{found.item.number}"
    return found.name


def fact(found: Declared) -> str:
    """Return what may not change in a declaration, in words."""
    match found.item:
        case pb.DescriptorProto() as message:
            return f"a message of {rules.Visibility.Name(message.options.Extensions[rules.visibility])}"
        case pb.FieldDescriptorProto() as field:
            return f"{kind_of(field)} {field.name}{place_of(field, found)}"
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


def place_of(field: pb.FieldDescriptorProto, found: Declared) -> str:
    """Return the choice that a field belongs to, or the message that it extends."""
    if field.extendee:
        return f" of {field.extendee}"
    if field.HasField("oneof_index") and isinstance(found.parent, pb.DescriptorProto):
        return f" in {found.parent.oneof_decl[field.oneof_index].name}"
    return ""


def accept() -> list[str]:
    """Store the protos as they are, unless they break with what was accepted; return what breaks."""
    now = present()
    broken = [line for package, old in accepted().items() for line in breaks(old, now.get(package, ()))]
    if broken:
        return broken
    ACCEPTED.mkdir(exist_ok=True)
    for path in ACCEPTED.glob("*.binpb"):
        path.unlink()
    for package, files in now.items():
        (ACCEPTED / f"{package}.binpb").write_bytes(stored(files))
    return []


def stored(files: Sequence[File]) -> bytes:
    """Return the bytes that are stored for a package: its descriptors without comments."""
    bare = pb.FileDescriptorSet(file=files)
    for file in bare.file:
        file.ClearField("source_code_info")
    return bare.SerializeToString(deterministic=True)


if __name__ == "__main__":
    sys.exit("\n".join(accept()) or None)
