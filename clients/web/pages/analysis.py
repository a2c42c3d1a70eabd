"""The analysis of a game on its page: what each seat could expect at every version, and what changed it most.

It is made of what the visitor may see: whole tables where nothing is hidden, else tables that they cannot tell from the
real ones.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from hashlib import sha256
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from clients.bots.analysis import Change, Judged, mean, telling, totals
from clients.bots.played import Played, asked_at, open_tables, played
from clients.web.bots.analysis_jobs import Analyses, Failed, Judgements, Key, Progress
from clients.web.frame.paths import GAME
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor, read_address
from clients.web.parts.results import name_player
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Actor
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client.aio import Gunbai
from gunbai_client.chart import Course, Scale, chart, colour_of
from gunbai_client.errors import InvalidRequest, RequestError
from gunbai_client.picture import seat_colours
from gunbai_client.reasons import HiddenFacts
from gunbai_record.text.catalogue import Catalogue

MOST_ENTRIES = 1500
"""The longest game that is analysed for a page; `gunbai game analyse` has no such limit."""
LINES = "application/x-ndjson"


class Game(NamedTuple):
    """A game that is analysed, and how it is told: a client that sees what the visitor may see, and their language."""

    gunbai: Gunbai
    info: GameInfo
    read: Played
    say: Catalogue


async def analyse(request: Request) -> Response:
    """Stream how far the analysis of a game is, and then what it found, as lines of JSON; it ends with its reader."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    if info.head > MOST_ENTRIES:
        raise InvalidRequest(f"a game of more than {MOST_ENTRIES} entries is too long to analyse", "TOO_LONG")
    read = await _load(visitor.reader, info)
    analyses: Analyses = request.app.state.analyses
    reader = sha256(visitor.tokens.reading.encode()).hexdigest() if read.matter.readers else ""
    key = (info.game, info.head, reader)
    if read.positions:
        analyses.begin(key, read_address(request), read.matter, read.positions)
    told = _stream(analyses, key, Game(visitor.reader, info, read, find_catalogue(request)))
    return StreamingResponse(told, media_type=LINES, headers={"cache-control": "no-store"})


async def _load(gunbai: Gunbai, info: GameInfo) -> Played:
    """Return a game with whole tables, or where facts are hidden as the reader may guess them."""
    try:
        positions = [position async for position in gunbai.replay(info.game, 1, info.head, tables=True, sentences=True)]
    except HiddenFacts:
        positions = [position async for position in gunbai.replay(info.game, 1, info.head, views=True, sentences=True)]
        tables = {version: await gunbai.table(info.game, version, guess=True) for version in asked_at(positions)}
        return played(positions, tables, (positions[-1].view.seat or None,))
    return played(positions, open_tables(positions))


async def _stream(analyses: Analyses, key: Key, game: Game) -> AsyncGenerator[str, None]:
    if not game.read.positions:
        yield _format_line({"found": await _describe(game, ())})
        return
    try:
        async with aclosing(analyses.follow(key)) as steps:
            async for step in steps:
                if isinstance(step, Progress):
                    yield _format_line({"done": step.done, "whole": step.whole})
                else:
                    yield _format_line({"found": await _describe(game, step)})
    except Failed:
        yield _format_line({"problem": game.say("problem.ANALYSIS_FAILED")})


def _format_line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


async def _describe(game: Game, judgements: Judgements) -> dict[str, Any]:
    """Return an analysis for a script: its entries with the largest swings first, the seats, and the picture."""
    gunbai, info, read, say = game
    names = {each.seat: name_player(info, each.seat, say) for each in info.seats}
    return {
        "positions": len(read.positions),
        "reader": _name_reader(read, names, say),
        "entries": [
            {
                "version": each.version,
                "actor": read.said[each.version].actor,
                "command": read.said[each.version].command,
                "parts": _describe_parts(each, await _say_better(gunbai, info.game, each), names),
            }
            for each in telling(judgements)
        ],
        "seats": [each._asdict() | {"player": names[each.seat]} for each in totals(judgements)],
        "svg": _draw(judgements, names, seat_colours(await gunbai.picture(info.game)), say) if judgements else "",
    }


def _name_reader(read: Played, names: Mapping[int, str], say: Catalogue) -> str:
    """Return from whose knowledge a game is analysed."""
    if not read.matter.readers:
        return say("known_to_each")
    (seat,) = read.matter.readers
    return say("known_to", player=names[seat]) if seat else say("known_to_all")


def _describe_parts(entry: Judged, better: str, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return into what the swing of an entry is split, each part with what it changed for whom."""
    more: dict[str, dict[str, Any]] = {
        "luck": {"outcomes": entry.outcomes, "exact": entry.exact},
        "choice": {"better": better},
        "rest": {},
    }
    return [
        {"kind": kind, "changes": [_describe_change(change, names) for change in changes], **more[kind]}
        for kind, changes in entry.parts
    ]


def _describe_change(change: Change, names: Mapping[int, str]) -> dict[str, Any]:
    return {"player": names[change.seat], "share": change.share, "margin": change.margin}


async def _say_better(gunbai: Gunbai, game: str, entry: Judged) -> str:
    """Return what the bot would have played as a sentence; its name where the service says nothing of it."""
    if entry.better is None:
        return ""
    actor = Actor(kind=ACTOR_KIND_SEAT, seat=entry.actor or 0)
    try:
        return (await gunbai.adjudicate(game, actor, entry.better, entry.version - 1)).sentence
    except RequestError:
        return type(entry.better).__name__


def _draw(judgements: Sequence[Judged], names: Mapping[int, str], colours: Mapping[int, str], say: Catalogue) -> str:
    """Return the course of the estimates as SVG."""
    after = [(judged.version, mean(judged.after)) for judged in judgements]
    courses = [
        Course(names[seat], share, [(version, shares[seat - 1]) for version, shares in after], colour_of(seat, colours))
        for seat, share in enumerate(mean(judgements[0].before), 1)
    ]
    last = say("version_of", version=judgements[-1].version)
    return chart(say("share_expected"), courses, Scale(0, 1, "0 %", "100 %"), last)


ROUTES = (Route(f"{GAME}/analysis", analyse, methods=["POST"]),)
