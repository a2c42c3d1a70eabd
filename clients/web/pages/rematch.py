"""Another game of a finished one's title, with as many seats, its options, and bots as strong as those it had."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.bots.levels import NAMES, USUAL
from clients.web.bots.bot_players import bots_of
from clients.web.frame.address import read_address
from clients.web.frame.cookies import read_name
from clients.web.frame.paths import GAME
from clients.web.frame.responses import redirect
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor
from clients.web.pages.new_game import Hired, fill
from clients.web.parts.held_games import held
from gunbai.referee.v1.game_pb2 import GameInfo

NO_GAME = "-"
"""Not a game that ships with the pages: the service is asked."""
_BOT = re.compile(rf"({'|'.join(NAMES)})(?: [0-9]+)?")


def find_levels(info: GameInfo) -> dict[int, int]:
    """Return the levels of a game's bots by their seats, as their names say."""
    named = {seat.seat: _BOT.fullmatch(seat.player) for seat in info.seats}
    return {seat: NAMES.index(match[1]) for seat, match in named.items() if match is not None}


def count_people(info: GameInfo, own: Sequence[int]) -> int:
    """Return how many other people sat in a game that one of these seats saw."""
    return len({seat.seat for seat in info.seats} - {*own[:1]} - {*find_levels(info)})


async def play_again(request: Request) -> Response:
    """Begin the other game, and show it: with bots alone at once, with people once they have taken their seats."""
    visitor, lobby = Visitor.of(request), Visitor.of(request, NO_GAME)
    info, own = await visitor.reader.game(visitor.game), visitor.tokens.seats
    levels = find_levels(info)
    wanted = len(info.seats) - 1 - count_people(info, own)
    name = next((seat.player for seat in info.seats if seat.seat in own), "") or read_name(request)
    with bots_of(request).held(read_address(request), wanted) as places:
        made = await lobby.gunbai.create(
            info.title,
            seats=len(info.seats),
            options=json.loads(info.options_json or "{}"),
            chance="committed",
            private=info.private,
            invited_only=info.invited_only,
        )
        async with held(request, lobby, made):
            hired = Hired(wanted, max(levels.values(), default=USUAL), places)
            await fill(request, lobby, made, name or find_catalogue(request)("guest"), hired)
    return redirect(request, f"/games/{made.info.game}")


ROUTES = (Route(f"{GAME}/again", play_again, methods=["POST"], name="again"),)
