"""`gunbai fork`."""

from __future__ import annotations

from functools import partial
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
    ShareSeconds,
    StalledName,
    Tags,
    clock_terms,
)
from clients.cli.keys import Arbiter, public_key
from clients.cli.positions import GameAtVersion
from clients.cli.session import session_of
from clients.cli.tokens import HOST
from gunbai_client import NewTokens

HEADING = "Find and join games"


def fork(
    context: typer.Context,
    *,
    position: GameAtVersion,
    chance: ChanceName = None,
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
    consent: Annotated[list[str] | None, typer.Option("--consent", help="A seat's consent, if one is needed.")] = None,
) -> None:
    """Create a branch: a new game that starts at a position of another game.

    In a branch that shares hidden facts, each player takes the seat that they hold: `gunbai join BRANCH --parent GAME`.
    """
    session, (game, version), tokens = session_of(context), position, NewTokens()
    with session.connect(session.tokens.find(game, HOST)) as gunbai:
        version = version or gunbai.game(game).head
        made = partial(
            gunbai.fork,
            game,
            version,
            chance=chance,
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
            consents=consent or (),
            tokens=tokens,
        )
        with session.tokens.of_new(tokens):
            forked = made()
    branch = forked.info.game
    session.tokens.save_all(forked)
    session.output.answer(
        vars(forked),
        f"Created branch [bold]{branch}[/] of {game}@{version}.",
        f"[dim]Take a seat:[/] gunbai join {branch} " + (f"--parent {game}" if consent else "--player NAME"),
    )
