"""`gunbai game consent`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.account.keys import Arbiter, public_key
from clients.cli.options.game_terms import (
    AbsenceSeconds,
    BotSeconds,
    ChanceName,
    ClockText,
    ExpiryName,
    InvitedOnly,
    ReissueSeconds,
    ShareSeconds,
    StalledName,
    clock_terms,
)
from clients.cli.options.positions import GameAtVersion
from clients.cli.seating.seats import own_seats
from clients.cli.session import session_of

HEADING = "Find and start"


def consent(
    context: typer.Context,
    position: GameAtVersion,
    *,
    seat: Annotated[int, typer.Option("--seat", min=0, help="Your seat; 0 for your only one.")] = 0,
    chance: ChanceName = None,
    share_seconds: ShareSeconds = 0,
    stalled: StalledName = "",
    private: Annotated[bool, typer.Option("--private", help="To a private branch.")] = False,
    invited_only: InvitedOnly = False,
    reissue_seconds: ReissueSeconds = 0,
    absence_seconds: AbsenceSeconds = 0,
    arbiter: Arbiter = "",
    clock: ClockText = "",
    expiry: ExpiryName = "default",
    bot_seconds: BotSeconds = 30,
) -> None:
    """Consent to one branch of a game that hides facts. The host passes the consents to `gunbai game fork`.

    The consent is good for these terms only: `gunbai game fork` takes the same options.
    """
    session, (game, version) = session_of(context), position
    with session.connect() as gunbai:
        mine = own_seats(session, gunbai, game, seat)[0]
        version = version or mine.gunbai.game(game).head
        given = mine.consent(
            version,
            chance=chance,
            share_seconds=share_seconds,
            stalled=stalled,
            private=private,
            invited_only=invited_only,
            reissue_seconds=reissue_seconds,
            absence_seconds=absence_seconds,
            arbiter=public_key(arbiter),
            clock=clock_terms(clock, expiry, bot_seconds),
        )
    session.output.answer({"seat": mine.number, "consent": given}, given)
