"""The Record service: what happened, as each reader may see it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing

from games.kit import canonical
from games.kit.decider import Caption, asked
from gunbai.referee.v1 import record_pb2 as pb
from gunbai.referee.v1 import record_pb2_grpc
from referee.access.audience import shown
from referee.access.callers import Caller, Callers, Context, check_watching, peer_of
from referee.access.speech import Speech
from referee.desk.desk import Desk
from referee.desk.workers import Work
from referee.errors import HiddenFacts
from referee.game.entries import packed
from referee.game.game import Game
from referee.proof.identity import Identity
from referee.services.answers import STATUSES
from referee.services.export import pieces
from referee.services.gallery import Gallery
from referee.services.in_words import Says, entries_in_words
from referee.services.questions import expected_of, waiting_of
from referee.services.watch_stream import Watching


class RecordServicer(record_pb2_grpc.RecordServicer):
    """The Record service."""

    def __init__(self, desk: Desk, callers: Callers, identity: Identity, gallery: Gallery) -> None:
        self._desk, self._callers, self._identity, self._gallery = desk, callers, identity, gallery

    async def ReadEntries(
        self, request: pb.ReadEntriesRequest, context: Context
    ) -> AsyncIterator[pb.ReadEntriesResponse]:
        with self._callers.quotas.stream(peer_of(context)):
            game, caller = await self._reader(request.game, context)
            upto = min(request.up_to_version or game.version, game.version)
            opened = await self._desk.open_parts(game)
            says = await self._says(game, context) if request.sentences else None
            async for entry in self._desk.history(game.id, request.after_version, upto):
                seen = shown(game, entry, caller, opened)
                yield pb.ReadEntriesResponse(entry=seen, sentences=says(seen) if says else None)

    async def WatchGame(  # type: ignore[override]  # yields what was serialized once for many
        self, request: pb.WatchGameRequest, context: Context
    ) -> AsyncIterator[bytes]:
        with self._callers.quotas.stream(peer_of(context)):
            game, caller = await self._reader(request.game, context)
            voice = await Speech(context).voice(game.charter.rulebook) if request.sentences else None
            watching = Watching(self._desk, game, caller, request.after_version, voice)
            async with aclosing(watching.responses(self._gallery)) as responses:
                async for response in responses:
                    yield response

    async def GetView(self, request: pb.GetViewRequest, context: Context) -> pb.GetViewResponse:
        newest, caller = await self._reader(request.game, context)
        game = await self._desk.position(request.game, request.version)
        view = packed(game.charter.rulebook.title.view(game.table, caller.seat or None))
        voice = await Speech(context).voice(game.charter.rulebook)
        return pb.GetViewResponse(
            view=view,
            version=game.version,
            waiting=waiting_of(game, voice, self._desk.held.of(game) if game is newest else ()),
            expected_version=expected_of(game, caller.role, caller.seat) if game is newest else 0,
            seat=caller.seat,
            status=STATUSES[game.status],
        )

    async def GetTable(self, request: pb.GetTableRequest, context: Context) -> pb.GetTableResponse:
        newest, _ = await self._reader(request.game, context)
        game = await self._desk.position(request.game, request.version)
        if await self._desk.hides(newest, game):
            raise HiddenFacts(newest.id)
        return pb.GetTableResponse(table_json=canonical.encode(game.table).decode(), version=game.version)

    async def DrawPosition(self, request: pb.DrawPositionRequest, context: Context) -> pb.DrawPositionResponse:
        newest, caller = await self._reader(request.game, context)
        game = await self._desk.position(request.game, request.version)
        title, caption = game.charter.rulebook.title, await self._caption(newest, game, caller)

        def drawn(_: Work) -> str:
            return title.picture(title.view(game.table, caller.seat or None), caption)

        svg = await self._desk.workers.run(drawn)
        return pb.DrawPositionResponse(svg=svg, version=game.version)

    async def ExportRecord(
        self, request: pb.ExportRecordRequest, context: Context
    ) -> AsyncIterator[pb.ExportRecordResponse]:
        with self._callers.quotas.stream(peer_of(context)):
            game, caller = await self._reader(request.game, context)
            async for piece in pieces(self._desk, self._identity, game, caller):
                yield pb.ExportRecordResponse(chunk=piece)

    async def _caption(self, newest: Game, game: Game, caller: Caller) -> Caption:
        """Return the caption of a position. An entry that closes or abandons a game is no move of it."""
        book, last = game.charter.rulebook, game.version - game.over
        opened = await self._desk.open_parts(newest)
        history = self._desk.history(newest.id, last - 1, last)
        entries = [shown(newest, entry, caller, opened) async for entry in history]
        items = [item.open for entry in entries for item in entry.events if item.open.type_url in book.events]
        return Caption(
            label=book.title.label,
            game=newest.id,
            version=game.version,
            players={seat: sitting.player for seat, sitting in enumerate(game.sittings, 1) if sitting.player},
            asked=asked(book.title, game.table) if game.step else (),
            events=tuple(map(book.event, items)),
        )

    async def _says(self, game: Game, context: Context) -> Says:
        """Return what says the entries of a game in the language of the call."""
        return await entries_in_words(self._desk, game, await Speech(context).voice(game.charter.rulebook))

    async def _reader(self, game: str, context: Context) -> tuple[Game, Caller]:
        """Return the game at its head, and the caller. Raises GamePrivate if they may not watch it."""
        caller = await self._callers.caller(context, game)
        newest = await self._desk.game(game)
        check_watching(newest, caller)
        return newest, caller
