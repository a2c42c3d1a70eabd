"""Disputes: seats speak for themselves, evidence comes from the record, and the arbiter of the game settles."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.any_pb2 import Any as AnyMessage
from grpc.aio import AioRpcError

from gunbai.record.v1.log_pb2 import LEAF_KIND_CREATED, LEAF_KIND_VERDICT
from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai.referee.v1 import lobby_pb2, record_pb2
from gunbai.referee.v1.audit_pb2 import VERDICT_FAILED, VERDICT_INCOMPLETE
from gunbai_record import disputes as papers
from gunbai_record.chain import leaf_of
from gunbai_record.checkpoint import LogProof
from gunbai_record.heads import attested
from gunbai_record.leaves import leaf_entry
from gunbai_record.tokens import hash_of, new_token
from lab.signed_orders import ARBITER, ARBITERS_KEY
from lab.toy import protos
from lab.toy_service import DEALER, House, Match, bearer, bids, failure, open_house, serving
from referee.errors import InvalidField
from referee.proof.identity import Identity
from referee.records.papers import MOST_OF_A_SEAT
from referee.services.disputes import LARGEST_RECEIPT, check_correction
from store.contract import Paper
from store.memory import MemoryStore
from tests.referee.services.test_orders import deciding, signed


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path) as made:
        yield made


async def dispute(match: Match, seat: int, *, token: str | None = None, **fields: Any) -> pb.Dispute:
    """Open a dispute of a seat."""
    request = pb.OpenDisputeRequest(game=match.id, **{"claim": "It was wrong.", "request_id": "first"} | fields)
    answer = await match.house.disputes.OpenDispute(request, metadata=bearer(token or match.tokens[seat]))
    opened_dispute: pb.Dispute = answer.dispute
    return opened_dispute


async def say(match: Match, seat: int, number: int, **fields: Any) -> pb.Dispute:
    """Add a statement of a seat."""
    named = {"text": "So it was.", "request_id": f"seat {seat}"} | fields
    request = pb.AddStatementRequest(game=match.id, dispute=number, **named)
    answer = await match.house.disputes.AddStatement(request, metadata=bearer(match.tokens[seat]))
    opened_dispute: pb.Dispute = answer.dispute
    return opened_dispute


async def settle(match: Match, number: int, token: str = "", **fields: Any) -> pb.Dispute:
    """Settle a dispute as the holder of a token."""
    named: dict[str, Any] = {"outcome": pb.DISPUTE_OUTCOME_UPHELD, "reason": "By the book."} | fields
    request = pb.SettleDisputeRequest(game=match.id, dispute=number, **named)
    answer = await match.house.disputes.SettleDispute(request, metadata=bearer(token))
    settled_dispute: pb.Dispute = answer.dispute
    return settled_dispute


async def read(match: Match, number: int, token: str = "") -> pb.GetDisputeResponse:
    """Return a dispute with its evidence as the holder of a token sees it."""
    request = pb.GetDisputeRequest(game=match.id, dispute=number)
    answer: pb.GetDisputeResponse = await match.house.disputes.GetDispute(request, metadata=bearer(token))
    return answer


async def inspect(match: Match, number: int, token: str, look: str) -> pb.InspectDisputeResponse:
    """Look at what is hidden as the holder of a token."""
    request = pb.InspectDisputeRequest(game=match.id, dispute=number, token=look)
    answer: pb.InspectDisputeResponse = await match.house.disputes.InspectDispute(request, metadata=bearer(token))
    return answer


async def receipt_of(match: Match, seat: int, move: Any) -> SignedReceipt:
    """Return the receipt of a move that is refused."""
    request = match.request(move, (await match.view(seat)).expected_version)
    request.receipt = True
    return (await match.send(seat, request)).refused.receipt


async def started_at(match: Match) -> int:
    """Return the version of the head."""
    return (await match.game()).head


class TestOpening:
    """What a seat opens and says."""

    async def test_a_seat_disputes_an_entry_and_everybody_reads_it(self, house: House) -> None:
        match = await house.start()
        await match.play(*bids(1, 2))
        made = await dispute(match, 1, version=await started_at(match))
        assert (made.number, made.seat, made.claim, made.request_id) == (1, 1, "It was wrong.", "first")
        listed = await house.disputes.ListDisputes(pb.ListDisputesRequest(game=match.id))
        assert [*listed.disputes] == [made] == [(await read(match, 1)).dispute]

    async def test_the_same_request_again_returns_the_same_dispute(self, house: House) -> None:
        match = await house.start()
        await match.play(*bids(1, 2))
        version = await started_at(match)
        first = await dispute(match, 1, version=version)
        assert await dispute(match, 1, version=version) == first
        assert (await dispute(match, 2, version=version)).number == 2
        refused = await failure(dispute(match, 1, version=version, claim="Another."))
        assert refused.reason == "REQUEST_ID_REUSED"

    @pytest.mark.parametrize(
        ("version", "reason"), [(0, "INVALID_FIELD"), (1, "INVALID_FIELD"), (99, "VERSION_NOT_FOUND")]
    )
    async def test_what_is_no_entry_of_play_is_not_disputed(self, house: House, version: int, reason: str) -> None:
        match = await house.start()
        assert (await failure(dispute(match, 1, version=version))).reason == reason

    async def test_of_a_game_that_has_not_begun_nothing_is_disputed(self, house: House) -> None:
        match = await house.open()
        await match.join(1)
        assert (await failure(dispute(match, 1, version=1))).reason == "GAME_NOT_STARTED"

    @pytest.mark.parametrize("claim", ["", "x" * 1001, "two\nlines"])
    async def test_a_claim_is_a_line_of_bounded_length(self, house: House, claim: str) -> None:
        match = await house.start()
        refused = await failure(dispute(match, 1, version=await started_at(match), claim=claim))
        assert (refused.reason, refused.field) == ("INVALID_FIELD", "claim")

    async def test_nobody_but_a_seat_opens_a_dispute(self, house: House) -> None:
        match = await house.start(chance_source=DEALER)
        for token in (match.host, match.dealer):
            assert (await failure(dispute(match, 1, token=token, version=5))).reason == "ROLE_NEEDED"
        assert [*(await house.disputes.ListDisputes(pb.ListDisputesRequest(game=match.id))).disputes] == []

    async def test_the_id_of_a_request_is_that_of_one_paper_of_its_seat(self, house: House) -> None:
        match = await house.start()
        await match.play(*bids(1, 2))
        version = await started_at(match)
        for number, request_id in enumerate(("opened", "again")):
            await dispute(match, 1, version=version - number, request_id=request_id)
        await say(match, 1, 1, request_id="said")
        for number, request_id in ((1, "opened"), (2, "opened"), (2, "said")):
            assert (await failure(say(match, 1, number, request_id=request_id))).reason == "REQUEST_ID_REUSED"
        refused = await failure(dispute(match, 1, version=version, request_id="said"))
        assert refused.reason == "REQUEST_ID_REUSED"
        await say(match, 2, 1, request_id="opened")

    async def test_the_same_statement_again_is_said_once(self, house: House) -> None:
        match = await house.start()
        await match.play(*bids(1, 2))
        await dispute(match, 1, version=await started_at(match))
        first = await say(match, 2, 1)
        assert await say(match, 2, 1) == first
        assert (await failure(say(match, 2, 1, text="Or not."))).reason == "REQUEST_ID_REUSED"
        assert len((await say(match, 2, 1, request_id="again")).statements) == 2

    async def test_a_seat_without_a_key_signs_nothing(self, house: House) -> None:
        match = await house.start()
        await match.play(*bids(1, 2))
        refused = await failure(dispute(match, 1, version=await started_at(match), signature=bytes(64)))
        assert (refused.reason, refused.field) == ("INVALID_FIELD", "signature")

    async def test_a_seat_with_a_key_signs_what_it_opens_and_says(self, house: House) -> None:
        match = await house.open()
        key = Ed25519PrivateKey.generate()
        await match.join(1, public_key=key.public_key().public_bytes_raw())
        await match.join(2)
        await match.begin()
        version = await started_at(match) + 1
        await match.play((2, protos.Bid(light=1, seat=2)))
        claimed = pb.Dispute(game=match.id, seat=1, version=version, claim="It was wrong.", request_id="first")
        assert (await failure(dispute(match, 1, version=version))).reason == "SIGNATURE_MISSING"
        assert (await failure(dispute(match, 1, version=version, signature=bytes(64)))).reason == "SIGNATURE_INVALID"
        made = await dispute(match, 1, version=version, signature=key.sign(papers.claim_payload(claimed)))
        statement = pb.Statement(seat=1, text="So it was.", request_id="seat 1")
        assert (await failure(say(match, 1, 1))).reason == "SIGNATURE_MISSING"
        after = await say(match, 1, 1, signature=key.sign(papers.statement_payload(made, statement)))
        await say(match, 2, 1)
        parties = papers.parties_of(await match.entries())
        shown_dispute = (await read(match, 1)).dispute
        assert [finding.holds for finding in papers.check(shown_dispute, parties)] == [True, True, None]
        assert shown_dispute.statements[0] == after.statements[0]

    async def test_a_seat_has_a_bounded_number_of_papers(self, house: House) -> None:
        match = await house.start()
        await match.play(*bids(1, 2))
        version = await started_at(match)
        await dispute(match, 1, version=version)
        for number in range(MOST_OF_A_SEAT - 1):
            await say(match, 1, 1, request_id=f"{number}")
        assert (await failure(say(match, 1, 1, request_id="more"))).reason == "PAPERS_USED_UP"
        assert (await failure(dispute(match, 1, version=version - 1, request_id="more"))).reason == "PAPERS_USED_UP"
        assert len((await say(match, 2, 1)).statements) == MOST_OF_A_SEAT

    async def test_a_seat_disputes_the_same_once(self, house: House) -> None:
        """What it has to add is a statement; another seat has a claim of its own."""
        match = await house.start()
        receipt = await receipt_of(match, 1, protos.Withdraw())
        await match.play(*bids(1, 2))
        version = await started_at(match)
        for number, subject in ((1, {"version": version}), (2, {"receipt": receipt})):
            await dispute(match, 1, **subject, request_id=f"{number}")
            assert (await dispute(match, 1, **subject, request_id=f"{number}")).number == number
            again = await failure(dispute(match, 1, **subject, request_id=f"again {number}"))
            assert (again.reason, again.facts["dispute"]) == ("ALREADY_DISPUTED", str(number))
        assert (await dispute(match, 2, version=version)).number == 3


class TestRefusals:
    """Refusals that are disputed with their receipts."""

    async def test_a_refusal_is_disputed_with_its_receipt(self, house: House, tmp_path: Path) -> None:
        match = await house.start()
        receipt = await receipt_of(match, 1, protos.Withdraw())
        made = await dispute(match, 1, receipt=receipt)
        assert (made.receipt, made.version) == (receipt, await started_at(match))
        evidence = (await read(match, 1, match.tokens[1])).evidence
        assert (evidence.given.refused.clause, evidence.newest.refused.clause) == ("LN-6", "LN-6")
        assert evidence.clause.number == "LN-6"
        assert not evidence.HasField("house_ruling"), "the clause carries out none"
        assert evidence.legal_commands
        key = Identity.kept_in(tmp_path / "service.key").verifier
        findings = [*papers.check((await read(match, 1, match.tokens[1])).dispute, papers.Parties({}), [key])]
        assert [(finding.paper, finding.holds) for finding in findings] == [("the receipt", True), ("the claim", None)]

    async def test_nobody_disputes_the_refusal_of_another(self, house: House) -> None:
        match = await house.start()
        receipt = await receipt_of(match, 1, protos.Withdraw())
        refused = await failure(dispute(match, 2, receipt=receipt))
        assert (refused.reason, refused.field) == ("INVALID_FIELD", "receipt")

    async def test_a_receipt_comes_alone_with_its_command_and_within_its_size(self, house: House) -> None:
        match = await house.start()
        receipt = await receipt_of(match, 1, protos.Withdraw())
        version = await started_at(match)
        sealed, long = SignedReceipt(), SignedReceipt()
        sealed.CopyFrom(receipt)
        sealed.command.sealed = leaf_of(receipt.command)
        long.CopyFrom(receipt)
        long.note += "x" * LARGEST_RECEIPT
        for wrong, disputed in ((receipt, version), (sealed, 0), (long, 0)):
            refused = await failure(dispute(match, 1, receipt=wrong, version=disputed))
            assert (refused.reason, refused.field) == ("INVALID_FIELD", "receipt")
        assert (await dispute(match, 1, receipt=receipt)).number == 1

    async def test_a_receipt_that_this_service_did_not_sign_is_refused(self, house: House) -> None:
        match = await house.start()
        receipt = await receipt_of(match, 1, protos.Withdraw())
        receipt.note = receipt.note.replace("LN-6", "LN-5")
        refused = await failure(dispute(match, 1, receipt=receipt))
        assert (refused.reason, refused.field) == ("INVALID_FIELD", "receipt")


class TestEvidence:
    """What the record has on a dispute."""

    async def test_it_has_the_position_before_the_ruling_and_the_signed_head(
        self, house: House, tmp_path: Path
    ) -> None:
        match = await house.start()
        await match.play(*bids(1, 2))
        await match.finish()
        (first, *_) = [entry for entry in await match.entries() if entry.command.open.type_url.endswith("Bid")]
        await dispute(match, 1, version=first.version)
        evidence = (await read(match, 1)).evidence
        assert evidence.view == await match.view(1, first.version - 1)
        assert evidence.entry == first
        drawing = record_pb2.DrawPositionRequest(game=match.id, version=first.version - 1)
        assert evidence.svg == (await house.record.DrawPosition(drawing, metadata=bearer(match.tokens[1]))).svg
        assert (evidence.given.rules_version, evidence.newest.rules_version) == (1, 1)
        assert evidence.given.accepted.sentences == evidence.newest.accepted.sentences == evidence.sentences.events
        assert [event.type_url for event in evidence.newest.accepted.events] == [
            event.open.type_url for event in first.events
        ]
        assert not evidence.newest.accepted.events_withheld
        assert first.events
        assert evidence.clause.number == "LN-1"
        assert evidence.house_ruling.number == "LN-A1"
        assert [command.command for command in evidence.legal_commands]
        head = attested(evidence.signed_head, [Identity.kept_in(tmp_path / "service.key").verifier])
        assert (head.version, head.digest) == (first.version, first.digest)

    async def test_chance_has_its_commitment_at_once_and_its_secret_after_the_end(self, house: House) -> None:
        match = await house.start()
        await match.play(*bids(1, 2))
        (drawn, *_) = [entry for entry in await match.entries() if entry.actor.kind == 3]
        await dispute(match, 1, version=drawn.version)
        (proof, *_) = (await read(match, 1)).evidence.outcomes
        assert (proof.version, proof.outcome, len(proof.commitment), proof.secret) == (drawn.version, 1, 32, b"")
        await match.finish()
        (proof, *_) = (await read(match, 1)).evidence.outcomes
        assert len(proof.secret) == 32

    async def test_nothing_that_is_hidden_is_in_it(self, house: House) -> None:
        """Two games that differ in a sealed bid alone show others the same papers and evidence, sizes included."""
        seen = []
        for light in (1, 2):
            match = await house.start()
            before = await started_at(match)
            await match.play((1, protos.Bid(light=light, seat=1)))
            receipt = await receipt_of(match, 1, protos.Bid(light=40 + light, seat=1))
            await dispute(match, 1, version=before + 1)
            await dispute(match, 1, receipt=receipt, request_id="second")
            for number in (1, 2):
                for token in (match.tokens[2], ""):
                    response = await read(match, number, token)
                    assert not response.dispute.HasField("receipt")
                    evidence = response.evidence
                    # Times differ in any two games, and in their size; the log has another size with each.
                    evidence.signed_head.Clear()
                    evidence.head.Clear()
                    evidence.checkpoint.Clear()
                    assert [leaf.kind for leaf in evidence.leaves] == [LEAF_KIND_CREATED]
                    del evidence.leaves[:]
                    response.dispute.create_time.Clear()
                    parts = {field.name for field, _ in evidence.ListFields()}
                    assert parts <= {
                        *("view", "svg", "entry", "sentences", "actor_name", "given"),
                        *("signed_head", "head", "papers", "checkpoint", "referee_version"),
                    }
                    assert not evidence.given.HasField("refused")
                    assert evidence.sentences.command == ""
                    seen.append((light, response.ByteSize(), evidence.svg.replace(match.id, "")))
        assert [answer[1:] for answer in seen[:4]] == [answer[1:] for answer in seen[4:]]


class TestInspecting:
    """What is hidden is seen by consent or after the end."""

    async def test_the_arbiter_sees_what_is_hidden_with_every_seats_consent(self, house: House) -> None:
        match = await house.start(chance_source=DEALER)
        before = await started_at(match)
        await match.play((1, protos.Bid(light=2, seat=1)))
        await dispute(match, 1, version=before + 1)
        look = new_token()
        missing = await failure(inspect(match, 1, match.dealer, look))
        assert (missing.reason, missing.facts["seats"]) == ("CONSENTS_MISSING", "1, 2")
        await say(match, 1, 1, inspection_allowed=True)
        assert (await failure(inspect(match, 1, match.dealer, look))).reason == "CONSENTS_MISSING"
        await say(match, 2, 1, inspection_allowed=True)
        assert (await failure(inspect(match, 1, match.tokens[1], look))).reason == "ROLE_NEEDED"
        seen = await inspect(match, 1, match.dealer, look)
        assert seen.evidence.command_sentence
        assert seen.table_json
        shown_dispute = (await read(match, 1)).dispute
        assert shown_dispute.inspection == seen.dispute.inspection
        assert await inspect(match, 1, match.dealer, look) == seen
        assert (await failure(inspect(match, 1, match.dealer, new_token()))).reason == "REQUEST_ID_REUSED"

    async def test_after_the_end_no_consent_is_needed_and_the_look_is_recorded(self, house: House) -> None:
        match = await house.start(chance_source=DEALER)
        before = await started_at(match)
        await match.play((1, protos.Bid(light=2, seat=1)))
        await dispute(match, 2, version=before + 1)
        await match.abandon()
        await inspect(match, 1, match.dealer, new_token())
        assert (await read(match, 1)).dispute.HasField("inspection")


class TestSettling:
    """The arbiter's verdict."""

    async def test_the_dealer_settles_where_no_arbiter_is_named(self, house: House) -> None:
        match = await house.start(chance_source=DEALER)
        await match.play((1, protos.Bid(light=2, seat=1)))
        version = await started_at(match)
        await dispute(match, 2, version=version)
        for token in ("", match.host, match.tokens[2]):
            assert (await failure(settle(match, 1, token))).reason == "ROLE_NEEDED"
        made = await settle(match, 1, match.dealer)
        assert made.verdict.outcome == pb.DISPUTE_OUTCOME_UPHELD
        assert await settle(match, 1, match.dealer) == made
        assert (await failure(settle(match, 1, match.dealer, reason="Otherwise."))).reason == "DISPUTE_SETTLED"
        assert (await failure(say(match, 2, 1))).reason == "DISPUTE_SETTLED"

    async def test_a_verdict_is_a_leaf_of_the_log_which_its_evidence_proves_with_the_creation(
        self, house: House
    ) -> None:
        match = await house.start(chance_source=DEALER)
        await match.play((1, protos.Bid(light=2, seat=1)))
        version = await started_at(match)
        for seat in (2, 1):
            await dispute(match, seat, version=version)
        created = (await match.entries())[0]
        (proof,) = (await read(match, 1)).evidence.leaves
        LogProof.parse(proof.proof).shown(leaf_entry("created", match.id, 1, created.digest))
        for number in (1, 2):
            await settle(match, number, match.dealer)
            await settle(match, number, match.dealer)
        response = await read(match, 1)
        first, given = response.evidence.leaves
        assert [(leaf_proof.kind, leaf_proof.version) for leaf_proof in (first, given)] == [
            (LEAF_KIND_CREATED, 1),
            (LEAF_KIND_VERDICT, version),
        ]
        proof_of_verdict = LogProof.parse(given.proof)
        shown = proof_of_verdict.shown(
            leaf_entry("verdict", match.id, version, papers.verdict_digest(response.dispute))
        )
        assert (shown.size, proof_of_verdict.checkpoint) == (3, response.evidence.checkpoint.note)
        report = await match.verify()
        assert (report.verdict, report.leaves) == (VERDICT_INCOMPLETE, 3)

    async def test_a_verdict_that_is_not_what_the_log_says_fails_verification(self, tmp_path: Path) -> None:
        store = MemoryStore()
        async with serving(store, tmp_path) as house:
            match = await house.start(chance_source=DEALER)
            await match.play((1, protos.Bid(light=2, seat=1)))
            await dispute(match, 2, version=await started_at(match))
            await settle(match, 1, match.dealer)
            log = store._logs[match.id]
            given = log.papers[-1]
            other = AnyMessage()
            part = pb.Dispute(
                number=1, verdict=pb.DisputeVerdict(outcome=pb.DISPUTE_OUTCOME_UPHELD, reason="Otherwise.")
            )
            other.Pack(part)
            log.papers[-1] = Paper(game=given.game, number=given.number, at=given.at, data=other.SerializeToString())
            report = await match.verify()
            assert (report.verdict, "the verdicts on its disputes differ" in report.problem) == (VERDICT_FAILED, True)

    async def test_nobody_settles_where_there_is_no_arbiter(self, house: House) -> None:
        match = await house.start()
        await match.play((1, protos.Bid(light=2, seat=1)))
        await dispute(match, 2, version=await started_at(match))
        assert (await failure(settle(match, 1, match.host))).reason == "ROLE_NEEDED"
        with pytest.raises(AioRpcError, match="the game has neither"):
            await settle(match, 1, match.host)

    @pytest.mark.parametrize(
        ("fields", "field"),
        [
            ({"outcome": pb.DISPUTE_OUTCOME_UNSPECIFIED}, "outcome"),
            ({"correction_version": 4}, "correction_version"),
            ({"outcome": pb.DISPUTE_OUTCOME_CORRECTED, "correction_version": 4}, "correction_version"),
            ({"outcome": pb.DISPUTE_OUTCOME_CORRECTED, "correction_version": 99}, "correction_version"),
            ({"outcome": pb.DISPUTE_OUTCOME_CORRECTED}, "correction_version"),
            ({"reason": ""}, "reason"),
            ({"signature": bytes(64)}, "signature"),
        ],
    )
    async def test_a_verdict_upholds_or_names_the_order_that_corrects(
        self, house: House, fields: dict[str, Any], field: str
    ) -> None:
        match = await house.start(chance_source=DEALER)
        await match.play((1, protos.Bid(light=2, seat=1)))
        await dispute(match, 2, version=await started_at(match))
        refused = await failure(settle(match, 1, match.dealer, **fields))
        assert (refused.reason, refused.field) == ("INVALID_FIELD", field)


async def test_a_dispute_that_was_not_opened_is_not_found(house: House) -> None:
    match = await house.start(chance_source=DEALER)
    for call in (read(match, 1), say(match, 1, 1), settle(match, 1, match.dealer), inspect(match, 0, "", new_token())):
        assert (await failure(call)).reason == "DISPUTE_NOT_FOUND"


async def test_disputes_come_in_pages(house: House) -> None:
    match = await house.start()
    await match.play(*bids(1, 2))
    version = await started_at(match)
    for number in range(3):
        await dispute(match, number % 2 + 1, version=version - number // 2, request_id=f"{number}")
    first = await house.disputes.ListDisputes(pb.ListDisputesRequest(game=match.id, page_size=2))
    request = pb.ListDisputesRequest(game=match.id, page_size=2, page_token=first.next_page_token)
    second = await house.disputes.ListDisputes(request)
    assert [dispute.number for dispute in (*first.disputes, *second.disputes)] == [1, 2, 3]
    assert second.next_page_token == ""


async def test_disputes_survive_the_end_of_the_game_and_a_restart(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start()
        await match.play(*bids(1, 2))
        await match.finish()
        made = await dispute(match, 2, version=await started_at(match) - 1)
    async with open_house(tmp_path) as again:
        assert (await read(match.at(again), 1)).dispute == made


async def test_disputes_of_a_private_game_are_read_with_a_token(house: House) -> None:
    match = await house.start(private=True)
    await match.play(*bids(1, 2))
    await dispute(match, 1, version=await started_at(match))
    assert (await failure(read(match, 1))).reason == "GAME_PRIVATE"
    assert (await read(match, 1, match.spectator)).dispute.seat == 1


async def test_a_name_that_was_removed_is_not_in_the_evidence(house: House) -> None:
    match = await house.start()
    await match.play(*bids(1, 2))
    await match.finish()
    version = next(entry.version for entry in await match.entries() if entry.command.open.type_url.endswith("Bid"))
    await dispute(match, 1, version=version)
    assert b"player 1" in (await read(match, 1)).SerializeToString()
    await house.lobby.RemoveName(lobby_pb2.RemoveNameRequest(game=match.id), metadata=bearer(match.tokens[1]))
    assert b"player 1" not in (await read(match, 1)).SerializeToString()


class TestTheArbitersKey:
    """Where the game names an arbiter, their key alone settles, whoever sends what it signed."""

    async def test_a_verdict_is_signed_and_names_the_order_that_corrects(self, house: House) -> None:
        match = await house.start(arbiter=ARBITERS_KEY)
        await match.play((1, protos.Bid(light=2, seat=1)))
        version = await started_at(match)
        made = await dispute(match, 2, version=version)
        for token in ("", match.host):
            assert (await failure(settle(match, 1, token))).reason == "SIGNATURE_MISSING"
        assert (await failure(settle(match, 1, signature=bytes(64)))).reason == "SIGNATURE_INVALID"
        without = await failure(settle(match, 1, outcome=pb.DISPUTE_OUTCOME_UNSPECIFIED, signature=bytes(64)))
        assert (without.reason, without.field) == ("INVALID_FIELD", "outcome"), "the fields come before the signature"
        decided = deciding(match, version)
        await house.arbiter.DecideGame(signed(decided))
        verdict = pb.DisputeVerdict(
            outcome=pb.DISPUTE_OUTCOME_CORRECTED, reason="By the book.", correction_version=version + 1
        )
        verdict.signature = ARBITER.sign(papers.verdict_payload(made, verdict))
        facts: dict[str, Any] = {
            "outcome": verdict.outcome,
            "correction_version": version + 1,
            "signature": verdict.signature,
        }
        settled = await settle(match, 1, **facts)
        assert settled.verdict.correction_version == version + 1
        parties = papers.parties_of(await match.entries())
        assert {finding.paper: finding.holds for finding in papers.check(settled, parties)}["the verdict"] is True

    async def test_in_a_private_game_whoever_brings_what_the_arbiter_signed_needs_no_token(self, house: House) -> None:
        match = await house.start(arbiter=ARBITERS_KEY, private=True)
        await match.play((1, protos.Bid(light=2, seat=1)))
        made = await dispute(match, 2, version=await started_at(match))
        verdict = pb.DisputeVerdict(outcome=pb.DISPUTE_OUTCOME_UPHELD, reason="By the book.")
        signature = ARBITER.sign(papers.verdict_payload(made, verdict))
        for number, other in ((1, b""), (1, bytes(64)), (2, signature), (0, signature)):
            assert (await failure(settle(match, number, signature=other))).reason == "GAME_PRIVATE"
        look = new_token()
        assert (await failure(inspect(match, 1, "", look))).reason == "GAME_PRIVATE"
        request = pb.InspectDisputeRequest(
            game=match.id, dispute=1, token=look, signature=ARBITER.sign(papers.inspection_payload(made, hash_of(look)))
        )
        assert (await failure(house.disputes.InspectDispute(request))).reason == "CONSENTS_MISSING"
        assert (await settle(match, 1, signature=signature)).verdict.reason == "By the book."

    async def test_a_look_is_signed_and_nobody_looks_with_the_signature_alone(self, house: House) -> None:
        match = await house.start(arbiter=ARBITERS_KEY)
        await match.play((1, protos.Bid(light=2, seat=1)))
        made = await dispute(match, 2, version=await started_at(match))
        for seat in (1, 2):
            await say(match, seat, 1, inspection_allowed=True)
        look = new_token()
        signature = ARBITER.sign(papers.inspection_payload(made, hash_of(look)))
        request = pb.InspectDisputeRequest(game=match.id, dispute=1, token=look, signature=signature)
        assert (await house.disputes.InspectDispute(request)).evidence.command_sentence
        published = (await read(match, 1)).dispute.inspection.signature
        other = pb.InspectDisputeRequest(game=match.id, dispute=1, token=new_token(), signature=published)
        assert (await failure(house.disputes.InspectDispute(other))).reason == "SIGNATURE_INVALID"


@pytest.mark.parametrize(("corrected", "stands"), [(6, False), (7, False), (8, True)])
def test_only_an_order_after_the_disputed_position_corrects_it(corrected: int, *, stands: bool) -> None:
    disputed = pb.Dispute(version=8)
    verdict = pb.DisputeVerdict(outcome=pb.DISPUTE_OUTCOME_CORRECTED, correction_version=corrected)
    with nullcontext() if stands else pytest.raises(InvalidField):
        check_correction(verdict, disputed, corrects=True)
