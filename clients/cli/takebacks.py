"""Takebacks: a move is taken back by the word of every seat, and the game goes on in a branch."""

from __future__ import annotations

import typer

from clients.cli.seats import joined_again, own_seats
from clients.cli.session import Session
from clients.cli.tokens import HOST
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GameInfo
from gunbai_client import Gunbai, NewTokens


def proposed(session: Session, gunbai: Gunbai, game: str, version: int) -> str:
    """Return the branch in which a game goes on from a version, after it was proposed by the host or by a seat."""
    if not version:
        raise typer.BadParameter(f"name what is gone back to: {game}@VERSION", param_hint="GAME@VERSION")
    tokens, host = NewTokens(), session.tokens.find(game, HOST)
    proposes = gunbai.holding(host).seat(game) if host else own_seats(session, gunbai, game, 0)[0]
    with session.tokens.of_new(tokens):
        made = proposes.take_back(version, tokens=tokens)
    session.tokens.save_all(made)
    return made.info.game


def consented(session: Session, gunbai: Gunbai, game: str, seat: int, branch: str) -> GameInfo:
    """Consent to a branch for the user's seat, 0 for all of theirs, and return the branch as it is then."""
    for mine in own_seats(session, gunbai, game, seat):
        if mine.number:
            joined_again(session, mine, branch)
    return gunbai.holding(session.tokens.any(branch)).game(branch)


def branch_lines(game: str, branch: GameInfo) -> list[str]:
    """Return as lines of markup whose word the branch waits for, or that the game goes on there."""
    if branch.status != GAME_STATUS_OPEN:
        return [f"The game goes on in [bold]{branch.game}[/].", f"[dim]Play:[/] gunbai play {branch.game}"]
    missing = ", ".join(str(each.seat) for each in branch.seats if not each.taken)
    return [
        f"To go on in [bold]{branch.game}[/] takes the word of seat {missing} too.",
        f"[dim]They consent:[/] gunbai takeback {game} --consent {branch.game}",
    ]
