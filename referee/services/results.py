"""The Results service: finished games' result sheets, confirmed by their seats."""

from __future__ import annotations

from contextlib import suppress

from gunbai.referee.v1 import results_pb2 as pb
from gunbai.referee.v1 import results_pb2_grpc
from gunbai.referee.v1.game_pb2 import Provenance
from gunbai_record.chain import signed_by
from gunbai_record.sheets import SheetError, payload_of, sheet_of
from referee.access.callers import Caller, Callers, check_watching
from referee.access.fields import check_bytes
from referee.access.peers import Context
from referee.errors import InvalidField, NoResult, RoleNeeded, SignatureInvalid, SignatureMissing, TokenMissing
from referee.game.entries import moment
from referee.game.game import Game
from referee.records import wall_clock
from referee.records.games import Games
from referee.records.papers import Papers, filed, papers_of
from referee.services.game_messages import message_of
from store.contract import Opening


class ResultsServicer(results_pb2_grpc.ResultsServicer):
    """The Results service."""

    def __init__(self, games: Games, callers: Callers) -> None:
        self._games, self._callers = games, callers

    async def ConfirmResult(self, request: pb.ConfirmResultRequest, context: Context) -> pb.ConfirmResultResponse:
        caller = await self._callers.writer(context, request.game)
        game = await self._games.game(request.game)
        if not is_signed(game, request):
            check_watching(game, caller)
        if not 1 <= request.seat <= game.charter.seats:
            raise InvalidField("seat", f"expected a seat from 1 to {game.charter.seats}, not {request.seat}")
        check_bytes("digest", request.digest, 32)
        check_bytes("signature", request.signature, 64)
        payload = result_payload(game)
        if request.digest != game.digest:
            raise InvalidField("digest", "this is not the digest of the last entry, which has the result")
        check_confirmation(game, caller, request, payload)
        confirmation = pb.ResultConfirmation(seat=request.seat, signature=request.signature)
        opening = await self._games.store.opening(game.id)

        def confirmed(papers: Papers) -> pb.ResultConfirmation | None:
            if request.seat in {earlier.seat for earlier in confirmations(opening, papers)}:
                return None
            confirmation.create_time.CopyFrom(moment(wall_clock.now()))
            return confirmation

        papers = await filed(self._games.store, game.id, wall_clock.now, confirmed)
        return pb.ConfirmResultResponse(sheet=sheet_with(game, opening, papers))

    async def GetResultSheet(self, request: pb.GetResultSheetRequest, context: Context) -> pb.GetResultSheetResponse:
        caller, game = await self._callers.caller(context, request.game), await self._games.game(request.game)
        check_watching(game, caller)
        result_payload(game)
        opening, papers = await self._games.store.opening(game.id), await papers_of(self._games.store, game.id)
        return pb.GetResultSheetResponse(sheet=sheet_with(game, opening, papers))


def is_signed(game: Game, request: pb.ConfirmResultRequest) -> bool:
    """Return whether the confirming seat's key signed the result, so that no token is needed."""
    if not 1 <= request.seat <= len(game.sittings) or not game.sitting(request.seat).public_key:
        return False
    with suppress(NoResult):
        return signed_by(game.sitting(request.seat).public_key, request.signature, result_payload(game))
    return False


def result_payload(game: Game) -> bytes:
    """Return what a seat signs to confirm a game's result. Raises NoResult."""
    try:
        return payload_of(sheet_of(message_of(game)))
    except SheetError:
        raise NoResult(game.id, game.status) from None


def check_confirmation(game: Game, caller: Caller, request: pb.ConfirmResultRequest, payload: bytes) -> None:
    """Check that a seat confirms: by its key, or without one by its token.

    Raises SignatureMissing, SignatureInvalid, InvalidField, TokenMissing or RoleNeeded.
    """
    key = game.sitting(request.seat).public_key
    if key and not request.signature:
        raise SignatureMissing(request.seat)
    if key and not signed_by(key, request.signature, payload):
        raise SignatureInvalid(request.seat)
    if key:
        return
    if request.signature:
        raise InvalidField("signature", "the seat joined without a public key and cannot sign")
    if caller.role is None:
        raise TokenMissing("the token of the seat that confirms")
    if (caller.role, caller.seat) != ("seat", request.seat):
        raise RoleNeeded("the token of the seat that confirms")


def sheet_with(game: Game, opening: Opening, papers: Papers) -> pb.ResultSheet:
    """Return a game's result sheet from its papers."""
    info = message_of(game)
    return pb.ResultSheet(
        game=info.provenance.header.game or game.id,
        head=game.version,
        digest=game.digest,
        result=info.result,
        confirmations=confirmations(opening, papers),
    )


def confirmations(opening: Opening, papers: Papers) -> list[pb.ResultConfirmation]:
    """Return the confirmations of a game's result by seat, made here or in its imported file."""
    came = Provenance.FromString(opening.provenance).header.result_signatures
    by_seat = {signed.seat: pb.ResultConfirmation(seat=signed.seat, signature=signed.signature) for signed in came}
    by_seat |= {confirmation.seat: confirmation for confirmation in papers.confirmations}
    return [by_seat[seat] for seat in sorted(by_seat)]
