"""The Record service: what happened, as each reader can see it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

from gunbai.referee.v1 import record_pb2 as pb
from gunbai.referee.v1 import record_pb2_grpc
from referee.access.accept_language import Negotiation
from referee.access.audience import shown
from referee.access.callers import Caller, Callers, check_reading, check_watching
from referee.access.fields import check_seat
from referee.access.peers import Context
from referee.errors import HiddenFacts
from referee.game.game import Game
from referee.proof.identity import Identity
from referee.records.changes import Changes
from referee.records.transparency import Transparency
from referee.records.workers import Work, Workers
from referee.services.entry_sentences import entries_in_words, together
from referee.services.export import LAST_VERSION, pieces, record_of, unverified_entries, unverified_record
from referee.services.imports import imported
from referee.services.my_games import MyGames, MyGamesStream
from referee.services.prompts import asks_for_actor
from referee.services.visible_positions import (
    Sight,
    check_parts,
    guess_of,
    last_move,
    picture_of,
    span_of,
    table_of,
    view_of,
)
from referee.services.watch_stream import GameStream
from referee.services.watchers import Watchers
from store.contract import Opening


class RecordServicer(record_pb2_grpc.RecordServicer):
    """The Record service."""

    def __init__(
        self,
        changes: Changes,
        callers: Callers,
        identity: Identity,
        watchers: Watchers,
        my_games: MyGames,
        *,
        log: Transparency,
        verifying: Workers,
        spool: Path | None,
    ) -> None:
        self._changes, self._games = changes, changes.games
        self._callers, self._identity, self._log, self._watchers = callers, identity, log, watchers
        self._my_games, self._verifying, self._spool = my_games, verifying, spool

    async def ReadEntries(
        self, request: pb.ReadEntriesRequest, context: Context
    ) -> AsyncIterator[pb.ReadEntriesResponse]:
        with self._callers.stream(context):
            caller = await self._callers.caller(context, request.game)
            if unverified := await self._unverified(request.game, caller):
                upto = request.up_to_version or LAST_VERSION
                async for entry in unverified_entries(self._games.store, unverified, request.after_version, upto):
                    yield pb.ReadEntriesResponse(entry=entry)
                return
            game = await self._watched(request.game, caller)
            upto = min(request.up_to_version or game.version, game.version)
            opened = await self._games.open_parts(game)
            translator = await Negotiation(context).translator(game.charter.rulebook) if request.sentences else None
            async for entries in together(self._games.history(game.id, request.after_version, upto)):
                says = await entries_in_words(self._games, game, translator, entries) if translator else None
                for entry in entries:
                    seen = shown(game, entry, caller, opened)
                    yield pb.ReadEntriesResponse(entry=seen, sentences=says(seen) if says else None)

    async def WatchGame(  # type: ignore[override]  # yields what was serialized once for many
        self, request: pb.WatchGameRequest, context: Context
    ) -> AsyncIterator[bytes]:
        with self._callers.stream(context):
            game, caller = await self._reader(request.game, context)
            translator = await Negotiation(context).translator(game.charter.rulebook) if request.sentences else None
            if caller.role == "bot":
                # It has a seat only for a while: its view and its prompts show what it may see of the game.
                caller = caller._replace(seat=0)
            stream = GameStream(self._games, game, caller, request.after_version, translator)
            async with aclosing(stream.responses(self._watchers)) as responses:
                async for response in responses:
                    yield response

    async def WatchMine(self, request: pb.WatchMineRequest, context: Context) -> AsyncIterator[pb.WatchMineResponse]:
        with self._callers.stream(context):
            stream = MyGamesStream(self._my_games, request, context)
            async with aclosing(stream.responses(self._watchers.heartbeat_seconds)) as responses:
                async for response in responses:
                    yield response

    async def GetView(self, request: pb.GetViewRequest, context: Context) -> pb.GetViewResponse:
        newest, caller = await self._reader(request.game, context)
        game = await self._games.position(request.game, request.version)
        caller = await self._seen_by(request.seat, newest, game, caller)
        translator = await Negotiation(context).translator(game.charter.rulebook)
        return view_of(newest, game, caller, translator, self._games.held.of(newest))

    async def GetTable(self, request: pb.GetTableRequest, context: Context) -> pb.GetTableResponse:
        newest, caller = await self._reader(request.game, context)
        game = await self._games.position(request.game, request.version)
        if request.guess:
            return guess_of(game, caller)
        await self._check_open(newest, game)
        return table_of(game)

    async def DrawPosition(self, request: pb.DrawPositionRequest, context: Context) -> pb.DrawPositionResponse:
        newest, caller = await self._reader(request.game, context)
        game = await self._games.position(request.game, request.version)
        caller = await self._seen_by(request.seat, newest, game, caller)
        opened, last = await self._games.open_parts(newest), last_move(game)
        moves = [shown(newest, entry, caller, opened) async for entry in self._games.history(newest.id, last - 1, last)]

        translator = await Negotiation(context).translator(game.charter.rulebook)

        # In a worker: a picture takes milliseconds, and the event loop has other calls.
        def drawn(_: Work) -> pb.DrawPositionResponse:
            return picture_of(newest, game, caller, moves, translator)

        return await self._games.workers.run(drawn)

    async def ReplayGame(self, request: pb.ReplayGameRequest, context: Context) -> AsyncIterator[pb.ReplayGameResponse]:
        with self._callers.stream(context):
            newest, caller = await self._reader(request.game, context)
            check_parts(request)
            self._games.check_shown(newest)
            first, last = span_of(request, newest)
            if request.tables or request.seat:
                # What is sealed stays sealed to the end, so the last position hides whatever any of them hides.
                position = await self._games.position(newest.id, last)
                caller = await self._seen_by(request.seat, newest, position, caller)
                if request.tables:
                    await self._check_open(newest, position)
            translator = await Negotiation(context).translator(newest.charter.rulebook)
            opened, says = await self._games.open_parts(newest), await entries_in_words(self._games, newest, translator)
            sight = Sight(request, newest, caller, opened, translator, says, self._games.held.of(newest))
            async with aclosing(self._games.replay(newest, first, last, sight.response)) as responses:
                async for response in responses:
                    yield response
                    # A long replay is paid for as it goes: it can be resumed once the quota has recovered.
                    if response.version < last:
                        self._callers.quotas.check(caller.peer)

    async def ExportRecord(
        self, request: pb.ExportRecordRequest, context: Context
    ) -> AsyncIterator[pb.ExportRecordResponse]:
        with self._callers.stream(context):
            caller = await self._callers.caller(context, request.game)
            if unverified := await self._unverified(request.game, caller):
                export = unverified_record(self._games.store, unverified)
            else:
                game = await self._watched(request.game, caller)
                export = record_of(self._games, self._identity, self._log, game, caller)
            async for piece in pieces(export, lines=request.lines):
                yield pb.ExportRecordResponse(chunk=piece)

    async def _seen_by(self, seat: int, newest: Game, position: Game, caller: Caller) -> Caller:
        """Return who sees a position: the caller, or the holder of the seat that they want to see it as.

        Raises InvalidField, or HiddenFacts for another seat than their own if the position hides facts.
        """
        if not seat:
            return caller
        check_seat("seat", seat, newest.charter.seats)
        await asks_for_actor(self._games, newest, position, caller, seat)
        return caller if caller.seat == seat else Caller(caller.peer, seat=seat)

    async def _check_open(self, newest: Game, position: Game) -> None:
        """Check that a game's position hides nothing; its head is `newest`. Raises HiddenFacts."""
        if await self._games.hides(newest, position):
            raise HiddenFacts(newest.id)

    async def ImportRecord(
        self, requests: AsyncIterator[pb.ImportRecordRequest], context: Context
    ) -> pb.ImportRecordResponse:
        peer = self._callers.operator(context)
        with self._callers.quotas.stream(peer):
            return await imported(self._changes, self._verifying, self._spool, requests)

    async def _unverified(self, game: str, caller: Caller) -> Opening | None:
        """Return an imported, unverified record, or None for any other game.

        Raises GameNotFound, or GamePrivate if the caller may not watch it.
        """
        opening = await self._games.unverified(game)
        if opening is not None:
            check_reading(opening, caller)
        return opening

    async def _reader(self, game: str, context: Context) -> tuple[Game, Caller]:
        """Return the game at its head, and the caller. Raises GamePrivate if they may not watch it."""
        caller = await self._callers.caller(context, game)
        return await self._watched(game, caller), caller

    async def _watched(self, game: str, caller: Caller) -> Game:
        """Return the game at its head. Raises GamePrivate if the caller may not watch it."""
        newest = await self._games.game(game)
        check_watching(newest, caller)
        return newest
