"""The site's paths that several pages share."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.types import Scope

FRAMES = "/embed/"
"""The prefix of the pages that any site may frame: they ignore cookies."""


def read_path(scope: Scope) -> str:
    """Return the path that a request asks for, below the pages' prefix."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def is_framed(request: Request) -> bool:
    """Return whether a request is for a page that any site may frame."""
    return read_path(request.scope).startswith(FRAMES)


class GameId(Convertor[str]):
    """The id of a game in an address."""

    regex = "[a-z0-9]{16}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


class Number(Convertor[int]):
    """The number of a seat or a dispute, or of a version of rules: from 1 to below 2**31."""

    regex = "[1-9][0-9]{0,8}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


class Version(Number):
    """A game's version: from 1 to below 2**53, beyond which scripts round."""

    regex = "[1-9][0-9]{0,14}"


register_url_convertor("game", GameId())
register_url_convertor("number", Number())
register_url_convertor("version", Version())

ANY_GAME = "{game:game}"
"""The id of a game in the path of a route."""
GAME = f"/games/{ANY_GAME}"
"""The path of the page of a game."""
POSITION = f"{GAME}@{{version:version}}"
"""The path of the page of a game at a version."""
STUDY = "/studies/{study:game}"
"""A study's path; its id looks like that of a game."""
