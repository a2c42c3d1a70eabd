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
from clients.cli.seating.auto_start import started_if_full
from clients.cli.seating.seats import invitation_to, joined_again, own_seats, taken_by
from clients.cli.session import session_of
from clients.render.wording import STATUS
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GameInfo
from gunbai_record.text.counts import counted


def join(
    context: typer.Context,
    *,
    game: GameId,
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Your name in this game.", envvar="USER")
    ] = "player",
    seat: Annotated[int, typer.Option("--seat", min=0, metavar="SEAT", help="Seat to take (0: any free seat).")] = 0,
    parent: Annotated[
        str,
        typer.Option(
            "--parent",
            metavar="GAME",
            help="Parent of this branch. You keep the seat and name that you have in the parent.",
        ),
    ] = "",
    invitation: Annotated[str, typer.Option("--invitation", metavar="CODE", help="Invitation from the host.")] = "",
    seat_key: Annotated[
        Path | None,
        typer.Option("--seat-key", metavar="FILE", help="Private key (PEM) to use instead of your player key."),
    ] = None,
) -> None:
    """Take a seat and save its token.

    The game starts if you are the host and take the last seat. If you made a key with `gunbai player new`, the seat
    signs your moves with it. In a branch, your seat keeps the key it had in the parent. If the game invites your
    key, gunbai finds the invitation.

    If the game shares chance, gunbai reveals your shares; the others reveal theirs with `gunbai play`.

    If the connection breaks, repeat the command: it takes the same seat.
    """
    if parent and seat_key is not None:
        raise typer.BadParameter("in a branch, your seat keeps the key it had in the parent", param_hint="--seat-key")
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
    state = f"{counted(free, 'seat')} {are} still free" if free else _state(info)
    session.output.answer(
        {"game": game, "seat": joined.number, "seat_token": joined.token, "status": STATUS[info.status]},
        f"{escape(info.seats[joined.number - 1].player)} has seat [bold]{joined.number}[/]; {state}.",
        f"[dim]Play:[/] gunbai play {game}",
    )


def _state(info: GameInfo) -> str:
    """Return how a full game stands."""
    if info.status == GAME_STATUS_OPEN:
        return "the host can start the game now"
    return f"the game is {STATUS[info.status]}"
