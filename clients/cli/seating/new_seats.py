"""Seating at a new game or branch: the user, and the bots that play along."""

from __future__ import annotations

import getpass
import os
from collections.abc import Iterator, Mapping
from typing import Annotated, NamedTuple

import typer

from clients.cli.account.player import player_key_file
from clients.cli.account.tokens import HOST
from clients.cli.screen.markup import escape
from clients.cli.seating.auto_start import started_if_full
from clients.cli.seating.hosted_bots import seat_bots
from clients.cli.seating.seats import taken_by
from clients.cli.session import Session
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import Gunbai
from gunbai_record.errors import GunbaiError
from gunbai_record.players import marked
from gunbai_record.text.counts import counted


class Company(NamedTuple):
    """The players of a new game: the user's name ("" for none), and a number of bots of a level."""

    player: str
    bots: int
    level: int | None
    """None for the default level."""
    start: bool
    """Whether to start the game at once."""


def company(
    *,
    player: Annotated[str, typer.Option("--player", metavar="NAME", help="Take a seat under this name.")] = "",
    bots: Annotated[
        int,
        typer.Option(
            "--bots", min=0, metavar="COUNT", help="Number of seats for bots, which play while `gunbai play` runs."
        ),
    ] = 0,
    level: Annotated[
        int | None,
        typer.Option("--level", min=0, max=3, metavar="LEVEL", help="Level of the bots."),
    ] = None,
    start: Annotated[bool, typer.Option("--start", help="Start at once with only you and the bots.")] = False,
) -> Company:
    """Return the players to seat."""
    return Company(player, bots, level, start)


def login() -> str:
    """Return the user's login name. Raises typer.BadParameter if there is none."""
    try:
        return os.environ.get("USER") or getpass.getuser()
    except (KeyError, OSError, ImportError):
        raise typer.BadParameter("your seat needs a name: add --player", param_hint="--player") from None


def check_seats(seats: int, company: Company) -> None:
    """Raise BadParameter unless a seat is left for a person, and all seats are taken in a game that starts at once.

    It is also raised if the user's seat would lack the key that they named.
    """
    bots, people = company.bots, bool(company.player)
    if people:
        player_key_file()
    if bots >= seats > 0:
        raise typer.BadParameter(
            f"in a game with {counted(seats, 'seat')}, a person must take at least one", param_hint="--bots"
        )
    if company.start and bots + people < seats:
        missing = seats - people - bots
        raise typer.BadParameter(
            f"{counted(missing, 'seat')} would be free: give --bots {bots + missing}, or leave out --start",
            param_hint="--start",
        )


def seated(session: Session, gunbai: Gunbai, info: GameInfo, company: Company, seat: int = 0) -> GameInfo:
    """Take the user's seat and those of the bots, start the game if that was all, and return it as it is then.

    A `seat` of 0 means any free one for the user. If one of these steps fails, the game is ended again.
    """
    if not (company.player or company.bots):
        return info
    reading = gunbai.holding(session.tokens.any(info.game))
    try:
        if company.player:
            taken_by(session, gunbai, info.game, company.player, seat=seat, key=player_key_file())
        if company.bots:
            seat_bots(session, gunbai, reading.game(info.game), company.bots, company.level)
        return started_if_full(session, reading, info.game)
    except GunbaiError as error:
        error.add_note(_taken_back(session, gunbai, info.game))
        raise


def _taken_back(session: Session, gunbai: Gunbai, game: str) -> str:
    """End a new game whose seats could not be taken, and return what became of it."""
    try:
        gunbai.holding(session.tokens.find(game, HOST)).abandon(game, "The seats could not be taken.")
    except GunbaiError:
        return f"The game {game} still exists: end it with `gunbai game abandon {game}`."
    return f"gunbai ended the game {game}, which it had just created."


def seat_lines(info: GameInfo, *, sits: bool, hosted: Mapping[int, int]) -> Iterator[str]:
    """Yield a game's players and the host's next steps as lines of markup. `hosted` are the levels of hosted bots."""
    for seat in info.seats:
        if seat.taken:
            yield f"Seat {seat.seat}: {escape(marked(seat.player, seat.public_key, unproven=seat.key_unproven))}"
    for number, level in hosted.items() if not sits else ():
        yield (
            f"[dim]Seat {number} plays while `gunbai play` runs. To run it yourself:[/] "
            f"gunbai bot {info.game} --seat {number} --level {level}"
        )
    if not all(seat.taken for seat in info.seats):
        yield f"[dim]{'Take another seat' if sits else 'Take a seat'}:[/] gunbai join {info.game} --player NAME"
        yield f"[dim]Seat a bot:[/] gunbai bot {info.game}"
        if info.invited_only:
            yield f"[dim]Invite players:[/] gunbai seat invite {info.game}"
    if info.chance_source == CHANCE_SOURCE_DEALER:
        yield f"[dim]Enter what dice and cards show:[/] gunbai game deal {info.game}"
    if sits:
        yield f"[dim]Play:[/] gunbai play {info.game}"
