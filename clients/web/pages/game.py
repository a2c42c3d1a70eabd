"""The page of a game at a version, and a branch from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from clients.web.bots.bot_players import bots_of
from clients.web.frame.cookies import OPENED, ROLES, keep
from clients.web.frame.paths import GAME, POSITION
from clients.web.frame.request_data import form_of, number_of
from clients.web.frame.responses import page
from clients.web.frame.speech import Speech, asked_of, speech_of
from clients.web.frame.visitor import Visitor
from clients.web.pages.embed import frame_address, meta
from clients.web.pages.seats import BOTS
from clients.web.pages.studies import shown_with
from clients.web.parts.branch_tree import family_of
from clients.web.parts.game_summary import card, labels
from clients.web.parts.results import player_of
from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GAME_STATUS_REVEALING, GameInfo
from gunbai_client.errors import NotAllowed
from gunbai_client.new_game import NewTokens
from gunbai_client.statuses import OVER
from gunbai_record.languages import lookup

STANDINGS = {
    game_pb2.STANDING_REFEREED: "standing.refereed",
    game_pb2.STANDING_ATTESTED: "standing.attested",
    game_pb2.STANDING_CONSISTENT: "standing.consistent",
}
SCRIPTS = ("game.js", "asking.js", "checking.js", "clocks.js", "family.js", "links.js")
"""The scripts of a game's page for everybody: the first shows the game, and the others listen to it."""
PLAYING_SCRIPTS = ("notice.js",)
"""Those for whoever plays."""
EVERYBODY = "everybody"
"""The role of whoever has none."""


async def game(request: Request) -> Response:
    """Show a game at a version: the board, the entries, what is asked, the branches."""
    visitor = Visitor.of(request)
    reader = visitor.reader
    info = await reader.game(visitor.game)
    titles = await labels(visitor)
    say = speech_of(request)
    shown = card(info, titles, say)
    if info.standing == game_pb2.STANDING_UNVERIFIED:
        return page(request, "unverified.html", card=shown)
    version = min(request.path_params.get("version") or info.head, info.head)
    codes = await _codes(visitor, info)
    bots = bots_of(request)
    bots.wake(visitor.game)
    playing = bool(visitor.tokens.seats) and info.status not in OVER
    return page(
        request,
        "game.html",
        card=shown,
        version=version,
        tree=await family_of(visitor, info),
        meta=meta(request, shown, version),
        frame=frame_address(request, info.game),
        study=shown_with(request, info.game),
        codes=codes,
        names={each.seat: player_of(info, each.seat, say) for each in info.seats},
        standing=say(STANDINGS[info.standing]) if info.standing in STANDINGS else "",
        own=visitor.tokens.seats,
        scripts=(*SCRIPTS, *(PLAYING_SCRIPTS if playing else ())),
        playing=playing,
        view=visitor.tokens.view,
        views=await _views(visitor, info, say),
        spoken=lookup(asked_of(request), await _spoken(visitor, info)),
        deals=bool(visitor.tokens.of("dealer")),
        hosts=bool(visitor.tokens.of("host")),
        bots=[each for each in bots.at(visitor.game) if each.state],
        levels=BOTS,
        watching=visitor.tokens.of("spectator") if info.private and visitor.tokens.of("host") else "",
        is_open=info.status == GAME_STATUS_OPEN,
        begins=info.status in {GAME_STATUS_OPEN, GAME_STATUS_REVEALING},
        over=info.status in OVER,
    )


async def _spoken(visitor: Visitor, info: GameInfo) -> Sequence[str]:
    """Return the languages that the title of a game speaks."""
    return (await visitor.gunbai.title(info.title, info.rules_version)).languages


async def _views(visitor: Visitor, info: GameInfo, say: Speech) -> Mapping[str, str]:
    """Return as whom a visitor may look at a game, by role, if that is more than one."""
    seats = {each.seat: say("as_seat", player=each.player, seat=each.seat) for each in info.seats if each.player}
    own = {str(number): seats[number] for number in visitor.tokens.seats}
    places = {role: say(f"as.{role}") for role in ROLES if visitor.tokens.of(role)}
    everybody = {} if info.private else {EVERYBODY: say(f"as.{EVERYBODY}")}
    opened = seats if info.status in OVER and await _hides_nothing(visitor, info) else {}
    others = {f"{OPENED}{number}": said for number, said in opened.items() if str(number) not in own}
    found = {**own, **places, **everybody, **others}
    return found if len(found) > 1 else {}


async def _hides_nothing(visitor: Visitor, info: GameInfo) -> bool:
    """Return whether anybody may see the last position as any seat: a branch can hide what it shares beyond its end."""
    try:
        await visitor.reader.view(info.game, seat=1)
    except NotAllowed:
        return False
    return True


async def _codes(visitor: Visitor, info: GameInfo) -> dict[int, str]:
    """Return the invitations by seat, which the host of a game that needs them hands to whom they like."""
    if not (info.invited_only and info.status == GAME_STATUS_OPEN and visitor.tokens.of("host")):
        return {}
    return {each.seat: each.code for each in await visitor.holding("host").invitations(info.game)}


async def branch(request: Request) -> Response:
    """Branch a game at a version, and show the branch."""
    visitor = Visitor.of(request)
    form, tokens = await form_of(request), NewTokens()
    version = number_of(form.get("version", ""), "version")
    made = await visitor.reader.fork(visitor.game, version, label=form.get("label", ""), tokens=tokens)
    answer = RedirectResponse(f"/games/{made.info.game}", 303)
    keep(request, answer, made.info.game, "host", tokens.host)
    return answer


ROUTES = (
    Route(GAME, game, name="game"),
    Route(POSITION, game, name="position"),
    Route(f"{GAME}/branch", branch, methods=["POST"]),
)
