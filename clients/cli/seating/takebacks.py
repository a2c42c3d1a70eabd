"""Takebacks: in a seat's own turn, or if every seat agrees, so that the game continues in a branch."""

from __future__ import annotations

from contextlib import suppress

import typer

from clients.cli.account.tokens import HOST
from clients.cli.screen.markup import escape
from clients.cli.seating.seats import joined_again, own_seats
from clients.cli.session import Session
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GameInfo
from gunbai.referee.v1.ruling_pb2 import Ruling
from gunbai_client import Gunbai, NewTokens
from gunbai_client.reasons import NotTakenBack
from gunbai_client.takebacks import is_chance
from gunbai_record.errors import GunbaiError


class BotsDisagree(GunbaiError):
    """The user's bots do not agree to take something back."""


def undone(session: Session, gunbai: Gunbai, game: str, seat: int, version: int) -> Ruling | None:
    """Go back to a version with the user's seat, 0 for any of theirs, in its own turn. Return None if it needs consent.

    Raises RequestError, as for a game that is over.
    """
    for mine in own_seats(session, gunbai, game, seat, bots=False) if session.tokens.seats(game) else ():
        with suppress(NotTakenBack):
            if mine.number:
                return mine.undo(version)
    return None


def undone_lines(ruling: Ruling) -> list[str]:
    """Return as a line of markup what was taken back."""
    return [escape(event) for said in ruling.accepted.sentences for event in said.events]


def check_bots(session: Session, gunbai: Gunbai, game: str, version: int) -> None:
    """Check that the user's bots agree to go back to a version: they do unless chance has shown something since.

    A player who saw a die or a card and plays on from before it would know too much. Raises BotsDisagree.
    """
    if any(session.tokens.is_bots(game, seat) for seat in session.tokens.seats(game)):
        entries = gunbai.holding(session.tokens.any(game)).entries(game, version)
        seen = next((entry.version for entry in entries if is_chance(entry)), 0)
        if seen:
            raise BotsDisagree(f"the bots refuse, because dice or cards were revealed at version {seen}")


def proposed(session: Session, gunbai: Gunbai, game: str, version: int) -> str:
    """Return the branch where a game continues from a version that the host or a seat proposed. Raises BotsDisagree."""
    if not version:
        raise typer.BadParameter(f"name the position to go back to: {game}@VERSION", param_hint="GAME@VERSION")
    check_bots(session, gunbai, game, version)
    tokens, host = NewTokens(), session.tokens.find(game, HOST)
    proposes = gunbai.holding(host).seat(game) if host else own_seats(session, gunbai, game, 0)[0]
    with session.tokens.of_new(tokens):
        made = proposes.take_back(version, tokens=tokens)
    session.tokens.save_all(made)
    return made.info.game


def consented(session: Session, gunbai: Gunbai, game: str, seat: int, branch: str) -> GameInfo:
    """Consent to a branch for the user's seat, 0 for all of theirs, and return the branch as it is then.

    Raises BotsDisagree.
    """
    if not seat or session.tokens.is_bots(game, seat):
        check_bots(session, gunbai, game, gunbai.holding(session.tokens.any(branch)).game(branch).parent_version)
    for mine in own_seats(session, gunbai, game, seat):
        if mine.number:
            joined_again(session, mine, branch)
    return gunbai.holding(session.tokens.any(branch)).game(branch)


def branch_lines(game: str, branch: GameInfo) -> list[str]:
    """Return as lines of markup whose consent the branch waits for, or that the game continues there."""
    if branch.status != GAME_STATUS_OPEN:
        return [f"The game continues in [bold]{branch.game}[/].", f"[dim]Play:[/] gunbai play {branch.game}"]
    missing = ", ".join(str(seat.seat) for seat in branch.seats if not seat.taken)
    return [
        f"To continue in [bold]{branch.game}[/], seat {missing} must agree too.",
        f"[dim]They agree with:[/] gunbai game takeback {game} --consent {branch.game}",
    ]
