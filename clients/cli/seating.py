"""Seating: who sits at a new game or branch, the user and the bots that play while they do."""

from __future__ import annotations

import getpass
import os
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.markup import escape

from clients.cli.hosted import seat_bots
from clients.cli.seats import taken_by
from clients.cli.sentences import counted
from clients.cli.session import Session
from clients.cli.starting import started_if_full
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import Gunbai

Player = Annotated[str, typer.Option("--player", help="Take a seat of the game under this name.")]
Bots = Annotated[
    int, typer.Option("--bots", min=0, help="How many seats bots take; they play while you do, in `gunbai play`.")
]
Level = Annotated[int, typer.Option("--level", min=0, max=3, help="The level of the bots, as that of `gunbai bot`.")]
StartNow = Annotated[bool, typer.Option("--start", help="Start at once: you and the bots take all seats.")]


def login() -> str:
    """Return the name under which the user has logged in. Raises typer.BadParameter if they have none."""
    try:
        return os.environ.get("USER") or getpass.getuser()
    except (KeyError, OSError, ImportError):
        raise typer.BadParameter("your seat needs a name", param_hint="--player") from None


def check_seats(seats: int, bots: int, *, people: int, start: bool) -> None:
    """Raise BadParameter unless a seat is left for a person, and all are taken in a game that starts at once."""
    if bots >= seats > 0:
        raise typer.BadParameter(f"a game of {counted(seats, 'seat')} has a person at one of them", param_hint="--bots")
    if start and bots + people < seats:
        missing = seats - people - bots
        raise typer.BadParameter(
            f"{counted(missing, 'seat')} would be free: give --bots {bots + missing}, or leave --start out",
            param_hint="--start",
        )


def seated(
    session: Session, gunbai: Gunbai, info: GameInfo, player: str, *, seat: int = 0, bots: int, level: int
) -> GameInfo:
    """Take a seat for the user and those of the bots, and start the game if that was all; return it as it is then."""
    if not (player or bots):
        return info
    reading = gunbai.holding(session.tokens.any(info.game))
    if player:
        taken_by(session, gunbai, info.game, player, seat=seat)
    if bots:
        seat_bots(session, gunbai, reading.game(info.game), bots, level)
    return started_if_full(session, reading, info.game)


def seat_lines(info: GameInfo, *, sits: bool) -> Iterator[str]:
    """Yield as lines of markup who sits at a game, and what its host can do next."""
    for each in info.seats:
        if each.taken:
            yield f"Seat {each.seat}: {escape(each.player)}"
    if not all(each.taken for each in info.seats):
        yield f"[dim]{'Take another seat' if sits else 'Take a seat'}:[/] gunbai join {info.game} --player NAME"
        yield f"[dim]Have a bot take one:[/] gunbai bot {info.game} --level 1"
        if info.invited_only:
            yield f"[dim]Invite players:[/] gunbai invite {info.game}"
    if info.chance_source == CHANCE_SOURCE_DEALER:
        yield f"[dim]Enter what dice and cards show:[/] gunbai deal {info.game}"
    if sits:
        yield f"[dim]Play:[/] gunbai play {info.game}"
