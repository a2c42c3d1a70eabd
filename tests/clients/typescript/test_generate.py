"""The code that is generated for the TypeScript client."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from gunbai.referee.v1.reasons_pb2 import Reason
from tests.clients.typescript.conftest import CLIENT, ROOT


@pytest.fixture(scope="module")
def generator() -> Any:
    """Return the module that generates the code."""
    spec = spec_from_file_location("generate", CLIENT / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_proto_has_stubs_and_every_reason_its_error(built: Path) -> None:
    stubs = built / "src" / "stubs"
    protos = {path.relative_to(ROOT / "protos") for path in (ROOT / "protos").rglob("*.proto")}
    assert {stubs / path.with_name(f"{path.stem}_pb.ts") for path in protos} == {*(stubs / "gunbai").rglob("*_pb.ts")}
    reasons = (built / "src" / "reasons.ts").read_text("utf-8")
    assert reasons.count("export class ") == len(Reason.keys()) - 1


def test_protos_that_do_not_parse_leave_what_there_was(generator: Any, tmp_path: Path) -> None:
    protos, sources = tmp_path / "protos" / "gunbai", tmp_path / "src"
    (sources / "stubs").mkdir(parents=True)
    (sources / "stubs" / "old.ts").touch()
    protos.mkdir(parents=True)
    (protos / "broken.proto").write_text("syntax = proto;")
    with pytest.raises(RuntimeError, match="the protocol compiler refused a file"):
        generator.generate(tmp_path / "protos", sources)
    assert [path.name for path in (sources / "stubs").iterdir()] == ["old.ts"]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
