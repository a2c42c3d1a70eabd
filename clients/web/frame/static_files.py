"""The pages' scripts and styles, at addresses that change with their content, so that browsers can cache them."""

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
"""How many digits of the digest an address contains."""


def find_digest(folder: Path) -> str:
    """Return the first digits of the SHA-256 of all files in a folder.

    They precede the names of the files, because scripts import each other by relative addresses.
    """
    digest = sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = file.relative_to(folder).as_posix()
        digest.update(sha256(name.encode()).digest() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:SHOWN]


PATH = f"/static/{find_digest(FOLDER)}"
"""The prefix of the addresses of the files."""
VERIFIER = Path(__file__).parents[2] / "typescript" / "verify"
"""The JavaScript verifier, with which a browser checks a record."""
VERIFIER_PATH = f"/static/{find_digest(VERIFIER)}"


class LastingFiles(StaticFiles):
    """Files that a browser keeps and never asks for again."""

    def file_response(
        self, full_path: PathLike[str] | str, stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers.update(KEPT)
        return response
