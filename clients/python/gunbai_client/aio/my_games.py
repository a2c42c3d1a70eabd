"""A client's games over one stream: their changes, seats to act and endings. A lost stream is resumed."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, TypeAlias

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.referee.v1.record_pb2 import (
    AllSeen,
    KeyProof,
    LostPlace,
    MyGame,
    OwnPlace,
    WatchMineRequest,
    WatchMineResponse,
)
from gunbai_client.aio.watch_stream import PATIENCE
from gunbai_client.channel import SILENCE, Patience
from gunbai_client.errors import Exhausted, Unreachable
from gunbai_client.statuses import OVER
from gunbai_client.transport.aio import reading, sleep
from gunbai_record.players import proof_text

if TYPE_CHECKING:
    from gunbai_client.aio.client import Gunbai

Change: TypeAlias = MyGame | LostPlace | AllSeen
"""A game as it is now, a place that is no longer watched, or the sign that every game has been sent once."""


class MyGames:
    """A client's places and all games of its key, watched over one stream."""

    def __init__(self, gunbai: Gunbai, key: Ed25519PrivateKey | None = None, patience: float = PATIENCE) -> None:
        self._gunbai, self._key, self._patience = gunbai.holding(""), key, patience
        self._tokens: dict[str, list[str]] = {}
        self._seen: dict[str, int] = {}
        self._added = False

    def add(self, game: str, token: str, after: int = 0) -> None:
        """Watch a place. The stream includes the place after its next message, which takes at most 15 seconds.

        `after` is the last version seen. The stream sends the game once it has a later version.
        """
        tokens = self._tokens.setdefault(game, [])
        if token not in tokens:
            tokens.append(token)
            self._seen[game] = after
            self._added = True

    async def changes(self) -> AsyncIterator[Change]:
        """Yield each game as it is now, then its changes, forever. Raises Unreachable once the patience runs out.

        Several changes in a row can arrive as one. Read the game's entries to see all changes.
        """
        patience = Patience(self._patience)
        while True:
            try:
                request = await self._request()
                record = self._gunbai.stubs.record
                async with reading(record.WatchMine, request, self._gunbai.metadata, silence=SILENCE) as responses:
                    async for response in responses:
                        patience.succeeded()
                        change = self._taken(request, response)
                        if change is not None:
                            yield change
                        if self._added:
                            break
            except (Unreachable, Exhausted):
                if patience.ends():
                    raise
            await sleep(0.2)

    async def _request(self) -> WatchMineRequest:
        self._added = False
        places = [
            OwnPlace(game=game, token=token, after_version=seen)
            for game, seen in self._seen.items()
            for token in self._tokens.get(game, [""] if self._key else [])
        ]
        return WatchMineRequest(places=places, key=await self._proof(self._key) if self._key else None)

    async def _proof(self, key: Ed25519PrivateKey) -> KeyProof:
        service = (await self._gunbai.log.checkpoint()).key
        public, at = key.public_key().public_bytes_raw(), time.time_ns() // 1000
        proof = KeyProof(public_key=public, signature=key.sign(proof_text(service, public, at)))
        proof.time.FromMicroseconds(at)
        return proof

    def _taken(self, request: WatchMineRequest, response: WatchMineResponse) -> Change | None:
        """Return the news in a response, and note it for the next stream, which omits finished games."""
        match response.WhichOneof("message"):
            case "game":
                info = response.game.info
                if info.status in OVER:
                    self._tokens.pop(info.game, None)
                    self._seen.pop(info.game, None)
                elif response.game.places:
                    self._seen[info.game] = info.head
                return response.game
            case "lost":
                self._forget(request, response.lost)
                return response.lost
            case "all_seen":
                return response.all_seen
        return None

    def _forget(self, request: WatchMineRequest, lost: LostPlace) -> None:
        """Forget an invalid place, or one of the key's games that cannot be read."""
        tokens = self._tokens.get(lost.game, [])
        if lost.place and (token := request.places[lost.place - 1].token) in tokens:
            tokens.remove(token)
        if not tokens:
            self._tokens.pop(lost.game, None)
            self._seen.pop(lost.game, None)
