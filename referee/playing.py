"""One Play stream: rulings on the commands that come in, and prompts for the seat that plays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

from games.decider import asked
from gunbai.referee.v1 import referee_pb2 as pb
from gunbai.referee.v1 import ruling_pb2 as told
from referee.callers import Caller, Callers, Context
from referee.desk import Desk
from referee.errors import InvalidField, RoleNeeded, ServiceStopping
from referee.game import Game
from referee.interceptor import note_failure
from referee.questions import prompt_of
from referee.statuses import status_of
from referee.stopping import Stopping

Rule = Callable[[pb.SubmitRequest, Context], Awaitable[told.Ruling]]


class Playing:
    """The stream of one player, who may attach to the game that his token opens."""

    def __init__(self, desk: Desk, callers: Callers, rule: Rule, context: Context) -> None:
        self._desk, self._callers, self._rule, self._context = desk, callers, rule, context
        self._prompting: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()
        """Held while a command is judged, so that its ruling goes out before the prompt that it leads to, and while
        anything is sent: a stream takes one message at a time."""

    async def run(self, requests: AsyncIterator[pb.PlayRequest], stopping: Stopping) -> None:
        """Answer until the player sends no more. Raises ServiceStopping when the service stops."""
        answering = asyncio.create_task(self._answer_all(requests))
        stop = asyncio.create_task(stopping.wait())
        try:
            await asyncio.wait({answering, stop}, return_when=asyncio.FIRST_COMPLETED)
            if stop.done():
                raise ServiceStopping
            answering.result()
        finally:
            for task in (answering, stop, *self._prompting):
                task.cancel()

    async def _answer_all(self, requests: AsyncIterator[pb.PlayRequest]) -> None:
        async for request in requests:
            if request.HasField("attach"):
                self._attach(request.attach.game)
                continue
            async with self._turn:
                await self._send(await answered(self._answer(request)))

    async def _answer(self, request: pb.PlayRequest) -> pb.PlayResponse:
        if not request.HasField("submit"):
            raise InvalidField("message", "a message to attach or to submit is expected")
        return pb.PlayResponse(ruling=await self._rule(request.submit, self._context))

    def _attach(self, game: str) -> None:
        task = asyncio.create_task(self._prompt(game))
        self._prompting.add(task)
        task.add_done_callback(self._prompting.discard)

    async def _prompt(self, game: str) -> None:
        """Prompt the seat whenever it is asked, until the game is over."""
        response = await answered(self._prompts(game))
        if response is not None:
            async with self._turn:
                await self._send(response)

    async def _prompts(self, game: str) -> None:
        caller = await self._callers.player(self._context, game)
        if caller.role != "seat":
            raise RoleNeeded("a seat's token")
        newest, prompted = await self._desk.game(game), 0
        async with aclosing(self._desk.follow(game, newest.version)) as entries:
            prompted = await self._put(newest, caller, prompted)
            async for entry in entries:
                newest = await self._desk.game(game, at_least=entry.version)
                prompted = await self._put(newest, caller, prompted)
                if newest.over:
                    return

    async def _put(self, game: Game, caller: Caller, prompted: int) -> int:
        """Send a prompt if there is a question that was not put; return the version of the newest that was."""
        if game.over or (caller.seat in seats_asked(game) and game.expected(caller.seat) > prompted):
            async with self._turn:
                await self._send(pb.PlayResponse(prompt=prompt_of(game, caller.seat)))
            return game.expected(caller.seat)
        return prompted

    async def _send(self, response: pb.PlayResponse) -> None:
        await self._context.write(response)


def seats_asked(game: Game) -> tuple[int, ...]:
    """The seats whose decision a running game waits for."""
    return asked(game.charter.rulebook.title, game.table) if game.status == "running" else ()


async def answered(response: Awaitable[Any]) -> Any:
    """The response, or the error that it ended in as a response: the stream goes on."""
    try:
        return await response
    except Exception as error:  # noqa: BLE001  # the table of statuses decides what the player is told
        note_failure(error, call="Play")
        return pb.PlayResponse(error=status_of(error))
