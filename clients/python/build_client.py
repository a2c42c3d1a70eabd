"""The build hook that generates code, also usable as a command: stubs, exceptions, and the blocking client.

Every reason why a call can fail is a class in `gunbai_client.reasons`. The blocking client,
`gunbai_client.blocking`, is derived token by token from the one with coroutines, `gunbai_client.aio`. Generated code is
not in the repository: installation creates it, in wheels and editable checkouts alike, and `python build_client.py`
regenerates it in place. The protos are two folders up in a checkout, and next to this file in an sdist.
"""

from __future__ import annotations

import io
import re
import shutil
import tempfile
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.rpc import code_pb2
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

from gunbai_record.stubs import find_protos, generate, run_protoc

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
"""The exception in `gunbai_client.errors` for each status code; any other code means that the service failed."""

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
    """Generates the code before the distribution is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate the code: a wheel includes it, and an editable installation finds it in place."""
        make()
        build_data["artifacts"] += ["gunbai/**", "gunbai_client/blocking/**", "gunbai_client/reasons.py"]


def make() -> None:
    """Generate everything."""
    generate(find_protos(HERE), STUBS, lambda package: package == "referee")
    derive_blocking(AIO, BLOCKING)
    write_reasons(find_protos(HERE), REASONS)


def derive_blocking(source: Path, target: Path) -> None:
    """Replace the folder `target` with the modules of `source`, converted to code without coroutines."""
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".blocking-") as folder:
        # The temporary folder is private. The target gets the usual mode, so that every user can import it.
        made = Path(folder) / target.name
        made.mkdir()
        for path in source.glob("*.py"):
            text = without_coroutines(path.read_text(encoding="utf-8"))
            (made / path.name).write_text(text, encoding="utf-8")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(made, target)


def without_coroutines(source: str) -> str:
    """Return a module without coroutines: `await`, `async` and their protocols are dropped or replaced."""
    lines = AWAITABLE.sub(r"\1", source).splitlines(keepends=True)
    # Go from the end, so that the positions of earlier tokens stay right.
    for token in reversed(list(tokenize.generate_tokens(io.StringIO("".join(lines)).readline))):
        if token.type != tokenize.NAME or token.string not in DROPPED | REPLACED.keys():
            continue
        number, start, end = token.start[0] - 1, token.start[1], token.end[1]
        line = lines[number]
        rest = line[end:].removeprefix(" ") if token.string in DROPPED else line[end:]
        lines[number] = line[:start] + REPLACED.get(token.string, "") + rest
    return "".join(lines)


def write_reasons(protos: Path, target: Path) -> None:
    """Write the module with an exception for each reason in the protos."""
    reasons = list(read_reasons(protos))
    lines = [
        '"""The reasons why a service fails a call, with an exception for each. Generated from the protos."""',
        "",
        "from gunbai_client import errors",
        "from gunbai_record.errors import GunbaiError",
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
    lines += ["", "", "BY_REASON: dict[str, type[GunbaiError]] = {", *table, "}"]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_reasons(protos: Path) -> Iterator[tuple[str, str, str, str]]:
    """Yield each reason: its name in an ErrorInfo, its exception's base class, its meaning and the advice."""
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
    """Return a constant's name as a class name: "SEAT_TAKEN" as "SeatTaken"."""
    return upper_snake.title().replace("_", "")


if __name__ == "__main__":
    make()
