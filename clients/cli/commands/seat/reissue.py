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
    seat: Annotated[int, typer.Argument(help="The seat, counted from 1.", metavar="SEAT")],
    *,
    token_hash: Annotated[
        str, typer.Option("--token-hash", help="As the host: the SHA-256 of the player's new token, in hex.")
    ] = "",
) -> None:
    """Get a token for a seat whose token is lost, or whose player is away.

    The new player makes the token, and the host gives notice of it. The token works once the time for a veto is over,
    which `--reissue-seconds` of the game sets.
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
        f"You have a new token for seat {seat}. It works once the host gave notice of it, unless that is vetoed.",
        f"[dim]The host gives notice with:[/] gunbai seat reissue {game} {seat} --token-hash {made}",
        f"[dim]If its player is away, the others agree with:[/] gunbai game agree {game} hand-over --absent {seat} "
        f"--token-hash {made}",
    )


def _announce(session: Session, game: str, seat: int, token_hash: str) -> None:
    digest = hash_in(token_hash)
    with session.connect(session.tokens.find(game, HOST)) as gunbai:
        noticed = gunbai.announce_reissue(game, seat, digest)
    until = noticed.seats[seat - 1].veto_expire_time.ToJsonString()
    session.output.answer(noticed, f"Seat {seat} gets the new token, unless it vetoes that until {until}.")


def _lost(gunbai: Gunbai, game: str, token: str) -> str:
    """Return a token that was made before and gives no seat yet, or "". Raises typer.BadParameter if it gives one."""
    if not token:
        return ""
    try:
        gunbai.holding(token).game(game)
    except (TokenPending, TokenUnknown):
        return token
    except TokenRevoked:
        return ""
    raise typer.BadParameter("your token for this seat works: there is nothing to do", param_hint="SEAT")
