"""A game without scripts: its picture, what happened, and the visitor's moves as forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.web.bots.bot_players import bots_of
from clients.web.frame.cookies import know_browser
from clients.web.frame.paths import GAME
from clients.web.frame.request_data import parse_number, parse_version, read_form
from clients.web.frame.responses import redirect, render
from clients.web.frame.text import read_languages
from clients.web.frame.visitor import Visitor
from clients.web.pages.talk import is_talking
from clients.web.parts.branch_tree import load_tree
from clients.web.parts.game_summary import load_summary
from clients.web.parts.script_values import commands_in_words, decode_command, entry_in_words, refusal_in_words
from clients.web.parts.shown_studies import load_study
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN
from gunbai_client.statuses import OVER
from gunbai_record.text.negotiation import lookup
from gunbai_record.tokens import new_token

SHOWN_ENTRIES = 40
"""How many of the entries before a position are shown."""
RELOAD_SECONDS = 5
"""After how many seconds the page reloads while a game waits for others."""


class Offer(NamedTuple):
    """The moves of one of the visitor's seats."""

    seat: int
    expected: int
    commands: Sequence[dict[str, Any]]


async def show_plain(request: Request) -> Response:
    """Show a game at a version, the newest unless one is named."""
    return await _render(request)


async def _render(request: Request, refused: dict[str, Any] | None = None) -> Response:
    visitor = Visitor.of(request)
    know_browser(request)
    info = await visitor.reader.game(visitor.game)
    named = request.query_params.get("version", "")
    version = min(parse_version(named, "version") if named else info.head, info.head)
    view = await visitor.reader.view(visitor.game, version, seat=visitor.tokens.opened_seat)
    newest = version == info.head and info.status not in OVER
    offers = await _load_offers(visitor, view.waiting.seats) if newest and not info.went_back else []
    entries_read = visitor.reader.questions.entries(visitor.game, max(version - SHOWN_ENTRIES, 0), version)
    entries = [entry_in_words(entry) async for entry in entries_read]
    title = await visitor.gunbai.title(info.title, info.rules_version)
    is_studied = "study" in request.query_params
    tree = await load_tree(visitor, info) if is_studied else None
    study = await load_study(request, tree, info.game, plain=True) if tree else None
    is_moving = newest and not offers and info.status != GAME_STATUS_OPEN
    return render(
        request,
        "plain.html",
        400 if refused else 200,
        summary=await load_summary(request, visitor, info),
        version=version,
        entries=entries[::-1],
        waiting=view.waiting.sentence if info.status not in OVER else "",
        offers=offers,
        refused=refused,
        talking=is_talking(request, info.game),
        move_id=new_token(),
        spoken=lookup(read_languages(request), title.languages),
        study=study,
        over=info.status in OVER,
        # A reload would take a note that is being written.
        reload_seconds=RELOAD_SECONDS if is_moving and study is None else 0,
    )


async def _load_offers(visitor: Visitor, seats: Sequence[int]) -> list[Offer]:
    """Return what each asked seat of the visitor may do; looking gives the share of chance that is due."""
    offers = list[Offer]()
    for number in visitor.tokens.seats:
        listed = await visitor.seat(number).legal()
        if listed.commands and number in (seats or listed.waiting.seats):
            offers.append(Offer(number, listed.expected_version, commands_in_words(listed)))
    return offers


async def play(request: Request) -> Response:
    """Give a command by one of the visitor's seats, and show what followed, or the clause that refuses it."""
    visitor, form = Visitor.of(request), await read_form(request)
    number, expected = parse_number(form.get("seat", ""), "seat"), parse_version(form.get("expected", ""), "expected")
    command = decode_command(form.get("command", ""))
    ruling = await visitor.seat(number).submit(command, expected_version=expected, command_id=form.get("id", ""))
    if ruling.HasField("refused"):
        return await _render(request, refusal_in_words(ruling.refused))
    bots_of(request).wake(visitor.game)
    return redirect(request, f"/games/{visitor.game}/plain")


ROUTES = (
    Route(f"{GAME}/plain", show_plain, name="plain"),
    Route(f"{GAME}/plain", play, methods=["POST"]),
)
