"""`gunbai new`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

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
from clients.cli.keys import Arbiter, public_key
from clients.cli.meant import titles_meant
from clients.cli.seating import Bots, Level, Player, StartNow, check_seats, login, seat_lines, seated
from clients.cli.sentences import counted
from clients.cli.session import Session, session_of
from gunbai.referee.v1.lobby_pb2 import Title
from gunbai_client import NewGame, NewTokens

HEADING = "Find and join games"

OptionsJson = Annotated[
    str, typer.Option("--options", help="The options of the game, as JSON; `gunbai titles TITLE` lists them.")
]
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
    player = player or (login() if start else "")
    with session.connect() as gunbai:
        known = gunbai.titles()
        seats = seats or max(_fewest(known, title), bots + 1 if bots else 0)
        check_seats(seats, bots, people=bool(player), start=start)
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
        info = seated(session, gunbai, created.info, player, bots=bots, level=level)
    session.output.answer(
        vars(created) | {"info": info},
        f"Created [bold]{info.game}[/]: {info.title} with {counted(len(info.seats), 'seat')}.",
        *seat_lines(info, sits=bool(player)),
    )


def _saved(session: Session, made: Callable[[], NewGame], tokens: NewTokens) -> NewGame:
    """Create a game with tokens that are saved before they are sent, and return it."""
    with session.tokens.of_new(tokens):
        created = made()
    session.tokens.save_all(created)
    return created


def _fewest(known: Iterable[Title], title: str) -> int:
    return next((each.seats_min for each in known if each.name == title), 0)
