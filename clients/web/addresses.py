"""What stands in addresses of the site."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor


class GameId(Convertor[str]):
    """The id of a game in an address."""

    regex = "[a-z0-9]{16}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


def register() -> None:
    """Make the id of a game known to routes, as `game`: before any route has it."""
    register_url_convertor("game", GameId())
