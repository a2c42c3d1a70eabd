"""The form of a new game, and the game with its host and bots."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any, NamedTuple, TypedDict, get_args

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.bots.levels import USUAL
from clients.web.bots.bot_players import NO_SEAT, bots_of
from clients.web.frame.address import read_address
from clients.web.frame.cookies import know_browser, read_name, remember_name
from clients.web.frame.request_data import parse_count, read_form
from clients.web.frame.responses import redirect, render
from clients.web.frame.text import find_catalogue, say_problem
from clients.web.frame.visitor import Visitor
from clients.web.pages.seats import STRENGTHS, find_code, parse_level
from clients.web.parts.held_games import held, keep_seat
from clients.web.parts.option_fields import Field, build_fields, read_options
from clients.web.parts.title_tiles import load_tile, load_tiles
from clients.web.room import Place
from clients.web.storage.bot_seats import BotSeat
from gunbai.record.v1.clocks_pb2 import EXPIRY_RULE_BOT, ClockTerms
from gunbai.referee.v1.lobby_pb2 import GetTitleResponse
from gunbai_client import NewGame, NewTokens
from gunbai_client.aio import Seat
from gunbai_client.errors import Exhausted, InvalidRequest, RequestError
from gunbai_client.terms import Chance, Expiry, Stalled, clock
from gunbai_record.text.catalogue import Catalogue

CLOCKS = {
    "": ("clock.none", None),
    "60": ("clock.60", clock(decision_seconds=60)),
    "600+10": ("clock.600", clock(bank_seconds=600, increment_seconds=10)),
    "3600+30": ("clock.3600", clock(bank_seconds=3600, increment_seconds=30)),
    "86400": ("clock.86400", clock(decision_seconds=86400)),
}
BOT_SECONDS = 30
"""How long the bot that stands in for late players has for each decision."""
POSITION = re.compile(r"(?:.*/)?([a-z0-9]{16})@([0-9]{1,15})$")
"""A game's position: its address on any site, or GAME@VERSION."""

STATES = ("you", "person", "bot", "empty")
"""Who can sit at a seat of a new game."""
KEY = re.compile("[0-9a-fA-F]{64}")
"""A public key."""


class Terms(TypedDict, total=False):
    """The terms of a new game from its form."""

    seats: int
    options: Mapping[str, Any]
    table: str
    chance: Chance
    stalled: Stalled
    label: str
    private: bool
    invited_only: bool
    arbiter: bytes
    clock: ClockTerms | None


async def show_form(request: Request) -> Response:
    """Show the form for a title's new game, or the titles to choose from."""
    visitor, name = Visitor.of(request), request.path_params.get("title", "")
    if not name:
        return render(request, "titles.html", tiles=await load_tiles(request, visitor))
    return await _render_form(request, visitor, await visitor.gunbai.title(name))


async def _render_form(
    request: Request,
    visitor: Visitor,
    details: GetTitleResponse,
    error: RequestError | None = None,
    given: Mapping[str, str] | None = None,
) -> Response:
    say = find_catalogue(request)
    status = 200 if error is None else 429 if isinstance(error, Exhausted) else 400
    problem = " ".join(say_problem(say, status, error)).strip() if error is not None else ""
    fields: Sequence[Field] = build_fields(details.options_schema_json)
    position, others = request.query_params.get("position", ""), max(details.title.seats_min - 1, 0)
    # The link to a game with people leaves the seats to them; otherwise one can begin at once.
    with_people = "people" in request.query_params
    know_browser(request)
    return render(
        request,
        "new.html",
        status,
        tile=await load_tile(request, visitor, details.title.name),
        hides=details.secret_messages,
        fields=fields,
        problem=problem,
        given=given or {},
        name=read_name(request),
        position=position if POSITION.match(position) else "",
        strengths=STRENGTHS,
        people=max(others, 1) if with_people else 0,
        bots_wanted=0 if with_people else others,
        usual=str(USUAL),
        chances=get_args(Chance),
        clocks={name: words for name, (words, _) in CLOCKS.items()},
        expiries=get_args(Expiry),
        states={state: say(f"seat.{state}") for state in STATES},
        labels=_label_button(say, details.title.seats_max),
    )


def _label_button(say: Catalogue, most: int) -> Mapping[str, str | Sequence[str]]:
    """Return what the button does, by the number of those who sit down: bots, or players in all."""
    by_number = {"against": "play_against", "watch": "watch_bots", "table": "make_table"}
    counted = {name: ["", *(say(key, count=count) for count in range(1, most + 1))] for name, key in by_number.items()}
    return {"create": say("create"), **counted}


async def create(request: Request) -> Response:
    """Create a game from the form, seat its host and bots, start it once it is full, and show its page."""
    visitor, bots = Visitor.of(request), bots_of(request)
    details = await visitor.gunbai.title(request.path_params["title"])
    form = await read_form(request)
    try:
        wanted, level = parse_count(form, "bots", 0), parse_level(form)
        terms = await _read_terms(request, visitor, details, form)
        if (tables := parse_count(form, "tables", 1)) > 1:
            await _lay_tables(request, visitor, details.title.name, terms, tables)
            return redirect(request, "/")
        substitutes = int(terms["clock"] is not None and terms["clock"].expiry == EXPIRY_RULE_BOT)
        with bots.held(read_address(request), wanted + substitutes) as places:
            made = await visitor.gunbai.create(details.title.name, **terms)
            async with held(request, visitor, made):
                await fill(request, visitor, made, form.get("player", ""), Hired(wanted, level, places))
    except (InvalidRequest, Exhausted) as error:
        return await _render_form(request, visitor, details, error, form)
    if form.get("player"):
        remember_name(request, form["player"])
    return redirect(request, f"/games/{made.info.game}")


async def _lay_tables(request: Request, visitor: Visitor, title: str, terms: Terms, tables: int) -> None:
    """Create private games with the same deal, at which nobody sits yet."""
    tokens = [NewTokens() for _ in range(tables)]
    named = terms | {"invited_only": True}
    async with AsyncExitStack() as stack:
        for made in await visitor.gunbai.create_duplicates(tokens, title, **named):
            await stack.enter_async_context(held(request, visitor, made))


class Hired(NamedTuple):
    """A new game's bots: their number and level, and the places for them and a substitute."""

    wanted: int
    level: int
    places: list[Place]


async def fill(
    request: Request, visitor: Visitor, made: NewGame, player: str, hired: Hired, *, number: int = 1
) -> None:
    """Seat a new game's host, at the seat with this number, and bots, and start it if it is full."""
    bots, address, game = bots_of(request), read_address(request), made.info.game
    seat = await _seat_host(visitor, made, player, number)
    if seat is not None:
        await keep_seat(request, seat)
    if made.bot_token:
        bots.substitute(BotSeat(game, NO_SEAT, hired.level, address, made.bot_token), hired.places)
    free = [place.seat for place in made.info.seats if seat is None or place.seat != seat.number]
    for place in free[max(len(free) - hired.wanted, 0) :]:
        bot = BotSeat(game, place, hired.level, address)
        await bots.sit(bot, hired.places, find_code(made.invitations, place), made.host_token)
    if len(free) == hired.wanted:
        await visitor.gunbai.holding(made.host_token).start(game)


async def _read_terms(request: Request, visitor: Visitor, details: GetTitleResponse, form: Mapping[str, str]) -> Terms:
    """Return the terms of a game that a form names. Raises InvalidRequest."""
    chance: Chance = next((name for name in get_args(Chance) if name == form.get("chance")), "committed")
    table, seats = await _read_start(request, form)
    players = bool(form.get("player")) + parse_count(form, "people", 0) + parse_count(form, "bots", 0)
    return Terms(
        seats=seats or max(players, details.title.seats_min),
        options=read_options(details.options_schema_json, form),
        table=table,
        chance=chance,
        stalled="ends" if chance == "shared" else "",
        label=form.get("label", ""),
        private="private" in form,
        # Without a token, a private game's seat can only be reached by an invitation.
        invited_only="invited_only" in form or "private" in form,
        arbiter=_read_key(form.get("arbiter", "").strip()),
        clock=_read_clock(form),
    )


def _read_key(digits: str) -> bytes:
    """Return the public key that hexadecimal digits write; empty for no digits. Raises InvalidRequest."""
    if digits and not KEY.fullmatch(digits):
        problem = "expected 64 hexadecimal digits"
        raise InvalidRequest(f"arbiter: {problem}", fields={"arbiter": problem})
    return bytes.fromhex(digits)


async def _read_start(request: Request, form: Mapping[str, str]) -> tuple[str, int]:
    """Return the table to start from and its number of seats, 0 if unknown; "" for the ordinary set-up."""
    written = form.get("table_file", "").strip() or form.get("table", "").strip()
    named = POSITION.match(written)
    if named is None:
        return written, 0
    game, version = named[1], int(named[2])
    reader = Visitor.of(request, game).reader
    return await reader.table(game, version), len((await reader.game(game)).seats)


def _read_clock(form: Mapping[str, str]) -> ClockTerms | None:
    """Return the terms of clocks that a form chose. Raises InvalidRequest."""
    name = form.get("clock", "")
    if name not in CLOCKS:
        raise InvalidRequest("clock: unknown clock", fields={"clock": "unknown clock"})
    _, terms = CLOCKS[name]
    expiry: Expiry = next((name for name in get_args(Expiry) if name == form.get("expiry")), "default")
    if terms is None or expiry == "default":
        return terms
    return clock(
        decision_seconds=terms.decision_seconds,
        bank_seconds=terms.bank_seconds,
        increment_seconds=terms.increment_seconds,
        expiry=expiry,
        bot_seconds=BOT_SECONDS if expiry == "bot" else 0,
    )


async def _seat_host(visitor: Visitor, made: NewGame, player: str, number: int) -> Seat | None:
    """Seat the host if they play."""
    if not player:
        return None
    return await visitor.gunbai.join(
        made.info.game, player, seat=number, invitation=find_code(made.invitations, number)
    )


ROUTES = (
    Route("/new", show_form, name="titles"),
    Route("/new/{title}", show_form, name="new"),
    Route("/new/{title}", create, methods=["POST"]),
)
