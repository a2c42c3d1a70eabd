"""The page with the public games, and the search for one."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.render.wording import STATUS
from clients.web.frame.responses import render
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor
from clients.web.parts.game_groups import group_games
from clients.web.parts.game_summary import load_labels, summarise
from clients.web.parts.positions import add_positions
from gunbai.referee.v1 import game_pb2
from gunbai_client.errors import InvalidRequest
from gunbai_client.game_list import Conditions, list_request

STATES = {name: number for number, name in STATUS.items()}
PAGE_SIZE = 48
LONGEST_SEARCH = 200


async def list_games(request: Request) -> Response:
    """Show the public games that match the search, the latest change first."""
    visitor = Visitor.of(request)
    titles = await load_labels(visitor)
    search = {
        name: request.query_params.get(name, "")[:LONGEST_SEARCH] for name in ("title", "player", "label", "state")
    }
    query = list_request("changed", **_build_conditions(search))
    query.page_size, query.page_token = PAGE_SIZE, request.query_params.get("page", "")
    listed = await visitor.gunbai.ask(visitor.gunbai.stubs.lobby.ListGames, query)
    next_page = urlencode({**search, "page": listed.next_page_token}) if listed.next_page_token else ""
    return render(
        request,
        "games.html",
        groups=await add_positions(
            request, group_games(summarise(info, titles, find_catalogue(request)) for info in listed.games)
        ),
        titles=titles,
        states=STATES,
        search=search,
        next_page=next_page,
    )


def _build_conditions(search: Mapping[str, str]) -> Conditions:
    only = Conditions(title=search["title"], player=search["player"], label=search["label"])
    if search["state"]:
        only["status"] = _parse_state(search["state"])
    return only


def _parse_state(name: str) -> game_pb2.GameStatus.ValueType:
    try:
        return STATES[name]
    except KeyError:
        raise InvalidRequest("state: unknown state", fields={"state": "unknown state"}) from None


ROUTES = (Route("/games", list_games, name="games"),)
