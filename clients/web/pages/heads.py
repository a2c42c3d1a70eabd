"""The newest versions of games: one stream per browser, for all the games that its tabs show."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import ExitStack, aclosing
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.web.frame.address import read_address
from clients.web.frame.paths import FRAMES, GameId, Version
from clients.web.frame.responses import stream_lines
from clients.web.frame.visitor import Visitor
from clients.web.streams.followed_games import AGAIN, FollowedGames, Inbox, News
from gunbai_client.errors import InvalidRequest, Unreachable
from gunbai_client.statuses import OVER
from gunbai_record.errors import GunbaiError

MOST_GAMES = 40
"""How many games one stream covers."""
POSITION = re.compile(f"({GameId.regex})@({Version.regex})")


async def stream_heads(request: Request) -> Response:
    """Stream the number of each game's newest entry when it grows, as lines of JSON; an empty object is a heartbeat."""
    wanted = [POSITION.fullmatch(text) for text in request.query_params.getlist("game")]
    if len(wanted) > MOST_GAMES:
        raise InvalidRequest(f"a stream follows at most {MOST_GAMES} games", fields={"game": "too many"})
    if None in wanted:
        raise InvalidRequest("game: expected GAME@VERSION", fields={"game": "expected GAME@VERSION"})
    return stream_lines(_yield_news(request, [(match[1], int(match[2])) for match in wanted if match]))


async def _yield_news(request: Request, wanted: Sequence[tuple[str, int]]) -> AsyncGenerator[Mapping[str, Any], None]:
    inbox, away = Inbox(), list[tuple[str, int]]()
    with ExitStack() as followed:
        yield News()
        for game, after in wanted:
            if news := await _follow(request, followed, inbox, game, after):
                yield news
            if news.get("lost"):
                away.append((game, after))
        followed.callback(asyncio.create_task(_follow_again(request, followed, inbox, away)).cancel)
        async with aclosing(inbox.read()) as updates:
            async for update in updates:
                yield update


async def _follow_again(request: Request, followed: ExitStack, inbox: Inbox, away: Sequence[tuple[str, int]]) -> None:
    """Subscribe the inbox to the games that could not be read, once the service is back."""
    # Until it has said that the visitor may see a game, nobody else's watch may tell them about it.
    for game, after in away:
        while (news := await _follow(request, followed, inbox, game, after)).get("lost"):  # noqa: ASYNC110  # nothing tells it
            await asyncio.sleep(AGAIN)
        inbox.put(news or News(game=game, head=after))


async def _follow(request: Request, followed: ExitStack, inbox: Inbox, game: str, after: int) -> News:
    """Subscribe the inbox to a game until the stack unwinds, and return the news to send at once, if any."""
    visitor, games = Visitor.of(request, game), _games_of(request)
    reader, seats = visitor.reader, visitor.tokens.seats
    try:
        info = await reader.game(game)
        if info.status in OVER:
            return News(game=game, head=info.head, over=True)
        head = followed.enter_context(
            games.following(read_address(request), game, info.head, reader, inbox.put, seats=seats)
        )
    except Unreachable:
        return News(game=game, lost=True)
    except GunbaiError as error:
        return News(game=game, problem=str(error))
    return News(game=game, head=head) if head > after else News()


def _games_of(request: Request) -> FollowedGames:
    games: FollowedGames = request.app.state.followed
    return games


ROUTES = (
    Route("/heads", stream_heads),
    Route(f"{FRAMES}heads", stream_heads),
)
