"""A game's analysis on its page: what each seat could expect at every version, and what changed it most.

It uses only what the visitor may see: whole tables if nothing is hidden, otherwise tables that they cannot tell from
the real one.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from hashlib import sha256
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.bots.analysis import Change, Judged, Matter, Position, mean, telling, totals
from clients.bots.played import asked_at, open_tables, played
from clients.web.bots.analysis_jobs import Analyses, Analysis, Failed, Key, Progress
from clients.web.frame.address import read_address
from clients.web.frame.paths import GAME
from clients.web.frame.responses import stream_lines
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor
from clients.web.parts.results import name_player
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Actor
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client.aio import Gunbai
from gunbai_client.chart import Course, Scale, chart, colour_of
from gunbai_client.errors import InvalidRequest, RequestError
from gunbai_client.picture import seat_colours
from gunbai_client.reasons import HiddenFacts
from gunbai_record.errors import GunbaiError
from gunbai_record.plain import as_message
from gunbai_record.text.catalogue import Catalogue

MOST_ENTRIES = 1500
"""The longest game that a page analyses; `gunbai game analyse` has no such limit."""


class Game(NamedTuple):
    """A game under analysis, with a client that sees what the visitor may see, and their language."""

    gunbai: Gunbai
    info: GameInfo
    say: Catalogue


async def analyse(request: Request) -> Response:
    """Stream an analysis's progress and then its result, as lines of JSON; it ends when its reader leaves."""
    visitor = Visitor.of(request)
    reader = visitor.reader
    info = await reader.game(visitor.game)
    if info.head > MOST_ENTRIES:
        raise InvalidRequest(f"a game with more than {MOST_ENTRIES} entries is too long to analyse", "TOO_LONG")
    hidden = await _hides_facts(reader, info)
    analyses: Analyses = request.app.state.analyses
    key = (info.game, info.head, sha256(visitor.tokens.reading.encode()).hexdigest() if hidden else "")
    analyses.begin(key, read_address(request), lambda: _read(reader, info, hidden=hidden))
    return stream_lines(_follow(analyses, key, Game(reader, info, find_catalogue(request))))


async def _hides_facts(gunbai: Gunbai, info: GameInfo) -> bool:
    """Return whether a game hides facts: its tables are then refused before the first one."""
    try:
        async for _ in gunbai.replay(info.game, 1, info.head, tables=True):
            break
    except HiddenFacts:
        return True
    return False


async def _read(gunbai: Gunbai, info: GameInfo, *, hidden: bool) -> tuple[Matter, Sequence[Position]]:
    """Return a game with whole tables or, if facts are hidden, tables that the reader may guess."""
    positions = [
        position
        async for position in gunbai.replay(info.game, 1, info.head, views=hidden, tables=not hidden, sentences=True)
    ]
    if hidden:
        tables = {version: await gunbai.table(info.game, version, guess=True) for version in asked_at(positions)}
        read = played(positions, tables, (positions[-1].view.seat or None,))
    else:
        read = played(positions, open_tables(positions))
    return read.matter, read.positions


async def _follow(analyses: Analyses, key: Key, game: Game) -> AsyncGenerator[dict[str, Any], None]:
    try:
        async with aclosing(analyses.follow(key)) as steps:
            async for step in steps:
                if isinstance(step, Progress):
                    yield {"done": step.done, "whole": step.whole}
                else:
                    yield {"found": await _describe(game, step)}
    except (Failed, GunbaiError):
        yield {"problem": game.say("problem.ANALYSIS_FAILED")}


async def _describe(game: Game, analysis: Analysis) -> dict[str, Any]:
    """Return an analysis for a script: its entries with the largest swings first, the seats, and the picture."""
    gunbai, info, say = game
    judgements = analysis.judgements
    names = {seat.seat: name_player(info, seat.seat, say) for seat in info.seats}
    return {
        "positions": analysis.positions,
        "reader": _name_reader(analysis, names, say),
        "entries": [await _describe_entry(game, judged, names) for judged in telling(judgements)],
        "seats": [total._asdict() | {"player": names[total.seat]} for total in totals(judgements)],
        "svg": _draw(judgements, names, seat_colours(await gunbai.picture(info.game)), say) if judgements else "",
    }


async def _describe_entry(game: Game, judged: Judged, names: Mapping[int, str]) -> dict[str, Any]:
    """Return an entry and its changes, with its words in the visitor's language."""
    version = judged.version
    entries = game.gunbai.entries_in_words(game.info.game, version - 1, version)
    (sentences,) = [entry.sentences async for entry in entries]
    parts = _describe_parts(judged, await _say_better(game.gunbai, game.info.game, judged), names)
    return {"version": version, "actor": sentences.actor, "command": sentences.command, "parts": parts}


def _name_reader(analysis: Analysis, names: Mapping[int, str], say: Catalogue) -> str:
    """Return from whose knowledge a game is analysed."""
    if not analysis.readers:
        return say("known_to_each")
    (seat,) = analysis.readers
    return say("known_to", player=names[seat]) if seat else say("known_to_all")


def _describe_parts(entry: Judged, better: str, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return the parts of an entry's swing, each with its changes by player."""
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
    """Return the bot's move as a sentence; its name if the service has no sentence for it."""
    if entry.better is None:
        return ""
    actor = Actor(kind=ACTOR_KIND_SEAT, seat=entry.actor or 0)
    try:
        return (await gunbai.adjudicate(game, actor, as_message(entry.better), entry.version - 1)).sentence
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
