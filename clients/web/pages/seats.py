"""Seats before the start: invitations to play and to watch, bots at free seats, and the start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.bots.levels import LEVELS, NAMES, USUAL
from clients.web.bots.bot_players import bots_of
from clients.web.frame.address import read_address
from clients.web.frame.cookies import keep_token, know_browser, note_game, read_name, remember_name
from clients.web.frame.paths import ANY_GAME, GAME
from clients.web.frame.request_data import parse_count, read_form
from clients.web.frame.responses import redirect, render
from clients.web.frame.visitor import Visitor
from clients.web.parts.game_summary import GameSummary, load_summary
from clients.web.parts.held_games import keep_seat
from clients.web.parts.title_tiles import load_tile
from clients.web.storage.bot_seats import BotSeat
from gunbai.referee.v1.game_pb2 import Invitation
from gunbai_client.errors import InvalidRequest, NotAllowed
from gunbai_record.tokens import token_bytes

BOTS = {str(level): NAMES[level] for level in LEVELS}
"""The bots' names, by their levels in forms."""


STRENGTHS = tuple(map(str, LEVELS[1:]))
"""The levels of bots that are worth choosing, the easiest first."""


def find_code(invitations: Iterable[Invitation], seat: int) -> str:
    """Return the invitation to a seat, or "" if none is needed."""
    return next((invitation.code for invitation in invitations if invitation.seat == seat), "")


def parse_level(form: Mapping[str, str]) -> int:
    """Return the bots' level that a form chose. Raises InvalidRequest."""
    level = parse_count(form, "level", USUAL)
    if level not in LEVELS:
        raise InvalidRequest("level: unknown bot", fields={"level": "unknown bot"})
    return level


async def show_invitation(request: Request) -> Response:
    """Show the form for taking a seat; the invitation is in the part of the address that no server sees."""
    visitor = Visitor.of(request)
    know_browser(request)
    summary = await _load_shown(request, visitor)
    return render(
        request,
        "join.html",
        game=visitor.game,
        summary=summary,
        tile=await load_tile(request, visitor, summary.info.title) if summary else None,
        seat=request.path_params.get("seat", 0),
        name=read_name(request),
    )


async def _load_shown(request: Request, visitor: Visitor) -> GameSummary | None:
    """Return the game as the visitor may see it; None for a private game, where the link to the seat is enough."""
    try:
        return await load_summary(request, visitor, await visitor.reader.game(visitor.game))
    except NotAllowed as error:
        if error.reason != "GAME_PRIVATE":
            raise
        return None


async def join(request: Request) -> Response:
    """Take a seat, and show the game."""
    visitor = Visitor.of(request)
    form = await read_form(request)
    seat = await visitor.gunbai.join(
        visitor.game, form.get("player", ""), seat=parse_count(form, "seat", 0), invitation=form.get("invitation", "")
    )
    await keep_seat(request, seat)
    remember_name(request, form.get("player", ""))
    return redirect(request, f"/games/{visitor.game}")


async def show_watch_link(request: Request) -> Response:
    """Show the page of a link for spectators; the token is in the part of the address that no server sees."""
    know_browser(request)
    return render(request, "watch.html", game=request.path_params["game"])


async def watch(request: Request) -> Response:
    """Store the token of a link for watching, and show the game."""
    visitor, form = Visitor.of(request), await read_form(request)
    token = form.get("token", "")
    if token and not token_bytes(token):
        raise InvalidRequest("token: not a token", fields={"token": "not a token"})
    await visitor.gunbai.holding(token).game(visitor.game)
    keep_token(request, visitor.game, "spectator", token)
    note_game(request, visitor.game)
    return redirect(request, f"/games/{visitor.game}")


async def seat_bot(request: Request) -> Response:
    """Have a bot take a free seat."""
    visitor, form = Visitor.of(request), await read_form(request)
    place = parse_count(form, "seat", 0)
    info = await visitor.reader.game(visitor.game)
    codes = await visitor.holding("host").invitations(visitor.game) if info.invited_only else ()
    bot, bots = BotSeat(visitor.game, place, parse_level(form), read_address(request)), bots_of(request)
    with bots.held(bot.visitor) as places:
        await bots.sit(bot, places, find_code(codes, place), visitor.tokens.of("host"))
    return redirect(request, f"/games/{visitor.game}")


async def free(request: Request) -> Response:
    """Free a seat before the start, as the host."""
    visitor, form = Visitor.of(request), await read_form(request)
    await visitor.holding("host").free(visitor.game, parse_count(form, "seat", 0))
    return redirect(request, f"/games/{visitor.game}")


async def start(request: Request) -> Response:
    """Start a game that the visitor hosts."""
    visitor = Visitor.of(request)
    await visitor.holding("host").start(visitor.game)
    return redirect(request, f"/games/{visitor.game}")


ROUTES = (
    Route(f"{GAME}/start", start, methods=["POST"]),
    Route(f"{GAME}/join", join, methods=["POST"]),
    Route(f"{GAME}/bots", seat_bot, methods=["POST"]),
    Route(f"{GAME}/free", free, methods=["POST"]),
    Route(f"{GAME}/watch", watch, methods=["POST"]),
    Route(f"/join/{ANY_GAME}", show_invitation),
    Route(f"/join/{ANY_GAME}/{{seat:number}}", show_invitation, name="invitation"),
    Route(f"/watch/{ANY_GAME}", show_watch_link, name="watching"),
)
