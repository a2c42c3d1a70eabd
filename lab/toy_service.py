"""A service on a free port of this machine with the toy title Lantern Night, and players who sit down at its tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import (
    arbiter_pb2_grpc,
    audit_pb2,
    audit_pb2_grpc,
    disputes_pb2_grpc,
    game_pb2,
    lobby_pb2,
    lobby_pb2_grpc,
    log_pb2_grpc,
    questions_pb2_grpc,
    record_pb2,
    record_pb2_grpc,
    referee_pb2,
    referee_pb2_grpc,
    results_pb2_grpc,
)
from gunbai.referee.v1 import ruling_pb2 as rulings
from gunbai_record.plain import Content
from gunbai_record.tokens import new_token
from lab.patience import PATIENCE
from lab.toy import LANTERN_NIGHT, protos
from referee.access.charges import charge_computing
from referee.access.quotas import UNLIMITED, Limits
from referee.game.entries import packed
from referee.game.titles import Titles
from referee.proof.identity import Identity
from referee.server import Service, Settings
from store.contract import Store
from store.shared_state import SharedState
from store.sqlite import SqliteStore
from titles.catalogue import TITLES

ALL_TITLES = Titles([LANTERN_NIGHT, *(title for versions in TITLES.values() for title in versions.values())])
DEALER = life.CHANCE_SOURCE_DEALER

_ids = count(1)
"""The numbers of commands, all with the same length, because the sizes of entries are compared."""

Metadata = tuple[tuple[str, str], ...]


class Failure(NamedTuple):
    """A call that ended in an error: its code, its reason, the field at fault, and the details."""

    code: str
    reason: str
    field: str = ""
    facts: dict[str, str] = {}  # noqa: RUF012  # nobody writes to it
    retry: bool = False


def bearer(token: str) -> Metadata:
    """Return the metadata that shows a token."""
    return (("authorization", f"Bearer {token}"),) if token else ()


def new_tokens() -> dict[str, Any]:
    """Return tokens for the host, the dealer, the spectators and the bot of a new game."""
    return {field: new_token() for field in ("token", "dealer_token", "spectator_token", "bot_token")}


def creation(title: str = "lantern_night", seats: int = 2, **options: Any) -> lobby_pb2.CreateGameRequest:
    """Return a request for a new game, with new tokens unless they are given."""
    usual = {"chance_source": life.CHANCE_SOURCE_REFEREE}
    return lobby_pb2.CreateGameRequest(title=title, seats=seats, **new_tokens() | usual | options)


class House:
    """A client of a service, with the stubs of its parts."""

    def __init__(self, address: str, options: Sequence[tuple[str, int]] = (), connect: str = "") -> None:
        self.address, self.connect = address, connect
        self.channel = grpc.aio.insecure_channel(address, options=options)
        self.lobby: Any = lobby_pb2_grpc.LobbyStub(self.channel)
        self.referee: Any = referee_pb2_grpc.RefereeStub(self.channel)
        self.record: Any = record_pb2_grpc.RecordStub(self.channel)
        self.audit: Any = audit_pb2_grpc.AuditStub(self.channel)
        self.arbiter: Any = arbiter_pb2_grpc.ArbiterStub(self.channel)
        self.log: Any = log_pb2_grpc.TransparencyLogStub(self.channel)
        self.disputes: Any = disputes_pb2_grpc.DisputesStub(self.channel)
        self.results: Any = results_pb2_grpc.ResultsStub(self.channel)
        self.questions: Any = questions_pb2_grpc.QuestionsStub(self.channel)

    async def open(self, title: str = "lantern_night", seats: int = 2, **options: Any) -> Match:
        """Return a game whose seats are free."""
        request = creation(title, seats, **options)
        return Match(self, await self.lobby.CreateGame(request), request)

    async def start(self, title: str = "lantern_night", seats: int = 2, **options: Any) -> Match:
        """Return a game that has begun."""
        match = await self.open(title, seats, **options)
        await match.seat_all()
        await match.begin()
        return match


class Match:
    """One game, with the tokens of all who take part in it."""

    def __init__(
        self,
        house: House,
        made: lobby_pb2.CreateGameResponse | referee_pb2.ForkGameResponse,
        creation: lobby_pb2.CreateGameRequest | referee_pb2.ForkGameRequest,
    ) -> None:
        self.house, self.id, self.made, self.creation = house, made.info.game, made, creation
        self.seats = len(made.info.seats)
        self.host = creation.token
        self.dealer = creation.dealer_token if made.info.chance_source == DEALER else ""
        self.spectator = creation.spectator_token if made.info.private else ""
        self.tokens: dict[int, str] = {0: self.dealer}

    def at(self, house: House) -> Match:
        """Return the same game for the client of another service over its store."""
        match = Match(house, self.made, self.creation)
        match.tokens = self.tokens
        return match

    async def seat_all(self, **join: Any) -> None:
        """Seat a player at every seat."""
        for seat in range(1, self.seats + 1):
            await self.join(seat, **join)

    async def join(self, seat: int, **join: Any) -> lobby_pb2.JoinGameResponse:
        """Return a player sits down."""
        named: dict[str, Any] = {"seat": seat, "player": f"player {seat}", "token": new_token()} | join
        request = lobby_pb2.JoinGameRequest(game=self.id, **named)
        joined: lobby_pb2.JoinGameResponse = await self.house.lobby.JoinGame(request, metadata=bearer(self.spectator))
        self.tokens[joined.seat] = request.token
        return joined

    async def consents(self, version: int, **terms: Any) -> list[str]:
        """Return every seat's consent to a branch at a version."""
        request = referee_pb2.ConsentToForkRequest(game=self.id, version=version, **terms)
        tokens = [self.tokens[seat] for seat in range(1, self.seats + 1)]
        answers = [await self.house.referee.ConsentToFork(request, metadata=bearer(token)) for token in tokens]
        return [answer.consent for answer in answers]

    async def consented(self, version: int, **terms: Any) -> Match:
        """Return a branch with every seat's consent, whose seats are free."""
        consents = await self.consents(version, **terms)
        return await self.fork(version, self.host, consents=consents, **terms)

    async def follow(self, parent: Match) -> None:
        """Seat the players of the parent at a branch, each by the token of their seat there, and start it."""
        for seat in range(1, self.seats + 1):
            await self.enter(parent.tokens[seat])
        await self.begin()

    async def enter(self, token: str, **join: Any) -> lobby_pb2.JoinGameResponse:
        """Return how the holder of a token sits down."""
        request = lobby_pb2.JoinGameRequest(game=self.id, **{"token": new_token()} | join)
        joined: lobby_pb2.JoinGameResponse = await self.house.lobby.JoinGame(request, metadata=bearer(token))
        self.tokens[joined.seat] = request.token
        return joined

    async def abandon(self) -> None:
        """End the game early as its host."""
        await self.house.lobby.AbandonGame(lobby_pb2.AbandonGameRequest(game=self.id), metadata=bearer(self.host))

    async def begin(self) -> None:
        """Start the game as its host."""
        await self.house.lobby.StartGame(lobby_pb2.StartGameRequest(game=self.id), metadata=bearer(self.host))

    async def legal(self, seat: int) -> referee_pb2.ListLegalCommandsResponse:
        """Return what a seat may do."""
        request = referee_pb2.ListLegalCommandsRequest(game=self.id)
        answer: referee_pb2.ListLegalCommandsResponse = await self.house.referee.ListLegalCommands(
            request, metadata=bearer(self.tokens[seat])
        )
        return answer

    def request(
        self, move: Content | AnyMessage, expected: int, command_id: str = "", signature: bytes = b""
    ) -> referee_pb2.SubmitRequest:
        """Return a command that is ready to be sent."""
        return referee_pb2.SubmitRequest(
            game=self.id,
            expected_version=expected,
            command_id=command_id or f"command {next(_ids):06}",
            command=move if isinstance(move, AnyMessage) else packed(move),
            signature=signature,
        )

    async def send(self, actor: int, request: referee_pb2.SubmitRequest) -> rulings.Ruling:
        """Return the ruling on a command of a seat, or of the dealer (0)."""
        answer = await self.house.referee.Submit(request, metadata=bearer(self.tokens[actor]))
        ruling: rulings.Ruling = answer.ruling
        return ruling

    async def submit(self, actor: int, move: Content) -> rulings.Ruling:
        """Return the ruling on a command for the question that is open."""
        return await self.send(actor, self.request(move, (await self.view(actor)).expected_version))

    async def play(self, *moves: tuple[int, Content]) -> None:
        """Submit moves that must be accepted."""
        for actor, move in moves:
            ruling = await self.submit(actor, move)
            assert ruling.HasField("accepted"), ruling

    async def finish(self) -> None:
        """Submit the last legal command of each asked seat, but no bell, until the game is over."""
        while (seat := await self.asked_seat()) is not None:
            answer = await self.legal(seat)
            moves = [legal.command for legal in answer.commands if not legal.command.type_url.endswith("Ring")]
            await self.send(seat, self.request(moves[-1], answer.expected_version))

    async def asked_seat(self) -> int | None:
        """Return the first seat that is asked."""
        seats = (await self.view(1)).waiting.seats
        return seats[0] if seats else None

    async def view(self, actor: int | str, version: int = 0) -> record_pb2.GetViewResponse:
        """Return a position as an actor, or the holder of a token, may see it."""
        token = self.tokens[actor] if isinstance(actor, int) else actor
        request = record_pb2.GetViewRequest(game=self.id, version=version)
        answer: record_pb2.GetViewResponse = await self.house.record.GetView(request, metadata=bearer(token))
        return answer

    async def game(self) -> game_pb2.GameInfo:
        """Return the game as the lobby lists it."""
        request = lobby_pb2.GetGameRequest(game=self.id)
        answer = await self.house.lobby.GetGame(request, metadata=bearer(self.host))
        game: game_pb2.GameInfo = answer.info
        return game

    async def entries(self, token: str = "") -> list[record.Entry]:
        """Return the whole record as the holder of a token may see it."""
        stream = self.house.record.ReadEntries(record_pb2.ReadEntriesRequest(game=self.id), metadata=bearer(token))
        return [response.entry async for response in stream]

    async def verify(self) -> audit_pb2.Verification:
        """Return the service's own verification."""
        request = audit_pb2.VerifyGameRequest(game=self.id)
        answers = self.house.audit.VerifyGame(request, metadata=bearer(self.host))
        verification: audit_pb2.Verification = [answer async for answer in answers][-1].verification
        return verification

    async def holds(self) -> bool:
        """Return whether the service's own verification finds nothing wrong, and lacks nothing after the end."""
        over = (await self.game()).status in {game_pb2.GAME_STATUS_FINISHED, game_pb2.GAME_STATUS_ABANDONED}
        return (await self.verify()).verdict == (audit_pb2.VERDICT_CONSISTENT if over else audit_pb2.VERDICT_INCOMPLETE)

    async def fork(self, version: int, token: str = "", **options: Any) -> Match:
        """Return a branch, whose seats are free."""
        request = referee_pb2.ForkGameRequest(game=self.id, version=version, **new_tokens() | options)
        return Match(self.house, await self.house.referee.ForkGame(request, metadata=bearer(token)), request)


async def failure(call: Awaitable[object]) -> Failure:
    """Return how a call fails. Raises AssertionError if it does not."""
    try:
        answer = await call
    except grpc.aio.AioRpcError as error:
        return failure_of(error)
    raise AssertionError(f"it was answered: {answer}")


def failure_of(error: grpc.aio.AioRpcError) -> Failure:
    """Return what an error contains."""
    metadata = dict(error.trailing_metadata() or ())
    raw = metadata.get("grpc-status-details-bin", b"")
    return failure_in(Status.FromString(raw if isinstance(raw, bytes) else raw.encode()), error.code().name)


def failure_in(status: Status, code: str = "") -> Failure:
    """Return what a status contains."""
    info, bad, retry = ErrorInfo(), BadRequest(), False
    for detail in status.details:
        detail.Unpack(info)
        detail.Unpack(bad)
        retry = retry or detail.Is(RetryInfo.DESCRIPTOR)
    assert info.domain in {"gunbai", ""}
    field = bad.field_violations[0].field if bad.field_violations else ""
    return Failure(code, info.reason, field, dict(info.metadata), retry)


@asynccontextmanager
async def open_house(
    folder: Path, *, titles: Titles = ALL_TITLES, limits: Limits = UNLIMITED, **settings: Any
) -> AsyncIterator[House]:
    """Yield a service over a file in a folder, and a client of it."""
    store = await SqliteStore.open(folder / "games.sqlite", charge=charge_computing)
    async with serving(store, folder, titles=titles, limits=limits, **settings) as served:
        yield served


@asynccontextmanager
async def serving(
    store: Store,
    folder: Path,
    *,
    titles: Titles = ALL_TITLES,
    limits: Limits = UNLIMITED,
    shared_state: SharedState | None = None,
    **settings: Any,
) -> AsyncIterator[House]:
    """Yield a service over a store, and a client of it; in the end it waits for open calls, but for none to come."""
    identity = Identity.kept_in(folder / "service.key")
    ending = {"drain_seconds": 0, "stop_seconds": PATIENCE}
    service = Service(store, titles, identity, Settings(limits=limits, **ending | settings), shared_state=shared_state)
    await service.start()
    served = House(service.address, connect=service.connect_address)
    try:
        yield served
    finally:
        await served.channel.close()
        await service.stop()


def bids(*lights: int) -> Sequence[tuple[int, Message]]:
    """Return the bids of seats 1, 2, ... as moves."""
    return [(seat, protos.Bid(light=light, seat=seat)) for seat, light in enumerate(lights, 1)]


async def all_of(*calls: Awaitable[Any]) -> list[Any]:
    """Return the answers to calls made at once; an error is an answer too."""
    return await asyncio.gather(*calls, return_exceptions=True)
