"""Scripts and styles of the pages, at addresses that change with their content, so that browsers keep them."""

from __future__ import annotations

from hashlib import sha256
from os import PathLike, stat_result
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parents[1] / "static"
KEPT = {"cache-control": "public, max-age=31536000, immutable"}
"""The caching headers of a file whose address names its content (RFC 8246)."""
SHOWN = 12
"""How many digits of the digest stand in an address."""


def find_digest(folder: Path) -> str:
    """Return the first digits of the SHA-256 of all files of a folder.

    It stands before the names of the files, because scripts import each other by relative addresses.
    """
    digest = sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = file.relative_to(folder).as_posix()
        digest.update(sha256(name.encode()).digest() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:SHOWN]


PATH = f"/static/{find_digest(FOLDER)}"
"""The prefix of the addresses of the files."""
VERIFIER = Path(__file__).parents[2] / "typescript" / "verify"
"""The verifier in JavaScript: a browser checks a record with it."""
VERIFIER_PATH = f"/static/{find_digest(VERIFIER)}"


class LastingFiles(StaticFiles):
    """Files that a browser keeps and never asks for again."""

    def file_response(
        self, full_path: PathLike[str] | str, stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers.update(KEPT)
        return response
