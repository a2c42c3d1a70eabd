"""A game as one file: the saved page, which checks its own record."""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.web.frame.paths import GAME
from clients.web.frame.responses import stream_file
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor
from clients.web.saved.page import Positions, beginning, end, facts_of
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai.referee.v1.record_pb2 import ReplayGameResponse
from gunbai_client.aio import Gunbai
from gunbai_client.errors import InvalidRequest, NotAllowed
from gunbai_client.statuses import OVER
from gunbai_record.text.catalogue import Catalogue

MOST_SAVED = 3000
"""The longest game that is saved as a page, in entries; `gunbai game replay --animate` has no such limit."""


async def save_game(request: Request) -> Response:
    """Return a game as one file, as the visitor may see it."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    if info.head > MOST_SAVED:
        raise InvalidRequest(f"a game with more than {MOST_SAVED} entries is too long for a page", "TOO_LONG")
    return await stream_file(
        _yield_pieces(visitor.reader, info, find_catalogue(request)), f"{visitor.game}.html", "text/html"
    )


async def _yield_pieces(gunbai: Gunbai, info: GameInfo, words: Catalogue) -> AsyncIterator[str]:
    title = await gunbai.title(info.title, info.rules_version)
    clauses = await gunbai.clauses(info.title, info.rules_version)
    record = b"".join([piece async for piece in gunbai.export(info.game)])
    facts = facts_of(info, title, words, clauses)
    positions, lines = _load_positions(gunbai, info), Positions()
    position = await anext(positions)
    for piece in beginning(facts, record):
        yield piece
    async for explained in gunbai.questions.entries(info.game, 0, info.head):
        yield lines.line(explained, position)
        position = await anext(positions, position)
    yield end()


async def _load_positions(gunbai: Gunbai, info: GameInfo) -> AsyncIterator[ReplayGameResponse]:
    """Yield the positions, with their tables if none of them hides anything."""
    tables = info.status in OVER
    try:
        async for position in gunbai.replay(info.game, 1, info.head, pictures=True, tables=tables):
            yield position
    except NotAllowed:
        # A refusal comes before the first position.
        async for position in gunbai.replay(info.game, 1, info.head, pictures=True):
            yield position


ROUTES = (Route(f"{GAME}/saved", save_game, name="saved"),)
