"""Bots at the pages' tables: clients of the service like any other, each with a token of its own.

A bot that decides nothing for hours sleeps, so that tables which people left do not use up other bots' places; it wakes
when a page of its game is opened or somebody moves there. When the site is started again, all bots go on.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, TypedDict

from starlette.requests import Request

from clients.bots import level_bot
from clients.bots.levels import NAMES, free_name
from clients.web.bots.bot_processes import IN_ALL, BotProcesses
from clients.web.room import Place, Room, find_site
from clients.web.storage.bot_seats import BotSeat, BotSeats
from clients.web.streams.connections import Connections
from gunbai_client.aio import Gunbai, Seat
from gunbai_client.errors import Exhausted, NotAllowed, NotFound, RequestError, Unreachable
from gunbai_record.errors import GunbaiError

FOR_ONE = 12
"""How many of them one visitor may have at tables."""
IDLE = 6 * 3600
"""After how many seconds without a decision a bot sleeps."""
UNDECIDED = 60
"""After how many seconds without a decision it gives its place up to another bot of the same visitor."""
SWEEP = 60
AGAIN = 5
"""How many seconds a bot waits before it tries again to reach a service that is away."""
PAUSE = 0.7
"""The least time, in seconds, that a bot takes for a decision, so that people can follow."""

NO_SEAT = 0
"""The number of a bot that has no seat, but decides for seats that run out of time."""
WAITS, SLEEPS, STOPPED = "bot_waits", "bot_sleeps", "bot_stopped"
"""The catalogue keys of the states of a bot that is not playing."""

_log = logging.getLogger(__name__)


class BotState(NamedTuple):
    """A bot at a table."""

    seat: int
    name: str
    state: str
    """The catalogue key of its state; "" while it plays."""
    problem: str = ""
    """Why it has stopped, if it has."""


class Bots(AbstractAsyncContextManager["Bots"]):
    """The bots of one site's server. A context: they play within it."""

    def __init__(
        self,
        connections: Connections,
        *,
        folder: Path | None = None,
        in_all: int = IN_ALL,
        pause: float = PAUSE,
        forwarder: str = "",
    ) -> None:
        """Make a service's bots, stored in a folder if given, with a limit on bots at the same time.

        With a forwarder's credential each bot uses the quotas of the visitor who added it.
        """
        self._connections, self._forwarder = connections, forwarder
        self._seats = BotSeats(folder)
        self._room, self._pause = Room("BOTS", in_all, FOR_ONE), pause
        self._processes = BotProcesses()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._places: dict[str, Place] = {}
        self._decided: dict[str, float] = {}
        self._stopped: dict[str, tuple[str, str]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._wake(self._seats)
        self._sweeper = asyncio.create_task(self._sweep())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        tasks = [*self._playing.values(), *([self._sweeper] if self._sweeper else ())]
        for task in tasks:
            task.cancel()
        # This ends the searches under way, for which the tasks' threads wait.
        await asyncio.to_thread(self._processes.close)
        await asyncio.gather(*tasks, return_exceptions=True)

    def held(self, visitor: str, wanted: int = 1) -> AbstractContextManager[list[Place]]:
        """Hold places for some of a visitor's bots; each bot that begins takes one. Raises Exhausted."""
        self._make_room(visitor, wanted)
        return self._room.held(visitor, wanted)

    async def sit(self, bot: BotSeat, places: list[Place], invitation: str = "", token: str = "") -> None:
        """Have a bot take a seat, and play it to the end of the game. Raises the errors of joining and CannotStore.

        The names already taken are read with `token`, which a private game needs.
        """
        taken = (await self._connect(bot).holding(token).game(bot.game)).seats
        player = free_name(bot.level, {seat.player for seat in taken})
        async with self._sitting_down(bot):
            await self._connect(bot).join(
                bot.game, player, seat=bot.seat, invitation=invitation, **_join_arguments(bot)
            )
        self._begin(bot, places.pop())

    def substitute(self, bot: BotSeat, places: list[Place]) -> None:
        """Have a bot decide in a game for seats that run out of time, with the token that the host gave it."""
        self._seats.add(bot)
        self._begin(bot, places.pop())

    async def consent(self, game: str, branch: str, bot_token: str = "") -> None:
        """Have a game's bots consent to a takeback and continue in the branch, a substitute with its token.

        Bots for which there is no room, because they still play in the game, wait until they are woken.
        """
        for seated in self._seats.list_at(game):
            if seated.seat == NO_SEAT:
                self._seats.add(BotSeat(branch, NO_SEAT, seated.level, seated.visitor, bot_token))
                continue
            bot = BotSeat(branch, seated.seat, seated.level, seated.visitor)
            async with self._sitting_down(bot):
                await self._open_seat(seated, self._connections.gunbai).join(branch, **_join_arguments(bot))
        self.wake(branch)

    def wake(self, game: str) -> None:
        """Have a game's sleeping or stopped bots go on, as far as there is room."""
        self._wake(self._seats.list_at(game))

    def list_at(self, game: str) -> list[BotState]:
        """Return the bots at a table."""
        return [BotState(bot.seat, NAMES[bot.level], *self._find_state(bot)) for bot in self._seats.list_at(game)]

    @property
    def playing(self) -> int:
        """How many bots are playing."""
        return len(self._playing)

    def _find_state(self, bot: BotSeat) -> tuple[str, str]:
        waits = ("" if bot.name in self._playing else WAITS, "")
        return self._stopped.get(bot.name, waits)

    @asynccontextmanager
    async def _sitting_down(self, bot: BotSeat) -> AsyncIterator[None]:
        """Keep a bot before it takes its seat; forget it if the seat is refused."""
        self._seats.add(bot)
        try:
            yield
        except RequestError:
            self._seats.remove(bot)
            raise

    def _wake(self, bots: Iterable[BotSeat]) -> None:
        for bot in bots:
            with suppress(Exhausted):
                if bot.name not in self._playing:
                    self._make_room(bot.visitor, 1)
                    (place,) = self._room.take(bot.visitor)
                    self._begin(bot, place)

    def _begin(self, bot: BotSeat, place: Place) -> None:
        self._stopped.pop(bot.name, None)
        self._note(bot)
        task = asyncio.create_task(self._play(bot))
        self._playing[bot.name], self._places[bot.name] = task, place

        def end(_: object) -> None:
            # The bot may have begun again meanwhile.
            if self._playing.get(bot.name) is task:
                del self._playing[bot.name], self._places[bot.name]
            place.leave()

        task.add_done_callback(end)

    def _note(self, bot: BotSeat) -> None:
        self._decided[bot.name] = time.monotonic()

    def _connect(self, bot: BotSeat) -> Gunbai:
        return self._connections.gunbai.forwarding(bot.visitor, self._forwarder)

    def _open_seat(self, bot: BotSeat, gunbai: Gunbai) -> Seat:
        """Return the seat of a bot, which it plays on the connection of a client."""
        client = gunbai.forwarding(bot.visitor, self._forwarder).holding(bot.token)
        return client.seat(bot.game, bot.seat, seed=bytes.fromhex(bot.seed))

    async def _play(self, bot: BotSeat) -> None:
        """Play a seat until its game is over, or the seat is no longer the bot's."""
        chooser = self._processes.bot_at(bot.level, self._pause, lambda: self._note(bot))
        while True:
            try:
                async with self._connections.lasting() as gunbai:
                    await level_bot.play(self._open_seat(bot, gunbai), chooser)
            # A restart of the service must not stop the bots.
            except Unreachable:
                await asyncio.sleep(AGAIN)
                continue
            except (NotAllowed, NotFound) as error:
                _log.warning("the bot at seat %d of %s left: %s", bot.seat, bot.game, error)
            except (GunbaiError, RuntimeError, ValueError, LookupError, OSError) as error:
                _log.exception("the bot at seat %d of %s stopped", bot.seat, bot.game)
                self._stopped[bot.name] = (STOPPED, str(error))
                return
            self._seats.remove(bot)
            self._decided.pop(bot.name, None)
            return

    async def _sweep(self) -> None:
        """Put bots to sleep that have not decided anything for long."""
        while True:
            await asyncio.sleep(SWEEP)
            self.let_sleep(time.monotonic() - IDLE)

    def let_sleep(self, before: float) -> None:
        """Put the bots to sleep whose last decision came before a moment of the monotonic clock, in seconds."""
        # A copy, since bots that go to sleep are removed.
        for name in tuple(self._playing):
            if self._decided[name] < before and self._may_sleep(name):
                self._rest(name)

    def _may_sleep(self, name: str) -> bool:
        """Return whether a bot has a seat: a substitute waits until somebody is late, however long that takes."""
        return not name.endswith(f".{NO_SEAT}")

    def _make_room(self, visitor: str, wanted: int) -> None:
        """Put the visitor's longest-waiting bots to sleep, if that makes enough room for others."""
        missing, now = self._room.find_missing(visitor, wanted), time.monotonic()
        waits = [
            bot.name
            for bot in self._seats
            if bot.name in self._playing
            and find_site(bot.visitor) == find_site(visitor)
            and self._may_sleep(bot.name)
            and self._decided[bot.name] < now - UNDECIDED
        ]
        if missing <= len(waits):
            for name in sorted(waits, key=lambda name: self._decided[name])[:missing]:
                self._rest(name)

    def _rest(self, name: str) -> None:
        """Let a bot sleep: its place is free at once."""
        self._stopped[name] = (SLEEPS, "")
        self._playing.pop(name).cancel()
        # Not only when the task ends: whoever made it sleep wants the place now.
        self._places.pop(name).leave()


class _JoinArguments(TypedDict):
    """The arguments of each of a bot's requests to join, so that it can be repeated."""

    token: str
    entropy: bytes
    seed: bytes


def _join_arguments(bot: BotSeat) -> _JoinArguments:
    """Return the arguments of its requests to join."""
    return _JoinArguments(token=bot.token, entropy=bytes.fromhex(bot.entropy), seed=bytes.fromhex(bot.seed))


def bots_of(request: Request) -> Bots:
    """Return the server's bots."""
    bots: Bots = request.app.state.bots
    return bots
