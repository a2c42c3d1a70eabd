"""`gunbai takeback`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.positions import GameAtVersion
from clients.cli.seats import joined_again, own_seats
from clients.cli.session import Session, session_of
from clients.cli.tokens import HOST
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GameInfo
from gunbai_client import Gunbai, NewTokens

HEADING = "Play"


def takeback(
    context: typer.Context,
    *,
    position: GameAtVersion,
    seat: Annotated[int, typer.Option("--seat", help="Your seat; 0 for all of yours.")] = 0,
    consent: Annotated[
        str, typer.Option("--consent", help="The branch of a takeback that was proposed: consent to it.")
    ] = "",
) -> None:
    """Propose to take back what came after a version, or consent to it; it takes the word of every seat.

    With the last word the game goes on in a branch, with the same players, who have new tokens there.
    """
    session, (game, version) = session_of(context), position
    with session.connect() as gunbai:
        branch = consent or _proposed(session, gunbai, game, version)
        for mine in own_seats(session, gunbai, game, seat):
            if mine.number:
                joined_again(session, mine, branch)
        known = gunbai.holding(session.tokens.any(branch)).game(branch)
    session.output.answer({"game": game, "branch": branch, "info": known}, *_lines(game, known))


def _proposed(session: Session, gunbai: Gunbai, game: str, version: int) -> str:
    """Return the branch in which the game goes on, after it was proposed by the host or by a seat."""
    if not version:
        raise typer.BadParameter(f"name what is gone back to: {game}@VERSION", param_hint="GAME@VERSION")
    tokens, host = NewTokens(), session.tokens.find(game, HOST)
    proposes = gunbai.holding(host).seat(game) if host else own_seats(session, gunbai, game, 0)[0]
    with session.tokens.of_new(tokens):
        made = proposes.take_back(version, tokens=tokens)
    session.tokens.save_all(made)
    return made.info.game


def _lines(game: str, branch: GameInfo) -> list[str]:
    if branch.status != GAME_STATUS_OPEN:
        return [f"The game goes on in [bold]{branch.game}[/].", f"[dim]Play:[/] gunbai play {branch.game}"]
    missing = ", ".join(str(each.seat) for each in branch.seats if not each.taken)
    return [
        f"To go on in [bold]{branch.game}[/] takes the word of seat {missing} too.",
        f"[dim]They consent:[/] gunbai takeback {game} --consent {branch.game}",
    ]
