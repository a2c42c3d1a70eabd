"""Hosted bots: those that a user seated with `gunbai new --bots` play while the user does, in this process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from rich.markup import escape

from clients.cli.seats import take_seat, taken_by
from clients.cli.session import Session
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import Gunbai, aio
from gunbai_client.errors import GunbaiError


def seat_bots(session: Session, gunbai: Gunbai, known: GameInfo, count: int, level: int) -> None:
    """Take so many free seats of a game for bots of a level, and save that `gunbai play` runs them."""
    from clients.bots.levels import NAMES

    names = {each.player for each in known.seats}
    for _ in range(count):
        tried = (NAMES[level], *(f"{NAMES[level]} {number}" for number in range(2, len(known.seats) + 2)))
        name = next(each for each in tried if each not in names)
        names.add(name)
        session.tokens.save_bots(taken_by(session, gunbai, known.game, name), level)


@contextmanager
def playing(session: Session, game: str) -> Iterator[None]:
    """Have the hosted bots of a game play, if it has any, until the context is left."""
    levels = session.tokens.hosted(game)
    if not levels:
        yield
        return
    bots = _Bots(session, game, levels)
    bots.start()
    try:
        yield
    finally:
        bots.stop()


class _Bots:
    """The bots of a game on a thread with a loop of its own."""

    def __init__(self, session: Session, game: str, levels: Mapping[int, int]) -> None:
        self._session, self._game, self._levels = session, game, levels
        self._loop = asyncio.new_event_loop()
        self._all: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._all = self._loop.create_task(self._play())
        self._thread.start()

    def stop(self) -> None:
        # The loop of bots that have finished is closed.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._all.cancel if self._all else self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner, suppress(asyncio.CancelledError):
            runner.run(self._finished())

    async def _finished(self) -> None:
        if self._all is not None:
            await self._all

    async def _play(self) -> None:
        async with asyncio.TaskGroup() as group:
            for seat, level in self._levels.items():
                group.create_task(self._play_seat(seat, level))

    async def _play_seat(self, number: int, level: int) -> None:
        from clients.bots import level_bot
        from clients.bots.levels import Bot, cache_folder

        session = self._session
        try:
            with Bot(level, folder=cache_folder()) as chooser:
                async with aio.connect(session.target, tls=session.tls) as gunbai:
                    await level_bot.play(await take_seat(session, gunbai, self._game, number, ""), chooser)
        except GunbaiError as error:
            session.output.remark(f"[red]The bot of seat {number} has stopped:[/] {escape(str(error))}")
