"""The page with the public games, and the search for one."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.cli.sentences import STATUS
from clients.web.frame.responses import page
from clients.web.frame.speech import speech_of
from clients.web.frame.visitor import Visitor
from clients.web.parts.game_summary import card, labels
from gunbai.referee.v1 import game_pb2
from gunbai_client.errors import InvalidRequest
from gunbai_client.game_list import Conditions, list_request

STATES = {name: number for number, name in STATUS.items()}


PAGE_SIZE = 24


LONGEST_SEARCH = 200


async def games(request: Request) -> Response:
    """Show the public games that meet the conditions of the search, the latest change first."""
    visitor = Visitor.of(request)
    titles = await labels(visitor)
    asked = {
        name: request.query_params.get(name, "")[:LONGEST_SEARCH] for name in ("title", "player", "label", "state")
    }
    found = list_request("changed", **_conditions(asked))
    found.page_size, found.page_token = PAGE_SIZE, request.query_params.get("page", "")
    listed = await visitor.gunbai.ask(visitor.gunbai.stubs.lobby.ListGames, found)
    following = urlencode({**asked, "page": listed.next_page_token}) if listed.next_page_token else ""
    return page(
        request,
        "games.html",
        cards=[card(info, titles, speech_of(request)) for info in listed.games],
        titles=titles,
        states=STATES,
        asked=asked,
        following=following,
    )


def _conditions(asked: Mapping[str, str]) -> Conditions:
    only = Conditions(title=asked["title"], player=asked["player"], label=asked["label"])
    if asked["state"]:
        only["status"] = _state_of(asked["state"])
    return only


def _state_of(name: str) -> game_pb2.GameStatus.ValueType:
    try:
        return STATES[name]
    except KeyError:
        raise InvalidRequest("state: there is no such state", fields={"state": "there is no such state"}) from None


ROUTES = (Route("/", games, name="games"),)
