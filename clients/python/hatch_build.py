"""The build hook that makes the typed stubs from the protos, and the same as a command.

Generated code is kept out of the repository: installing makes it, in wheels and editable checkouts alike, and
`python hatch_build.py` makes it again in place. The protos lie two folders up in a checkout, and in an sdist beside
this file.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

from google.rpc import status_pb2
from grpc_tools import protoc
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
STUBS = HERE / "gunbai"


class StubsHook(BuildHookInterface[Any]):
    """Makes the stubs before the distribution is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Makes the stubs; a wheel takes them in, an editable installation finds them in place."""
        generate(find_protos(), STUBS)
        build_data["artifacts"].append("gunbai/**")


def find_protos() -> Path:
    """The folder that holds `gunbai/<package>/<version>/*.proto`, in an sdist or in a checkout."""
    for folder in (HERE / "protos", HERE.parent.parent / "protos"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no folder `protos` in {HERE} or two folders above it")


def generate(protos: Path, stubs: Path) -> None:
    """Replaces the folder `stubs` by modules and type stubs for every file under `protos`.

    The new stubs take the place of the old only when all have been made, so a proto that does not parse breaks nothing.
    """
    with tempfile.TemporaryDirectory(dir=stubs.parent, prefix=".stubs-") as made:
        compile_protos(protos, Path(made))
        (Path(made) / "gunbai" / "py.typed").touch()
        shutil.rmtree(stubs, ignore_errors=True)
        (Path(made) / "gunbai").replace(stubs)


def compile_protos(protos: Path, out: Path) -> None:
    """Runs the protocol compiler with its Python, gRPC and typing generators over every file under `protos`."""
    sources = sorted(path.relative_to(protos).as_posix() for path in protos.rglob("*.proto"))
    services = [source for source in sources if "\nservice " in (protos / source).read_text(encoding="utf-8")]
    run_protoc(protos, sources, f"--python_out={out}", f"--mypy_out=quiet:{out}")
    if services:
        run_protoc(protos, services, f"--grpc_python_out={out}", f"--mypy_grpc_out=quiet:{out}")


def run_protoc(protos: Path, sources: list[str], *outputs: str) -> None:
    """Runs the protocol compiler; its messages name the file and line at fault."""
    well_known = files("grpc_tools") / "_proto"
    google = Path(status_pb2.__file__).parents[2]
    plugins = [f"--plugin={name}={find_plugin(name)}" for name in ("protoc-gen-mypy", "protoc-gen-mypy_grpc")]
    arguments = ["protoc", f"-I{protos}", f"-I{well_known}", f"-I{google}", *plugins, *outputs, *sources]
    if protoc.main(arguments):
        raise RuntimeError(f"the protocol compiler refused a file under {protos}; its message is above")


def find_plugin(name: str) -> str:
    """The path of a compiler plugin installed for the running Python, which need not be on PATH."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is not installed for {sys.executable}")
    return found


if __name__ == "__main__":
    generate(find_protos(), STUBS)
