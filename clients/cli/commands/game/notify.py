"""`gunbai game notify`."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from clients.cli import errors
from clients.cli.account.keys import private_key
from clients.cli.account.player import player_key_file
from clients.cli.account.tokens import DEALER, HOST
from clients.cli.notify.delivery import Address, Command, Delivery, NotDelivered, Rejected
from clients.cli.notify.notices import ELSEWHERE, OVER, Notice, Place, invitation
from clients.cli.notify.sent import SentNotices, sent_notices, state_file
from clients.cli.options.arguments import finite
from clients.cli.options.positions import parse_game
from clients.cli.screen.markup import escape
from clients.cli.session import Session, session_of
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai.referee.v1.record_pb2 import LostPlace, MyGame
from gunbai_client import RequestError, Unreachable, aio
from gunbai_client.aio.my_games import Change, MyGames
from gunbai_client.errors import Exhausted

HEADING = "Play"
AT_ONCE = 16
"""Most games to send notices about at once."""
LONGEST_PAUSE = 60.0
"""Longest pause between two attempts to reach the service, in seconds."""


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
        typer.Argument(parser=parse_game, help="Games to watch (default: all of yours).", metavar="GAME"),
    ] = None,
    *,
    run: Annotated[str, typer.Option("--run", help="Shell command to run for each notice.", metavar="COMMAND")] = "",
    post: Annotated[
        Address | None,
        typer.Option(
            "--post",
            envvar="GUNBAI_NOTIFY_POST",
            parser=parse_address,
            help="Address to post notices to (https, or http on this machine).",
            metavar="URL",
        ),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Check once and exit, for cron.")] = False,
    every: Annotated[
        float,
        typer.Option("--every", min=1, callback=finite, metavar="SECONDS", help="Time between checks for new games."),
    ] = 30,
    seat: Annotated[
        int, typer.Option("--seat", min=0, metavar="SEAT", help="Only notices for this seat (0: all your seats).")
    ] = 0,
    state: Annotated[
        Path | None, typer.Option("--state", metavar="FILE", help="File that records which notices were delivered.")
    ] = None,
) -> None:
    """Notify you when a game waits for you.

    gunbai prints each notice. With --run, gunbai also runs a command. With --post, gunbai posts the notice to an
    address.

    You get one notice per decision. You are also notified when your table is full, somebody asks for your agreement or
    a takeback, a dispute waits for your answer, a game ends, or a game invites your key. gunbai sends your shares of
    chance for you.

    The --run command gets the notice as JSON on standard input, and in environment variables such as
    GUNBAI_NOTICE_TEXT. A post carries the same JSON.
    """
    session = session_of(context)
    if session.token and not games:
        raise typer.BadParameter("name the games that the token belongs to", param_hint="GAME")
    if run and post:
        raise typer.BadParameter(
            "choose --run or --post; for both, start `gunbai game notify` twice", param_hint="--post"
        )
    delivery = Command(run) if run else post
    with sent_notices(state or state_file(session.target, run, str(post or ""))) as sent:
        watch = Watch(session, sent, delivery, games or (), every, seat)
        code = asyncio.run(_until_terminated(watch.look_once() if once else watch.go_on()))
    if code:
        raise typer.Exit(code)


async def _until_terminated(watching: Coroutine[None, None, int]) -> int:
    """Return a watch's result, or 0 when the process is asked to end."""
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
    """A watch over a person's games."""

    session: Session
    sent: SentNotices
    delivery: Delivery | None
    """How a notice is delivered; it is printed in any case."""
    named: Iterable[str]
    every: float
    seat: int = 0
    """Notify only this seat; 0 for all of the person's seats, and their places as dealer and host."""
    rejected: set[str] = field(default_factory=set)
    """The notices that would be rejected again."""
    _given_up: set[str] = field(default_factory=set)
    """The games that the service does not show."""
    _watched: set[str] = field(default_factory=set)
    _busy: set[str] = field(default_factory=set)
    """The games whose notices are being sent now."""
    _again: set[str] = field(default_factory=set)
    """The games that have changed since."""
    _room: asyncio.Semaphore = field(default_factory=partial(asyncio.Semaphore, AT_ONCE))

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
        """Follow every game to its end, including games that the person joins later. Return the exit code."""
        streaming: asyncio.Task[None] | None = None
        async with self._connected() as gunbai, asyncio.TaskGroup() as group:
            mine = gunbai.my_games(None if self.named else private_key(player_key_file()), patience=0)
            while True:
                if self._added(mine) or streaming is None:
                    if streaming is not None:
                        streaming.cancel()
                    streaming = group.create_task(self._stream(mine, partial(self._look_at, group, gunbai)))
                if self.named and not self._games():
                    streaming.cancel()
                    return 0
                await asyncio.sleep(min(self.every, 1) if self.named else self.every)

    def _added(self, mine: MyGames) -> bool:
        """Add the places that are not watched yet; return whether there are any."""
        tokens, new = self.session.tokens, [game for game in self._games() if game not in self._watched]
        for game in new:
            self._watched.add(game)
            seats = [seat for seat in tokens.seats(game) if not tokens.is_bots(game, seat) and self.seat in {0, seat}]
            own = [tokens.find(game, role) for role in (*seats, *(() if self.seat else (DEALER, HOST)))]
            for token in [self.session.token] if self.session.token else [*filter(None, own)] or [tokens.any(game)]:
                mine.add(game, token)
        return bool(new)

    async def _stream(self, mine: MyGames, look_at: Callable[[str], None]) -> None:
        """Look at each game that changes, whatever happens to the service meanwhile."""
        failures = 0
        while True:
            try:
                async for change in mine.changes():
                    # Changes other than entries may have come while the service was away.
                    for game in self._games() if failures else ():
                        look_at(game)
                    failures = 0
                    await self._take(change, look_at)
            except (Unreachable, Exhausted) as error:
                if not failures:
                    self._remark(f"{error}; retrying")
                failures += 1
                await asyncio.sleep(min(2.0**failures / 2, LONGEST_PAUSE, self.every))

    async def _take(self, change: Change, look_at: Callable[[str], None]) -> None:
        """Look at a change's game and report an invitation, unless another machine holds a seat with the key."""
        if isinstance(change, MyGame) and change.HasField("invitation"):
            await self._delivered(invitation(change.info))
        elif isinstance(change, MyGame | LostPlace):
            game = change.info.game if isinstance(change, MyGame) else change.game
            if game in self._watched:
                look_at(game)

    def _look_at(self, group: asyncio.TaskGroup, gunbai: aio.Gunbai, game: str) -> None:
        """Report a game now, or again if a report is in progress."""
        self._again.add(game)
        if game not in self._busy:
            self._busy.add(game)
            group.create_task(self._attend(gunbai, game))

    async def _attend(self, gunbai: aio.Gunbai, game: str) -> None:
        while game in self._again:
            self._again.discard(game)
            async with self._room:
                pause = await self._sent(gunbai, game)
            if pause:
                self._again.add(game)
                await asyncio.sleep(pause)
        self._busy.discard(game)

    async def _sent(self, gunbai: aio.Gunbai, game: str) -> float:
        """Send a game's notices. Return after how many seconds to look again, 0 once all are sent."""
        try:
            _, delivered = await self._tell(await self._place(gunbai, game))
        except (Unreachable, Exhausted):
            return min(1.0, self.every)
        except RequestError as error:
            self._remark(f"{game}: {error}")
            self._given_up.add(game)
            return 0
        return 0 if delivered else self.every

    def _connected(self) -> aio.Gunbai:
        session = self.session
        return aio.connect(session.target, token=session.token, tls=session.tls, wait=False, language=session.language)

    def _games(self) -> Iterable[str]:
        """Return the games that may have notices."""
        done = self.sent.over | self._given_up
        return [game for game in self.named or self.session.tokens.games() if game not in done]

    async def _place(self, gunbai: aio.Gunbai, game: str) -> Place:
        """Return the person's place at a game: by the command line's token, or by the saved ones."""
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

    async def _tell(self, place: Place) -> tuple[GameInfo, bool]:
        """Send what waits for the person in a game. Return the game, and whether all notices are sent."""
        info, notices = await place.look()
        if info.status in OVER and not self.sent.is_news(info):
            notices = []
        delivered = [await self._delivered(notice) for notice in notices]
        if all(delivered) and info.status in OVER | ELSEWHERE:
            self.sent.close(info.game)
        return info, all(delivered)

    async def _delivered(self, notice: Notice) -> bool:
        """Deliver a notice unless it was delivered; return whether it is now."""
        if self.sent.has(notice) or notice.id in self.rejected:
            return notice.id not in self.rejected
        try:
            if self.delivery is not None:
                await self.delivery(notice)
        except NotDelivered as error:
            self._remark(f"could not deliver {notice.id}: {error}")
            if isinstance(error, Rejected):
                self.rejected.add(notice.id)
            return False
        self.sent.add(notice)
        deadline = f" [dim](until {escape(notice.deadline)})[/]" if notice.deadline else ""
        self.session.output.answer(notice.facts, f"{escape(notice.text)}{deadline} [dim]{notice.command}[/]")
        return True

    def _remark(self, text: str) -> None:
        self.session.output.remark(f"[dim]{escape(text)}[/]")
