"""`gunbai new`."""

from __future__ import annotations

import getpass
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from clients.cli.arguments import (
    BotSeconds,
    ChanceName,
    ClockText,
    ExpiryName,
    InvitedOnly,
    Label,
    PlayedOn,
    Private,
    ReissueSeconds,
    RulesVersion,
    ShareSeconds,
    StalledName,
    Tags,
    TitleName,
    clock_terms,
    read_text,
)
from clients.cli.hosted import seat_bots
from clients.cli.keys import Arbiter, public_key
from clients.cli.meant import titles_meant
from clients.cli.seats import taken_by
from clients.cli.sentences import counted
from clients.cli.session import Session, session_of
from clients.cli.starting import started_if_full
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai.referee.v1.lobby_pb2 import Title
from gunbai_client import Gunbai, NewGame, NewTokens

HEADING = "Find and join games"

Player = Annotated[str, typer.Option("--player", help="Take a seat of the game under this name.")]
OptionsJson = Annotated[
    str, typer.Option("--options", help="The options of the game, as JSON; `gunbai titles TITLE` lists them.")
]
Bots = Annotated[
    int, typer.Option("--bots", min=0, help="How many seats bots take; they play while you do, in `gunbai play`.")
]
Level = Annotated[int, typer.Option("--level", min=0, max=3, help="The level of the bots, as that of `gunbai bot`.")]
StartNow = Annotated[bool, typer.Option("--start", help="Start at once: you and the bots take all seats.")]
TableFile = Annotated[Path | None, typer.Option("--table", help="A file with the table to start from, as JSON.")]
EditionFile = Annotated[Path | None, typer.Option("--edition", help="A file with the edition to use, as JSON.")]


def new(
    context: typer.Context,
    *,
    title: TitleName,
    seats: Annotated[int, typer.Option("--seats", help="The number of seats; 0 for the fewest.")] = 0,
    options: OptionsJson = "",
    rules: RulesVersion = 0,
    chance: ChanceName = "committed",
    share_seconds: ShareSeconds = 0,
    stalled: StalledName = "",
    private: Private = False,
    invited_only: InvitedOnly = False,
    reissue_seconds: ReissueSeconds = 0,
    arbiter: Arbiter = "",
    clock: ClockText = "",
    expiry: ExpiryName = "default",
    bot_seconds: BotSeconds = 30,
    label: Label = "",
    played_on: PlayedOn = "",
    tag: Tags = None,
    table: TableFile = None,
    edition: EditionFile = None,
    player: Player = "",
    bots: Bots = 0,
    level: Level = 1,
    start: StartNow = False,
) -> None:
    """Create a game and save its tokens. Players take seats with `gunbai join`, and bots by --bots."""
    session, tokens = session_of(context), NewTokens()
    player = player or (_login() if start else "")
    with session.connect() as gunbai:
        known = gunbai.titles()
        seats = seats or max(_fewest(known, title), bots + 1 if bots else 0)
        _check_seats(seats, bots, people=bool(player), start=start)
        made = partial(
            gunbai.create,
            title,
            seats=seats,
            options=options,
            rules_version=rules,
            chance=chance or "committed",
            share_seconds=share_seconds,
            stalled=stalled,
            private=private,
            invited_only=invited_only,
            reissue_seconds=reissue_seconds,
            arbiter=public_key(arbiter),
            clock=clock_terms(clock, expiry, bot_seconds),
            label=label,
            played_on=played_on,
            tags=tag or (),
            table=read_text(table),
            edition=read_text(edition),
            tokens=tokens,
        )
        with titles_meant(known, title):
            created = _saved(session, made, tokens)
        info = _seated(session, gunbai, created.info, player, bots=bots, level=level)
    shown = _answer_lines(info, sits=bool(player), invited_only=invited_only)
    session.output.answer(vars(created) | {"info": info}, *shown)


def _login() -> str:
    """Return the name under which the user has logged in. Raises typer.BadParameter if they have none."""
    try:
        return os.environ.get("USER") or getpass.getuser()
    except (KeyError, OSError, ImportError):
        raise typer.BadParameter("your seat needs a name", param_hint="--player") from None


def _saved(session: Session, made: Callable[[], NewGame], tokens: NewTokens) -> NewGame:
    """Create a game with tokens that are saved before they are sent, and return it."""
    with session.tokens.of_new(tokens):
        created = made()
    session.tokens.save_all(created)
    return created


def _check_seats(seats: int, bots: int, *, people: int, start: bool) -> None:
    """Raise BadParameter unless a seat is left for a person, and all are taken in a game that starts at once."""
    if bots >= seats > 0:
        raise typer.BadParameter(f"a game of {counted(seats, 'seat')} has a person at one of them", param_hint="--bots")
    if start and bots + people < seats:
        missing = seats - people - bots
        raise typer.BadParameter(
            f"{counted(missing, 'seat')} would be free: give --bots {bots + missing}, or leave --start out",
            param_hint="--start",
        )


def _seated(session: Session, gunbai: Gunbai, info: GameInfo, player: str, *, bots: int, level: int) -> GameInfo:
    """Take the seats of the host and of the bots, and start the game if that was all; return it as it is then."""
    if not (player or bots):
        return info
    reading = gunbai.holding(session.tokens.any(info.game))
    if player:
        taken_by(session, gunbai, info.game, player)
    if bots:
        seat_bots(session, gunbai, reading.game(info.game), bots, level)
    return started_if_full(session, reading, info.game)


def _answer_lines(info: GameInfo, *, sits: bool, invited_only: bool) -> Iterator[str]:
    """Yield as lines of markup what was created, and what its host can do next."""
    yield f"Created [bold]{info.game}[/]: {info.title} with {counted(len(info.seats), 'seat')}."
    for each in info.seats:
        if each.taken:
            yield f"Seat {each.seat}: {escape(each.player)}"
    if not all(each.taken for each in info.seats):
        yield f"[dim]{'Take another seat' if sits else 'Take a seat'}:[/] gunbai join {info.game} --player NAME"
        if invited_only:
            yield f"[dim]Invite players:[/] gunbai invite {info.game}"
    if info.chance_source == CHANCE_SOURCE_DEALER:
        yield f"[dim]Enter what dice and cards show:[/] gunbai deal {info.game}"
    if sits:
        yield f"[dim]Play:[/] gunbai play {info.game}"


def _fewest(known: Iterable[Title], title: str) -> int:
    return next((each.seats_min for each in known if each.name == title), 0)
