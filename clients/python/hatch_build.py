"""The build hook that generates code, and the same as a command: typed stubs from the protos, and the blocking client.

The client without coroutines, `gunbai_client.blocking`, is derived token by token from the one with coroutines,
`gunbai_client.aio`. Generated code is not in the repository: installing makes it, in wheels and editable checkouts
alike, and `python hatch_build.py` makes it again in place. The protos are two folders up in a checkout, and beside this
file in an sdist.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
import tempfile
import tokenize
from importlib.resources import files
from pathlib import Path
from typing import Any

from google.rpc import status_pb2
from grpc_tools import protoc
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
STUBS = HERE / "gunbai"
AIO = HERE / "gunbai_client" / "aio"
BLOCKING = HERE / "gunbai_client" / "blocking"

DROPPED = {"async", "await"}
REPLACED = {
    "AsyncIterator": "Iterator",
    "StopAsyncIteration": "StopIteration",
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "__aiter__": "__iter__",
    "__anext__": "__next__",
    "aiter": "iter",
    "aio": "blocking",
}
AWAITABLE = re.compile(r"\bAwaitable\[([\w.]+)\]")


class GeneratedCode(BuildHookInterface[Any]):
    """Generates the code before the distribution is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate the code; a wheel includes it, an editable installation finds it in place."""
        generate(find_protos(), STUBS)
        derive_blocking(AIO, BLOCKING)
        build_data["artifacts"] += ["gunbai/**", "gunbai_client/blocking/**"]


def find_protos() -> Path:
    """Return the folder of `gunbai/<package>/<version>/*.proto`, in an sdist or in a checkout."""
    for folder in (HERE / "protos", HERE.parent.parent / "protos"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no folder `protos` in {HERE} or two folders above it")


def generate(protos: Path, stubs: Path) -> None:
    """Replace the folder `stubs` by modules and type stubs for every file under `protos`.

    The old stubs are replaced after all new ones have been made, so a proto that does not parse breaks nothing.
    """
    with tempfile.TemporaryDirectory(dir=stubs.parent, prefix=".stubs-") as made:
        compile_protos(protos, Path(made))
        (Path(made) / "gunbai" / "py.typed").touch()
        shutil.rmtree(stubs, ignore_errors=True)
        (Path(made) / "gunbai").replace(stubs)


def compile_protos(protos: Path, out: Path) -> None:
    """Run the protocol compiler with its Python, gRPC and typing generators on every file under `protos`."""
    sources = sorted(path.relative_to(protos).as_posix() for path in protos.rglob("*.proto"))
    services = [source for source in sources if "\nservice " in (protos / source).read_text(encoding="utf-8")]
    run_protoc(protos, sources, f"--python_out={out}", f"--mypy_out=quiet:{out}")
    if services:
        run_protoc(protos, services, f"--grpc_python_out={out}", f"--mypy_grpc_out=quiet:{out}")


def run_protoc(protos: Path, sources: list[str], *outputs: str) -> None:
    """Run the protocol compiler, which prints the file and line of an error. Raises RuntimeError."""
    well_known = files("grpc_tools") / "_proto"
    google = Path(status_pb2.__file__).parents[2]
    plugins = [f"--plugin={name}={find_plugin(name)}" for name in ("protoc-gen-mypy", "protoc-gen-mypy_grpc")]
    arguments = ["protoc", f"-I{protos}", f"-I{well_known}", f"-I{google}", *plugins, *outputs, *sources]
    if protoc.main(arguments):
        raise RuntimeError(f"the protocol compiler refused a file under {protos}; its message is above")


def find_plugin(name: str) -> str:
    """Return the path of a compiler plugin installed for the running Python, on PATH or not."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is not installed for {sys.executable}")
    return found


def derive_blocking(source: Path, target: Path) -> None:
    """Replace the folder `target` by the modules of `source` without coroutines."""
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".blocking-") as made:
        for path in source.glob("*.py"):
            text = without_coroutines(path.read_text(encoding="utf-8"))
            (Path(made) / path.name).write_text(text, encoding="utf-8")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(made, target)


def without_coroutines(source: str) -> str:
    """Return a module without coroutines: `await`, `async` and their protocols are dropped or replaced."""
    lines = AWAITABLE.sub(r"\1", source).splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO("".join(lines)).readline))):
        if token.type != tokenize.NAME or token.string not in DROPPED | REPLACED.keys():
            continue
        number, start, end = token.start[0] - 1, token.start[1], token.end[1]
        line = lines[number]
        rest = line[end:].removeprefix(" ") if token.string in DROPPED else line[end:]
        lines[number] = line[:start] + REPLACED.get(token.string, "") + rest
    return "".join(lines)


if __name__ == "__main__":
    generate(find_protos(), STUBS)
    derive_blocking(AIO, BLOCKING)
