"""What a reader of a game is answered, call by call, in a form in which the answers of two games can be compared.

What differs between any two games is blanked: their ids, times, digests, secrets and tokens.
"""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Awaitable, Iterable
from typing import Any

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import (
    audit_pb2,
    disputes_pb2,
    lobby_pb2,
    log_pb2,
    questions_pb2,
    record_pb2,
    referee_pb2,
    results_pb2,
)
from gunbai_record.record_file import read
from lab.toy_service import Match, bearer, failure_of, new_tokens
from referee.game.entries import packed

TIMES = {"at_micros", "create_time", "update_time", "judge_time"}
DIGESTS = {
    *("digest", "head_digest", "previous", "position_digest", "sealed", "salt", "signature"),
    *("receipt_sha256", "commitment"),
}
SAID = {"note", "proof", "rotations"}
"""What the service signs or proves: with digests, times and the size of the log, which each game makes longer."""
REPLAYED = 25
"""How many positions are replayed: in two games that part, those before the last few are the same."""
OTHER_LANGUAGES = ("accept-language", "cs, pl")
WITH_SECRETS = {f"gunbai.record.v1.{name}" for name in ("CreateGame", "ForkGame", "GameAbandoned", "GameClosed")}
"""The messages with a commitment or a secret, which is another in every game."""


async def answers(match: Match, token: str, seat: int, commands: Iterable[Message]) -> dict[str, list[object]]:
    """Return everything that the service answers a reader, by call."""
    lobby, referee, books, audit = match.house.lobby, match.house.referee, match.house.record, match.house.audit
    game, metadata, version = match.id, bearer(token), (await match.view("")).version
    translated = (*metadata, OTHER_LANGUAGES)
    actor = record.Actor(kind=record.ACTOR_KIND_SEAT, seat=seat or 1)
    calls: dict[str, list[Any]] = {
        "GetGame": [lobby.GetGame(lobby_pb2.GetGameRequest(game=game), metadata=metadata)],
        "ListLegalCommands": [
            referee.ListLegalCommands(asked, metadata=each)
            for each in (metadata, translated)
            for asked in lists_of(match, version)
        ],
        "ForkGame": [referee.ForkGame(forking(game, version), metadata=metadata)],
        "GetView": [
            books.GetView(record_pb2.GetViewRequest(game=game), metadata=each) for each in (metadata, translated)
        ],
        "GetTable": [books.GetTable(record_pb2.GetTableRequest(game=game), metadata=metadata)],
        "DrawPosition": [books.DrawPosition(record_pb2.DrawPositionRequest(game=game), metadata=metadata)],
        "ListRulings": [
            audit.ListRulings(
                audit_pb2.ListRulingsRequest(game=game, page_size=200, receipts=receipts), metadata=metadata
            )
            for receipts in (False, True)
        ],
        "VerifyGame": [verified(audit.VerifyGame(audit_pb2.VerifyGameRequest(game=game), metadata=metadata))],
        "Adjudicate": [
            audit.Adjudicate(
                audit_pb2.AdjudicateRequest(game=game, actor=actor, command=packed(probe)), metadata=metadata
            )
            for probe in commands
        ],
    }
    found = {call: [await answer_of(each) for each in asked] for call, asked in calls.items()}
    reading = record_pb2.ReadEntriesRequest(game=game, sentences=True)
    read = [books.ReadEntries(reading, metadata=each) for each in (metadata, translated)]
    export = books.ExportRecord(record_pb2.ExportRecordRequest(game=game), metadata=metadata)
    found["ReadEntries"] = [each for stream in read async for each in stream]
    found["ReplayGame"] = [each for stream in (metadata, translated) async for each in replayed(match, stream, version)]
    found |= await questioned(match, metadata, version)
    found |= await beside(match, metadata)
    found["WatchGame"] = [each async for each in watched(match, token)]
    found["ExportRecord"] = [size_of(b"".join([each.chunk async for each in export]))]
    return found


def lists_of(match: Match, version: int) -> list[referee_pb2.ListLegalCommandsRequest]:
    """Return requests for the legal commands of the reader's own seat, and of every seat now and one version ago."""
    return [
        referee_pb2.ListLegalCommandsRequest(game=match.id, seat=seat, version=at)
        for seat in range(match.seats + 1)
        for at in (0, max(version - 1, 1))
    ]


async def replayed(match: Match, metadata: Any, version: int) -> AsyncIterator[record_pb2.ReplayGameResponse]:
    """Yield the newest positions of a game in every form."""
    first = max(version - REPLAYED, 1)
    request = record_pb2.ReplayGameRequest(game=match.id, from_version=first, views=True, pictures=True, sentences=True)
    async for response in match.house.record.ReplayGame(request, metadata=metadata):
        yield response


async def questioned(match: Match, metadata: Any, version: int) -> dict[str, list[object]]:
    """Return the answers to questions about everything that the reader may see, and about the whole table."""
    questions, game = match.house.questions, match.id
    streams: dict[str, list[Message]] = {
        "SearchEntries": [questions_pb2.SearchEntriesRequest(game=game)],
        "TraceValue": [questions_pb2.TraceValueRequest(game=game, table=table) for table in (False, True)],
        "FindPositions": [questions_pb2.FindPositionsRequest(game=game, expression="agenda.0.exists", table=True)],
        "MeasureLuck": [questions_pb2.MeasureLuckRequest(game=game)],
    }
    found: dict[str, list[object]] = {
        call: [await answer_of(_all(getattr(questions, call)(each, metadata=metadata))) for each in asked]
        for call, asked in streams.items()
    }
    comparing = questions_pb2.ComparePositionsRequest(game=game, version=max(version - 3, 1))
    found["ComparePositions"] = [await answer_of(questions.ComparePositions(comparing, metadata=metadata))]
    return {call: _flat(answers) for call, answers in found.items()}


async def beside(match: Match, metadata: Any) -> dict[str, list[object]]:
    """Return the answers about what is beside the record: disputes, the result sheet, the log of all games."""
    house, game = match.house, match.id
    listing = disputes_pb2.ListDisputesRequest(game=game)
    listed = await answer_of(house.disputes.ListDisputes(listing, metadata=metadata))
    disputes = listed.disputes if isinstance(listed, disputes_pb2.ListDisputesResponse) else []
    asked = [disputes_pb2.GetDisputeRequest(game=game, dispute=each.number) for each in disputes]
    sheet, leaves = results_pb2.GetResultSheetRequest(game=game), log_pb2.ProveInclusionRequest(game=game)
    return {
        "ListDisputes": [listed],
        "GetDispute": [await answer_of(house.disputes.GetDispute(each, metadata=metadata)) for each in asked],
        "GetResultSheet": [await answer_of(house.results.GetResultSheet(sheet, metadata=metadata))],
        "ProveInclusion": [await answer_of(house.log.ProveInclusion(leaves, metadata=metadata))],
    }


async def _all(stream: Any) -> list[object]:
    return [each async for each in stream]


def _flat(answers: list[object]) -> list[object]:
    """Return single answers in place of lists of them."""
    return [each for answer in answers for each in (answer if isinstance(answer, list) else [answer])]


def forking(game: str, version: int) -> referee_pb2.ForkGameRequest:
    """Return a request for a branch."""
    return referee_pb2.ForkGameRequest(game=game, version=version, **new_tokens())


def size_of(file: bytes) -> int:
    """Return the size of a record file without the proofs of its leaves, which depend on the games before it."""
    header, entries = read(io.BytesIO(file))
    header.ClearField("leaves")
    return sum(message.ByteSize() for message in (header, *entries))


async def verified(stream: Any) -> audit_pb2.VerifyGameResponse:
    """Return the verification, whose stream says how far it is more or less often."""
    last: audit_pb2.VerifyGameResponse = [each async for each in stream][-1]
    return last


async def answer_of(call: Awaitable[object]) -> object:
    """Return the answer to a call, or how it fails."""
    try:
        return await call
    except grpc.aio.AioRpcError as error:
        return failure_of(error)


async def watched(match: Match, token: str) -> AsyncIterator[record_pb2.WatchGameResponse]:
    """Yield what a watcher receives until they have caught up."""
    watching = record_pb2.WatchGameRequest(game=match.id, sentences=True)
    async for response in match.house.record.WatchGame(watching, metadata=bearer(token)):
        yield response
        if response.HasField("caught_up"):
            return


def alike(answer: object, game: str) -> object:
    """Return an answer and its size without what differs between any two games."""
    if not isinstance(answer, Message):
        return str(answer).replace(game, "")
    blank(answer)
    return answer.ByteSize(), str(answer).replace(game, "")


def blank(message: Message) -> None:
    """Clear times, and replace digests and the first command, which has the game's commitment, by zeros as long."""
    for field, value in message.ListFields():
        if field.name in TIMES | SAID:
            message.ClearField(field.name)
        elif field.name in DIGESTS:
            setattr(message, field.name, bytes(len(value)))
        elif field.message_type is not None:
            for each in value if field.is_repeated else [value]:
                blank(each)
    if isinstance(message, AnyMessage) and message.type_url.rpartition("/")[2] in WITH_SECRETS:
        message.value = bytes(len(message.value))
