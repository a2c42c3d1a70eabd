"""`gunbai game consent`."""

from __future__ import annotations

from typing import Any

import typer

from clients.cli.options.game_terms import agreed_terms
from clients.cli.options.grouped import bundled
from clients.cli.options.positions import GameAtVersion, OwnSeat
from clients.cli.seating.seats import own_seats
from clients.cli.session import session_of

HEADING = "Find and start"


@bundled(agreed_terms, "terms")
def consent(
    context: typer.Context,
    position: GameAtVersion,
    *,
    seat: OwnSeat = 0,
    terms: dict[str, Any],
) -> None:
    """Consent to one branch of a game that hides facts.

    Send the consent to the host, who passes it to `gunbai game fork` with the same options.
    """
    session, (game, version) = session_of(context), position
    with session.connect() as gunbai:
        mine = own_seats(session, gunbai, game, seat)[0]
        version = version or mine.gunbai.game(game).head
        given = mine.consent(version, **terms)
    session.output.answer({"seat": mine.number, "consent": given}, given)
