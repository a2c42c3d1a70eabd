"""`gunbai seat reissue`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.account.tokens import HOST
from clients.cli.options.arguments import hash_in
from clients.cli.options.positions import GameId
from clients.cli.session import Session, session_of
from gunbai_client import Gunbai
from gunbai_client.reasons import TokenPending, TokenRevoked, TokenUnknown
from gunbai_record.tokens import hash_of, new_token


def reissue(
    context: typer.Context,
    game: GameId,
    seat: Annotated[int, typer.Argument(help="Seat that gets the token.", metavar="SEAT")],
    *,
    token_hash: Annotated[
        str, typer.Option("--token-hash", metavar="HASH", help="As the host: SHA-256 of the new token (hex).")
    ] = "",
) -> None:
    """Replace the token of a seat whose player lost the token or is away.

    The new player makes a token, and the host announces it. The token works once the game's --reissue-seconds have
    passed without a veto.
    """
    session = session_of(context)
    if token_hash:
        _announce(session, game, seat, token_hash)
        return
    with session.connect() as gunbai:
        token = _lost(gunbai, game, session.tokens.find(game, seat)) or new_token()
    session.tokens.save(game, seat, token)
    made = hash_of(token).hex()
    session.output.answer(
        {"game": game, "seat": seat, "token_hash": made},
        f"You have a new token for seat {seat}. It works once the host has announced it and nobody "
        "has vetoed it in time.",
        f"[dim]The host announces it with:[/] gunbai seat reissue {game} {seat} --token-hash {made}",
        f"[dim]If the player is away, the others agree with:[/] gunbai game agree {game} hand-over "
        f"--absent {seat} --token-hash {made}",
    )


def _announce(session: Session, game: str, seat: int, token_hash: str) -> None:
    digest = hash_in(token_hash)
    with session.connect(session.tokens.find(game, HOST)) as gunbai:
        noticed = gunbai.announce_reissue(game, seat, digest)
    until = noticed.seats[seat - 1].veto_expire_time.ToJsonString()
    session.output.answer(noticed, f"Seat {seat} gets the new token unless its player vetoes that by {until}.")


def _lost(gunbai: Gunbai, game: str, token: str) -> str:
    """Return an earlier token that gives no seat yet, or "". Raises typer.BadParameter if it gives one."""
    if not token:
        return ""
    try:
        gunbai.holding(token).game(game)
    except (TokenPending, TokenUnknown):
        return token
    except TokenRevoked:
        return ""
    raise typer.BadParameter("your token for this seat works: nothing to do", param_hint="SEAT")
