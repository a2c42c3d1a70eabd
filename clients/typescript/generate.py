"""Generate the TypeScript stubs of the protos, and the reasons for failures, with the protocol compiler in `.venv`.

Generated code is not in the repository: `make typescript` creates it before compiling the client.
"""

from __future__ import annotations

import shutil
import tempfile
from importlib.resources import files
from pathlib import Path

from google.rpc import status_pb2
from grpc_tools import protoc

HERE = Path(__file__).resolve().parent
PROTOS = HERE.parents[1] / "protos"
SOURCES = HERE / "src"
GOOGLE = ("google/rpc/code.proto", "google/rpc/error_details.proto", "google/rpc/status.proto")
"""The third-party protos that our protos and the errors of calls refer to."""


def generate(protos: Path, sources: Path) -> None:
    """Replace the folder `stubs` and the module of reasons among the sources.

    They are replaced only once everything has been made, so a proto that does not parse breaks nothing.
    """
    with tempfile.TemporaryDirectory(dir=sources.parent, prefix=".stubs-") as made:
        (Path(made) / "stubs").mkdir()
        run_protoc(protos, Path(made))
        shutil.rmtree(sources / "stubs", ignore_errors=True)
        (Path(made) / "stubs").replace(sources / "stubs")
        (Path(made) / "reasons.ts").replace(sources / "reasons.ts")


def run_protoc(protos: Path, out: Path) -> None:
    """Run the protocol compiler, which prints the file and line of an error. Raises RuntimeError."""
    google = Path(str(status_pb2.__file__)).parents[2]
    plugins = {"es": HERE / "node_modules" / ".bin" / "protoc-gen-es", "gunbai": HERE / "protoc-gen-gunbai.mjs"}
    arguments = [
        *(f"-I{folder}" for folder in (protos, files("grpc_tools") / "_proto", google)),
        *(f"--plugin=protoc-gen-{name}={path}" for name, path in plugins.items()),
        *(f"--{name}_opt=target=ts,import_extension=js" for name in plugins),
        f"--es_out={out / 'stubs'}",
        f"--gunbai_out={out}",
        *sorted(path.relative_to(protos).as_posix() for path in protos.rglob("*.proto")),
        *GOOGLE,
    ]
    if protoc.main(["protoc", *arguments]):
        raise RuntimeError(f"the protocol compiler refused a file under {protos}; its message is above")


if __name__ == "__main__":
    generate(PROTOS, SOURCES)
