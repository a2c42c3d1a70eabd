"""An example request for every call: tests, attacks and the fuzzer that make all calls take them from here."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message

import gunbai.referee.v1
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import (
    arbiter_pb2,
    audit_pb2,
    disputes_pb2,
    lobby_pb2,
    log_pb2,
    questions_pb2,
    record_pb2,
    referee_pb2,
    results_pb2,
)
from lab.toy import protos
from lab.toy_service import House, Match, new_tokens
from referee.game.entries import packed

GAME = "GAMEGAMEGAMEGAME"
"""Stands for the id of a game that a test puts in later: an id has as many letters."""
RULING = irregular.RuleIrregularity(clause="LN-1", done="so", remedy=irregular.REMEDY_STANDS)
DECISION = results.DecideGame(basis=results.RESULT_BASIS_ADJUDICATION, winners=[1], reason="so")
SEAT = record.Actor(kind=record.ACTOR_KIND_SEAT, seat=1)


def calls() -> Iterator[MethodDescriptor]:
    """Yield the calls of every service, by the names of the files."""
    for module in pkgutil.iter_modules(gunbai.referee.v1.__path__, "gunbai.referee.v1."):
        if module.name.endswith("_pb2"):
            for service in importlib.import_module(module.name).DESCRIPTOR.services_by_name.values():
                yield from service.methods


CALLS = {call.name: call for call in calls()}


def path(name: str) -> str:
    """Return the path of a call on the wire."""
    return f"/{CALLS[name].containing_service.full_name}/{name}"


def short_path(name: str) -> str:
    """Return the last part of the name of a call's service, and the call."""
    return f"{CALLS[name].containing_service.name}/{name}"


def stub(house: House, name: str) -> Any:
    """Return a call of a client by its name."""
    service = CALLS[name].containing_service.name.lower()
    return getattr(getattr(house, service, house.log), name)


def readings(game: str = GAME, version: int = 1) -> dict[str, Message]:
    """Return a request for each call that reads one game and changes nothing; for a position, at a version."""
    messages: list[Message] = [
        audit_pb2.AdjudicateRequest(game=game, actor=SEAT, command=packed(protos.Ring())),
        audit_pb2.GetHeadRequest(game=game),
        audit_pb2.ListRulingsRequest(game=game),
        audit_pb2.VerifyGameRequest(game=game),
        disputes_pb2.GetDisputeRequest(game=game, dispute=1),
        disputes_pb2.ListDisputesRequest(game=game),
        lobby_pb2.GetGameRequest(game=game),
        log_pb2.ProveInclusionRequest(game=game),
        questions_pb2.ComparePositionsRequest(game=game, version=version),
        questions_pb2.FindPositionsRequest(game=game, expression="agenda.0.exists", table=True),
        questions_pb2.MeasureLuckRequest(game=game),
        questions_pb2.SearchEntriesRequest(game=game),
        questions_pb2.TraceValueRequest(game=game),
        record_pb2.DrawPositionRequest(game=game, version=version),
        record_pb2.ExportRecordRequest(game=game),
        record_pb2.GetTableRequest(game=game, version=version),
        record_pb2.GetViewRequest(game=game, version=version),
        record_pb2.ReadEntriesRequest(game=game, sentences=True),
        record_pb2.ReplayGameRequest(game=game, from_version=version, views=True, pictures=True, sentences=True),
        record_pb2.WatchGameRequest(game=game, sentences=True),
        referee_pb2.ListLegalCommandsRequest(game=game),
        results_pb2.GetResultSheetRequest(game=game),
    ]
    return {_call_of(request): request for request in messages}


def listings() -> dict[str, Message]:
    """Return a request for each call that reads what belongs to no one game."""
    messages: list[Message] = [
        audit_pb2.ListClausesRequest(title="liars_dice"),
        lobby_pb2.GetTitleRequest(title="liars_dice"),
        lobby_pb2.ListGamesRequest(),
        lobby_pb2.ListTitlesRequest(),
        log_pb2.GetCheckpointRequest(),
        log_pb2.ProveConsistencyRequest(old_size=1),
        log_pb2.ProveLeafRequest(),
        log_pb2.ReadKeyReplacementsRequest(),
        log_pb2.ReadTileRequest(width=1),
        record_pb2.WatchMineRequest(),
    ]
    return {_call_of(request): request for request in messages}


def writings(game: str = GAME, version: int = 1) -> dict[str, Message]:
    """Return a request for each call that changes something or reads secrets of the host, without signatures."""
    at: Any = {"game": game, "expected_version": version, "command_id": "id"}
    once: Any = {"game": game, "request_id": "id"}
    token = new_tokens()["token"]
    messages: list[Message] = [
        arbiter_pb2.DecideGameRequest(**at, command=packed(DECISION)),
        arbiter_pb2.RuleIrregularityRequest(**at, command=packed(RULING)),
        disputes_pb2.AddStatementRequest(**once, dispute=1, text="so"),
        disputes_pb2.InspectDisputeRequest(game=game, dispute=1, token=token),
        disputes_pb2.OpenDisputeRequest(**once, version=version, claim="so"),
        disputes_pb2.SettleDisputeRequest(
            game=game, dispute=1, outcome=disputes_pb2.DISPUTE_OUTCOME_UPHELD, reason="so"
        ),
        lobby_pb2.AbandonGameRequest(game=game),
        lobby_pb2.AnnounceReissueRequest(**once, seat=1, token_hash=bytes(32)),
        lobby_pb2.CreateGameRequest(title="liars_dice", seats=2, **new_tokens()),
        lobby_pb2.FreeSeatRequest(**once, seat=1),
        lobby_pb2.GetInvitationsRequest(game=game),
        lobby_pb2.JoinGameRequest(game=game, seat=1, player="Ann", token=token),
        lobby_pb2.LeaveGameRequest(**once),
        lobby_pb2.ReissueTokenRequest(**once, seat=1, token=token, expected_version=version),
        lobby_pb2.RemoveNameRequest(game=game),
        lobby_pb2.StartGameRequest(game=game),
        lobby_pb2.VetoReissueRequest(**once),
        log_pb2.AddCosignatureRequest(size=1, cosignature="so"),
        log_pb2.ReplaceKeyRequest(game=game),
        record_pb2.ImportRecordRequest(chunk=b"so"),
        referee_pb2.ConsentToForkRequest(**once, version=version),
        referee_pb2.ForkGameRequest(game=game, version=version, **new_tokens()),
        referee_pb2.GiveShareRequest(game=game, share=bytes(32)),
        referee_pb2.PlayRequest(attach=referee_pb2.Attach(game=game)),
        referee_pb2.SubmitRequest(**at, command=packed(protos.Ring())),
        results_pb2.ConfirmResultRequest(game=game, seat=1, digest=bytes(32)),
    ]
    return {_call_of(request): request for request in messages}


def examples(game: str = GAME, version: int = 1) -> dict[str, Message]:
    """Return a request for every call."""
    return readings(game, version) | listings() | writings(game, version)


def _call_of(request: Message) -> str:
    return request.DESCRIPTOR.name.removesuffix("Request")


async def first_answer(match: Match, name: str, request: Message, metadata: Any) -> object:
    """Return the answer to a call, of a stream the first message. Raises AioRpcError."""
    reading = stub(match.house, name)(request, metadata=metadata)
    if not CALLS[name].server_streaming:
        return await reading
    try:
        return await reading.read()
    finally:
        reading.cancel()
