"""What the two distributions say of themselves is so: versions, licences, and the oldest packages that they accept."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from tests.structure import code

CLIENT = code.ROOT / "clients" / "python"


def described(folder: Any) -> dict[str, Any]:
    """Return the table `project` of a pyproject.toml."""
    found: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def floor(project: dict[str, Any], package: str) -> str:
    """Return the oldest version of a package that a project accepts."""
    (found,) = (each for each in project["dependencies"] if re.split(r"[<>=]", each)[0] == package)
    return re.split(r">=|,", found)[1]


def test_both_have_one_version_and_the_service_asks_for_its_client() -> None:
    service, client = described(code.ROOT), described(CLIENT)
    assert service["version"] == client["version"]
    assert f"gunbai-client=={client['version']}" in service["dependencies"]


def test_both_have_one_licence() -> None:
    assert (CLIENT / "LICENSE").read_bytes() == (code.ROOT / "LICENSE").read_bytes()
    assert not (CLIENT / "LICENSE").is_symlink()  # an archive cannot hold a link that leads out of it


def test_the_floors_of_the_client_are_the_versions_that_its_stubs_ask_for() -> None:
    client = described(CLIENT)
    messages = (CLIENT / "gunbai" / "record" / "v1" / "entry_pb2.py").read_text("utf-8")
    calls = (CLIENT / "gunbai" / "referee" / "v1" / "lobby_pb2_grpc.py").read_text("utf-8")
    asked = re.search(r"Domain\.PUBLIC,\s+(\d+),\s+(\d+),\s+(\d+),", messages)
    generated = re.search(r"GRPC_GENERATED_VERSION = '([\d.]+)'", calls)
    assert asked is not None
    assert generated is not None
    assert floor(client, "protobuf") == ".".join(asked.groups())
    assert floor(client, "grpcio") == generated[1]


def test_the_service_accepts_no_older_packages_than_its_client() -> None:
    service, client = described(code.ROOT), described(CLIENT)
    for package in ("cryptography", "grpcio", "protobuf"):
        assert floor(service, package) == floor(client, package)
