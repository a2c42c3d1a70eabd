"""Questions to the record on the page of a game: values, what changed them, when it was so, what differs, luck."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from clients.web.frame.paths import GAME
from clients.web.frame.request_data import number_of
from clients.web.frame.speech import speech_of
from clients.web.frame.visitor import Visitor
from clients.web.parts.results import player_of
from clients.web.parts.script_values import entry_in_words
from gunbai.referee.v1.questions_pb2 import ExplainedEntry, ValueChange
from gunbai_client.errors import InvalidRequest
from gunbai_client.luck import account
from gunbai_client.luck import picture as drawn
from gunbai_client.picture import seat_colours
from gunbai_record.messages import unpacked
from gunbai_record.values import plain

MOST_ANSWERS = 300
"""How many entries or positions an answer has."""


async def values(request: Request) -> Response:
    """Return the values of the view at a version by their paths, in the order of the view."""
    visitor = Visitor.of(request)
    reader, seat = visitor.reader.speaking("en"), visitor.tokens.opened_seat
    view = await reader.view(visitor.game, _version(request), seat=seat)
    leaves = _leaves(plain(unpacked(view.view)), "")
    return JSONResponse([{"path": path, "value": _written(value)} for path, value in leaves])


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the values within a value that have none within them, with their paths."""
    named: Mapping[str, Any] = {}
    if isinstance(value, Mapping):
        named = value
    elif isinstance(value, list):
        named = {str(place): each for place, each in enumerate(value)}
    for name, each in named.items():
        yield from _leaves(each, f"{path}.{name}" if path else name)
    if not named:
        yield path, value


async def changes(request: Request) -> Response:
    """Return the entries up to a version that changed the value at a path, or below it, the latest last."""
    visitor = Visitor.of(request)
    found = visitor.reader.questions.changes(visitor.game, request.query_params.get("path", ""), _version(request))
    answers = [_blamed(each.entry, list(each.changes)) async for each in found]
    return JSONResponse({"entries": answers[-MOST_ANSWERS:], "left_out": max(len(answers) - MOST_ANSWERS, 0)})


def _blamed(explained: ExplainedEntry, changed: list[ValueChange]) -> dict[str, Any]:
    return entry_in_words(explained) | {"changes": [_change(each) | {"event": each.event} for each in changed]}


def _change(each: ValueChange) -> dict[str, Any]:
    return {"path": each.path, "old": each.old_json, "new": each.new_json}


async def positions(request: Request) -> Response:
    """Return the versions at which an expression begins to hold, and ceases to. Raises InvalidRequest."""
    visitor = Visitor.of(request)
    expression = request.query_params.get("expression", "")
    answers: list[dict[str, Any]] = []
    async for each in visitor.reader.questions.positions(visitor.game, expression):
        if len(answers) == MOST_ANSWERS:
            break
        answers.append({"version": each.version, "holds": each.holds})
    return JSONResponse(answers)


async def differences(request: Request) -> Response:
    """Return where the game, at a version, parts from another game or version, and how the two positions differ."""
    visitor, wanted = Visitor.of(request), request.query_params.get("other", "")
    named, _, version = wanted.rpartition("@") if "@" in wanted else (wanted, "", "0")
    if not (version.isascii() and version.isdigit() and len(version) < 16):
        raise InvalidRequest("other: a version is expected", fields={"other": "GAME@VERSION or @VERSION is expected"})
    found = await visitor.reader.questions.differences(visitor.game, _version(request), named, int(version))
    return JSONResponse(
        {
            "shared": found.shared_version,
            "differences": [_change(each) for each in found.differences[:MOST_ANSWERS]],
            "left_out": max(len(found.differences) - MOST_ANSWERS, 0),
        }
    )


async def luck(request: Request) -> Response:
    """Return how lucky each seat was, in figures and as a picture."""
    visitor = Visitor.of(request)
    info, say = await visitor.reader.game(visitor.game), speech_of(request)
    names = {each.seat: player_of(info, each.seat, say) for each in info.seats}
    found = account([each async for each in visitor.reader.questions.luck(visitor.game)])
    seats = [
        {
            "player": names[seat],
            "outcomes": each.outcomes,
            "total": each.total,
            "score": each.score,
            "rank": each.rank,
        }
        for seat, each in found.seats.items()
    ]
    last = max((each.course[-1][0] for each in found.seats.values() if each.course), default=0)
    colours = seat_colours(await visitor.reader.picture(visitor.game)) if seats else {}
    svg = drawn(found, names, say("luck"), say("version_of", version=last), colours) if seats else ""
    return JSONResponse({"outcomes": found.outcomes, "bits": found.bits, "seats": seats, "svg": svg})


def _version(request: Request) -> int:
    return number_of(request.query_params.get("version", ""), "version")


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


ROUTES = (
    Route(f"{GAME}/values", values),
    Route(f"{GAME}/changes", changes),
    Route(f"{GAME}/found", positions),
    Route(f"{GAME}/differences", differences),
    Route(f"{GAME}/luck", luck),
)
