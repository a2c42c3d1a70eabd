"""`gunbai game notify`."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncGenerator, Coroutine, Iterable
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, cast

import typer

from clients.cli import errors
from clients.cli.account.keys import private_key
from clients.cli.account.tokens import DEALER, HOST
from clients.cli.notify.delivery import Address, Command, Delivery, NotDelivered, Rejected
from clients.cli.notify.notices import ELSEWHERE, OVER, Notice, Place
from clients.cli.notify.sent import SentNotices, sent_notices, state_file
from clients.cli.options.arguments import finite
from clients.cli.options.positions import parse_game
from clients.cli.screen.markup import escape
from clients.cli.session import Session, session_of
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import RequestError, Unreachable, aio
from gunbai_client.errors import Exhausted

HEADING = "Play"
LONGEST_PAUSE = 60.0
"""The most seconds between two attempts to reach a service that is not there."""


def parse_address(text: str) -> Address:
    """Return the address of a URL. Raises typer.BadParameter."""
    try:
        return Address.parse(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def notify(
    context: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(parser=parse_game, help="The games; all in which you have a token.", metavar="GAME"),
    ] = None,
    *,
    run: Annotated[
        str, typer.Option("--run", help="A command of the shell that is run for each notice.", metavar="COMMAND")
    ] = "",
    post: Annotated[
        Address | None,
        typer.Option(
            "--post",
            envvar="GUNBAI_NOTIFY_POST",
            parser=parse_address,
            help="An address to which each notice is posted: https, or http on this machine.",
            metavar="URL",
        ),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Look once and end, as from cron.")] = False,
    every: Annotated[
        float,
        typer.Option(
            "--every", min=1, callback=finite, help="Seconds between looks for new games, takebacks and disputes."
        ),
    ] = 30,
    seat: Annotated[int, typer.Option("--seat", min=0, help="Only what this seat is asked; 0 for all of yours.")] = 0,
    state: Annotated[Path | None, typer.Option("--state", help="The file of what was told.")] = None,
) -> None:
    """Tell you when you are asked: print a notice, run a command, or post to an address, once for each decision.

    Besides decisions these are: a full table that you host, words and takebacks that take your consent, disputes that
    wait for your answer, and the end of a game. The command finds the facts in its environment, as GUNBAI_NOTICE_TEXT
    and so on, and as JSON on its standard input; what is posted is the same JSON. Shares of chance are given.
    """
    session = session_of(context)
    if session.token and not games:
        raise typer.BadParameter("name the games of the token", param_hint="GAME")
    if run and post:
        raise typer.BadParameter("choose --run or --post; for both run `gunbai game notify` twice", param_hint="--post")
    delivery = Command(run) if run else post
    with sent_notices(state or state_file(session.target, run, str(post or ""))) as told:
        watch = Watch(session, told, delivery, games or (), every, seat)
        code = asyncio.run(_until_terminated(watch.look_once() if once else watch.go_on()))
    if code:
        raise typer.Exit(code)


async def _until_terminated(watching: Coroutine[None, None, int]) -> int:
    """Return what a watch returns, or 0 when the process is asked to end."""
    task = asyncio.create_task(watching)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        if (this := asyncio.current_task()) is not None and this.cancelling():
            raise  # The user has interrupted it.
        return 0


@dataclass
class Watch:
    """A watch over the games of a person."""

    session: Session
    told: SentNotices
    delivery: Delivery | None
    """How a notice is delivered; it is printed in any case."""
    named: Iterable[str]
    every: float
    seat: int = 0
    """The seat alone that is told of; 0 for all that the person holds, and for their places as dealer and host."""
    rejected: set[str] = field(default_factory=set)
    """The notices that would be rejected again."""

    async def look_once(self) -> int:
        """Look at every game once; return the exit code."""
        delivered = True
        async with self._connected() as gunbai:
            for game in self._games():
                try:
                    _, delivered_all = await self._tell(await self._place(gunbai, game))
                    delivered = delivered and delivered_all
                except RequestError as error:
                    if game in self.named:
                        raise
                    self._remark(f"{game}: {error}")
        return 0 if delivered else errors.FAILED

    async def go_on(self) -> int:
        """Follow every game to its end, those too in which the person takes a seat later; return the exit code."""
        following: dict[str, asyncio.Task[None]] = {}
        async with self._connected() as gunbai, asyncio.TaskGroup() as group:
            while True:
                for game in self._games():
                    if game not in following:
                        following[game] = group.create_task(self._follow(gunbai, game))
                if self.named and all(task.done() for task in following.values()):
                    return 0
                await asyncio.sleep(min(self.every, 1) if self.named else self.every)

    def _connected(self) -> aio.Gunbai:
        session = self.session
        return aio.connect(session.target, token=session.token, tls=session.tls, wait=False, language=session.language)

    def _games(self) -> Iterable[str]:
        """Return the games of which there may be something to tell."""
        return [game for game in self.named or self.session.tokens.games() if game not in self.told.over]

    async def _place(self, gunbai: aio.Gunbai, game: str) -> Place:
        """Return the person's place at a game: that of the token of the command line, or of those that are saved."""
        tokens, given = self.session.tokens, self.session.token
        if given:
            number = (await gunbai.view(game)).seat
            key = private_key(tokens.key_file(game, number))
            own = [gunbai.seat(game, number, key)] if number and self.seat in {0, number} else []
            return Place(game, gunbai, own, deals=not number and not self.seat)
        seats = [
            gunbai.holding(tokens.find(game, number)).seat(game, number, seed=tokens.seed(game, number))
            for number in tokens.seats(game)
            if not tokens.is_bots(game, number) and self.seat in {0, number}
        ]
        deals, hosts = (bool(tokens.find(game, role)) and not self.seat for role in (DEALER, HOST))
        return Place(game, gunbai.holding(tokens.any(game)), seats, deals, hosts)

    async def _follow(self, gunbai: aio.Gunbai, game: str) -> None:
        """Tell of a game until it is over, whatever happens to the service meanwhile."""
        failures = 0
        while game not in self.told.over:
            try:
                place = await self._place(gunbai, game)
                info, delivered = await self._tell(place)
                failures = 0
                if delivered or info.status not in OVER:
                    await self._news(place, info.head)
                else:
                    await asyncio.sleep(self.every)
            except (Unreachable, Exhausted) as error:
                if not failures:
                    self._remark(f"{game}: {error}; trying again")
                failures += 1
                await asyncio.sleep(min(2.0**failures / 2, LONGEST_PAUSE, self.every))
            except RequestError as error:
                self._remark(f"{game}: {error}")
                return

    async def _news(self, place: Place, head: int) -> None:
        """Wait until something is entered in a game after a version, or it is time to look for what is no entry."""
        if place.game in self.told.over:
            return
        watching = place.seats[0].watch(head) if place.seats else place.reader.watch(place.game, head)
        with suppress(TimeoutError):
            async with asyncio.timeout(self.every), aclosing(cast("AsyncGenerator[Entry]", watching)) as stream:
                async for _ in stream:
                    return
                await asyncio.sleep(1)  # The stream has ended: the next look says why.

    async def _tell(self, place: Place) -> tuple[GameInfo, bool]:
        """Tell what waits for the person in a game; return the game, and whether everything is told."""
        info, notices = await place.look()
        if info.status in OVER and not self.told.is_news(info):
            notices = []
        delivered = [await self._delivered(notice) for notice in notices]
        if all(delivered) and info.status in OVER | ELSEWHERE:
            self.told.close(info.game)
        return info, all(delivered)

    async def _delivered(self, notice: Notice) -> bool:
        """Deliver a notice unless it was; return whether it is."""
        if self.told.has(notice) or notice.id in self.rejected:
            return notice.id not in self.rejected
        try:
            if self.delivery is not None:
                await self.delivery(notice)
        except NotDelivered as error:
            self._remark(f"{notice.id} is not delivered: {error}")
            if isinstance(error, Rejected):
                self.rejected.add(notice.id)
            return False
        self.told.add(notice)
        deadline = f" [dim](until {escape(notice.deadline)})[/]" if notice.deadline else ""
        self.session.output.answer(notice.facts, f"{escape(notice.text)}{deadline} [dim]{notice.command}[/]")
        return True

    def _remark(self, text: str) -> None:
        self.session.output.remark(f"[dim]{escape(text)}[/]")
