"""A bot with an identity: it takes the invitations to its key, and plays all its games over one stream."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from clients.bots.level_bot import PlayedTitle, created_in
from clients.bots.levels import Chooser, versions_here
from clients.bots.random_bot import asked_seat, is_accepted
from gunbai.referee.v1.record_pb2 import LostPlace, MyGame
from gunbai_client.aio import Seat
from gunbai_client.aio.my_games import MyGames
from gunbai_client.errors import RequestError
from gunbai_client.statuses import OVER
from gunbai_record.messages import packed
from gunbai_record.plain import as_message

IDLE_SECONDS = 3600.0
"""After how many seconds without a question a game takes no room; the bot still plays it if it goes on."""

Join = Callable[[MyGame], Awaitable[Seat]]
"""Takes the seat that the bot is invited to. Raises RequestError."""
Hold = Callable[[str, int], Awaitable[Seat]]
"""Returns a seat that the bot took, by its game and number. Raises RequestError."""
Say = Callable[[str], None]
"""Tells the bot's operator what happens."""


class Serving:
    """A bot's games: which it plays, and the waiting seats, in the order in which they were asked."""

    def __init__(
        self,
        bot: Chooser,
        join: Join,
        hold: Hold,
        say: Say,
        most: int,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._bot, self._join, self._hold, self._say, self._most = bot, join, hold, say, most
        self._seats: dict[tuple[str, int], Seat] = {}
        self._titles: dict[str, PlayedTitle] = {}
        self._asked: dict[str, float] = {}
        """When each game that the bot plays asked it last."""
        self._due_seats: dict[tuple[str, int], None] = {}
        self._news = asyncio.Event()

    async def run(self, games: MyGames) -> None:
        """Take invitations and play, until it is cancelled. Raises Unreachable if the service stays away."""
        deciding = asyncio.create_task(self._decide())
        try:
            async for change in games.changes():
                if isinstance(change, MyGame):
                    await self._take(change)
                elif isinstance(change, LostPlace):
                    self._forget(change.game)
                # It ends only by an error, which must not go unnoticed.
                if deciding.done():
                    deciding.result()
        finally:
            deciding.cancel()

    async def _take(self, own: MyGame) -> None:
        """Handle a change in a game: an invitation, a question, or its end."""
        game = own.info.game
        if own.info.status in OVER:
            if game in self._asked:
                self._say(f"{game} is over.")
            self._forget(game)
            return
        if own.HasField("invitation"):
            await self._accept(own)
        for place in own.places:
            if place.role == "seat":
                self._asked.setdefault(game, self._clock())
                if place.asked or place.seat in own.share_due.seats:
                    self._asked[game] = self._clock()
                    self._due_seats[game, place.seat] = None
                    self._news.set()

    async def _accept(self, own: MyGame) -> None:
        game, title = own.info.game, own.info.title
        if not versions_here(title) or self._is_full():
            self._say(
                f"{game}: declined the invitation to {title}: the bot has no room for a game, or lacks the title."
            )
            return
        try:
            seat = await self._join(own)
        except RequestError as error:
            self._say(f"{game}: {error}")
            return
        self._asked[game] = self._clock()
        self._seats[game, seat.number] = seat
        self._say(f"{game}: took seat {seat.number} of {title}.")

    def _is_full(self) -> bool:
        """Return whether the bot plays as many games as it may; a game that no longer asks it takes no room."""
        # Otherwise a host who leaves many games alone would keep all others from the bot.
        since = self._clock() - IDLE_SECONDS
        for game in [game for game, asked in self._asked.items() if asked < since]:
            self._forget(game)
        return len(self._asked) >= self._most

    def _forget(self, game: str) -> None:
        self._asked.pop(game, None)
        self._titles.pop(game, None)
        for place in [place for place in self._seats if place[0] == game]:
            del self._seats[place]

    async def _decide(self) -> None:
        """Decide for one seat after another, as long as the bot serves."""
        while True:
            while self._due_seats:
                place = next(iter(self._due_seats))
                del self._due_seats[place]
                try:
                    await self._move(place)
                except Exception as error:  # noqa: BLE001  # a game that the bot cannot play must not end the others
                    self._say(f"{place[0]}: {str(error) or type(error).__name__}")
            self._news.clear()
            await self._news.wait()

    async def _move(self, place: tuple[str, int]) -> None:
        """Give a seat's share of chance if it is due, and one command if the seat is asked."""
        game, number = place
        seat = self._seats[place] if place in self._seats else await self._hold(game, number)
        self._seats[place] = seat
        legal = await seat.legal()
        if not asked_seat(seat, legal.waiting) or not legal.commands:
            return
        if game not in self._titles:
            self._titles[game] = PlayedTitle.of(await created_in(seat))
        question = self._titles[game].question(await seat.gunbai.table(game, guess=True), number)
        move = await asyncio.to_thread(self._bot.choose, question)
        if move is not None:
            await is_accepted(seat.submit(packed(as_message(move))))
