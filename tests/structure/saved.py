"""The script of pages that are saved, made of the page's own modules and the verifier's: `make saved` writes it.

It is in the repository, so that neither the package nor the pages take a build step. Its first line has the SHA-256 of
what it is made of, so that whoever changes one of these files without npm at hand is told too.
"""

from __future__ import annotations

import re
import subprocess
from hashlib import sha256
from pathlib import Path

from tests.structure import code

SOURCE = Path("clients/web/saved/main.js")
SCRIPT = Path("clients/web/saved/saved.js")
ESBUILD = code.ROOT / "clients" / "typescript" / "node_modules" / ".bin" / "esbuild"
FIRST = "// Made by `make saved` of {count} files with the SHA-256 {digest}.\n"
ORIGIN = re.compile(r"^  // (clients/\S+)$", re.MULTILINE)
"""How esbuild says which file the lines below come from."""


def bundled() -> str:
    """Return what esbuild makes of the sources; raises CalledProcessError with what it says of them."""
    command = [str(ESBUILD), str(SOURCE), "--bundle", "--format=iife", "--target=es2022", "--loader:.html=text"]
    command += ["--charset=utf8", "--legal-comments=none", "--log-level=warning"]
    return subprocess.run(command, cwd=code.ROOT, capture_output=True, text=True, timeout=60, check=True).stdout


def sources(script: str) -> list[Path]:
    """Return the files that a script is made of, in order."""
    return [Path(name) for name in ORIGIN.findall(script)]


def first_line(script: str) -> str:
    """Return the line that says what a script is made of, from the files as they are."""
    digest, found = sha256(), sources(script)
    for path in found:
        digest.update(sha256((code.ROOT / path).read_bytes()).digest())
    return FIRST.format(count=len(found), digest=digest.hexdigest())


def text() -> str:
    """Return the script as it is to be."""
    script = bundled()
    return first_line(script) + script


if __name__ == "__main__":
    (code.ROOT / SCRIPT).write_text(text(), encoding="utf-8")
