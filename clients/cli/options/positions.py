"""`GAME@VERSION` and `FILE@VERSION` on the command line: a service's game, or a record file, and a version of it.

A file's name has a dot or a slash and a game's id has neither, so the meaning does not depend on which files exist. A
file whose name has neither is given by its path, such as `./night`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from gunbai_record.numerals import is_whole


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
    if at and not is_version(version):
        raise typer.BadParameter(f"{version!r} is not a version: write GAME@VERSION, such as {game}@12")
    return Position(game, int(version or 0))


def parse_game(text: str) -> str:
    """Return the id of a game. Raises typer.BadParameter for a position."""
    position = parse_position(text)
    if position.version:
        raise typer.BadParameter(f"this command takes a game, not a position: write {position.game}")
    return position.game


class Source(NamedTuple):
    """A game of a service, or the game in a record file, at a version; version 0 is the newest."""

    game: str = ""
    file: Path | None = None
    version: int = 0

    def __str__(self) -> str:
        named = str(self.file) if self.file else self.game
        return f"{named}@{self.version}" if self.version else named


def parse_source(text: str) -> Source:
    """Return what `GAME`, `FILE`, `GAME@VERSION` or `FILE@VERSION` names. Raises typer.BadParameter."""
    named, at, version = text.rpartition("@")
    if not at or names_file(version):
        named, version = text, ""
    if not names_file(named):
        position = parse_position(text)
        return Source(game=position.game, version=position.version)
    if at and not (named == text or is_version(version)):
        raise typer.BadParameter(f"{version!r} is not a version: write FILE@VERSION, such as {named}@12")
    file = Path(named)
    if not file.is_file():
        raise typer.BadParameter(f"no file {named}")
    return Source(file=file, version=int(version or 0))


def parse_whole(text: str) -> Source:
    """Return what `GAME` or `FILE` names. Raises typer.BadParameter for a position."""
    source = parse_source(text)
    if source.version:
        raise typer.BadParameter(f"this command takes a game, not a position: write {source._replace(version=0)}")
    return source


def names_file(text: str) -> bool:
    """Return whether a text names a file: a game's id has neither a dot nor a slash."""
    return "." in text or "/" in text


def is_version(text: str) -> bool:
    """Return whether a text is a version: a positive number."""
    return is_whole(text) and int(text) > 0


def saved_games(incomplete: str) -> list[str]:
    """Return the games with a saved token whose ids begin like this, for shell completion."""
    from clients.cli.account.tokens import games

    return [game for game in games() if game.startswith(incomplete)]


GameId = Annotated[
    str,
    typer.Argument(parser=parse_game, help="Game id.", metavar="GAME", autocompletion=saved_games),
]
GameIdOrNone = Annotated[
    str | None,
    typer.Argument(
        parser=parse_game,
        help="Game id (default: your game in play).",
        metavar="GAME",
        autocompletion=saved_games,
    ),
]
OwnSeat = Annotated[int, typer.Option("--seat", min=0, metavar="SEAT", help="Your seat (0: your only seat).")]
GameAtVersion = Annotated[
    Position,
    typer.Argument(
        parser=parse_position,
        help="Game at a version (default: the newest).",
        metavar="GAME@VERSION",
        autocompletion=saved_games,
    ),
]
"""A required position."""
SourceAtVersion = Annotated[
    Source,
    typer.Argument(
        parser=parse_source,
        help="Game or record file at a version (default: newest). Any name with a dot or slash is a file.",
        metavar="GAME|FILE[@VERSION]",
        autocompletion=saved_games,
    ),
]
"""A required position of a game, or of the game in a record file."""
SourceFromVersion = Annotated[
    Source,
    typer.Argument(
        parser=parse_source,
        help="Game or record file, from a version on (default: all). Any name with a dot or slash is a file.",
        metavar="GAME|FILE[@VERSION]",
        autocompletion=saved_games,
    ),
]
"""A game, or the game in a record file, and where in it a command begins."""
WholeSource = Annotated[
    Source,
    typer.Argument(
        parser=parse_whole, help="Game or record file. Any name with a dot or slash is a file.", metavar="GAME|FILE"
    ),
]
