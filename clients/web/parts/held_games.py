"""Games and seats that a visitor gets: their tokens are stored at once, and what cannot be stored is given back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.requests import Request

from clients.web.frame.cookies import add_seed, keep_token, keep_tokens, note_game
from clients.web.frame.visitor import Visitor
from gunbai_client import NewGame
from gunbai_client.aio import Seat
from gunbai_record.errors import GunbaiError


@asynccontextmanager
async def held(request: Request, visitor: Visitor, made: NewGame) -> AsyncIterator[None]:
    """Store the tokens of a game that the visitor made; if that fails, or making the game ready, it is abandoned."""
    try:
        keep_tokens(request, made)
        yield
    except GunbaiError:
        # The first error is the one to report.
        with suppress(GunbaiError):
            await visitor.gunbai.holding(made.host_token).abandon(made.info.game, "it could not be set up")
        raise


async def keep_seat(request: Request, seat: Seat) -> None:
    """Store the token of a seat that the visitor took; the seat is left if that fails. Raises CannotStore."""
    try:
        keep_token(request, seat.game, str(seat.number), add_seed(seat.token, seat.seed))
        note_game(request, seat.game)
    except GunbaiError:
        # The first error is the one to report.
        with suppress(GunbaiError):
            await seat.leave()
        raise
