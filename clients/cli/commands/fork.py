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
from clients.cli.seating import Bots, Level, Player, StartNow, check_seats, login, seat_lines, seated
from clients.cli.seats import reader
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
    player: Player = "",
    bots: Bots = 0,
    level: Level = 1,
    start: StartNow = False,
) -> None:
    """Create a branch: a new game that starts at a position of another game.

    You take the seat that you have in the game, if you have one. In a branch that shares hidden facts, each player
    takes the seat that they hold: `gunbai join BRANCH --parent GAME`.
    """
    session, (game, version), tokens = session_of(context), position, NewTokens()
    if consent and (player or bots or start):
        raise typer.BadParameter("each player takes the seat that they hold in the game", param_hint="--player")
    with session.connect(session.tokens.find(game, HOST)) as gunbai:
        parent = gunbai.game(game)
        version, own = version or parent.head, min(reader(session, gunbai, game), default=0)
        player = player or ((own and parent.seats[own - 1].player) or login() if start else "")
        check_seats(len(parent.seats), bots, people=bool(player), start=start)
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
        session.tokens.save_all(forked)
        info = seated(session, gunbai.holding(""), forked.info, player, seat=own, bots=bots, level=level)
    branch = info.game
    session.output.answer(
        vars(forked) | {"info": info},
        f"Created branch [bold]{branch}[/] of {game}@{version}.",
        *(
            [f"[dim]Take your seat:[/] gunbai join {branch} --parent {game}"]
            if consent
            else seat_lines(info, sits=bool(player))
        ),
    )
