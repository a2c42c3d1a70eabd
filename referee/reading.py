"""The record's servicer: what happened, as each reader may see it."""

from __future__ import annotations

from collections.abc import AsyncIterator

from games import canonical
from gunbai.referee.v1 import record_pb2 as pb
from gunbai.referee.v1 import record_pb2_grpc
from referee.audience import shown
from referee.callers import Caller, Callers, Context, check_watching, peer_of
from referee.desk import Desk
from referee.errors import HiddenFacts
from referee.export import pieces
from referee.game import Game
from referee.questions import expected_of, waiting_of
from referee.stopping import Stopping
from referee.summaries import STATUSES
from referee.watching import Watching
from referee.writing import packed


class RecordServicer(record_pb2_grpc.RecordServicer):
    """What happened, as each reader may see it."""

    def __init__(self, desk: Desk, callers: Callers, stopping: Stopping, heartbeat_seconds: float) -> None:
        self._desk, self._callers, self._stopping = desk, callers, stopping
        self._heartbeat_seconds = heartbeat_seconds

    async def ReadEntries(
        self, request: pb.ReadEntriesRequest, context: Context
    ) -> AsyncIterator[pb.ReadEntriesResponse]:
        with self._callers.quotas.stream(peer_of(context)):
            game, caller = await self._reader(request.game, context)
            upto = min(request.up_to_version or game.version, game.version)
            async for entry in self._desk.history(game.id, request.after_version, upto):
                yield pb.ReadEntriesResponse(entry=shown(game, entry, caller))

    async def WatchGame(self, request: pb.WatchGameRequest, context: Context) -> AsyncIterator[pb.WatchGameResponse]:
        with self._callers.quotas.stream(peer_of(context)):
            game, caller = await self._reader(request.game, context)
            watching = Watching(self._desk, game, caller, request.after_version)
            async for response in watching.responses(self._stopping, self._heartbeat_seconds):
                yield response

    async def GetView(self, request: pb.GetViewRequest, context: Context) -> pb.GetViewResponse:
        newest, caller = await self._reader(request.game, context)
        game = await self._desk.position(request.game, request.version)
        view = game.charter.rulebook.title.view(game.table, caller.seat or None)
        return pb.GetViewResponse(
            view=packed(view),
            version=game.version,
            waiting=waiting_of(game),
            expected_version=expected_of(game, caller.role, caller.seat) if game is newest else 0,
            seat=caller.seat,
            status=STATUSES[game.status],
        )

    async def GetTable(self, request: pb.GetTableRequest, context: Context) -> pb.GetTableResponse:
        newest, _ = await self._reader(request.game, context)
        game = await self._desk.position(request.game, request.version)
        check_open(newest, game)
        return pb.GetTableResponse(table_json=canonical.encode(game.table).decode(), version=game.version)

    async def DrawPosition(self, request: pb.DrawPositionRequest, context: Context) -> pb.DrawPositionResponse:
        _, caller = await self._reader(request.game, context)
        game = await self._desk.position(request.game, request.version)
        title = game.charter.rulebook.title
        svg = title.picture(title.view(game.table, caller.seat or None))
        return pb.DrawPositionResponse(svg=svg, version=game.version)

    async def ExportRecord(
        self, request: pb.ExportRecordRequest, context: Context
    ) -> AsyncIterator[pb.ExportRecordResponse]:
        with self._callers.quotas.stream(peer_of(context)):
            game, caller = await self._reader(request.game, context)
            async for piece in pieces(self._desk, game, caller):
                yield pb.ExportRecordResponse(chunk=piece)

    async def _reader(self, game: str, context: Context) -> tuple[Game, Caller]:
        """The game at its head and its reader, if he may watch it."""
        caller = await self._callers.caller(context, game)
        newest = await self._desk.game(game)
        check_watching(newest, caller)
        return newest, caller


def check_open(newest: Game, position: Game) -> None:
    """Show a whole table only where nothing on it may be hidden from anybody. Raises HiddenFacts."""
    if position.sealed and not newest.over:
        raise HiddenFacts(newest.id)
