"""Whatever a service writes beside its database is ignored by git and by what builds the container."""

from __future__ import annotations

import subprocess
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]


def made(service_folder: Path) -> set[str]:
    """Return the names of the files that a service makes, also those of options that this one runs without."""
    running = {path.name for path in service_folder.rglob("*") if path.is_file()} - {"service.log"}
    return running | {"games.forwarder", "games.stream.key", "tls.pem", "night.gunbai"}


def test_git_ignores_the_files_of_a_service(address: str, service_folder: Path) -> None:
    assert address
    names = sorted(made(service_folder))
    assert {"games.operator", "games.key", "games.sqlite.secrets.key"} <= set(names)
    for place in ("", "docs/"):
        paths = [f"{place}{name}" for name in names]
        ignored = subprocess.run(
            ["git", "check-ignore", "--no-index", *paths], cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout.split()
        assert ignored == paths


def test_the_container_is_built_without_the_files_of_a_service(address: str, service_folder: Path) -> None:
    assert address
    patterns = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    for name in made(service_folder):
        assert any(fnmatch(name, pattern.removeprefix("**/")) for pattern in patterns if pattern.startswith("**/")), (
            name
        )
