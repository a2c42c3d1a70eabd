"""Playing a seat over one stream: prompts come in, commands go out, and each command gets its ruling."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol, Self

from google.protobuf.message import Message

from gunbai.referee.v1 import referee_pb2
from gunbai.referee.v1.game_pb2 import GAME_STATUS_RUNNING
from gunbai.referee.v1.referee_pb2 import Attach, PlayRequest, PlayResponse, SubmitRequest
from gunbai.referee.v1.ruling_pb2 import Refused, Ruling
from gunbai_client.aio.watch_stream import GiveShare
from gunbai_client.channel import Patience, repeatable
from gunbai_client.errors import Unreachable
from gunbai_client.failures import from_status
from gunbai_client.prompt import Prompt
from gunbai_client.transport.aio import Duplex, sleep
from gunbai_record.errors import GunbaiError


class _Requests(Protocol):
    def __call__(self, command: Message, /, *, expected_version: int) -> Awaitable[SubmitRequest]: ...


class PlayStream:
    """A seat's stream. Iterate over it to get the prompts.

    A prompt comes whenever the seat has to act, again after a refusal, and at the end of the game. A lost stream is
    opened again, and an unanswered command is sent again with its id, so it is judged only once. Leaving the context
    ends the stream.
    """

    def __init__(
        self,
        opened: Callable[[], Duplex[PlayRequest, PlayResponse]],
        attach: Attach,
        request: _Requests,
        give_share: GiveShare,
        patience: Patience,
    ) -> None:
        self._opened, self._attach = opened, attach
        self._request, self._give_share, self._patience = request, give_share, patience
        self._stream: Duplex[PlayRequest, PlayResponse] | None = None
        self._left = False
        self._prompts: deque[referee_pb2.Prompt] = deque()
        self._newest = referee_pb2.Prompt()
        """The newest prompt; a reopened stream repeats it."""
        self._refused: Refused | None = None
        """Why the last answer to the newest prompt was refused."""
        self._unanswered: SubmitRequest | None = None
        self._asked_at = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._left = True
        self._drop()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Prompt:
        """Return the next prompt; the iteration stops after the prompt that ends the game."""
        if self._asked_at < 0:
            raise StopAsyncIteration
        refused, self._refused = self._refused, None
        # A prompt that has arrived since then replaces the refused question.
        if refused is not None and not self._prompts:
            return Prompt.of(self._newest, refused)
        while not self._prompts:
            await self._read()
        prompt = self._prompts.popleft()
        self._asked_at = prompt.expected_version if prompt.status == GAME_STATUS_RUNNING else -1
        return Prompt.of(prompt)

    def ask_again(self, refused: Refused | None) -> None:
        """Ask the newest question again, with the refusal of its answer, or else ask the service's current question."""
        self._refused = refused
        if refused is None:
            self._drop()
            self._prompts.clear()
            self._newest = referee_pb2.Prompt()

    async def submit(self, command: Message) -> Ruling:
        """Return the ruling on a command that answers the newest prompt.

        After a RequestError, the stream continues. After Unreachable, the next prompt is the service's current
        question.
        """
        self._unanswered = await self._request(command, expected_version=self._asked_at)
        try:
            # If no stream is open, the next one begins with this command.
            if self._stream is not None:
                await self._send(PlayRequest(submit=self._unanswered))
            while True:
                ruling = await self._read()
                if ruling is not None:
                    self._refused = ruling.refused if ruling.HasField("refused") else None
                    return ruling
        except Unreachable:
            self.ask_again(None)
            raise
        finally:
            self._unanswered = None

    async def _read(self) -> Ruling | None:
        """Return the next ruling, or None after a prompt (which is kept), a share or a heartbeat."""
        response = await self._next()
        match response.WhichOneof("message"):
            case "ruling":
                return response.ruling
            case "error":
                await self._again(from_status(response.error))
            case "share_due":
                await self._give_share(response.share_due)
            case "prompt" if not self._is_known(response.prompt):
                self._newest = response.prompt
                self._prompts.append(response.prompt)
        return None

    def _is_known(self, prompt: referee_pb2.Prompt) -> bool:
        """Return whether a prompt repeats the newest one, as happens when a stream is reopened."""
        newest = self._newest
        return (prompt.expected_version, prompt.status) == (newest.expected_version, newest.status) and (
            prompt.commands == newest.commands
        )

    async def _next(self) -> PlayResponse:
        """Return the next response, from a new stream if this one is lost. Raises Unreachable."""
        while True:
            try:
                stream = self._stream or await self._open()
                response = await stream.read()
            except Unreachable as error:
                self._drop()
                if not error.unavailable or self._patience.ends():
                    raise
                await sleep(0.2)
            else:
                # A service that answers only with errors must also exhaust the patience.
                if not response.HasField("error"):
                    self._patience.succeeded()
                return response

    async def _open(self) -> Duplex[PlayRequest, PlayResponse]:
        """Open the stream, and send the unanswered command again."""
        if self._left:
            raise Unreachable("the stream was closed when its `async with` block ended")
        self._stream = self._opened()
        await self._stream.write(PlayRequest(attach=self._attach))
        if self._unanswered is not None:
            await self._stream.write(PlayRequest(submit=self._unanswered))
        return self._stream

    async def _send(self, request: PlayRequest) -> None:
        """Send a request over the open stream; if that is lost, the next one begins with the unanswered command."""
        try:
            if self._stream is not None:
                await self._stream.write(request)
        except Unreachable:
            self._drop()

    async def _again(self, error: GunbaiError) -> None:
        """Send the unanswered command again after a temporary error. Raises any other error."""
        if self._unanswered is None or not repeatable(error, self._unanswered) or self._patience.ends():
            raise error
        await sleep(0.2)
        await self._send(PlayRequest(submit=self._unanswered))

    def _drop(self) -> None:
        if self._stream is not None:
            self._stream.cancel()
        self._stream = None
