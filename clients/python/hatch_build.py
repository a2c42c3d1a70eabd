"""The build hook that generates code, and the same as a command: stubs, exceptions, and the blocking client.

Every reason for which a call can fail is a class of `gunbai_client.reasons`. The client without coroutines,
`gunbai_client.blocking`, is derived token by token from the one with coroutines, `gunbai_client.aio`. Generated code is
not in the repository: installing makes it, in wheels and editable checkouts alike, and `python hatch_build.py` makes it
again in place. The protos are two folders up in a checkout, and beside this file in an sdist.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
import tempfile
import tokenize
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.rpc import code_pb2, status_pb2
from grpc_tools import protoc
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
STUBS = HERE / "gunbai"
AIO = HERE / "gunbai_client" / "aio"
BLOCKING = HERE / "gunbai_client" / "blocking"
REASONS = HERE / "gunbai_client" / "reasons.py"
REASONS_PROTO = "gunbai/referee/v1/reasons.proto"

ERRORS = {
    "INVALID_ARGUMENT": "InvalidRequest",
    "NOT_FOUND": "NotFound",
    "UNAUTHENTICATED": "NotAllowed",
    "PERMISSION_DENIED": "NotAllowed",
    "ABORTED": "StaleVersion",
    "FAILED_PRECONDITION": "NotNow",
    "ALREADY_EXISTS": "AlreadyThere",
    "RESOURCE_EXHAUSTED": "Exhausted",
    "UNAVAILABLE": "Unreachable",
}
"""The exception of `gunbai_client.errors` for a status code; for any other it is that of a service that failed."""

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
        write_reasons(find_protos(), REASONS)
        build_data["artifacts"] += ["gunbai/**", "gunbai_client/blocking/**", "gunbai_client/reasons.py"]


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


def write_reasons(protos: Path, target: Path) -> None:
    """Write the module with an exception for each reason of the protos."""
    reasons = list(read_reasons(protos))
    lines = [
        '"""The reasons for which a service fails a call, an exception for each: generated from the protos."""',
        "",
        "from gunbai_client import errors",
    ]
    for reason, parent, meaning, advice in reasons:
        lines += [
            "",
            "",
            f"class {camel(reason)}(errors.{parent}):",
            f'    """{meaning}"""',
            "",
            f"    advice = {advice!r}",
        ]
    table = [f"    {reason!r}: {camel(reason)}," for reason, *_ in reasons]
    lines += ["", "", "BY_REASON: dict[str, type[errors.GunbaiError]] = {", *table, "}"]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_reasons(protos: Path) -> Iterator[tuple[str, str, str, str]]:
    """Yield each reason: its name in an ErrorInfo, the exception above its own, its meaning and the advice."""
    with tempfile.NamedTemporaryFile() as made:
        run_protoc(protos, [REASONS_PROTO], "--include_source_info", "--include_imports", f"-o{made.name}")
        files = descriptor_pb2.FileDescriptorSet.FromString(Path(made.name).read_bytes()).file
    pool = descriptor_pool.DescriptorPool()
    for file in files:
        pool.Add(file)
    options = message_factory.GetMessageClass(pool.FindMessageTypeByName("google.protobuf.EnumValueOptions"))
    failure: Any = pool.FindExtensionByName("gunbai.referee.v1.failure")
    (place,) = (number for number, enum in enumerate(files[-1].enum_type) if enum.name == "Reason")
    enum = files[-1].enum_type[place]
    comments = {tuple(location.path): location.leading_comments for location in files[-1].source_code_info.location}
    for number, value in enumerate(enum.value):
        if value.number:
            meant: Any = options.FromString(value.options.SerializeToString()).Extensions[failure]
            code = code_pb2.Code.Name(meant.code)
            meaning = " ".join(comments[5, place, 2, number].split())
            yield value.name.removeprefix("REASON_"), ERRORS.get(code, "ServiceError"), meaning, meant.advice


def camel(upper_snake: str) -> str:
    """Return a name of constants as one of classes: "SEAT_TAKEN" as "SeatTaken"."""
    return upper_snake.title().replace("_", "")


if __name__ == "__main__":
    generate(find_protos(), STUBS)
    derive_blocking(AIO, BLOCKING)
    write_reasons(find_protos(), REASONS)
