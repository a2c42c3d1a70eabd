"""The first page: a game against bots with one click, the visitor's games, others' games, and a refused move."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.bots.levels import USUAL
from clients.web.bots.bot_players import bots_of
from clients.web.frame.address import read_address
from clients.web.frame.cookies import know_browser, read_name, remember_name
from clients.web.frame.request_data import read_form
from clients.web.frame.responses import redirect, render
from clients.web.frame.text import find_catalogue, read_languages, say_problem
from clients.web.frame.visitor import Visitor
from clients.web.pages.new_game import Hired, fill
from clients.web.pages.seats import STRENGTHS, parse_level
from clients.web.parts.game_groups import GameGroup, group_games
from clients.web.parts.game_summary import summarise
from clients.web.parts.held_games import held
from clients.web.parts.own_games import load_own_games
from clients.web.parts.positions import add_positions
from clients.web.parts.title_tiles import load_tiles
from clients.web.parts.trial_moves import TRIAL, Tried, try_moves
from clients.web.samples.service import SampleService
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED, GAME_STATUS_OPEN, GAME_STATUS_RUNNING, GameStatus
from gunbai_client.errors import Exhausted, InvalidRequest
from gunbai_client.game_list import list_request

USUAL_SEATS = 3
"""How many seats a game against bots begins with, if the title allows it."""
LOOKED_AT = 60
"""How many games of each kind are read for the page."""
SHOWN = {GAME_STATUS_RUNNING: 3, GAME_STATUS_OPEN: 3, GAME_STATUS_FINISHED: 4}
"""How many of them are shown, by their state."""


async def show_home(request: Request) -> Response:
    """Show the first page."""
    return await _render_home(request)


async def _render_home(request: Request, problem: str = "", status: int = 200) -> Response:
    visitor = Visitor.of(request)
    know_browser(request)
    listing = asyncio.gather(*(_list_games(request, visitor, state) for state in SHOWN))
    tiles, own, (running, waiting, finished), tried = await asyncio.gather(
        load_tiles(request, visitor), load_own_games(request), listing, _try_moves(request)
    )
    mine = {game.summary.info.game for game in own}
    return render(
        request,
        "home.html",
        status,
        tiles=tiles,
        own=own,
        running=await add_positions(request, _leave_out(running, mine)),
        waiting=_leave_out(waiting, mine),
        finished=_leave_out(finished, mine),
        samples=[tile for tile in tiles if tile.sample],
        trial=TRIAL,
        trial_game=request.app.state.samples.games[TRIAL.title].game if tried else "",
        tried=tried,
        labels={tile.title.name: tile.title.label for tile in tiles},
        name=read_name(request),
        strengths=STRENGTHS,
        usual=str(USUAL),
        problem=problem,
    )


async def _list_games(request: Request, visitor: Visitor, state: GameStatus.ValueType) -> list[GameGroup]:
    """Return the latest public games in a state, similar ones grouped, and branches after all others."""
    query = list_request("changed", status=state)
    query.page_size = LOOKED_AT
    listed = await visitor.gunbai.ask(visitor.gunbai.stubs.lobby.ListGames, query)
    labels, say = {title.name: title.label for title in await visitor.gunbai.titles()}, find_catalogue(request)
    infos = sorted(listed.games, key=lambda info: bool(info.parent) and not info.continues)
    summaries = [summarise(info, labels, say) for info in infos]
    return group_games(row for row in summaries if row.has_free_seat or state != GAME_STATUS_OPEN)


def _leave_out(groups: Sequence[GameGroup], mine: set[str]) -> list[GameGroup]:
    """Return the groups of others' games, as many as are shown."""
    others = [group for group in groups if group.first.info.game not in mine]
    return others[: SHOWN[others[0].first.info.status]] if others else []


async def _try_moves(request: Request) -> Sequence[Tried]:
    samples: SampleService | None = request.app.state.samples
    return await try_moves(samples.gunbai.speaking(read_languages(request)), samples) if samples else ()


async def play(request: Request) -> Response:
    """Begin a game against bots, and show it."""
    visitor, bots, form = Visitor.of(request), bots_of(request), await read_form(request)
    details = await visitor.gunbai.title(form.get("title", ""))
    seats = max(details.title.seats_min, min(USUAL_SEATS, details.title.seats_max))
    name = form.get("player", "").strip() or find_catalogue(request)("guest")
    try:
        level = parse_level(form)
        with bots.held(read_address(request), seats - 1) as places:
            made = await visitor.gunbai.create(details.title.name, seats=seats, chance="committed")
            async with held(request, visitor, made):
                await fill(request, visitor, made, name, Hired(seats - 1, level, places))
    except (InvalidRequest, Exhausted) as error:
        status = 429 if isinstance(error, Exhausted) else 400
        return await _render_home(
            request, " ".join(say_problem(find_catalogue(request), status, error)).strip(), status
        )
    remember_name(request, name)
    return redirect(request, f"/games/{made.info.game}")


ROUTES = (
    Route("/", show_home, name="home"),
    Route("/play", play, methods=["POST"], name="play"),
)
