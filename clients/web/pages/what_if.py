"""What if: any command at any version, legal or not, judged without being given."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from clients.web.frame.paths import GAME
from clients.web.frame.request_data import number_of, sent
from clients.web.frame.speech import speech_of
from clients.web.frame.visitor import Visitor
from clients.web.parts.command_forms import command_of, forms_of
from clients.web.parts.results import player_of
from clients.web.parts.script_values import components_in_words, refused
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE, ACTOR_KIND_SEAT, Actor
from gunbai.referee.v1.audit_pb2 import AdjudicateResponse
from gunbai_client.aio import Gunbai


async def commands(request: Request) -> Response:
    """Return the commands of the title of a game as forms, who may give them, and what texts in them name."""
    visitor, say = Visitor.of(request), speech_of(request)
    info = await visitor.reader.game(visitor.game)
    found = await visitor.gunbai.title(info.title, info.rules_version)
    seats = [{"seat": each.seat, "name": player_of(info, each.seat, say)} for each in info.seats]
    return JSONResponse(
        {
            "actors": [*seats, {"seat": 0, "name": say("by_chance")}],
            "commands": forms_of(found.commands, found.command_forms),
            "components": components_in_words(found),
        },
        headers={"cache-control": "private, max-age=60", "vary": "accept-language, cookie"},
    )


async def judge(request: Request) -> Response:
    """Return how a command would be judged at a version; nothing is recorded."""
    visitor, asked = Visitor.of(request), await sent(request)
    version, seat = number_of(str(asked.get("version", "")), "version"), asked.get("seat", 0)
    actor = (
        Actor(kind=ACTOR_KIND_CHANCE) if not seat else Actor(kind=ACTOR_KIND_SEAT, seat=number_of(str(seat), "seat"))
    )
    command = command_of(asked.get("name", ""), asked.get("fields", {}))
    return JSONResponse(_judged(await _asking(visitor, actor).adjudicate(visitor.game, actor, command, version)))


def _asking(visitor: Visitor, actor: Actor) -> Gunbai:
    """Return a client with the token of the actor if the visitor has it: while facts are hidden nobody else may ask."""
    own = str(actor.seat) if actor.seat else "dealer"
    return visitor.holding(own) if visitor.tokens.of(own) else visitor.reader


def _judged(found: AdjudicateResponse) -> dict[str, Any]:
    said = {"version": found.version, "sentence": found.sentence}
    if found.HasField("refused"):
        return {**said, "refused": refused(found.refused)}
    return {**said, "accepted": list(found.accepted.sentences), "withheld": found.accepted.events_withheld}


ROUTES = (
    Route(f"{GAME}/title-commands", commands),
    Route(f"{GAME}/judged", judge, methods=["POST"]),
)
