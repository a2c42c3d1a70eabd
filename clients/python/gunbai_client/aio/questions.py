"""Questions about games' records: entries, changes of a value, when something was true, and how positions differ."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gunbai.referee.v1 import questions_pb2 as pb

if TYPE_CHECKING:
    from gunbai_client.aio.client import Gunbai


@dataclass(frozen=True)
class Questions:
    """A client's questions, answered from what the holder of its token can see, each in one pass over the game.

    With `table`, a question is about the whole table, if it hides nothing, and uses the paths of the table's canonical
    JSON. A lost stream is resumed within the client's deadline.
    """

    gunbai: Gunbai

    async def entries(
        self, game: str, after: int = 0, up_to: int = 0, *, seat: int = 0, clause: str = "", event: str = ""
    ) -> AsyncIterator[pb.ExplainedEntry]:
        """Yield the entries that meet all given conditions: about `seat`, following from `clause`, with an `event`."""

        def request(version: int) -> pb.SearchEntriesRequest:
            return pb.SearchEntriesRequest(
                game=game, after_version=version, up_to_version=up_to, seat=seat, clause=clause, event=event
            )

        def place(response: pb.SearchEntriesResponse) -> int:
            return response.entry.entry.version

        method = self.gunbai.stubs.questions.SearchEntries
        async for response in self.gunbai.resumed(method, request, place, after, up_to):
            yield response.entry

    async def changes(
        self, game: str, path: str = "", version: int = 0, *, table: bool = False, after: int = 0
    ) -> AsyncIterator[pb.TraceValueResponse]:
        """Yield the entries, up to a version, that changed the value at or below a path, each with its changes."""

        def request(done: int) -> pb.TraceValueRequest:
            return pb.TraceValueRequest(game=game, version=version, path=path, table=table, after_version=done)

        def place(response: pb.TraceValueResponse) -> int:
            return response.entry.entry.version

        method = self.gunbai.stubs.questions.TraceValue
        async for response in self.gunbai.resumed(method, request, place, after, version):
            yield response

    async def positions(
        self, game: str, expression: str, first: int = 0, last: int = 0, *, table: bool = False, one: bool = False
    ) -> AsyncIterator[pb.FindPositionsResponse]:
        """Yield the positions where an expression becomes true or false; with `one`, only the first where it is true.

        For an invalid expression, raises InvalidRequest, which names the column.
        """
        held = False

        def request(done: int) -> pb.FindPositionsRequest:
            # After a lost stream, the search resumes at the last position found, which must not come twice.
            return pb.FindPositionsRequest(
                game=game, expression=expression, from_version=done, to_version=last, table=table, first_only=one
            )

        def place(response: pb.FindPositionsResponse) -> int:
            return response.version

        method = self.gunbai.stubs.questions.FindPositions
        async for response in self.gunbai.resumed(method, request, place, first, last):
            if response.holds != held:
                held = response.holds
                yield response

    async def luck(self, game: str, after: int = 0, up_to: int = 0) -> AsyncIterator[pb.MeasureLuckResponse]:
        """Yield the outcomes of chance, each with its probability and worth; `gunbai_client.luck` adds them up.

        Raises NotAllowed while the game hides facts.
        """

        def request(version: int) -> pb.MeasureLuckRequest:
            return pb.MeasureLuckRequest(game=game, after_version=version, up_to_version=up_to)

        def place(response: pb.MeasureLuckResponse) -> int:
            return response.version

        async for response in self.gunbai.resumed(
            self.gunbai.stubs.questions.MeasureLuck, request, place, after, up_to
        ):
            yield response

    async def differences(
        self, game: str, version: int = 0, other_game: str = "", other_version: int = 0, *, table: bool = False
    ) -> pb.ComparePositionsResponse:
        """Return where two games, or two versions of one game, diverge, and how the two positions differ."""
        request = pb.ComparePositionsRequest(
            game=game, version=version, other_game=other_game, other_version=other_version, table=table
        )
        return await self.gunbai.ask(self.gunbai.stubs.questions.ComparePositions, request)
