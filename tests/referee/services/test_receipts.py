"""A refusal is had as a receipt that the service signs: with the ruling, or later from the list of rulings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai.referee.v1 import audit_pb2, referee_pb2
from gunbai_record.chain import leaf_of
from gunbai_record.receipts import vouched
from lab.toy import protos
from lab.toy_service import House, Match, bearer, open_house
from referee.game.entries import packed
from referee.proof.identity import Identity


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path) as made:
        yield made


async def refused(match: Match, seat: int, move: object) -> SignedReceipt:
    """Return the receipt of a move that is refused."""
    request = match.request(move, (await match.view(seat)).expected_version)  # type: ignore[arg-type]  # a command
    request.receipt = True
    ruling = await match.send(seat, request)
    assert ruling.HasField("refused"), ruling
    return ruling.refused.receipt


async def listed(match: Match, token: str, *, receipts: bool = True) -> list[audit_pb2.GivenRuling]:
    """Return the refusals of a game as the holder of a token sees them."""
    request = audit_pb2.ListRulingsRequest(game=match.id, refused_only=True, receipts=receipts)
    answer = await match.house.audit.ListRulings(request, metadata=bearer(token))
    return [*answer.rulings]


async def test_a_refusal_comes_with_a_receipt_that_the_services_key_vouches_for(house: House, tmp_path: Path) -> None:
    match = await house.start()
    receipt = await refused(match, 1, protos.Withdraw())
    receipt_read = vouched(receipt, [Identity.kept_in(tmp_path / "service.key").verifier])
    head = (await match.entries())[-1]
    assert (receipt_read.game, receipt_read.version, receipt_read.seat, receipt_read.clause) == (
        match.id,
        head.version,
        1,
        "LN-6",
    )
    assert receipt.command.open == packed(protos.Withdraw())
    assert receipt_read.at_micros >= head.at_micros


async def test_nobody_gets_a_receipt_who_asks_for_none(house: House) -> None:
    match = await house.start()
    ruling = await match.submit(1, protos.Withdraw())
    assert not ruling.refused.HasField("receipt")
    (given,) = await listed(match, match.tokens[1], receipts=False)
    assert not given.refused.HasField("receipt")


async def test_the_receipt_can_be_had_later_and_says_the_same(house: House) -> None:
    match = await house.start()
    first = await refused(match, 1, protos.Withdraw())
    (given,) = await listed(match, match.tokens[1])
    assert given.refused.receipt == first


async def test_no_receipt_tells_others_what_a_seat_was_refused_in_secret(house: House) -> None:
    match = await house.start()
    receipt = await refused(match, 1, protos.Bid(light=9, seat=1))
    assert len(receipt.command.salt) == 32
    (own,) = await listed(match, match.tokens[1])
    assert own.refused.receipt == receipt
    for token in (match.tokens[2], ""):
        (seen,) = await listed(match, token)
        assert not seen.refused.HasField("receipt")
        assert seen.command.sealed == leaf_of(receipt.command)


async def test_a_stream_of_play_gives_receipts_too(house: House) -> None:
    match = await house.start()
    request = match.request(protos.Withdraw(), (await match.view(1)).expected_version)
    request.receipt = True
    stream = house.referee.Play(metadata=bearer(match.tokens[1]))
    await stream.write(referee_pb2.PlayRequest(submit=request))
    answer = await stream.read()
    stream.cancel()
    assert answer.ruling.refused.receipt.note.startswith("gunbai refusal v1\n")
