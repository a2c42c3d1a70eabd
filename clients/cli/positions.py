"""`GAME@VERSION` on the command line: the id of a game, and a version of it."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer


class Position(NamedTuple):
    """A game at a version; version 0 is the newest."""

    game: str
    version: int = 0

    def __str__(self) -> str:
        return f"{self.game}@{self.version}" if self.version else self.game


def parse_position(text: str) -> Position:
    """Return the position that `GAME@VERSION` or `GAME` names. Raises typer.BadParameter."""
    game, at, version = text.partition("@")
    if not game:
        raise typer.BadParameter(f"{text!r} names no game: write GAME@VERSION")
    if at and not (version.isascii() and version.isdecimal() and int(version)):
        raise typer.BadParameter(f"{version!r} is not a version: write GAME@VERSION, such as {game}@12")
    return Position(game, int(version or 0))


def parse_game(text: str) -> str:
    """Return the id of a game. Raises typer.BadParameter for a position."""
    position = parse_position(text)
    if position.version:
        raise typer.BadParameter(f"this command takes a game, not a position: write {position.game}")
    return position.game


GameId = Annotated[str, typer.Argument(parser=parse_game, help="The id of the game.", metavar="GAME")]
GameAtVersion = Annotated[
    Position,
    typer.Argument(parser=parse_position, help="A game at a version; GAME is its newest.", metavar="GAME@VERSION"),
]
"""A required position."""
