"""The record's own package verifies records with two libraries, and with nothing else of this repository."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from lab.paths import FIXTURES

ROOT = Path(__file__).parents[2]
NEEDED = ("google/protobuf", "google/_upb", "cryptography", "cffi")
"""What protobuf and cryptography install."""
ABSENT = (
    "bench",
    "clients",
    "games",
    "gunbai_client",
    "grpc",
    "msgspec",
    "referee",
    "rich",
    "store",
    "titles",
    "typer",
)
PROGRAM = f"""
import sys
from importlib.util import find_spec
assert not [name for name in {ABSENT} if find_spec(name) is not None]
from gunbai_record.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def libraries(tmp_path: Path) -> Path:
    """Return a folder that has protobuf and cryptography alone."""
    installed, folder = Path(sysconfig.get_path("platlib")), tmp_path / "libraries"
    for name in NEEDED:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(installed / name)
    for module in installed.glob("_cffi_backend*"):
        (folder / module.name).symlink_to(module)
    return folder


def test_it_verifies_every_fixture_without_grpc_rules_or_a_database(libraries: Path) -> None:
    paths = f"import sys; sys.path += {[str(ROOT / 'record'), str(libraries)]}"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"{paths}{PROGRAM}", "verify", str(FIXTURES)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    verdicts = [line.split() for line in done.stdout.splitlines() if line.startswith("  verdict ")]
    assert len(verdicts) == len([*FIXTURES.glob("*.gunbai")]) > 100
    assert done.returncode == 3, "some of the games are running"
    assert {*map(tuple, verdicts)} == {("verdict", "intact"), ("verdict", "incomplete")}
