"""What the distributions say of themselves is so: versions, licences, and the oldest packages that they accept."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from tools import code

RECORD, CLIENT = code.ROOT / "record", code.ROOT / "clients" / "python"


def described(folder: Any) -> dict[str, Any]:
    """Return the table `project` of a pyproject.toml."""
    project: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    return project


def floor(project: dict[str, Any], package: str) -> str:
    """Return the oldest version of a package that a project accepts."""
    (requirement_found,) = (
        requirement for requirement in project["dependencies"] if re.split(r"[<>=]", requirement)[0] == package
    )
    return re.split(r">=|,", requirement_found)[1]


def test_all_have_one_version_and_ask_for_each_other() -> None:
    service, client, record = described(code.ROOT), described(CLIENT), described(RECORD)
    assert service["version"] == client["version"] == record["version"]
    assert f"gunbai-client=={client['version']}" in service["dependencies"]
    assert f"gunbai-record=={record['version']}" in client["dependencies"]


def test_all_have_one_licence() -> None:
    for folder in (CLIENT, RECORD):
        assert (folder / "LICENSE").read_bytes() == (code.ROOT / "LICENSE").read_bytes()
        assert not (folder / "LICENSE").is_symlink()  # an archive cannot hold a link that leads out of it


def test_the_floors_are_the_versions_that_the_stubs_ask_for() -> None:
    messages = (RECORD / "gunbai" / "record" / "v1" / "entry_pb2.py").read_text("utf-8")
    calls = (CLIENT / "gunbai" / "referee" / "v1" / "lobby_pb2_grpc.py").read_text("utf-8")
    versions = re.search(r"Domain\.PUBLIC,\s+(\d+),\s+(\d+),\s+(\d+),", messages)
    generated = re.search(r"GRPC_GENERATED_VERSION = '([\d.]+)'", calls)
    assert versions is not None
    assert generated is not None
    assert floor(described(RECORD), "protobuf") == ".".join(versions.groups())
    assert floor(described(CLIENT), "grpcio") == generated[1]


def test_no_distribution_accepts_older_packages_than_one_below_it() -> None:
    service, client, record = described(code.ROOT), described(CLIENT), described(RECORD)
    for package in ("cryptography", "protobuf"):
        assert floor(service, package) == floor(client, package) == floor(record, package)
    assert floor(service, "grpcio") == floor(client, "grpcio")
