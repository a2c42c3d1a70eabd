"""What is frozen since 1.0: the protos as they were, the fixtures and the vectors. Files are added, never changed.

`frozen.txt` has the SHA-256 of each of these files. `make freeze` adds the files that are not listed yet; it refuses if
a listed one has changed or is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = ROOT / "tests" / "structure" / "frozen.txt"
PROTOS = ROOT / "tests" / "structure" / "frozen"
"""The protos of 1.0, a descriptor set for each package."""
FOLDERS = (ROOT / "docs" / "vectors", ROOT / "tests" / "fixtures" / "records", PROTOS)


class FrozenError(Exception):
    """A frozen file has changed or is missing."""


def listed() -> dict[str, str]:
    """Return the digests of the frozen files by their names."""
    lines = LIST.read_text("utf-8").splitlines() if LIST.exists() else []
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def present() -> dict[str, str]:
    """Return the digests of the files that are there."""
    files = sorted(path for folder in FOLDERS for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}


def changed(frozen: Mapping[str, str], present: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for every frozen file that has changed or is missing."""
    for name, digest in frozen.items():
        if name not in present:
            yield f"{name} is frozen, and is missing"
        elif present[name] != digest:
            yield f"{name} is frozen, and was changed"


def check_written(path: Path, content: bytes) -> None:
    """Check that a file may be written with a content. Raises FrozenError if it is frozen with a different one."""
    name = path.relative_to(ROOT).as_posix()
    if listed().get(name, sha256(content).hexdigest()) != sha256(content).hexdigest():
        raise FrozenError(f"{name} is frozen since 1.0: write another file beside it")


def freeze() -> list[str]:
    """List the new files; if listed ones have changed, return what changed and list nothing."""
    digests = present()
    if broken := [*changed(listed(), digests)]:
        return broken
    LIST.write_text("".join(f"{digest}  {name}\n" for name, digest in digests.items()), encoding="utf-8", newline="\n")
    return []


if __name__ == "__main__":
    sys.exit("\n".join(freeze()) or None)
