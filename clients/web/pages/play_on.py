"""Playing on from a position against bots: a branch in which the visitor has a seat, and the move that they tried."""

from __future__ import annotations

import json
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.bots.levels import USUAL
from clients.web.bots.bot_players import bots_of
from clients.web.frame.address import read_address
from clients.web.frame.cookies import read_name
from clients.web.frame.paths import GAME
from clients.web.frame.request_data import parse_number, parse_version, read_form
from clients.web.frame.responses import redirect
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor, is_sample
from clients.web.pages.new_game import Hired, fill
from clients.web.pages.rematch import NO_GAME
from clients.web.parts.held_games import held
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import NewGame


async def play_on(request: Request) -> Response:
    """Begin the branch with the visitor at a seat and bots at the others; its page then gives the move."""
    visitor, lobby, form = Visitor.of(request), Visitor.of(request, NO_GAME), await read_form(request)
    version, seat = parse_version(form.get("version", ""), "version"), parse_number(form.get("seat", ""), "seat")
    info = await visitor.reader.game(visitor.game)
    name = next((place.player for place in info.seats if place.seat in visitor.tokens.seats), "")
    others = len(info.seats) - 1
    with bots_of(request).held(read_address(request), others) as places:
        made = await _branch(request, visitor, lobby, info, version)
        async with held(request, lobby, made):
            player = name or read_name(request) or find_catalogue(request)("guest")
            await fill(request, lobby, made, player, Hired(others, USUAL, places), number=seat)
    return redirect(request, f"/games/{made.info.game}#play={quote(form.get('command', ''), safe='')}")


async def _branch(request: Request, visitor: Visitor, lobby: Visitor, info: GameInfo, version: int) -> NewGame:
    """Return the branch; a game that ships with the pages is read-only, and another one starts from its position."""
    if not is_sample(request, info.game):
        return await visitor.reader.fork(info.game, version)
    return await lobby.gunbai.create(
        info.title,
        seats=len(info.seats),
        options=json.loads(info.options_json or "{}"),
        table=await visitor.reader.table(info.game, version),
        chance="committed",
    )


ROUTES = (Route(f"{GAME}/play-on", play_on, methods=["POST"]),)
