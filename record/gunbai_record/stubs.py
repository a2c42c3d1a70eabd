"""Stubs for protos: the modules that the protocol compiler generates, for distributions' build hooks.

A stub's import path is its proto's path. Next to the stubs of a title's commands and events are their plain values
(`plain_source.py`). The compiler, `grpcio-tools`, and its typing plugin, `mypy-protobuf`, are needed to make stubs, not
to use them.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorSet

from gunbai_record.plain_source import is_plain, modules

RULES = "gunbai/rules/"
"""The protos that titles' protos import."""


def find_protos(project: Path) -> Path:
    """Return a project's folder of protos, in its sdist or above it in a checkout. Raises FileNotFoundError."""
    for folder in (project / "protos", *(above / "protos" for above in project.parents[:2])):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no folder `protos` in {project} or in the two folders above it")


def generate(protos: Path, stubs: Path, is_wanted: Callable[[str], bool]) -> None:
    """Replace the folder `stubs` by modules and type stubs for the wanted packages under `protos`.

    `is_wanted` takes the name of a folder below `gunbai`, for example "record". The old stubs are replaced after all
    new ones are made, so a proto that does not parse breaks nothing. Raises RuntimeError or NotPlainError.
    """
    with tempfile.TemporaryDirectory(dir=stubs.parent, prefix=".stubs-") as made:
        sources = [source for source in proto_files(protos) if is_wanted(source.split("/")[1])]
        compile_protos(protos, sources, Path(made))
        write_plain(protos, [source for source in sources if is_plain(source)], Path(made))
        for package in (Path(made) / "gunbai").iterdir():
            (package / "py.typed").touch()
        for source in sources:
            if source.startswith(RULES):
                shutil.copy(protos / source, Path(made) / source)
        if stubs.exists():
            stubs.replace(Path(made) / "old")  # At once: a program that starts meanwhile finds the old or the new.
        (Path(made) / "gunbai").replace(stubs)


def generate_title(project: Path) -> bool:
    """Write the stubs and plain values of a package with a title, from `protos` into `src`; return whether any changed.

    Stubs of removed protos are removed. The stubs are part of the package's sources, so that it installs without a
    compiler. Raises RuntimeError, NotPlainError, or ValueError for an `__init__.py` that hides the stubs of gunbai.
    """
    protos, sources = project / "protos", proto_files(project / "protos")
    for hiding in (project / "src/gunbai/__init__.py", project / "src/gunbai/titles/__init__.py"):
        if hiding.exists():
            raise ValueError(f"delete {hiding}: it hides every other gunbai module from Python")
    with tempfile.TemporaryDirectory() as made:
        run_protoc(protos, sources, f"--python_out={made}", f"--mypy_out=quiet:{made}")
        write_plain(protos, [source for source in sources if is_plain(source)], Path(made))
        names = {path.relative_to(made) for path in Path(made).rglob("*.py*")}
        changed = [_replaced(Path(made) / name, project / "src" / name) for name in names]
    for folder in {name.parent for name in names}:
        for old in (project / "src" / folder).glob("*.py*"):
            if folder / old.name not in names:
                old.unlink()
                changed.append(True)
    return any(changed)


def _replaced(new: Path, old: Path) -> bool:
    """Replace a file by a new one if they differ."""
    if old.exists() and old.read_bytes() == new.read_bytes():
        return False
    old.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(new, old)
    return True


def proto_files(protos: Path) -> list[str]:
    """Return every file under `protos` as the compiler names it, for example "gunbai/record/v1/entry.proto"."""
    return sorted(path.relative_to(protos).as_posix() for path in protos.rglob("*.proto"))


def compile_protos(protos: Path, sources: list[str], out: Path) -> None:
    """Run the protocol compiler with its Python, gRPC and typing generators on files under `protos`."""
    services = [source for source in sources if "\nservice " in (protos / source).read_text(encoding="utf-8")]
    run_protoc(protos, sources, f"--python_out={out}", f"--mypy_out=quiet:{out}")
    if services:
        run_protoc(protos, services, f"--grpc_python_out={out}", f"--mypy_grpc_out=quiet:{out}")


def write_plain(protos: Path, sources: list[str], out: Path) -> None:
    """Write the plain values for the messages of files under `protos`. Raises NotPlainError."""
    if sources:
        described = out / "described"
        run_protoc(protos, sources, "--include_source_info", "--include_imports", f"-o{described}")
        for module in modules(FileDescriptorSet.FromString(described.read_bytes()).file):
            (out / module.path).write_text(module.source, encoding="utf-8")


def run_protoc(protos: Path, sources: list[str], *outputs: str) -> None:
    """Run the protocol compiler, which prints the file and line of an error. Raises RuntimeError."""
    from google.rpc import status_pb2
    from grpc_tools import protoc

    well_known = files("grpc_tools") / "_proto"
    google = Path(status_pb2.__file__).parents[2]
    plugins = [f"--plugin={name}={find_plugin(name)}" for name in ("protoc-gen-mypy", "protoc-gen-mypy_grpc")]
    # For titles from elsewhere, the protos of rules are installed next to their stubs.
    shared = Path(__file__).parents[1]
    arguments = ["protoc", f"-I{protos}", f"-I{shared}", f"-I{well_known}", f"-I{google}", *plugins, *outputs, *sources]
    if protoc.main(arguments):
        raise RuntimeError(f"the protocol compiler refused a file under {protos}; see its message above")


def find_plugin(name: str) -> str:
    """Return the path of a compiler plugin installed for the running Python, on PATH or not."""
    beside = Path(sys.executable).parent / name
    path = str(beside) if beside.exists() else shutil.which(name)
    if path is None:
        raise FileNotFoundError(f"{name} is not installed for {sys.executable}")
    return path
