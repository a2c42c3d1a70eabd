"""The Play stream: rulings on a player's commands, and prompts for their seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import aclosing
from time import monotonic, perf_counter
from typing import Any, TypeAlias

from grpc.aio import ServicerContext

from games.kit.rules.decider import asked_seats
from gunbai.referee.v1 import referee_pb2 as pb
from gunbai.referee.v1 import ruling_pb2 as rulings
from gunbai.referee.v1.record_pb2 import Heartbeat
from referee.access.accept_language import Negotiation
from referee.access.callers import Caller, Callers, at_table
from referee.access.charges import metered
from referee.calls.reception import Notes
from referee.calls.statuses import status_of
from referee.calls.stopping import Stopping
from referee.errors import InvalidField, RoleNeeded, ServiceStopping, TokenRevoked
from referee.game.game import Game
from referee.records.games import Games
from referee.services.prompts import prompt_of, share_due

Context: TypeAlias = "ServicerContext[Any, pb.PlayResponse]"
"""The call of a writable stream: only gRPC has it."""
Rule = Callable[[pb.SubmitRequest, Caller, rulings.Ruling, Negotiation], Awaitable[None]]


class Playing:
    """One player's stream, which can attach to their token's game."""

    def __init__(
        self, games: Games, callers: Callers, rule: Rule, context: Context, notes: Notes, *, heartbeat_seconds: float
    ) -> None:
        self._games, self._callers, self._rule, self._context = games, callers, rule, context
        self._heartbeat_seconds, self._sent_at = heartbeat_seconds, 0.0
        self._notes = notes
        self._negotiation, self._sentences, self._heartbeats = Negotiation(context), False, False
        self._players: dict[str, Caller] = {}
        """Who the stream's token stands for in its game, once that was looked up."""
        self._tasks: set[asyncio.Task[None]] = set()
        """What prompts the seat, and sends heartbeats, once the player has attached."""
        self._revoked: asyncio.Future[TokenRevoked] = asyncio.get_running_loop().create_future()
        """What ends the stream of a seat that was freed."""
        self._turn = asyncio.Lock()
        """Held while a command is judged, so that its ruling goes out before the prompt that it leads to, and while
        anything is sent: a stream takes one message at a time."""

    async def run(self, requests: AsyncIterator[pb.PlayRequest], stopping: Stopping) -> None:
        """Answer until the player stops sending.

        Raises ServiceStopping when the service stops, or TokenRevoked.
        """
        answering = asyncio.create_task(self._answer_all(requests))
        stop = asyncio.create_task(stopping.wait())
        try:
            ends: set[asyncio.Future[Any]] = {answering, stop, self._revoked}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if stop.done():
                raise ServiceStopping
            if self._revoked.done():
                raise self._revoked.result()
            answering.result()
        finally:
            self._revoked.cancel()
            for task in (answering, stop, *self._tasks):
                task.cancel()

    async def _answer_all(self, requests: AsyncIterator[pb.PlayRequest]) -> None:
        async for request in requests:
            if request.HasField("attach") and not self._tasks:
                self._attach(request.attach)
                continue
            async with self._turn:
                answer = await self._answered(request, self._answer(request))
                answer.command_id = request.submit.command_id
                await self._send(answer)

    async def _answer(self, request: pb.PlayRequest) -> pb.PlayResponse:
        if request.HasField("attach"):
            raise InvalidField("attach", "the stream is already attached")
        if not request.HasField("submit"):
            raise InvalidField("message", "expected a message with `attach` or `submit`")
        begun = perf_counter()
        response = pb.PlayResponse()
        request.submit.sentences |= self._sentences
        await self._rule(request.submit, await self._player(request.submit.game), response.ruling, self._negotiation)
        # Observers hear of the stream's call as a whole.
        self._notes.log_answer("Play", request.submit, response.ruling, begun)
        return response

    async def _player(self, game: str) -> Caller:
        # A token's grant never changes; who holds the seat now is looked at each time.
        if game not in self._players:
            self._players[game] = await self._callers.player(self._context, game)
        return at_table(await self._games.game(game), self._players[game])

    async def _answered(self, request: object, response: Awaitable[pb.PlayResponse]) -> pb.PlayResponse:
        """Return the response, or its error as a response: the stream goes on."""
        begun = perf_counter()
        try:
            return await metered(response)
        except Exception as error:  # noqa: BLE001  # the table of statuses decides what the player gets
            self._notes.failure("Play", request, error, begun)
            if isinstance(error, TokenRevoked) and self._players and not self._revoked.done():
                self._revoked.set_result(error)
            return pb.PlayResponse(error=status_of(error))

    def _attach(self, attach: pb.Attach) -> None:
        self._sentences, self._heartbeats = attach.sentences, attach.heartbeats
        self._begin(self._prompt(attach.game))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _beat(self, game: str) -> None:
        """Send a heartbeat whenever nothing was sent for some seconds, until one ends in an error, which is sent."""
        self._sent_at = monotonic()
        while True:
            await asyncio.sleep(self._sent_at + self._heartbeat_seconds - monotonic())
            # Something was sent meanwhile, so the time begins anew.
            if self._sent_at + self._heartbeat_seconds > monotonic():
                continue
            beat = await self._answered(None, self._heartbeat(game))
            async with self._turn:
                await self._send(beat)
            if beat.HasField("error"):
                return

    async def _heartbeat(self, game: str) -> pb.PlayResponse:
        newest = await self._games.game(game)
        return pb.PlayResponse(heartbeat=Heartbeat(head=newest.version, head_digest=newest.digest))

    async def _prompt(self, game: str) -> None:
        """Prompt the seat whenever it is asked until the game is over; the last prompt reports the end, or an error."""
        last = await self._answered(None, self._last_prompt(game))
        async with self._turn:
            await self._send(last)

    async def _last_prompt(self, game: str) -> pb.PlayResponse:
        """Return the prompt that reports the game's end, after sending all others."""
        caller = await self._player(game)
        if caller.role == "dealer":
            raise RoleNeeded("a seat's token")
        if self._heartbeats:
            self._begin(self._beat(game))
        newest = await self._games.game(game)
        await self._games.check_playable(newest)
        async with aclosing(self._games.follow(game, newest.version)) as entries:
            prompted = await self._put(newest, caller.seat, 0)
            reminded = await self._remind(newest, caller, 0)
            while not newest.over:
                newest = await self._games.game(game, at_least=(await anext(entries)).version)
                before, caller = caller.seat, at_table(newest, caller)
                # A bot may decide for another seat by now, which was prompted for nothing yet.
                prompted = await self._put(newest, caller.seat, prompted if caller.seat == before else 0)
                reminded = await self._remind(newest, caller, reminded)
        return pb.PlayResponse(prompt=await self._prompted(newest, caller.seat))

    async def _put(self, game: Game, seat: int, prompted: int) -> int:
        """Send a prompt if there is a new question; return the version of the newest question that was sent."""
        if seat not in seats_asked(game) or game.expected(seat) <= prompted:
            return prompted
        async with self._turn:
            await self._send(pb.PlayResponse(prompt=await self._prompted(game, seat)))
        return game.expected(seat)

    async def _prompted(self, game: Game, seat: int) -> pb.Prompt:
        return prompt_of(game, seat, await self._negotiation.translator(game.charter.rulebook))

    async def _remind(self, game: Game, caller: Caller, reminded: int) -> int:
        """Ask for a player's share of chance once for each deadline; return the newest request's deadline."""
        due = share_due(game, self._games.held.of(game))
        if due is None or caller.role != "seat" or caller.seat not in due.seats or game.deadline == reminded:
            return reminded
        async with self._turn:
            await self._send(pb.PlayResponse(share_due=due))
        return game.deadline

    async def _send(self, response: pb.PlayResponse) -> None:
        self._negotiation.answered()
        self._sent_at = monotonic()
        await self._context.write(response)


def seats_asked(game: Game) -> tuple[int, ...]:
    """Return the seats whose decision a running game waits for."""
    return asked_seats(game.charter.rulebook.title.rules, game.table) if game.status == "running" else ()
