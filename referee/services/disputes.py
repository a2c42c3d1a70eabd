"""The Disputes service: seats make their case outside the record, and the arbiter settles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256

from games.kit.rules import canonical
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregularities
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai.referee.v1 import disputes_pb2_grpc
from gunbai_record import disputes as signing
from gunbai_record.chain import signed_by, type_name
from gunbai_record.heads import Rotation
from gunbai_record.note import NoteError, VerifierKey
from gunbai_record.receipts import vouched
from gunbai_record.tokens import hash_of
from referee.access.accept_language import Negotiation
from referee.access.callers import Caller, Callers, check_watching
from referee.access.fields import check_id, check_text
from referee.access.page_tokens import PageRequest
from referee.access.peers import Context
from referee.access.tokens import check_token
from referee.errors import (
    AlreadyDisputed,
    DisputeSettled,
    GameNotStarted,
    InspectionConsentsMissing,
    InvalidField,
    RequestIdReused,
    RoleNeeded,
    SignatureInvalid,
    SignatureMissing,
)
from referee.game.entries import moment, seat
from referee.game.game import Game, check_served
from referee.proof.identity import Identity
from referee.records import wall_clock
from referee.records.arbitration import check_arbiter
from referee.records.games import Games
from referee.records.log_leaves import leaf_of_verdict
from referee.records.papers import Papers, filed, papers_of
from referee.records.transparency import Transparency
from referee.services.evidence import Eyes, Seen, as_seen, evidence_of, eyes_of, position_of
from store.contract import Leaf, VersionNotFound

LARGEST_RECEIPT = 3 * 1024
"""The largest receipt in a dispute, in bytes."""


class DisputesServicer(disputes_pb2_grpc.DisputesServicer):
    """The Disputes service."""

    def __init__(self, games: Games, callers: Callers, identity: Identity, log: Transparency) -> None:
        self._games, self._callers, self._identity, self._log = games, callers, identity, log

    async def OpenDispute(self, request: pb.OpenDisputeRequest, context: Context) -> pb.OpenDisputeResponse:
        caller, game = await self._speaker(request.game, context)
        check_text("claim", request.claim, 1000, at_least=1)
        check_id("request_id", request.request_id)
        claim = pb.Dispute(
            game=game.id,
            seat=caller.seat,
            version=self._disputed(game, caller, request),
            claim=request.claim,
            request_id=request.request_id,
            signature=request.signature,
        )
        if request.HasField("receipt"):
            claim.receipt.CopyFrom(request.receipt)
            claim.receipt_sha256 = sha256(request.receipt.note.encode()).digest()
        check_own_signature(game, caller.seat, request.signature, signing.claim_payload(claim))

        def opened(papers: Papers) -> pb.Dispute | None:
            paper = papers.made_by(claim.seat, claim.request_id)
            if isinstance(paper, pb.Dispute) and signing.claim_payload(paper) == signing.claim_payload(claim):
                return None
            check_new(game, paper)
            check_undisputed(papers, claim)
            papers.check_share(game.id, caller.seat)
            claim.number = len(papers.disputes) + 1
            claim.create_time.CopyFrom(moment(wall_clock.now()))
            return claim

        papers = await filed(self._games.store, game.id, wall_clock.now, opened)
        mine = next(
            dispute
            for dispute in papers.disputes
            if (dispute.seat, dispute.request_id) == (claim.seat, claim.request_id)
        )
        return pb.OpenDisputeResponse(dispute=mine)

    def _disputed(self, game: Game, caller: Caller, request: pb.OpenDisputeRequest) -> int:
        """Return the disputed version. Raises InvalidField, VersionNotFound or GameNotStarted."""
        if request.HasField("receipt"):
            return self._refused_at(game, caller, request)
        if request.version > game.version:
            raise VersionNotFound(game.id, request.version, game.version)
        if not game.started:
            raise GameNotStarted(game.id, "it has not begun: there is nothing to dispute")
        if request.version <= game.started:
            raise InvalidField("version", f"expected an entry after the start of the game (version {game.started})")
        return request.version

    def _refused_at(self, game: Game, caller: Caller, request: pb.OpenDisputeRequest) -> int:
        receipt = request.receipt
        if receipt.ByteSize() > LARGEST_RECEIPT:
            raise InvalidField("receipt", f"expected at most {LARGEST_RECEIPT} bytes, not {receipt.ByteSize()}")
        try:
            refusal = vouched(receipt, [self._identity.verifier, *_earlier(self._identity)])
        except NoteError as error:
            raise InvalidField("receipt", str(error)) from None
        if (refusal.game, refusal.seat) != (game.id, caller.seat) or request.version:
            raise InvalidField("receipt", "expected a receipt for a command of your own seat in this game")
        if not receipt.command.HasField("open"):
            raise InvalidField("receipt", "expected the refused command itself, not its leaf")
        return refusal.version

    async def GetDispute(self, request: pb.GetDisputeRequest, context: Context) -> pb.GetDisputeResponse:
        caller, game = await self._reader(request.game, context)
        dispute = (await papers_of(self._games.store, game.id)).dispute(game.id, request.dispute)
        eyes = await self._eyes(game, caller, dispute)
        evidence = await self._evidence(game, dispute, eyes, context)
        return pb.GetDisputeResponse(dispute=as_seen(dispute, eyes), evidence=evidence)

    async def ListDisputes(self, request: pb.ListDisputesRequest, context: Context) -> pb.ListDisputesResponse:
        caller, game = await self._reader(request.game, context)
        page, token = PageRequest(request).of((await papers_of(self._games.store, game.id)).disputes)
        shown = [as_seen(dispute, await self._eyes(game, caller, dispute)) for dispute in page]
        return pb.ListDisputesResponse(disputes=shown, next_page_token=token)

    async def AddStatement(self, request: pb.AddStatementRequest, context: Context) -> pb.AddStatementResponse:
        caller, game = await self._speaker(request.game, context)
        check_text("text", request.text, 1000, at_least=1)
        check_id("request_id", request.request_id)
        statement = pb.Statement(
            seat=caller.seat,
            text=request.text,
            inspection_allowed=request.inspection_allowed,
            request_id=request.request_id,
            signature=request.signature,
        )

        def added(papers: Papers) -> pb.Dispute | None:
            dispute = papers.dispute(game.id, request.dispute)
            payload = signing.statement_payload(dispute, statement)
            check_own_signature(game, caller.seat, request.signature, payload)
            paper = papers.made_by(statement.seat, statement.request_id)
            stated = paper if isinstance(paper, pb.Statement) and paper in dispute.statements else None
            if stated is not None and signing.statement_payload(dispute, stated) == payload:
                return None
            check_new(game, paper)
            check_unsettled(dispute)
            papers.check_share(game.id, caller.seat)
            statement.create_time.CopyFrom(moment(wall_clock.now()))
            return pb.Dispute(number=dispute.number, statements=[statement])

        papers = await filed(self._games.store, game.id, wall_clock.now, added)
        dispute = papers.dispute(game.id, request.dispute)
        return pb.AddStatementResponse(dispute=as_seen(dispute, await self._eyes(game, caller, dispute)))

    async def InspectDispute(self, request: pb.InspectDisputeRequest, context: Context) -> pb.InspectDisputeResponse:
        token_sha256 = hash_of(request.token)
        caller, game, first = await self._ruled(
            request, context, lambda dispute: signing.inspection_payload(dispute, token_sha256)
        )
        check_token("token", request.token)
        position = await self._games.position(game.id, position_of(first))
        openly = (await eyes_of(self._games, game, caller, first)).openly

        def looked(papers: Papers) -> pb.Dispute | None:
            dispute = papers.dispute(game.id, request.dispute)
            payload = signing.inspection_payload(dispute, token_sha256)
            check_ruling(game, caller, request.signature, payload)
            if dispute.HasField("inspection"):
                if dispute.inspection.token_sha256 != token_sha256:
                    raise RequestIdReused(game.id)
                return None
            if not openly:
                check_consents(game, dispute)
            look = pb.Inspection(token_sha256=token_sha256, signature=request.signature)
            look.create_time.CopyFrom(moment(wall_clock.now()))
            return pb.Dispute(number=dispute.number, inspection=look)

        papers = await filed(self._games.store, game.id, wall_clock.now, looked)
        dispute = papers.dispute(game.id, request.dispute)
        eyes = Eyes(Caller(caller.peer, "seat", dispute.seat), openly=True)
        evidence = await self._evidence(game, dispute, eyes, context)
        table = canonical.encode(position.table).decode()
        return pb.InspectDisputeResponse(dispute=dispute, evidence=evidence, table_json=table)

    async def SettleDispute(self, request: pb.SettleDisputeRequest, context: Context) -> pb.SettleDisputeResponse:
        verdict = pb.DisputeVerdict(
            outcome=request.outcome,
            reason=request.reason,
            correction_version=request.correction_version,
            signature=request.signature,
        )
        caller, game, _ = await self._ruled(request, context, lambda dispute: signing.verdict_payload(dispute, verdict))
        check_text("reason", request.reason, 1000, at_least=1)
        check_outcome(verdict)
        corrects = await self._corrects(game, request.correction_version)

        def settled(papers: Papers) -> pb.Dispute | None:
            dispute = papers.dispute(game.id, request.dispute)
            payload = signing.verdict_payload(dispute, verdict)
            check_ruling(game, caller, request.signature, payload)
            if dispute.HasField("verdict"):
                if signing.verdict_payload(dispute, dispute.verdict) != payload:
                    raise DisputeSettled(game.id, dispute.number)
                return None
            check_correction(verdict, dispute, corrects=corrects)
            verdict.create_time.CopyFrom(moment(wall_clock.now()))
            return pb.Dispute(number=dispute.number, verdict=verdict)

        papers = await filed(self._games.store, game.id, wall_clock.now, settled)
        dispute = papers.dispute(game.id, request.dispute)
        return pb.SettleDisputeResponse(dispute=as_seen(dispute, await self._eyes(game, caller, dispute)))

    async def _corrects(self, game: Game, version: int) -> bool:
        """Return whether a version's entry is an arbiter's order, or corrects an outcome of chance."""
        if not 0 < version <= game.version:
            return False
        (entry,) = await self._games.entries(game.id, version - 1, version)
        if entry.actor.kind == record.ACTOR_KIND_ARBITER:
            return True
        corrected = irregularities.OutcomeCorrected.DESCRIPTOR.full_name
        return any(type_name(item.open.type_url) == corrected for item in entry.events)

    async def _evidence(self, game: Game, dispute: pb.Dispute, eyes: Eyes, context: Context) -> pb.Evidence:
        position = await self._games.position(game.id, position_of(dispute))
        translator = await Negotiation(context).translator(game.charter.rulebook)
        seen = Seen(dispute, game, position, eyes, translator, seat(dispute.seat))
        evidence = await evidence_of(self._games, seen)
        # An imported game has no seat that could dispute: this service signs the heads of all games with disputes.
        for signed, version in ((evidence.signed_head, dispute.version), (evidence.head, game.version)):
            at = await self._games.outline(game.id, version)
            signed.CopyFrom(self._identity.signed_head(game.id, at.version, at.digest))
        evidence.papers.CopyFrom(self._identity.signed_papers(dispute))
        leaves, checkpoint = await self._log.proofs(game.id, partial(vouches, dispute))
        evidence.leaves.extend(leaves)
        evidence.checkpoint.CopyFrom(checkpoint)
        return evidence

    async def _eyes(self, game: Game, caller: Caller, dispute: pb.Dispute) -> Eyes:
        return await eyes_of(self._games, game, caller, dispute)

    async def _reader(self, game: str, context: Context) -> tuple[Caller, Game]:
        """Return the caller, and the game at its head. Raises GamePrivate or TitleNotServed."""
        caller = await self._callers.caller(context, game)
        return caller, await self._watched(game, caller)

    async def _ruled(
        self,
        request: pb.InspectDisputeRequest | pb.SettleDisputeRequest,
        context: Context,
        payload: Callable[[pb.Dispute], bytes],
    ) -> tuple[Caller, Game, pb.Dispute]:
        """Return who acts as the arbiter, the game, and the dispute, whose payload an arbiter with a key signs.

        A signer needs no token, even in a private game. Raises GamePrivate, TitleNotServed or DisputeNotFound.
        """
        caller = await self._callers.writer(context, request.game)
        game, papers = await self._games.game(request.game), await papers_of(self._games.store, request.game)
        disputes = papers.disputes[request.dispute - 1 : request.dispute] if request.dispute else ()
        if not any(signed_by(game.charter.arbiter, request.signature, payload(dispute)) for dispute in disputes):
            check_watching(game, caller)
        check_served(game)
        return caller, game, papers.dispute(game.id, request.dispute)

    async def _speaker(self, game: str, context: Context) -> tuple[Caller, Game]:
        """Return the calling seat, and the game. Raises TokenMissing, or RoleNeeded for any other role."""
        caller = await self._callers.player(context, game)
        self._callers.quotas.write(caller.peer)
        if caller.role != "seat":
            raise RoleNeeded("a seat's token")
        return caller, await self._watched(game, caller)

    async def _watched(self, game: str, caller: Caller) -> Game:
        newest = await self._games.game(game)
        check_watching(newest, caller)
        check_served(newest)
        return newest


def vouches(dispute: pb.Dispute, leaf: Leaf) -> bool:
    """Return whether a game's leaf shows the game's origin, or a dispute's verdict."""
    settled = dispute.HasField("verdict") and leaf.data == leaf_of_verdict(dispute).data
    return leaf.kind in {"created", "imported"} or settled


def _earlier(identity: Identity) -> list[VerifierKey]:
    """Return the service's earlier keys."""
    return [Rotation.parse(rotation).old for rotation in identity.rotations]


def check_own_signature(game: Game, number: int, signature: bytes, payload: bytes) -> None:
    """Check that a seat signed, if it has a key. Raises SignatureMissing, SignatureInvalid or InvalidField."""
    key = game.sitting(number).public_key
    if not key:
        if signature:
            raise InvalidField("signature", "the seat joined without a public key and cannot sign")
        return
    check_signed(key, number, signature, payload)


def check_signed(key: bytes, number: int, signature: bytes, payload: bytes) -> None:
    """Check a signature by the key of a seat, or of the arbiter for 0. Raises SignatureMissing or SignatureInvalid."""
    if not signature:
        raise SignatureMissing(number)
    if not signed_by(key, signature, payload):
        raise SignatureInvalid(number)


def check_ruling(game: Game, caller: Caller, signature: bytes, payload: bytes) -> None:
    """Check that a game's arbiter asks. Raises SignatureMissing, SignatureInvalid, InvalidField or RoleNeeded."""
    check_arbiter(game, caller, lambda key: check_signed(key, 0, signature, payload))
    if signature and not game.charter.arbiter:
        raise InvalidField("signature", "the dealer cannot sign")


def check_new(game: Game, paper: pb.Dispute | pb.Statement | None) -> None:
    """Check that a seat said nothing else under a request id. Raises RequestIdReused."""
    if paper is not None:
        raise RequestIdReused(game.id)


def check_undisputed(papers: Papers, claim: pb.Dispute) -> None:
    """Check that a seat has no dispute about the same entry or refusal. Raises AlreadyDisputed."""
    subject = (claim.seat, claim.version, claim.receipt_sha256)
    for dispute in papers.disputes:
        if (dispute.seat, dispute.version, dispute.receipt_sha256) == subject:
            raise AlreadyDisputed(dispute.game, dispute.number, dispute.seat)


def check_unsettled(dispute: pb.Dispute) -> None:
    """Check that a dispute is not settled. Raises DisputeSettled."""
    if dispute.HasField("verdict"):
        raise DisputeSettled(dispute.game, dispute.number)


def check_consents(game: Game, dispute: pb.Dispute) -> None:
    """Check that every seat lets the arbiter see the hidden facts. Raises InspectionConsentsMissing."""
    given = {statement.seat for statement in dispute.statements if statement.inspection_allowed}
    if missing := sorted({*range(1, game.charter.seats + 1)} - given):
        raise InspectionConsentsMissing(game.id, tuple(missing))


def check_outcome(verdict: pb.DisputeVerdict) -> None:
    """Check that a verdict either upholds the ruling without a correction, or names one. Raises InvalidField."""
    if verdict.outcome not in {pb.DISPUTE_OUTCOME_UPHELD, pb.DISPUTE_OUTCOME_CORRECTED}:
        raise InvalidField(
            "outcome", "expected DISPUTE_OUTCOME_UPHELD, if the ruling stands, or DISPUTE_OUTCOME_CORRECTED"
        )
    if verdict.outcome == pb.DISPUTE_OUTCOME_UPHELD and verdict.correction_version:
        raise InvalidField("correction_version", "a ruling that stands has no correction")
    if verdict.outcome == pb.DISPUTE_OUTCOME_CORRECTED and not verdict.correction_version:
        raise InvalidField("correction_version", "expected the version of the order that corrects the ruling")


def check_correction(verdict: pb.DisputeVerdict, dispute: pb.Dispute, *, corrects: bool) -> None:
    """Check that a verdict that corrects a ruling names the correcting order. Raises InvalidField."""
    after = corrects and verdict.correction_version > position_of(dispute)
    if verdict.outcome == pb.DISPUTE_OUTCOME_CORRECTED and not after:
        raise InvalidField("correction_version", "expected an order of the arbiter after the disputed ruling")
