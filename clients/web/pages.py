"""The pages: the games, a game, a new game, an invitation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from clients.cli.sentences import STATUS, result_sentence
from clients.web.data import number_of
from clients.web.forms import Field, fields_of, options_of
from clients.web.tokens import keep, with_seed
from clients.web.visitor import Visitor
from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GameInfo
from gunbai.referee.v1.lobby_pb2 import GetTitleResponse, Title
from gunbai_client.errors import InvalidRequest
from gunbai_client.game_list import Conditions, list_request
from gunbai_client.statuses import OVER
from gunbai_client.tokens import NewTokens

STATES = {name: number for number, name in STATUS.items()}
STANDINGS = {
    game_pb2.STANDING_REFEREED: "refereed here",
    game_pb2.STANDING_ATTESTED: "imported, and attested",
    game_pb2.STANDING_CONSISTENT: "imported, consistent",
    game_pb2.STANDING_UNVERIFIED: "imported, not verified",
}
SCRIPTS = ("game.js",)
"""The scripts of a game's page for everybody: the first shows the game, and the others listen to it."""
PLAYING_SCRIPTS = ("notice.js",)
"""Those for whoever plays."""
PAGE_SIZE = 24
LONGEST_SEARCH = 200


class Card(NamedTuple):
    """A game in a list."""

    info: GameInfo
    title: str
    players: str
    said: str
    """How it ended, or its state."""


def card(info: GameInfo, titles: Mapping[str, str]) -> Card:
    """Return what a list shows of a game."""
    players = ", ".join(seat.player or "free seat" for seat in info.seats)
    return Card(info, titles.get(info.title, info.title), players, result_sentence(info))


async def _labels(visitor: Visitor) -> dict[str, str]:
    """Return the names on the boxes of the titles, by their names in requests."""
    return {title.name: title.label for title in await visitor.gunbai.titles()}


async def _form_of(request: Request) -> dict[str, str]:
    """Return what a form sent."""
    return {name: str(value) for name, value in (await request.form()).items()}


async def games(request: Request) -> Response:
    """Show the public games that meet the conditions of the search, the latest change first."""
    visitor = Visitor.of(request)
    titles = await _labels(visitor)
    asked = {
        name: request.query_params.get(name, "")[:LONGEST_SEARCH] for name in ("title", "player", "label", "state")
    }
    found = list_request("changed", **_conditions(asked))
    found.page_size, found.page_token = PAGE_SIZE, request.query_params.get("page", "")
    listed = await visitor.gunbai.ask(visitor.gunbai.stubs.lobby.ListGames, found)
    following = urlencode({**asked, "page": listed.next_page_token}) if listed.next_page_token else ""
    return _page(
        request,
        "games.html",
        cards=[card(info, titles) for info in listed.games],
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


async def game(request: Request) -> Response:
    """Show a game at a version: the board, the entries, what is asked, the branches."""
    visitor = Visitor.of(request)
    reader = visitor.reader
    info = await reader.game(visitor.game)
    titles = await _labels(visitor)
    version = min(request.path_params.get("version") or info.head, info.head)
    codes = await _codes(visitor, info)
    playing = bool(visitor.tokens.seats) and info.status not in OVER
    branches = [branch async for branch in visitor.gunbai.games(parent=visitor.game)]
    return _page(
        request,
        "game.html",
        card=card(info, titles),
        version=version,
        branches=branches,
        codes=codes,
        standing=STANDINGS.get(info.standing, ""),
        own=visitor.tokens.seats,
        scripts=(*SCRIPTS, *(PLAYING_SCRIPTS if playing else ())),
        hosts=bool(visitor.tokens.of("host")),
        is_open=info.status == GAME_STATUS_OPEN,
        over=info.status in OVER,
    )


async def _codes(visitor: Visitor, info: GameInfo) -> dict[int, str]:
    """Return the invitations by seat, which the host of a game that needs them hands to whom they like."""
    if not (info.invited_only and info.status == GAME_STATUS_OPEN and visitor.tokens.of("host")):
        return {}
    return {each.seat: each.code for each in await visitor.holding("host").invitations(info.game)}


async def new(request: Request) -> Response:
    """Show the form of a new game of a title, or the titles to choose from."""
    visitor = Visitor.of(request)
    titles: Sequence[Title] = await visitor.gunbai.titles()
    name = request.path_params.get("title", "")
    if not name:
        return _page(request, "titles.html", titles=titles)
    return _form(request, await visitor.gunbai.title(name))


def _form(
    request: Request, found: GetTitleResponse, problem: str = "", given: Mapping[str, str] | None = None
) -> Response:
    fields: Sequence[Field] = fields_of(found.options_schema_json)
    status = 400 if problem else 200
    return _page(request, "new.html", status, title=found.title, fields=fields, problem=problem, given=given or {})


async def create(request: Request) -> Response:
    """Create a game from the form, take the first seat for its host, and show its page."""
    visitor = Visitor.of(request)
    found = await visitor.gunbai.title(request.path_params["title"])
    form = await _form_of(request)
    tokens = NewTokens()
    try:
        made = await visitor.gunbai.create(
            found.title.name,
            seats=int(form.get("seats") or 0),
            options=options_of(found.options_schema_json, form),
            label=form.get("label", ""),
            private="private" in form,
            invited_only="invited_only" in form,
            tokens=tokens,
        )
        seat = None
        if form.get("player"):
            host = made.invitations[0].code if made.invitations else ""
            seat = await visitor.gunbai.join(made.info.game, form["player"], seat=1, invitation=host)
    except InvalidRequest as error:
        return _form(request, found, str(error), form)
    answer = RedirectResponse(f"/games/{made.info.game}", 303)
    keep(request, answer, made.info.game, "host", tokens.host)
    if tokens.spectator:
        keep(request, answer, made.info.game, "spectator", tokens.spectator)
    if seat is not None:
        keep(request, answer, made.info.game, str(seat.number), with_seed(seat.token, seat.seed))
    return answer


async def invitation(request: Request) -> Response:
    """Show the form with which a seat is taken; the invitation is in the part of the address that no server sees."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    titles = await _labels(visitor)
    return _page(request, "join.html", card=card(info, titles), seat=request.path_params.get("seat", 0))


async def join(request: Request) -> Response:
    """Take a seat, and show the game."""
    visitor = Visitor.of(request)
    form = await _form_of(request)
    seat = await visitor.gunbai.join(
        visitor.game, form.get("player", ""), seat=int(form.get("seat") or 0), invitation=form.get("invitation", "")
    )
    answer = RedirectResponse(f"/games/{visitor.game}", 303)
    keep(request, answer, visitor.game, str(seat.number), with_seed(seat.token, seat.seed))
    return answer


async def start(request: Request) -> Response:
    """Start a game of which the visitor is the host."""
    visitor = Visitor.of(request)
    await visitor.holding("host").start(visitor.game)
    return RedirectResponse(f"/games/{visitor.game}", 303)


async def branch(request: Request) -> Response:
    """Branch a game at a version, and show the branch."""
    visitor = Visitor.of(request)
    form, tokens = await _form_of(request), NewTokens()
    version = number_of(form.get("version", ""), "version")
    made = await visitor.reader.fork(visitor.game, version, label=form.get("label", ""), tokens=tokens)
    answer = RedirectResponse(f"/games/{made.info.game}", 303)
    keep(request, answer, made.info.game, "host", tokens.host)
    return answer


def _page(request: Request, template: str, status: int = 200, /, **facts: Any) -> Response:
    answer: Response = request.app.state.templates.TemplateResponse(request, template, facts, status_code=status)
    return answer
