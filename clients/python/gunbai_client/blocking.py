"""The client without coroutines: the calls of `gunbai_client.aio`, carried out by an event loop on its own thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message

from gunbai.record.v1.entry_pb2 import Actor, Entry
from gunbai.referee.v1 import audit_pb2, lobby_pb2, record_pb2, referee_pb2, ruling_pb2
from gunbai_client import aio
from gunbai_client.aio import Json
from gunbai_client.channel import DEFAULT_TARGET, Tls
from gunbai_client.watching import Told

R = TypeVar("R")


class _Loop:
    """An event loop that runs on its own thread until it is closed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="gunbai-client", daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, R]) -> R:
        """Return what the coroutine returns; an interrupt cancels it."""
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def iterate(self, things: AsyncIterator[R]) -> Iterator[R]:
        """Yield what the asynchronous iterator yields."""
        end = object()
        try:
            while (thing := self.run(_next(things, end))) is not end:
                yield thing  # type: ignore[misc]  # all but the end, which is compared
        finally:
            if isinstance(things, AsyncGenerator):
                self.run(_closed(things))

    def close(self) -> None:
        """Stop the loop and its thread, with whatever is still under way on it."""
        self.run(_cancelled())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _next(things: AsyncIterator[R], end: object) -> R | object:
    return await anext(things, end)


async def _cancelled() -> None:
    under_way = asyncio.all_tasks() - {asyncio.current_task()}
    for task in under_way:
        task.cancel()
    await asyncio.gather(*under_way, return_exceptions=True)


async def _closed(things: AsyncGenerator[Any, None]) -> None:
    await things.aclose()


def connect(target: str = DEFAULT_TARGET, *, token: str = "", tls: Tls | None = None, deadline: float = 15) -> Gunbai:
    """Return a client of the service at `target` ("host:port"); every unary call ends within `deadline` seconds."""
    loop = _Loop()

    async def opened() -> aio.Gunbai:
        return aio.connect(target, token=token, tls=tls, deadline=deadline)

    return Gunbai(loop.run(opened()), loop)


@dataclass(frozen=True)
class Gunbai:
    """A client of one service, as `gunbai_client.aio.Gunbai`, where each call is described."""

    aio: aio.Gunbai
    _loop: _Loop

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the channel; of every client that shares it."""
        self._loop.run(self.aio.close())
        self._loop.close()

    def holding(self, token: str) -> Gunbai:
        """Return a client on the same channel that speaks for the holder of another token."""
        return Gunbai(self.aio.holding(token), self._loop)

    def seat(self, game: str, number: int = 0, key: Ed25519PrivateKey | None = None) -> Seat:
        """Return the seat whose token this client holds; number 0 stands for the dealer."""
        return Seat(self.aio.seat(game, number, key), self._loop)

    def titles(self) -> Sequence[lobby_pb2.Title]:
        """Return the titles that can be played."""
        return self._loop.run(self.aio.titles())

    def create(
        self,
        title: str,
        *,
        seats: int = 0,
        options: Json = "",
        edition: Json = "",
        table: Json = "",
        dealer: bool = False,
        private: bool = False,
        label: str = "",
        rules_version: int = 0,
    ) -> lobby_pb2.CreateGameResponse:
        """Create a game and return it with the host's token; with `dealer`, chance is entered by the dealer's token."""
        return self._loop.run(
            self.aio.create(
                title,
                seats=seats,
                options=options,
                edition=edition,
                table=table,
                dealer=dealer,
                private=private,
                label=label,
                rules_version=rules_version,
            )
        )

    def game(self, game: str) -> ruling_pb2.Game:
        """Return a game as the catalogue tells it."""
        return self._loop.run(self.aio.game(game))

    def games(
        self,
        *,
        title: str = "",
        status: ruling_pb2.GameStatus.ValueType = ruling_pb2.GAME_STATUS_UNSPECIFIED,
        player: str = "",
        parent: str = "",
    ) -> Iterator[ruling_pb2.Game]:
        """Yield the public games, the newest first."""
        return self._loop.iterate(self.aio.games(title=title, status=status, player=player, parent=parent))

    def join(
        self, game: str, player: str, *, seat: int = 0, key: Ed25519PrivateKey | None = None, entropy: bytes = b""
    ) -> Seat:
        """Claim a seat, or any free one; with `key` the seat signs its commands. `entropy` is its share in chance."""
        return Seat(self._loop.run(self.aio.join(game, player, seat=seat, key=key, entropy=entropy)), self._loop)

    def start(self, game: str) -> ruling_pb2.Game:
        """Begin a game whose seats are taken; asks for the host's token."""
        return self._loop.run(self.aio.start(game))

    def abandon(self, game: str, reason: str = "") -> ruling_pb2.Game:
        """End a game that is not over; asks for the host's token."""
        return self._loop.run(self.aio.abandon(game, reason))

    def fork(
        self,
        game: str,
        version: int,
        *,
        dealer: bool | None = None,
        private: bool = False,
        label: str = "",
        consents: Sequence[str] = (),
    ) -> referee_pb2.ForkGameResponse:
        """Branch a game at a version into a new one with free seats. `dealer` None leaves chance with who had it."""
        return self._loop.run(
            self.aio.fork(game, version, dealer=dealer, private=private, label=label, consents=consents)
        )

    def entries(self, game: str, after: int = 0, up_to: int = 0) -> Iterator[Entry]:
        """Yield the entries after a version, as the caller may see them, unverified; `watch` verifies."""
        return self._loop.iterate(self.aio.entries(game, after, up_to))

    def watch(self, game: str, after: int = 0, *, verify: bool = True, patience: float = 60) -> Iterator[Told]:
        """Yield the entries after a version and what follows live, until the game is over, each exactly once."""
        return self._loop.iterate(self.aio.watch(game, after, verify=verify, patience=patience))

    def view(self, game: str, version: int = 0) -> record_pb2.GetViewResponse:
        """Return a position, the newest unless a version is given, as the caller may see it."""
        return self._loop.run(self.aio.view(game, version))

    def table(self, game: str, version: int = 0) -> str:
        """Return the canonical JSON of a table on which nothing is hidden."""
        return self._loop.run(self.aio.table(game, version))

    def picture(self, game: str, version: int = 0) -> str:
        """Return a position as SVG."""
        return self._loop.run(self.aio.picture(game, version))

    def export(self, game: str) -> Iterator[bytes]:
        """Yield the pieces of the game's record file."""
        return self._loop.iterate(self.aio.export(game))

    def adjudicate(self, game: str, actor: Actor, command: Message, version: int = 0) -> audit_pb2.AdjudicateResponse:
        """Return how a command would be judged; nothing is written."""
        return self._loop.run(self.aio.adjudicate(game, actor, command, version))

    def verify(self, game: str, deadline: float = 300) -> audit_pb2.VerifyGameResponse:
        """Let the service check the chain, judge every command again and, after the end, recompute chance."""
        return self._loop.run(self.aio.verify(game, deadline))

    def clauses(self, title: str) -> Sequence[audit_pb2.ClauseEntry]:
        """Return the numbered rules of a title."""
        return self._loop.run(self.aio.clauses(title))

    def rulings(self, game: str, *, refused_only: bool = False) -> Iterator[audit_pb2.GivenRuling]:
        """Yield the rulings of a game, the refusals included, as the caller may see them."""
        return self._loop.iterate(self.aio.rulings(game, refused_only=refused_only))

    def head(self, game: str) -> audit_pb2.GetHeadResponse:
        """Return the head of a game, signed by the service."""
        return self._loop.run(self.aio.head(game))


@dataclass(frozen=True)
class Seat:
    """A seat at a game, as `gunbai_client.aio.Seat`."""

    aio: aio.Seat
    _loop: _Loop

    @property
    def game(self) -> str:
        """The game."""
        return self.aio.game

    @property
    def number(self) -> int:
        """The seat, counted from 1; 0 for the dealer."""
        return self.aio.number

    @property
    def token(self) -> str:
        """The token that proves whose seat it is: keep it secret, and keep it."""
        return self.aio.token

    @property
    def gunbai(self) -> Gunbai:
        """The client that holds the token."""
        return Gunbai(self.aio.gunbai, self._loop)

    def legal(self) -> referee_pb2.ListLegalCommandsResponse:
        """Return the commands that the seat may give now."""
        return self._loop.run(self.aio.legal())

    def view(self, version: int = 0) -> record_pb2.GetViewResponse:
        """Return a position as the seat may see it."""
        return self._loop.run(self.aio.view(version))

    def watch(self, after: int = 0, *, verify: bool = True, patience: float = 60) -> Iterator[Told]:
        """Yield what happens after a version as the seat may see it, until the end of the game."""
        return self._loop.iterate(self.aio.watch(after, verify=verify, patience=patience))

    def picture(self, version: int = 0) -> str:
        """Return a position as SVG, as the seat may see it."""
        return self._loop.run(self.aio.picture(version))

    def submit(self, command: Message, *, expected_version: int = 0, command_id: str = "") -> ruling_pb2.Ruling:
        """Return the ruling on a command; one against the rules is refused, which is no error."""
        return self._loop.run(self.aio.submit(command, expected_version=expected_version, command_id=command_id))

    def prompts(self) -> Iterator[referee_pb2.Prompt]:
        """Yield a prompt whenever the seat is asked, and one at the end; answer each with `submit` before the next."""
        return self._loop.iterate(self.aio.prompts())

    def consent(self, version: int) -> str:
        """Return the seat's consent to a fork of the running game at a version."""
        return self._loop.run(self.aio.consent(version))
