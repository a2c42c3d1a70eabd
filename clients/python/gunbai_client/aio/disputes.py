"""A game's disputes: seats open and discuss them, the arbiter settles them, and everyone can read them."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_client.game_list import LARGEST_PAGE
from gunbai_record import disputes as papers
from gunbai_record.receipts import receipt_of
from gunbai_record.tokens import hash_of

if TYPE_CHECKING:
    from gunbai_client.aio.client import Gunbai


@dataclass(frozen=True)
class Disputes:
    """One game's disputes, for the holder of the client's token: a seat, the dealer or a reader.

    `key` is the seat's key, if it joined with one, or the key of the arbiter, who needs no token.
    """

    gunbai: Gunbai
    game: str
    key: Ed25519PrivateKey | None = field(default=None, repr=False)

    async def open(
        self, claim: str, *, version: int = 0, receipt: SignedReceipt | None = None, request_id: str = ""
    ) -> pb.Dispute:
        """As a seat, dispute the entry at a version, or a refusal identified by its receipt.

        Repeating the call with the same `request_id` (by default a new id) returns the same dispute.
        """
        request = pb.OpenDisputeRequest(
            game=self.game, version=version, claim=claim, request_id=request_id or _new_id()
        )
        dispute = pb.Dispute(game=self.game, version=version, claim=claim, request_id=request.request_id)
        if receipt is not None:
            request.receipt.CopyFrom(receipt)
            dispute.version = receipt_of(receipt).version
            dispute.receipt_sha256 = sha256(receipt.note.encode()).digest()
        request.signature = self._signed(papers.claim_payload(dispute))
        return (await self.gunbai.ask(self.gunbai.stubs.disputes.OpenDispute, request)).dispute

    async def get(self, number: int) -> pb.GetDisputeResponse:
        """Return a dispute with its evidence, as the holder of the token can see it."""
        return await self.gunbai.ask(
            self.gunbai.stubs.disputes.GetDispute, pb.GetDisputeRequest(game=self.game, dispute=number)
        )

    async def all(self) -> AsyncIterator[pb.Dispute]:
        """Yield the game's disputes, oldest first."""
        request = pb.ListDisputesRequest(game=self.game, page_size=LARGEST_PAGE)
        while True:
            page = await self.gunbai.ask(self.gunbai.stubs.disputes.ListDisputes, request)
            for dispute in page.disputes:
                yield dispute
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def say(
        self, number: int, text: str, *, inspection_allowed: bool = False, request_id: str = ""
    ) -> pb.Dispute:
        """Add a statement by the seat. With `inspection_allowed`, the seat lets the arbiter see hidden facts.

        Repeating the call with the same `request_id` (by default a new id) has no effect.
        """
        statement = pb.Statement(text=text, inspection_allowed=inspection_allowed, request_id=request_id or _new_id())
        request = pb.AddStatementRequest(
            game=self.game,
            dispute=number,
            text=text,
            inspection_allowed=inspection_allowed,
            request_id=statement.request_id,
        )
        if self.key is not None:
            request.signature = self._signed(papers.statement_payload(await self._opened(number), statement))
        return (await self.gunbai.ask(self.gunbai.stubs.disputes.AddStatement, request)).dispute

    async def inspect(self, number: int, token: str) -> pb.InspectDisputeResponse:
        """As the arbiter, return the hidden facts. The inspection is recorded.

        `token` is a new token (`gunbai_record.tokens`). Anyone who has the token can look again. Save it, and keep it
        secret.
        """
        request = pb.InspectDisputeRequest(game=self.game, dispute=number, token=token)
        if self.key is not None:
            payload = papers.inspection_payload(await self._opened(number), hash_of(token))
            request.signature = self._signed(payload)
        return await self.gunbai.ask(self.gunbai.stubs.disputes.InspectDispute, request)

    async def settle(self, number: int, reason: str, *, correction_version: int = 0) -> pb.Dispute:
        """As the arbiter, settle a dispute: the ruling stands, or the order at `correction_version` corrected it."""
        outcome = pb.DISPUTE_OUTCOME_CORRECTED if correction_version else pb.DISPUTE_OUTCOME_UPHELD
        verdict = pb.DisputeVerdict(outcome=outcome, reason=reason, correction_version=correction_version)
        request = pb.SettleDisputeRequest(
            game=self.game, dispute=number, outcome=outcome, reason=reason, correction_version=correction_version
        )
        if self.key is not None:
            request.signature = self._signed(papers.verdict_payload(await self._opened(number), verdict))
        return (await self.gunbai.ask(self.gunbai.stubs.disputes.SettleDispute, request)).dispute

    async def _opened(self, number: int) -> pb.Dispute:
        return (await self.get(number)).dispute

    def _signed(self, payload: bytes) -> bytes:
        return self.key.sign(payload) if self.key is not None else b""


def _new_id() -> str:
    return uuid.uuid4().hex
