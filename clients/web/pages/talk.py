"""The talk of a table: its players speak, and those who may see the game read along.

Watchers only read, so a public table cannot be flooded by strangers. No record and no export has any of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from clients.web.frame.address import read_address
from clients.web.frame.cookies import know_browser
from clients.web.frame.paths import GAME
from clients.web.frame.request_data import read_form
from clients.web.frame.responses import redirect, render
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor, is_sample
from clients.web.parts.game_summary import load_summary
from clients.web.parts.results import name_player
from clients.web.storage.table_talk import LONGEST, TableTalk
from clients.web.streams.followed_games import FollowedGames, News
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client.errors import NotAllowed
from gunbai_record.text.catalogue import Catalogue
from gunbai_record.text.foreign import visible


def is_talking(request: Request, game: str) -> bool:
    """Return whether the players of a game can talk: its operator may have switched that off."""
    return request.app.state.talk is not None and not is_sample(request, game)


def _talk_of(request: Request, game: str) -> TableTalk:
    if not is_talking(request, game):
        raise HTTPException(404)
    talk: TableTalk = request.app.state.talk
    return talk


async def show_talk(request: Request) -> Response:
    """Return what was said at a table: as a page, or to a script."""
    visitor = Visitor.of(request)
    talk, info = _talk_of(request, visitor.game), await visitor.reader.game(visitor.game)
    messages = _in_words(talk, info, find_catalogue(request))
    if "text/html" not in request.headers.get("accept", ""):
        return JSONResponse(messages, headers={"cache-control": "no-store"})
    know_browser(request)
    summary = await load_summary(request, visitor, info)
    return render(
        request,
        "talk_page.html",
        summary=summary,
        messages=messages,
        speaks=bool(visitor.tokens.seats),
        longest=LONGEST,
    )


def _in_words(talk: TableTalk, info: GameInfo, say: Catalogue) -> Sequence[dict[str, Any]]:
    """Return the messages at a table with their players' names."""
    return [
        {
            "number": message.number,
            "seat": message.seat,
            "player": visible(name_player(info, message.seat, say)),
            "text": visible(message.text),
        }
        for message in talk.read(info.game)
    ]


async def speak(request: Request) -> Response:
    """Say something as the visitor's first seat."""
    visitor, form = Visitor.of(request), await read_form(request)
    talk = _talk_of(request, visitor.game)
    if not visitor.tokens.seats:
        raise NotAllowed("only players can talk at their table", "TOKEN_MISSING")
    seat = visitor.tokens.seats[0]
    # The service refuses a token that has lost its seat.
    await visitor.holding(str(seat)).game(visitor.game)
    spoken = talk.say(visitor.game, seat, form.get("text", ""), read_address(request))
    followed: FollowedGames = request.app.state.followed
    followed.tell(News(game=visitor.game, talk=spoken))
    if "text/html" in request.headers.get("accept", ""):
        return redirect(request, f"/games/{visitor.game}/talk")
    return JSONResponse({"number": spoken})


ROUTES = (
    Route(f"{GAME}/talk", show_talk, name="talk"),
    Route(f"{GAME}/talk", speak, methods=["POST"]),
)
