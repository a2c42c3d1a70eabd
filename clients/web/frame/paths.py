"""The paths of the site that several pages share."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor


class GameId(Convertor[str]):
    """The id of a game in an address."""

    regex = "[a-z0-9]{16}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("game", GameId())

ANY_GAME = "{game:game}"
"""The id of a game in the path of a route."""
GAME = f"/games/{ANY_GAME}"
"""The path of the page of a game."""
POSITION = f"{GAME}@{{version:int}}"
"""The path of the page of a game at a version."""
