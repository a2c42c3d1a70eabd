"""A game's page at a version, and a branch from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.bots.levels import USUAL
from clients.web.bots.bot_players import bots_of
from clients.web.frame.cookies import OPENED, ROLES
from clients.web.frame.paths import GAME, POSITION
from clients.web.frame.request_data import parse_version, read_form
from clients.web.frame.responses import redirect, render
from clients.web.frame.text import find_catalogue, read_languages
from clients.web.frame.visitor import Visitor, is_sample
from clients.web.pages.embed import build_frame_address, build_meta
from clients.web.pages.rematch import count_people
from clients.web.pages.seats import BOTS
from clients.web.pages.talk import is_talking
from clients.web.parts.branch_tree import load_tree
from clients.web.parts.game_summary import load_labels, summarise
from clients.web.parts.held_games import held
from clients.web.parts.results import OF_RULES, Phrase, name_player, rank_places, say_to_player
from clients.web.parts.shown_studies import load_study
from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GAME_STATUS_REVEALING, GameInfo
from gunbai_client.errors import NotAllowed
from gunbai_client.new_game import PRACTICE
from gunbai_client.statuses import OVER
from gunbai_record.text.catalogue import Catalogue
from gunbai_record.text.negotiation import lookup

STANDINGS = {
    game_pb2.STANDING_REFEREED: "standing.refereed",
    game_pb2.STANDING_ATTESTED: "standing.attested",
    game_pb2.STANDING_CONSISTENT: "standing.consistent",
}
SCRIPTS = (
    "game.js",
    "asking.js",
    "back.js",
    "checking.js",
    "clocks.js",
    "family.js",
    "links.js",
    "news.js",
    "tabs.js",
    "trying.js",
    "turn.js",
)
"""The scripts of a game's page for everybody: the first shows the game, and the others listen to it."""
PLAYING_SCRIPTS = ("notice.js", "out.js")
"""The scripts for players."""
EVERYBODY = "everybody"
"""The role of everyone without a role."""


async def show_game(request: Request) -> Response:
    """Show a game at a version: the board, the entries, the current decision, the branches."""
    visitor = Visitor.of(request)
    reader = visitor.reader
    info = await reader.game(visitor.game)
    titles = await load_labels(visitor)
    say = find_catalogue(request)
    summary = summarise(info, titles, say)
    if info.standing == game_pb2.STANDING_UNVERIFIED:
        return render(request, "unverified.html", summary=summary)
    version = min(request.path_params.get("version") or info.head, info.head)
    codes = await _load_codes(visitor, info)
    bots = bots_of(request)
    bots.wake(visitor.game)
    playing = bool(visitor.tokens.seats) and info.status not in OVER
    tree = await load_tree(visitor, info)
    title = await visitor.gunbai.title(info.title, info.rules_version)
    return render(
        request,
        "game.html",
        summary=summary,
        version=version,
        tree=tree,
        meta=build_meta(request, summary, version),
        frame=build_frame_address(request, info.game),
        study=await load_study(request, tree, info.game, plain=False),
        codes=codes,
        names={seat.seat: name_player(info, seat.seat, say) for seat in info.seats},
        standing=_say_standing(request, info, say),
        own=visitor.tokens.seats,
        scripts=(*SCRIPTS, *(PLAYING_SCRIPTS if playing else ())),
        playing=playing,
        view=visitor.tokens.view,
        views=await _list_views(visitor, info, say),
        spoken=lookup(read_languages(request), title.languages),
        deals=bool(visitor.tokens.of("dealer")),
        hosts=bool(visitor.tokens.of("host")),
        bots=[seat for seat in bots.list_at(visitor.game) if seat.state],
        levels=BOTS,
        usual=str(USUAL),
        watching=visitor.tokens.of("spectator") if info.private and visitor.tokens.of("host") else "",
        talking=is_talking(request, info.game) and len(info.seats) > 1,
        practice=PRACTICE in info.tags and bool(visitor.tokens.seats),
        is_open=info.status == GAME_STATUS_OPEN,
        begins=info.status in {GAME_STATUS_OPEN, GAME_STATUS_REVEALING},
        revealing=info.status == GAME_STATUS_REVEALING,
        over=info.status in OVER,
        places=rank_places(info),
        verdict=_say_verdict(visitor, info, say, cooperative=title.title.cooperative),
        won={*visitor.tokens.seats} & {*info.result.winners},
        reason=await _load_reason(visitor, info, summary.phrases),
        rematches=bool(visitor.tokens.seats) or count_people(info, ()) == 0,
    )


def _say_standing(request: Request, info: GameInfo, say: Catalogue) -> str:
    """Return where a game's record comes from; "" if the service does not say."""
    if is_sample(request, info.game):
        return say("standing.sample")
    return say(STANDINGS[info.standing]) if info.standing in STANDINGS else ""


def _say_verdict(visitor: Visitor, info: GameInfo, say: Catalogue, *, cooperative: bool) -> str:
    """Return what a finished game was for a visitor with one seat at it; "" for others, who take no side."""
    if not info.HasField("result") or info.absent_seats or len(visitor.tokens.seats) != 1:
        return ""
    return say_to_player(info, visitor.tokens.seats[0], say, cooperative=cooperative)


async def _load_reason(visitor: Visitor, info: GameInfo, told: Sequence[Phrase]) -> Phrase | None:
    """Return why a game ended: by its rules, the sentence of the clause that ended it, otherwise what else did."""
    if not info.HasField("result") or info.absent_seats or len(told) < len(("winners", "ending")):
        return None
    number = info.result.clause
    if number and info.result.basis in OF_RULES:
        listed = await visitor.reader.clauses(info.title, info.rules_version)
        for clause in listed.clauses:
            if clause.number == number:
                return Phrase(f"{clause.sentence} ({number})", told[1].language)
    return told[1]


async def _list_views(visitor: Visitor, info: GameInfo, say: Catalogue) -> Mapping[str, str]:
    """Return the roles in which a visitor may look at a game, if there are several."""
    seats = {seat.seat: say("as_seat", player=seat.player, seat=seat.seat) for seat in info.seats if seat.player}
    own = {str(number): seats[number] for number in visitor.tokens.seats}
    places = {role: say(f"as.{role}") for role in ROLES if visitor.tokens.of(role)}
    everybody = {} if info.private else {EVERYBODY: say(f"as.{EVERYBODY}")}
    opened = seats if info.status in OVER and await _hides_nothing(visitor, info) else {}
    others = {f"{OPENED}{number}": opened_seat for number, opened_seat in opened.items() if str(number) not in own}
    views = {**own, **places, **everybody, **others}
    return views if len(views) > 1 else {}


async def _hides_nothing(visitor: Visitor, info: GameInfo) -> bool:
    """Return whether anyone may see the last position as any seat; a running branch may still hide it."""
    try:
        await visitor.reader.view(info.game, seat=1)
    except NotAllowed:
        return False
    return True


async def _load_codes(visitor: Visitor, info: GameInfo) -> dict[int, str]:
    """Return the invitations by seat, which the host of a game that needs them gives to whomever they like."""
    if not (info.invited_only and info.status == GAME_STATUS_OPEN and visitor.tokens.of("host")):
        return {}
    return {invitation.seat: invitation.code for invitation in await visitor.holding("host").invitations(info.game)}


async def branch(request: Request) -> Response:
    """Branch a game at a version, and show the branch."""
    visitor, form = Visitor.of(request), await read_form(request)
    version = parse_version(form.get("version", ""), "version")
    if is_sample(request, visitor.game):
        # Samples are read-only: another game starts from the position instead.
        info = await visitor.reader.game(visitor.game)
        return redirect(request, f"/new/{info.title}?position={visitor.game}@{version}")
    made = await visitor.reader.fork(visitor.game, version, label=form.get("label", ""))
    async with held(request, visitor, made):
        return redirect(request, f"/games/{made.info.game}")


ROUTES = (
    Route(GAME, show_game, name="game"),
    Route(POSITION, show_game, name="position"),
    Route(f"{GAME}/branch", branch, methods=["POST"]),
)
