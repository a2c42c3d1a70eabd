"""`gunbai seat invite`."""

from __future__ import annotations

import typer

from clients.cli.account.tokens import HOST
from clients.cli.options.positions import GameId
from clients.cli.screen.markup import escape
from clients.cli.session import session_of


def invite(context: typer.Context, game: GameId) -> None:
    """Print the invitations to the free seats, as links or codes. Only the host can do this."""
    session = session_of(context)
    with session.connect(session.tokens.find(game, HOST)) as gunbai:
        taken = {seat.seat for seat in gunbai.game(game).seats if seat.taken}
        free = [invitation for invitation in gunbai.invitations(game) if invitation.seat not in taken]
    shown = (
        f"seat {invitation.seat}: {escape(invitation.url or f'gunbai join {game} --invitation {invitation.code}')}"
        for invitation in free
    )
    session.output.answer(free, *(shown if free else ["All seats are taken."]))
