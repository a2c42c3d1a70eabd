"""`gunbai new`."""

from __future__ import annotations

from collections.abc import Iterable
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
from clients.cli.session import session_of
from gunbai.referee.v1.lobby_pb2 import Title
from gunbai_client import NewTokens

HEADING = "Find and join games"


def new(
    context: typer.Context,
    *,
    title: TitleName,
    seats: Annotated[int, typer.Option("--seats", help="The number of seats; 0 for the fewest.")] = 0,
    options: Annotated[str, typer.Option("--options", help="The options of the game, as JSON.")] = "",
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
    table: Annotated[Path | None, typer.Option("--table", help="A file with the table to start from, as JSON.")] = None,
    edition: Annotated[Path | None, typer.Option("--edition", help="A file with the edition to use, as JSON.")] = None,
) -> None:
    """Create a game and save its tokens. Players take seats with `gunbai join`."""
    session, tokens = session_of(context), NewTokens()
    with session.connect() as gunbai:
        seats = seats or _fewest(gunbai.titles(), title)
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
        with session.tokens.of_new(tokens):
            created = made()
    session.tokens.save_all(created)
    game = created.info.game
    session.output.answer(
        vars(created),
        f"Created [bold]{game}[/]: {created.info.title} with {len(created.info.seats)} seats.",
        f"[dim]Take a seat:[/] gunbai join {game} --player NAME",
        *([f"[dim]Invite players:[/] gunbai invite {game}"] if invited_only else ()),
    )


def _fewest(known: Iterable[Title], title: str) -> int:
    return next((each.seats_min for each in known if each.name == title), 0)
