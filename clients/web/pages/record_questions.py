"""Questions to the record on a game's page: values, what changed them, when something was true, what differs, luck."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from clients.web.frame.paths import GAME
from clients.web.frame.request_data import parse_version
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor
from clients.web.parts.results import name_player
from clients.web.parts.script_values import entry_in_words
from gunbai.referee.v1.questions_pb2 import ExplainedEntry, ValueChange
from gunbai_client.luck import account
from gunbai_client.luck import picture as drawn
from gunbai_client.picture import seat_colours
from gunbai_record.messages import unpacked
from gunbai_record.values import plain

MOST_ANSWERS = 300
"""The most entries or positions in an answer."""


async def list_values(request: Request) -> Response:
    """Return the view's values at a version by their paths, in the view's order."""
    visitor = Visitor.of(request)
    reader, seat = visitor.reader.speaking("en"), visitor.tokens.opened_seat
    view = await reader.view(visitor.game, _read_version(request), seat=seat)
    leaves = _yield_leaves(plain(unpacked(view.view)), "")
    return JSONResponse([{"path": path, "value": json.dumps(value, ensure_ascii=False)} for path, value in leaves])


def _yield_leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the leaf values within a value, with their paths."""
    named: Mapping[str, Any] = {}
    if isinstance(value, Mapping):
        named = value
    elif isinstance(value, list):
        named = {str(place): part for place, part in enumerate(value)}
    for name, part in named.items():
        yield from _yield_leaves(part, f"{path}.{name}" if path else name)
    if not named:
        yield path, value


async def list_changes(request: Request) -> Response:
    """Return the entries up to a version that changed the value at a path, or below it, the latest last."""
    visitor = Visitor.of(request)
    changed = visitor.reader.questions.changes(
        visitor.game, request.query_params.get("path", ""), _read_version(request)
    )
    answers = [_describe_entry(change.entry, list(change.changes)) async for change in changed]
    return JSONResponse({"entries": answers[-MOST_ANSWERS:], "left_out": max(len(answers) - MOST_ANSWERS, 0)})


def _describe_entry(explained: ExplainedEntry, changed: list[ValueChange]) -> dict[str, Any]:
    return entry_in_words(explained) | {
        "changes": [_describe_change(change) | {"event": change.event} for change in changed]
    }


def _describe_change(change: ValueChange) -> dict[str, Any]:
    return {"path": change.path, "old": change.old_json, "new": change.new_json}


async def find_positions(request: Request) -> Response:
    """Return the versions at which an expression becomes true, and false again. Raises InvalidRequest."""
    visitor = Visitor.of(request)
    expression = request.query_params.get("expression", "")
    answers: list[dict[str, Any]] = []
    async for position in visitor.reader.questions.positions(visitor.game, expression):
        if len(answers) == MOST_ANSWERS:
            break
        answers.append({"version": position.version, "holds": position.holds})
    return JSONResponse(answers)


async def compare(request: Request) -> Response:
    """Return where the game, at a version, diverges from another game or version, and how the two positions differ."""
    visitor, wanted = Visitor.of(request), request.query_params.get("other", "")
    named, at, version = wanted.rpartition("@") if "@" in wanted else (wanted, "", "")
    other = parse_version(version, "other") if at else 0
    answer = await visitor.reader.questions.differences(visitor.game, _read_version(request), named, other)
    return JSONResponse(
        {
            "shared": answer.shared_version,
            "differences": [_describe_change(change) for change in answer.differences[:MOST_ANSWERS]],
            "left_out": max(len(answer.differences) - MOST_ANSWERS, 0),
        }
    )


async def measure_luck(request: Request) -> Response:
    """Return how lucky each seat was, in figures and as a picture."""
    visitor = Visitor.of(request)
    info, say = await visitor.reader.game(visitor.game), find_catalogue(request)
    names = {seat.seat: name_player(info, seat.seat, say) for seat in info.seats}
    luck = account([outcome async for outcome in visitor.reader.questions.luck(visitor.game)])
    seats = [
        {
            "player": names[seat],
            "outcomes": seat_luck.outcomes,
            "total": seat_luck.total,
            "score": seat_luck.score,
            "rank": seat_luck.rank,
        }
        for seat, seat_luck in luck.seats.items()
    ]
    last = max((seat_luck.course[-1][0] for seat_luck in luck.seats.values() if seat_luck.course), default=0)
    colours = seat_colours(await visitor.reader.picture(visitor.game)) if seats else {}
    svg = drawn(luck, names, say("luck"), say("version_of", version=last), colours) if seats else ""
    return JSONResponse({"outcomes": luck.outcomes, "bits": luck.bits, "seats": seats, "svg": svg})


def _read_version(request: Request) -> int:
    return parse_version(request.query_params.get("version", ""), "version")


ROUTES = (
    Route(f"{GAME}/values", list_values),
    Route(f"{GAME}/changes", list_changes),
    Route(f"{GAME}/found", find_positions),
    Route(f"{GAME}/differences", compare),
    Route(f"{GAME}/luck", measure_luck),
)
