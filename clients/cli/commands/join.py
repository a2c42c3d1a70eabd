"""`gunbai join`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import kept_key
from clients.cli.account.player import player_key_file
from clients.cli.account.tokens import HOST
from clients.cli.options.positions import GameId
from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import counted
from clients.cli.seating.auto_start import started_if_full
from clients.cli.seating.seats import invitation_to, joined_again, own_seats, taken_by
from clients.cli.session import session_of
from clients.render.wording import STATUS


def join(
    context: typer.Context,
    *,
    game: GameId,
    player: Annotated[str, typer.Option("--player", help="Your name in this game.", envvar="USER")] = "player",
    seat: Annotated[int, typer.Option("--seat", min=0, help="The seat, counted from 1; 0 for any free one.")] = 0,
    parent: Annotated[
        str, typer.Option("--parent", help="The parent of a branch, in which you hold the seat; you keep your name.")
    ] = "",
    invitation: Annotated[str, typer.Option("--invitation", help="The invitation to a seat, from the host.")] = "",
    seat_key: Annotated[
        Path | None,
        typer.Option("--seat-key", help="A file with the private key of the seat, instead of yours as a player."),
    ] = None,
) -> None:
    """Take a seat and save its token. If you are the host and the seat is the last one, the game starts.

    The seat has your key, if `gunbai player new` made you one, and signs what it plays and says. The other commands
    find the key where it was. A branch keeps it. If the game invites your key, the command finds the invitation.

    Where the seats reveal shares of chance first, those of your seats are; the other players do so with `gunbai play`.

    If the answer is lost, the same command again takes the same seat.
    """
    if parent and seat_key is not None:
        raise typer.BadParameter("a branch keeps the key of the seat", param_hint="--seat-key")
    session = session_of(context)
    host = session.tokens.find(game, HOST)
    with session.connect(host) as gunbai:
        if parent:
            joined = joined_again(session, own_seats(session, gunbai, parent, seat)[0], game)
        else:
            file = seat_key or player_key_file()
            if file is not None and not invitation:
                invitation = invitation_to(gunbai, kept_key(file), game, seat)
            joined = taken_by(session, gunbai, game, player, seat=seat, invitation=invitation, key=file)
        info = started_if_full(session, joined.gunbai, game)
    free = sum(not place.taken for place in info.seats)
    are = "is" if free == 1 else "are"
    state = f"{counted(free, 'seat')} {are} still free" if free else f"the game is {STATUS[info.status]}"
    session.output.answer(
        {"game": game, "seat": joined.number, "seat_token": joined.token, "status": STATUS[info.status]},
        f"{escape(info.seats[joined.number - 1].player)} has seat [bold]{joined.number}[/]; {state}.",
        f"[dim]Play:[/] gunbai play {game}",
    )
