"""What if: any command at any version, legal or not, judged without being given."""

from __future__ import annotations

from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from clients.web.frame.paths import GAME
from clients.web.frame.request_data import parse_number, parse_version, read_json
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor
from clients.web.parts.command_forms import build_forms, commands_at, parse_command, point_elsewhere
from clients.web.parts.results import name_player
from clients.web.parts.script_values import components_in_words, decode_command, encode_command, refusal_in_words
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE, ACTOR_KIND_SEAT, Actor
from gunbai.referee.v1.audit_pb2 import AdjudicateResponse
from gunbai_client.errors import InvalidRequest
from gunbai_record.messages import UnknownMessageError, packed, unpacked

MOST_TRIED = 4
"""The most commands that are judged for a spot."""


async def list_commands(request: Request) -> Response:
    """Return the commands of a game's title as forms, with their actors and the values of their texts."""
    visitor, say = Visitor.of(request), find_catalogue(request)
    info = await visitor.reader.game(visitor.game)
    title = await visitor.gunbai.title(info.title, info.rules_version)
    seats = [{"seat": seat.seat, "name": name_player(info, seat.seat, say)} for seat in info.seats]
    return JSONResponse(
        {
            "actors": [*seats, {"seat": 0, "name": say("by_chance")}],
            "commands": build_forms(title.commands, title.command_forms),
            "components": components_in_words(title),
        },
        headers={"cache-control": "private, max-age=60", "vary": "accept-language, cookie"},
    )


async def judge(request: Request) -> Response:
    """Return how a command would be judged at a version; nothing is recorded."""
    visitor, body = Visitor.of(request), await read_json(request)
    version, seat = parse_version(str(body.get("version", "")), "version"), body.get("seat", 0)
    actor = (
        Actor(kind=ACTOR_KIND_CHANCE) if not seat else Actor(kind=ACTOR_KIND_SEAT, seat=parse_number(str(seat), "seat"))
    )
    command = parse_command(body.get("name", ""), body.get("fields", {}))
    client = visitor.acting(str(actor.seat) if actor.seat else "dealer")
    return JSONResponse(_describe(await client.adjudicate(visitor.game, actor, command, version)))


async def try_out(request: Request) -> Response:
    """Return how an offered command would be judged, or one like it that points at another spot.

    Without a command it is the first one refused that would take the thing at the spot.
    """
    visitor, body = Visitor.of(request), await read_json(request)
    version = parse_version(str(body.get("version", "")), "version")
    actor = Actor(kind=ACTOR_KIND_SEAT, seat=parse_number(str(body.get("seat", "")), "seat"))
    if "command" not in body:
        return JSONResponse(await _find_refusal(visitor, actor, str(body.get("spot", "")), version))
    try:
        judged = unpacked(decode_command(body.get("command", "")))
    except UnknownMessageError as error:
        raise InvalidRequest(f"command: {error}", fields={"command": str(error)}) from None
    if body.get("spot"):
        judged = point_elsewhere(judged, str(body.get("from", "")), str(body["spot"]))
    answer = await visitor.acting(str(actor.seat)).adjudicate(visitor.game, actor, judged, version)
    return JSONResponse({**_describe(answer), "command": encode_command(packed(judged))})


async def _find_refusal(visitor: Visitor, actor: Actor, spot: str, version: int) -> dict[str, Any]:
    """Return why a thing at a spot cannot be taken; nothing if no command takes such things, or one is allowed."""
    info = await visitor.reader.game(visitor.game)
    title = await visitor.gunbai.title(info.title, info.rules_version)
    client = visitor.acting(str(actor.seat))
    found: dict[str, Any] = {}
    names = [name for name in title.commands if name not in title.chance_commands]
    for command in islice(commands_at(names, spot, actor.seat), MOST_TRIED):
        answer = await client.adjudicate(visitor.game, actor, command, version)
        if not answer.HasField("refused"):
            return {}
        found = found or {**_describe(answer), "command": encode_command(packed(command))}
    return found


def _describe(answer: AdjudicateResponse) -> dict[str, Any]:
    facts = {"version": answer.version, "sentence": answer.sentence}
    if answer.HasField("refused"):
        return {**facts, "refused": refusal_in_words(answer.refused)}
    return {**facts, "accepted": list(answer.accepted.sentences), "withheld": answer.accepted.events_withheld}


ROUTES = (
    Route(f"{GAME}/title-commands", list_commands),
    Route(f"{GAME}/judged", judge, methods=["POST"]),
    Route(f"{GAME}/tried", try_out, methods=["POST"]),
)
