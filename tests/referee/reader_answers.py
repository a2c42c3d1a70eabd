"""What a reader of a game is answered, call by call, in a form in which the answers of two games can be compared.

What differs between any two games is blanked: their ids, times, digests, secrets and tokens.
"""

from __future__ import annotations

import io
from collections.abc import Awaitable, Iterable
from typing import Any

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import (
    audit_pb2,
    disputes_pb2,
    questions_pb2,
    record_pb2,
    referee_pb2,
)
from gunbai_record.plain import Content
from gunbai_record.record_file import read
from lab import requests
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


async def answers(match: Match, token: str, seat: int, commands: Iterable[Content]) -> dict[str, list[object]]:
    """Return everything that the service answers a reader, by call."""
    version, answers_of = (await match.view("")).version, dict[str, list[object]]()
    requests_of = {call: [request] for call, request in requests.readings(match.id, version).items()}
    requests_of |= several(match, version, seat, commands)
    requests_of["GetDispute"] = [*await disputes_of(match, token)]
    for call, forms in requests_of.items():
        answers_of_form = [await answer(match, call, form, metadata) for form in forms for metadata in languages(token)]
        answers_of[call] = [message for messages in answers_of_form for message in messages]
    return answers_of


def several(match: Match, version: int, seat: int, commands: Iterable[Content]) -> dict[str, list[Message]]:
    """Return the requests of calls that a reader makes in several forms, or for a part of the game."""
    game, actor = match.id, record.Actor(kind=record.ACTOR_KIND_SEAT, seat=seat or 1)
    first = max(version - REPLAYED, 1)
    return {
        "ListLegalCommands": [*lists_of(match, version)],
        "ForkGame": [forking(game, version)],
        "ListRulings": [
            audit_pb2.ListRulingsRequest(game=game, page_size=200, receipts=receipts) for receipts in (False, True)
        ],
        "Adjudicate": [
            audit_pb2.AdjudicateRequest(game=game, actor=actor, command=packed(command)) for command in commands
        ],
        "TraceValue": [questions_pb2.TraceValueRequest(game=game, table=table) for table in (False, True)],
        "ComparePositions": [questions_pb2.ComparePositionsRequest(game=game, version=max(version - 3, 1))],
        "ReplayGame": [
            record_pb2.ReplayGameRequest(game=game, from_version=first, views=True, pictures=True, sentences=True)
        ],
    }


def languages(token: str) -> list[Any]:
    """Return the metadata of a token, without and with a wish for other languages."""
    return [bearer(token), (*bearer(token), OTHER_LANGUAGES)]


async def answer(match: Match, call: str, request: Message, metadata: Any) -> list[object]:
    """Return the messages with which a call is answered, or how it fails."""
    if not requests.CALLS[call].server_streaming:
        return [await answer_of(requests.stub(match.house, call)(request, metadata=metadata))]
    messages = list[Any]()
    try:
        async for message in requests.stub(match.house, call)(request, metadata=metadata):
            messages.append(message)
            if call == "WatchGame" and message.HasField("caught_up"):
                break
    except grpc.aio.AioRpcError as error:
        return [*messages, failure_of(error)]
    if call == "ExportRecord":
        return [size_of(b"".join([response.chunk for response in messages]))]
    # The stream of a verification says how far it is more or less often.
    return messages[-1:] if call == "VerifyGame" else messages


async def disputes_of(match: Match, token: str) -> list[disputes_pb2.GetDisputeRequest]:
    """Return a request for each dispute of a game that a reader is shown."""
    listing = disputes_pb2.ListDisputesRequest(game=match.id)
    listed = await answer_of(match.house.disputes.ListDisputes(listing, metadata=bearer(token)))
    disputes = listed.disputes if isinstance(listed, disputes_pb2.ListDisputesResponse) else []
    return [disputes_pb2.GetDisputeRequest(game=match.id, dispute=dispute.number) for dispute in disputes]


def lists_of(match: Match, version: int) -> list[referee_pb2.ListLegalCommandsRequest]:
    """Return requests for the legal commands of the reader's own seat, and of every seat now and one version ago."""
    return [
        referee_pb2.ListLegalCommandsRequest(game=match.id, seat=seat, version=at)
        for seat in range(match.seats + 1)
        for at in (0, max(version - 1, 1))
    ]


def forking(game: str, version: int) -> referee_pb2.ForkGameRequest:
    """Return a request for a branch."""
    return referee_pb2.ForkGameRequest(game=game, version=version, **new_tokens())


def size_of(file: bytes) -> int:
    """Return the size of a record file without the proofs of its leaves, which depend on the games before it."""
    header, entries = read(io.BytesIO(file))
    header.ClearField("leaves")
    return sum(message.ByteSize() for message in (header, *entries))


async def answer_of(call: Awaitable[object]) -> object:
    """Return the answer to a call, or how it fails."""
    try:
        return await call
    except grpc.aio.AioRpcError as error:
        return failure_of(error)


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
            for item in value if field.is_repeated else [value]:
                blank(item)
    if isinstance(message, AnyMessage) and message.type_url.rpartition("/")[2] in WITH_SECRETS:
        message.value = bytes(len(message.value))
