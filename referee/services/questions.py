"""The Questions service: what a record says about entries, values and positions, as each reader can see them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import TypeVar

from google.protobuf.message import Message

from gunbai.referee.v1 import questions_pb2 as pb
from gunbai.referee.v1 import questions_pb2_grpc
from referee.access.accept_language import Negotiation
from referee.access.callers import Caller, Callers, check_watching
from referee.access.fields import check_seat, check_text
from referee.access.peers import Context
from referee.errors import HiddenFacts, InvalidField
from referee.game.game import Game
from referee.game.titles import names_of
from referee.game.translator import Translator
from referee.records.games import Games
from referee.records.replaying import Moment
from referee.records.workers import Work
from referee.services.entry_sentences import entries_in_words
from referee.services.scans import Finding, Measuring, ScanReader, Searching, Tracing, compared
from referee.services.visible_positions import span_of
from store.contract import VersionNotFound

R = TypeVar("R", bound=Message)

LONGEST_PATH = 500
"""The maximum number of characters in a path."""


class QuestionsServicer(questions_pb2_grpc.QuestionsServicer):
    """The Questions service."""

    def __init__(self, games: Games, callers: Callers) -> None:
        self._games, self._callers = games, callers

    async def SearchEntries(
        self, request: pb.SearchEntriesRequest, context: Context
    ) -> AsyncIterator[pb.SearchEntriesResponse]:
        with self._callers.stream(context):
            newest, caller = await self._game(request.game, context)
            check_clause(newest, request.clause)
            check_event(newest, request.event)
            if request.seat:
                check_seat("seat", request.seat, newest.charter.seats)
            last = version_of(newest, request.up_to_version)
            first = version_of(newest, request.after_version, 0) + 1
            reader = await self._reader(newest, caller, await self._translator(newest, context))
            searching = Searching(request, reader)
            shown_until = last if request.clause else min(last, self._games.last_shown(newest))
            if first <= shown_until:
                async for match in self._responses(newest, caller, first, shown_until, searching.response):
                    yield match
            if max(first, shown_until + 1) <= last:
                # What a file hides from its reader hides the clauses from there on, but not the entries.
                async for entry in self._games.history(newest.id, max(first - 1, shown_until), last):
                    response = searching.unexplained(entry)
                    if response.HasField("entry"):
                        yield response

    async def TraceValue(self, request: pb.TraceValueRequest, context: Context) -> AsyncIterator[pb.TraceValueResponse]:
        with self._callers.stream(context):
            newest, caller = await self._game(request.game, context)
            check_text("path", request.path, LONGEST_PATH)
            reader = await self._reader(newest, caller, await self._translator(newest, context), table=request.table)
            tracing = Tracing(request.path, reader)
            last = version_of(newest, request.version)
            first = version_of(newest, request.after_version, 0) + 1
            await self._check_open(newest, last, table=request.table)
            if first <= last:
                async for response in self._responses(newest, caller, first, last, tracing.response):
                    yield response

    async def FindPositions(
        self, request: pb.FindPositionsRequest, context: Context
    ) -> AsyncIterator[pb.FindPositionsResponse]:
        with self._callers.stream(context):
            newest, caller = await self._game(request.game, context)
            reader = await self._reader(newest, caller, await self._translator(newest, context), table=request.table)
            finding = Finding(request.expression, reader)
            first, last = span_of(request, newest)
            await self._check_open(newest, last, table=request.table)
            async for response in self._responses(newest, caller, first, last, finding.response):
                yield response
                if request.first_only:
                    return

    async def ComparePositions(
        self, request: pb.ComparePositionsRequest, context: Context
    ) -> pb.ComparePositionsResponse:
        newest, caller = await self._game(request.game, context)
        other = newest
        if request.other_game not in {"", newest.id}:
            # A reader of two games is a spectator of both: no token is valid for two.
            caller = Caller(caller.peer)
            other = await self._games.game(request.other_game)
            check_watching(other, caller)
            if other.charter.rulebook.name != newest.charter.rulebook.name:
                raise InvalidField("other_game", f"expected a game of {newest.charter.rulebook.name}")
        for game, version in ((newest, request.version), (other, request.other_version)):
            await self._check_open(game, version_of(game, version), table=request.table)
        translator = await self._translator(newest, context)
        readers = [
            await self._reader(game, caller, game.charter.rulebook.translator(translator.language), table=request.table)
            for game in (newest, other)
        ]
        one = await self._games.position(newest.id, request.version)
        two = await self._games.position(other.id, request.other_version)
        response = await self._parting(readers, one, two)

        def work(_: Work) -> None:
            response.differences.extend(compared(readers[0], one, two))

        await self._games.workers.run(work)
        return response

    async def MeasureLuck(
        self, request: pb.MeasureLuckRequest, context: Context
    ) -> AsyncIterator[pb.MeasureLuckResponse]:
        with self._callers.stream(context):
            newest, caller = await self._game(request.game, context)
            last = version_of(newest, request.up_to_version)
            first = version_of(newest, request.after_version, 0) + 1
            # An outcome's probability can follow from hidden facts.
            await self._check_open(newest, last, table=True)
            measuring = Measuring(
                await self._reader(newest, caller, await self._translator(newest, context), table=True)
            )
            if first <= last:
                async for response in self._responses(newest, caller, first, last, measuring.response):
                    yield response

    async def _parting(self, readers: list[ScanReader], one: Game, two: Game) -> pb.ComparePositionsResponse:
        """Return where the ways to two positions diverge, with the entries after that."""
        shared = await self._shared(one, two)
        response = pb.ComparePositionsResponse(version=one.version, other_version=two.version, shared_version=shared)
        for reader, game, field in (
            (readers[0], one, response.next),
            (readers[1], two, response.other_next),
        ):
            if shared < game.version:
                (entry,) = await self._games.entries(game.id, shared, shared + 1)
                field.CopyFrom(reader.in_words(entry))
        return response

    async def _shared(self, one: Game, two: Game) -> int:
        """Return the last version that two records have in common: up to there, each entry is the same in both."""
        low, high = 0, min(one.version, two.version)
        if one.id == two.id:
            return high
        # A digest covers all entries before its own, so the range can be halved.
        while low < high:
            # Rounded up, so that `low` always grows.
            middle = (low + high + 1) // 2
            digests = {(await self._games.entries(game.id, middle - 1, middle))[0].digest for game in (one, two)}
            low, high = (middle, high) if len(digests) == 1 else (low, middle - 1)
        return low

    async def _responses(
        self, newest: Game, caller: Caller, first: int, last: int, show: Callable[[Moment], R]
    ) -> AsyncGenerator[R, None]:
        """Yield what is shown of a range of versions, if anything is; it is paid for as it goes."""
        version = first
        async with aclosing(self._games.replay(newest, first, last, show)) as responses:
            async for response in responses:
                if response.ByteSize():
                    yield response
                if version < last:
                    self._callers.quotas.check(caller.peer)
                version += 1

    async def _translator(self, newest: Game, context: Context) -> Translator:
        return await Negotiation(context).translator(newest.charter.rulebook)

    async def _reader(self, newest: Game, caller: Caller, translator: Translator, *, table: bool = False) -> ScanReader:
        """Return what a caller sees of a game."""
        says = await entries_in_words(self._games, newest, translator)
        return ScanReader(newest, caller, await self._games.open_parts(newest), says, table)

    async def _check_open(self, newest: Game, version: int, *, table: bool) -> None:
        """Check that a requested table hides nothing. Raises HiddenFacts."""
        # What is sealed stays sealed to the end, so the last position hides whatever any of them hides.
        if table and await self._games.hides(newest, await self._games.position(newest.id, version)):
            raise HiddenFacts(newest.id)

    async def _game(self, game: str, context: Context) -> tuple[Game, Caller]:
        """Return the game at its head, and the caller. Raises GamePrivate if they may not watch it."""
        caller = await self._callers.caller(context, game)
        newest = await self._games.game(game)
        check_watching(newest, caller)
        return newest, caller


def check_clause(newest: Game, clause: str) -> None:
    """Raise InvalidField unless a text is empty or the number of a clause in a game's title."""
    book = newest.charter.rulebook
    # A title with unknown tables has no known clauses: the requested one is sealed then.
    if clause and book.clauses and clause not in {rule.number for rule in book.clauses.values()}:
        raise InvalidField("clause", f"{book.title.label} has no clause {clause[:100]!r}")


def check_event(newest: Game, event: str) -> None:
    """Raise InvalidField unless a text is empty or the name of a game's command or event."""
    book = newest.charter.rulebook
    if event and event not in names_of(book):
        raise InvalidField("event", f"{book.title.label} has no command or event {event[:100]!r}")


def version_of(newest: Game, version: int, default: int | None = None) -> int:
    """Return a game's version; 0 means a default, or its head. Raises VersionNotFound."""
    if version > newest.version:
        raise VersionNotFound(newest.id, version, newest.version)
    return version or (newest.version if default is None else default)
