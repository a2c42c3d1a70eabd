"""Disputes by the client: a seat with a key, one without, and the dealer, with coroutines and without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_client import Gunbai, Seat, aio, connect
from gunbai_client.aio.disputes import Disputes as AsyncDisputes
from gunbai_client.blocking.disputes import Disputes
from gunbai_record import disputes as papers
from gunbai_record.chain import signed_by
from gunbai_record.note import VerifierKey
from gunbai_record.tokens import hash_of, new_token
from tests.clients.python.scripted import scripted


@pytest.fixture
def dealt(gunbai: Gunbai) -> tuple[Seat, Seat, str]:
    """Return the seats of a duel with a dealer, the first with a key, and the dealer's token."""
    created = gunbai.create("infludance_duel", seats=2, options={"starting_player": "red"}, chance="dealer")
    game, key = created.info.game, Ed25519PrivateKey.generate()
    seats = gunbai.join(game, "Ann", key=key), gunbai.join(game, "Bob")
    gunbai.holding(created.host_token).start(game)
    return *seats, created.dealer_token


def test_a_dispute_from_its_opening_to_its_verdict(dealt: tuple[Seat, Seat, str]) -> None:
    ann, bob, dealer = dealt
    refused = ann.submit(cmd.Shoot(), receipt=True).refused
    own = Disputes(ann.gunbai, ann.game, ann.key)
    opened = own.open("I may shoot.", receipt=refused.receipt)
    assert own.open("I may shoot.", receipt=refused.receipt, request_id=opened.request_id) == opened
    own.say(opened.number, "It is my right.")
    Disputes(bob.gunbai, bob.game).say(opened.number, "It is not.", inspection_allowed=True)
    arbiter = Disputes(ann.gunbai.holding(dealer), ann.game)
    seen = arbiter.inspect(opened.number, new_token())
    assert seen.evidence.given.refused.clause == refused.clause
    arbiter.settle(opened.number, "Nobody shoots before the start.")
    response = own.get(opened.number)
    assert response.dispute.verdict.outcome == pb.DISPUTE_OUTCOME_UPHELD
    assert [dispute.number for dispute in own.all()] == [1]
    parties = papers.parties_of(ann.gunbai.entries(ann.game))
    findings = papers.check(response.dispute, parties, [VerifierKey.parse(refused.receipt.key)])
    assert [finding.holds for finding in findings] == [True, True, True, None, None, None]


async def test_with_coroutines_an_entry_is_disputed(address: str, seats: list[Seat]) -> None:
    ann = seats[0]
    accepted = ann.submit(cmd.ChooseFigure(figure=cmd.FIGURE_SMALL)).accepted
    async with aio.connect(address, token=ann.token) as gunbai:
        disputes = AsyncDisputes(gunbai, ann.game)
        opened = await disputes.open("I chose the large one.", version=accepted.entries[0].version)
        assert (await disputes.get(opened.number)).evidence.command_sentence == "Choose the small figure."
        assert [dispute.number async for dispute in disputes.all()] == [1]
    with connect(address) as reader:
        assert Disputes(reader, ann.game).get(1).dispute == opened


KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
DISPUTE = pb.Dispute(game="g", number=1, seat=1, version=6, claim="Wrong.")


def signed(payload: bytes) -> Callable[[Any], bool]:
    """Return what says whether a request has the key's signature of a payload."""
    return lambda request: bool(signed_by(KEY.public_key().public_bytes_raw(), request.signature, payload))


@pytest.mark.parametrize(
    ("order", "is_signed"),
    [
        (
            lambda disputes: disputes.say(1, "Right.", inspection_allowed=True, request_id="r"),
            signed(
                papers.statement_payload(DISPUTE, pb.Statement(text="Right.", inspection_allowed=True, request_id="r"))
            ),
        ),
        (
            lambda disputes: disputes.inspect(1, "t"),
            signed(papers.inspection_payload(DISPUTE, hash_of("t"))),
        ),
        (
            lambda disputes: disputes.settle(1, "So."),
            signed(papers.verdict_payload(DISPUTE, pb.DisputeVerdict(outcome=pb.DISPUTE_OUTCOME_UPHELD, reason="So."))),
        ),
        (
            lambda disputes: disputes.settle(1, "So.", correction_version=8),
            signed(
                papers.verdict_payload(
                    DISPUTE,
                    pb.DisputeVerdict(outcome=pb.DISPUTE_OUTCOME_CORRECTED, reason="So.", correction_version=8),
                )
            ),
        ),
    ],
)
async def test_who_has_a_key_signs_what_they_say_of_the_dispute_as_it_was_opened(
    order: Callable[[AsyncDisputes], Any], is_signed: Callable[[Any], bool]
) -> None:
    async with scripted(GetDispute=[pb.GetDisputeResponse(dispute=DISPUTE)]) as (gunbai, script):
        await order(AsyncDisputes(gunbai, "g", KEY))
    assert [type(message) for message in script.requests[:-1]] == [pb.GetDisputeRequest]
    assert is_signed(script.requests[-1])


async def test_who_has_a_key_signs_the_claim() -> None:
    async with scripted() as (gunbai, script):
        await gunbai.seat("g", 1, KEY).disputes().open("Wrong.", version=6)
    (request,) = script.requests
    assert isinstance(request, pb.OpenDisputeRequest)
    claimed = pb.Dispute(game="g", version=6, claim="Wrong.", request_id=request.request_id)
    assert signed(papers.claim_payload(claimed))(request)


async def test_all_pages_of_disputes_are_asked_for() -> None:
    pages = [
        pb.ListDisputesResponse(disputes=[DISPUTE], next_page_token="more"),
        pb.ListDisputesResponse(disputes=[DISPUTE]),
    ]
    async with scripted(ListDisputes=pages) as (gunbai, script):
        assert [dispute async for dispute in gunbai.disputes("g").all()] == [DISPUTE] * 2
    assert [getattr(message, "page_token", None) for message in script.requests] == ["", "more"]
