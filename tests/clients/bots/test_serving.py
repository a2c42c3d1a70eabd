"""A bot that serves: no game keeps it from the others, neither one that it cannot play nor many that go nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

from google.protobuf.any_pb2 import Any as AnyMessage

from clients.bots.serving import IDLE_SECONDS, Serving
from gunbai.referee.v1.game_pb2 import GameInfo, Invitation, Waiting
from gunbai.referee.v1.record_pb2 import MyGame, Place
from gunbai.referee.v1.referee_pb2 import LegalCommand, ListLegalCommandsResponse
from gunbai_client.aio import Seat
from lab.patience import PATIENCE

TITLE = "infludance_duel"


class Table:
    """A game's seat that is always asked; its record lacks its first entry."""

    def __init__(self, game: str) -> None:
        self.game, self.number, self.asked = game, 1, asyncio.Event()
        self.gunbai = SimpleNamespace(entries=self.entries)

    async def legal(self) -> ListLegalCommandsResponse:
        """Return the seat's question."""
        self.asked.set()
        return ListLegalCommandsResponse(waiting=Waiting(seats=[1]), commands=[LegalCommand(command=AnyMessage())])

    async def entries(self, *_: object) -> AsyncIterator[Any]:
        """Yield no entry."""
        for entry in list[Any]():
            yield entry


def asked(game: str) -> MyGame:
    """Return a game that asks the bot."""
    return MyGame(info=GameInfo(game=game, title=TITLE), places=[Place(role="seat", seat=1, asked=True)])


def invited(game: str) -> MyGame:
    """Return a game that invites the bot."""
    return MyGame(info=GameInfo(game=game, title=TITLE), invitation=Invitation(seat=1, code="code"))


class Stream:
    """A stream of games, each of which comes once the time that precedes it has passed."""

    def __init__(self, *news: MyGame | float) -> None:
        self.news, self.now = news, 0.0

    async def changes(self) -> AsyncIterator[MyGame]:
        """Yield the games, and then nothing more."""
        for item in self.news:
            if isinstance(item, float):
                self.now += item
            else:
                yield item
        await asyncio.Event().wait()


async def served(stream: Stream, tables: dict[str, Table], most: int, until: asyncio.Event) -> list[str]:
    """Return what a bot says that serves until something happens."""
    said = list[str]()

    def say(text: str) -> None:
        said.append(text)
        if text.startswith("last"):
            until.set()

    async def join(own: MyGame) -> Seat:
        return cast("Seat", tables[own.info.game])

    async def hold(game: str, _: int) -> Seat:
        return cast("Seat", tables[game])

    bot = Serving(cast("Any", None), join, hold, say, most, clock=lambda: stream.now)
    serving = asyncio.create_task(bot.run(cast("Any", stream)))
    async with asyncio.timeout(PATIENCE):
        await until.wait()
    serving.cancel()
    with suppress(asyncio.CancelledError):
        await serving
    return said


async def test_a_game_that_the_bot_cannot_play_does_not_end_the_others() -> None:
    tables = {name: Table(name) for name in ("broken", "other")}
    said = await served(Stream(*map(asked, tables)), tables, 9, tables["other"].asked)
    assert said[0].startswith("broken: ")


async def test_games_that_ask_no_more_leave_room_for_others() -> None:
    tables = {name: Table(name) for name in ("idle", "early", "last")}
    news = (invited("idle"), 1.0, invited("early"), IDLE_SECONDS, invited("last"))
    said = await served(Stream(*news), tables, 1, asyncio.Event())
    assert [line.partition(" of")[0] for line in said] == [
        "idle: took seat 1",
        "early: declined the invitation to infludance_duel: the bot has no room for a game, or lacks the title.",
        "last: took seat 1",
    ]
