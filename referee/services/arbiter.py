"""The Arbiter service: decisions on a game from outside its rules."""

from __future__ import annotations

from google.protobuf.message import Message

from gunbai.record.v1 import irregularities_pb2 as irregularities
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import arbiter_pb2 as pb
from gunbai.referee.v1 import arbiter_pb2_grpc
from gunbai_record.chain import type_name
from gunbai_record.player_names import SALT_BYTES
from referee.access.callers import Callers
from referee.access.fields import check_bytes, check_command_field, check_id, check_set_up, check_size
from referee.access.peers import Context
from referee.errors import UnknownCommand
from referee.records.arbitration import decided, ruled
from referee.records.changes import Changes
from referee.services.game_messages import fill_accepted, message_of


class ArbiterServicer(arbiter_pb2_grpc.ArbiterServicer):
    """The Arbiter service."""

    def __init__(self, changes: Changes, callers: Callers) -> None:
        self._changes, self._games, self._callers = changes, changes.games, callers

    async def RuleIrregularity(
        self, request: pb.RuleIrregularityRequest, context: Context
    ) -> pb.RuleIrregularityResponse:
        caller = await self._callers.writer(context, request.game)
        await self._games.game(request.game)
        check_order(request, irregularities.RuleIrregularity)
        check_set_up("table_json", request.table_json)
        if request.salt:
            check_size("salt", request.salt, SALT_BYTES)
        answer = await ruled(self._changes, request, caller)
        response = pb.RuleIrregularityResponse(info=message_of(answer.game))
        fill_accepted(response.accepted, answer, caller, await self._games.open_parts(answer.game))
        return response

    async def DecideGame(self, request: pb.DecideGameRequest, context: Context) -> pb.DecideGameResponse:
        caller = await self._callers.writer(context, request.game)
        await self._games.game(request.game)
        check_order(request, results.DecideGame)
        answer = await decided(self._changes, request, caller)
        response = pb.DecideGameResponse(info=message_of(answer.game))
        fill_accepted(response.accepted, answer, caller, await self._games.open_parts(answer.game))
        return response


def check_order(request: pb.RuleIrregularityRequest | pb.DecideGameRequest, kind: type[Message]) -> None:
    """Check the fields that orders have in common. Raises InvalidField or UnknownCommand."""
    check_id("command_id", request.command_id)
    check_command_field(request.command)
    check_bytes("signature", request.signature, 64)
    sent, name = type_name(request.command.type_url), kind.DESCRIPTOR.full_name
    if sent != name:
        raise UnknownCommand("command.type_url", f"{sent[:200]!r} is not an order for this call; expected {name}")
