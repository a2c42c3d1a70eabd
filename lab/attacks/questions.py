"""An interview: every kind of question about a folder's games, asked of a service over it in this process."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import grpc
from google.protobuf.message import Message

from gunbai.referee.v1 import (
    disputes_pb2,
    game_pb2,
    lobby_pb2,
    log_pb2,
    referee_pb2,
)
from gunbai_record.tokens import hash_of
from lab import requests
from lab.imports import OPERATOR, bring, file_of, night
from lab.toy import protos
from lab.toy_service import ALL_TITLES, DEALER, House, Match, bearer, bids, failure_of
from referee.access.quotas import UNLIMITED
from referee.proof.identity import Identity
from referee.server import Service, Settings
from store.position_cache import Positions, beside
from store.sqlite import SqliteStore

PLAYED = (("infludance_duel", 2, 150), ("king_of_tokyo", 2, 12), ("liars_dice", 2, 6), ("lantern_night", 2, 2))
"""Titles with their seats, and how many commands are played; the first has positions in the cache."""
HASTE = 120.0
"""After this many seconds a question counts as unanswered."""

Answer = tuple[bytes, ...] | tuple[str, str]
"""The messages of an answer; or the code and the reason of an error."""


class Subject(NamedTuple):
    """A game that questions are about, and one of its accepted commands."""

    match: Match
    first: referee_pb2.SubmitRequest | None = None
    seat: int = 0


@asynccontextmanager
async def service(folder: Path) -> AsyncIterator[House]:
    """Yield a service over the files of a folder, the cache of positions among them. Raises StorageError."""
    file = folder / "games.sqlite"
    store = await SqliteStore.open(file)
    operator = hash_of(OPERATOR)
    settings = Settings(limits=UNLIMITED, stop_seconds=1, drain_seconds=0, operator=operator, spool=folder)
    served = Service(store, ALL_TITLES, Identity(bytes(32)), settings, Positions(beside(file)))
    await served.start()
    house = House(served.address, (("grpc.use_local_subchannel_pool", 1),))
    try:
        yield house
    finally:
        await house.channel.close()
        await served.stop()


async def make(folder: Path, older: Path, running: Path) -> list[Subject]:
    """Play games in a folder, dispute one and import one; copy its files halfway, and at the end while it is served."""
    rng = random.Random(3)
    async with service(folder) as house:
        subjects = [await _played(house, title, seats, number // 2, rng) for title, seats, number in PLAYED]
        copy(folder, older)
        subjects = [
            await _on(game, number - number // 2, rng) for game, (_, _, number) in zip(subjects, PLAYED, strict=True)
        ]
        subjects.append(await _played(house, "king_of_tokyo", 2, 3, rng, private=True))
        branch = await subjects[1].match.fork(8, subjects[1].match.host)
        await branch.seat_all()
        await branch.begin()
        subjects.append(await _on(Subject(branch), 3, rng))
        over = await house.start("liars_dice")
        await over.abandon()
        subjects += [Subject(over), Subject(await house.open("samurai_spirit", 3))]
        subjects += [await _disputed(house), Subject(await _imported(house))]
        for light in (7, 8, 9):
            await subjects[3].match.submit(1, protos.Bid(light=light, seat=1))
        await answers(house, subjects)
        await asyncio.sleep(0.2)
        copy(folder, running)
    return subjects


async def _played(house: House, title: str, seats: int, commands: int, rng: random.Random, **options: Any) -> Subject:
    return await _on(Subject(await house.start(title, seats, **options)), commands, rng)


async def _on(subject: Subject, commands: int, rng: random.Random) -> Subject:
    """Return a game after further commands at random."""
    match, first, by = subject
    for _ in range(commands):
        view = await match.view(1)
        if view.status != game_pb2.GAME_STATUS_RUNNING:
            break
        seat = rng.choice(list(view.waiting.seats))
        legal = await match.legal(seat)
        request = match.request(rng.choice(legal.commands).command, legal.expected_version)
        await match.send(seat, request)
        if first is None:
            first, by = request, seat
    return Subject(match, first, by)


async def _disputed(house: House) -> Subject:
    """Return a game in which an entry and a refusal were disputed, and one of the two disputes was settled."""
    match = await house.start(chance_source=DEALER)
    await match.play(*bids(1, 2))
    request = match.request(protos.Bid(light=7, seat=1), (await match.view(1)).expected_version)
    request.receipt = True
    receipt = (await match.send(1, request)).refused.receipt
    for seat, what in ((1, {"receipt": receipt}), (2, {"version": (await match.game()).head})):
        opening: Any = {"game": match.id, "claim": "No.", "request_id": f"by {seat}"} | what
        await house.disputes.OpenDispute(
            disputes_pb2.OpenDisputeRequest(**opening), metadata=bearer(match.tokens[seat])
        )
    statement = disputes_pb2.AddStatementRequest(game=match.id, dispute=1, text="Yes.", request_id="said")
    await house.disputes.AddStatement(statement, metadata=bearer(match.tokens[2]))
    verdict = disputes_pb2.SettleDisputeRequest(
        game=match.id, dispute=1, outcome=disputes_pb2.DISPUTE_OUTCOME_UPHELD, reason="By the book."
    )
    await house.disputes.SettleDispute(verdict, metadata=bearer(match.dealer))
    return Subject(match)


async def _imported(house: House) -> Match:
    """Return another service's finished game."""
    brought = await bring(house, file_of(night()), keep_unverified=True)
    return Match(house, lobby_pb2.CreateGameResponse(info=brought.info), lobby_pb2.CreateGameRequest())


def copy(folder: Path, to: Path) -> None:
    """Copy a folder's files as a crash would leave them."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir()
    for file in folder.iterdir():
        shutil.copy(file, to / file.name)


async def answers(house: House, subjects: Sequence[Subject]) -> dict[str, Answer]:
    """Return the answer to every question, by a name for it."""
    questions = dict(_lists(house, subjects))
    for number, game in enumerate(subjects):
        about = Subject(game.match.at(house), game.first, game.seat)
        questions |= {f"{number} {name}": question for name, question in _about(about).items()}
    names = list(questions)
    given = await asyncio.gather(*(_answer(questions[name]) for name in names))
    repeated = {f"{number} Submit": await _repeated(house, game) for number, game in enumerate(subjects) if game.first}
    return dict(zip(names, given, strict=True)) | repeated


Question = Callable[[], Awaitable[Sequence[Message]]]


def _lists(house: House, subjects: Sequence[Subject]) -> Mapping[str, Question]:
    forms = {
        "all": lobby_pb2.ListGamesRequest(),
        "title": lobby_pb2.ListGamesRequest(title="king_of_tokyo"),
        "player": lobby_pb2.ListGamesRequest(player="player 2"),
        "parent": lobby_pb2.ListGamesRequest(parent=subjects[1].match.id),
        "status": lobby_pb2.ListGamesRequest(status=game_pb2.GAME_STATUS_RUNNING),
    }
    lists = {f"ListGames {name}": _question(house, "ListGames", request, "") for name, request in forms.items()}
    of_the_log: dict[str, Message] = {
        "GetCheckpoint": log_pb2.GetCheckpointRequest(),
        "ProveConsistency": log_pb2.ProveConsistencyRequest(old_size=3),
        "ProveLeaf": log_pb2.ProveLeafRequest(index=2),
        "ReadTile": log_pb2.ReadTileRequest(width=len(subjects)),
    }
    return lists | {call: _question(house, call, request, "") for call, request in of_the_log.items()}


OF_EVERYBODY = ("GetGame", "GetView", "ReadEntries", "ReplayGame", "ListRulings", "ListDisputes", "GetDispute")
"""What is asked with every token; the rest only with a seat's."""


def _about(subject: Subject) -> dict[str, Question]:
    match, house = subject.match, subject.match.house
    tokens = {"host": match.host, "seat 1": match.tokens.get(1, match.host), "nobody": match.spectator}
    newest, past = requests.readings(match.id, 0), requests.readings(match.id, 5)
    questions = {
        f"{call} {who}": _question(house, call, newest[call], token)
        for who, token in tokens.items()
        for call in OF_EVERYBODY
    }
    questions["GetView past"] = _question(house, "GetView", past["GetView"], tokens["seat 1"])
    return questions | {
        call: _question(house, call, request, tokens["seat 1"])
        for call, request in past.items()
        if call not in OF_EVERYBODY
    }


async def _repeated(house: House, subject: Subject) -> Answer:
    """Send an accepted command once more, for the question that is open now; it must not be accepted again."""
    match, request = subject.match.at(house), referee_pb2.SubmitRequest()
    if subject.first is None:
        raise ValueError("no command of this game is known")
    request.CopyFrom(subject.first)
    try:
        request.expected_version = (await match.view(subject.seat)).version
    except grpc.aio.AioRpcError as error:
        return error.code().name, failure_of(error).reason
    return await _answer(_question(house, "Submit", request, match.tokens[subject.seat]))


def _question(house: House, call: str, request: Message, token: str) -> Question:
    async def ask() -> Sequence[Message]:
        call_made = requests.stub(house, call)(request, metadata=bearer(token), timeout=HASTE)
        if not requests.CALLS[call].server_streaming:
            return [await call_made]
        messages = list[Message]()
        async for message in call_made:
            messages.append(message)
            if call == "WatchGame" and message.HasField("caught_up"):
                call_made.cancel()
                break
        # A verification reports its progress more or less often.
        return messages[-1:] if call == "VerifyGame" else messages

    return ask


async def _answer(question: Question) -> Answer:
    try:
        return tuple(message.SerializeToString(deterministic=True) for message in await question())
    except grpc.aio.AioRpcError as error:
        return error.code().name, failure_of(error).reason
