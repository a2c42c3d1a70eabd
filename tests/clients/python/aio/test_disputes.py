"""Disputes by the client: a seat with a key, one without, and the dealer, with coroutines and without."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_client import Gunbai, Seat, aio, connect
from gunbai_client import disputes as papers
from gunbai_client.aio.disputes import Disputes as AsyncDisputes
from gunbai_client.blocking.disputes import Disputes
from gunbai_client.note import VerifierKey
from gunbai_client.tokens import new_token
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
    found = own.get(opened.number)
    assert found.dispute.verdict.outcome == pb.DISPUTE_OUTCOME_UPHELD
    assert [each.number for each in own.all()] == [1]
    parties = papers.parties_of(ann.gunbai.entries(ann.game))
    findings = papers.check(found.dispute, parties, [VerifierKey.parse(refused.receipt.key)])
    assert [each.holds for each in findings] == [True, True, True, None, None, None]


async def test_with_coroutines_an_entry_is_disputed(address: str, seats: list[Seat]) -> None:
    ann = seats[0]
    accepted = ann.submit(cmd.ChooseFigure(figure=cmd.FIGURE_SMALL)).accepted
    async with aio.connect(address, token=ann.token) as gunbai:
        disputes = AsyncDisputes(gunbai, ann.game)
        opened = await disputes.open("I chose the large one.", version=accepted.entries[0].version)
        assert (await disputes.get(opened.number)).evidence.command_sentence == "Choose the small figure."
        assert [each.number async for each in disputes.all()] == [1]
    with connect(address) as reader:
        assert Disputes(reader, ann.game).get(1).dispute == opened


async def test_an_arbiter_with_a_key_signs_the_verdict() -> None:
    key = Ed25519PrivateKey.generate()
    dispute = pb.Dispute(game="g", number=1, seat=1, version=6, claim="Wrong.")
    async with scripted(GetDispute=[pb.GetDisputeResponse(dispute=dispute)]) as (gunbai, script):
        await AsyncDisputes(gunbai, "g", key).settle(1, "So.")
    asked = script.asked[-1]
    assert isinstance(asked, pb.SettleDisputeRequest)
    verdict = pb.DisputeVerdict(outcome=pb.DISPUTE_OUTCOME_UPHELD, reason="So.")
    key.public_key().verify(asked.signature, papers.verdict_payload(dispute, verdict))
