"""Playing a seat over one stream: prompts come in, commands go out, and each is answered by its ruling."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable
from typing import Protocol, Self

from google.protobuf.message import Message

from gunbai.referee.v1.game_pb2 import GAME_STATUS_RUNNING
from gunbai.referee.v1.referee_pb2 import Attach, PlayRequest, PlayResponse, Prompt, SubmitRequest
from gunbai.referee.v1.ruling_pb2 import Ruling
from gunbai_client.aio.watch_stream import GiveShare
from gunbai_client.failures import from_status
from gunbai_client.transport.aio import Duplex


class _Requests(Protocol):
    def __call__(self, command: Message, /, *, expected_version: int) -> Awaitable[SubmitRequest]: ...


class PlayStream:
    """A seat's stream: iterate over it for the prompts. One comes whenever the seat is asked, the last at the end.

    Leaving the context ends the stream. Raises Unreachable when the service is lost: open another stream to continue.
    """

    def __init__(
        self,
        stream: Duplex[PlayRequest, PlayResponse],
        game: str,
        request: _Requests,
        give_share: GiveShare,
        *,
        sentences: bool,
    ) -> None:
        self._stream = stream
        self._game = game
        self._sentences = sentences
        self._request = request
        self._give_share = give_share
        self._prompts: deque[Prompt] = deque()
        self._asked_at = 0

    async def __aenter__(self) -> Self:
        await self._stream.write(PlayRequest(attach=Attach(game=self._game, sentences=self._sentences)))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stream.cancel()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Prompt:
        """Return the next prompt; the iteration stops after the prompt that ends the game."""
        if self._asked_at < 0:
            raise StopAsyncIteration
        while not self._prompts:
            await self._read()
        prompt = self._prompts.popleft()
        self._asked_at = prompt.expected_version if prompt.status == GAME_STATUS_RUNNING else -1
        return prompt

    async def submit(self, command: Message) -> Ruling:
        """Return the ruling on a command that answers the newest prompt. After a RequestError the stream continues."""
        request = await self._request(command, expected_version=self._asked_at)
        await self._stream.write(PlayRequest(submit=request))
        while True:
            ruling = await self._read()
            if ruling is not None:
                return ruling

    async def _read(self) -> Ruling | None:
        """Return the next ruling, or None after a prompt, which is kept, or a share that was given."""
        response = await self._stream.read()
        match response.WhichOneof("message"):
            case "ruling":
                return response.ruling
            case "error":
                raise from_status(response.error)
            case "share_due":
                await self._give_share(response.share_due)
            case _:
                self._prompts.append(response.prompt)
        return None
