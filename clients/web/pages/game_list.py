"""The page with the public games, and the search for one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.render.wording import STATUS
from clients.web.frame.responses import render
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor
from clients.web.parts.game_groups import GameGroup, group_games
from clients.web.parts.game_summary import GameSummary, load_labels, summarise
from clients.web.parts.own_games import load_own_games
from clients.web.parts.positions import add_positions
from gunbai.referee.v1 import game_pb2
from gunbai_client.errors import InvalidRequest
from gunbai_client.game_list import Conditions, list_request

STATES = {name: number for number, name in STATUS.items()}
PAGE_SIZE = 48
FIELDS = ("text", "title", "player", "label", "state")
"""What a search consists of."""
LONGEST_SEARCH = 200
SHOWN = ("open", "running", "finished")
"""The states that are worth a button of their own."""
YOURS = "yours"
"""The state of the visitor's own games in which it is their turn."""
MOST_COUNTED = 99
"""How many games of a state are counted."""


class Chip(NamedTuple):
    """A state in which games can be shown."""

    key: str
    """The catalogue key of its name."""
    query: str
    """The query of its page."""
    chosen: bool
    number: str = ""
    """How many games there are, if there are any; more than are counted as such."""


async def list_games(request: Request) -> Response:
    """Show the public games that match the search, the latest change first, or those that wait for the visitor."""
    visitor = Visitor.of(request)
    titles, own_games = await asyncio.gather(load_labels(visitor), load_own_games(request))
    search = {name: request.query_params.get(name, "")[:LONGEST_SEARCH] for name in FIELDS}
    asking = {own_game.summary.info.game: own_game.summary for own_game in own_games if own_game.asks}
    groups, next_page = await _find_groups(request, visitor, search, asking, titles)
    return render(
        request,
        "games.html",
        groups=sorted(groups, key=lambda group: group.first.info.game not in asking),
        asking=asking,
        chips=await _list_chips(visitor, search, len(asking)),
        titles=titles,
        states=STATES,
        search=search,
        next_page=next_page,
    )


async def _find_groups(
    request: Request,
    visitor: Visitor,
    search: Mapping[str, str],
    asking: Mapping[str, GameSummary],
    titles: Mapping[str, str],
) -> tuple[Sequence[GameGroup], str]:
    """Return the games that match a search, and the query of the next page, if any."""
    if search["state"] == YOURS:
        return group_games(asking.values()), ""
    page, say = request.query_params.get("page", ""), find_catalogue(request)
    infos, token = await _list_matches(visitor, search, PAGE_SIZE, page)
    next_page = urlencode({**search, "page": token}) if token else ""
    return await add_positions(request, group_games(summarise(info, titles, say) for info in infos)), next_page


async def _list_matches(
    visitor: Visitor, search: Mapping[str, str], size: int, page: str = ""
) -> tuple[Sequence[game_pb2.GameInfo], str]:
    """Return a page of the games that match a search, and the token of the next one, if any.

    A text is part of the name of a game or of a player. The first page begins with the games of that name.
    """
    conditions, text = _build_conditions(search), search["text"]
    if not text:
        return await _list_page(visitor, conditions, size, page)
    by_player = Conditions(**{**conditions, "player": text})
    if page:
        return await _list_page(visitor, by_player, size, page)
    (named, _), (played, token) = await asyncio.gather(
        _list_page(visitor, Conditions(**{**conditions, "label": text}), size),
        _list_page(visitor, by_player, size),
    )
    return [*{info.game: info for info in (*named, *played)}.values()], token


async def _list_page(
    visitor: Visitor, conditions: Conditions, size: int, page: str = ""
) -> tuple[Sequence[game_pb2.GameInfo], str]:
    query = list_request("changed", **conditions)
    query.page_size, query.page_token = size, page
    listed = await visitor.gunbai.ask(visitor.gunbai.stubs.lobby.ListGames, query)
    return listed.games, listed.next_page_token


async def _list_chips(visitor: Visitor, search: Mapping[str, str], asking: int) -> Sequence[Chip]:
    """Return the states to choose from, with the numbers of games that match the rest of the search."""
    rest = {name: text for name, text in search.items() if text and name != "state"}
    counts = await asyncio.gather(*(_count_games(visitor, search, state) for state in SHOWN))
    own = [(YOURS, "your_turn", str(asking))] if asking else []
    counted = [*own, *((state, f"chip.{state}", count) for state, count in zip(SHOWN, counts, strict=True))]
    return [
        Chip("chip.all", urlencode(rest), not search["state"]),
        *(
            Chip(key, urlencode({**rest, "state": name}), search["state"] == name, count)
            for name, key, count in counted
        ),
    ]


async def _count_games(visitor: Visitor, search: Mapping[str, str], state: str) -> str:
    infos, token = await _list_matches(visitor, {**search, "state": state}, MOST_COUNTED)
    return f"{len(infos)}+" if token else str(len(infos) or "")


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
