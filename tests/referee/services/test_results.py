"""Result sheets: each seat confirms the result that the record has, by its key or its token, and nobody for another."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.file_pb2 import FileHeader, ResultSignature
from gunbai.record.v1.results_pb2 import Concede
from gunbai.referee.v1 import results_pb2 as pb
from gunbai.referee.v1.game_pb2 import Provenance
from gunbai_record.record_file import as_lines, delimited, read
from gunbai_record.sheets import payload_of, sheet_of
from gunbai_record.tokens import new_token
from lab.imports import OPERATOR, bring, importing
from lab.toy_service import House, Match, bearer, failure
from referee.records.papers import Papers
from referee.services.results import confirmations
from store.contract import Opening
from tests.referee.services.test_imports import exported

KEY = Ed25519PrivateKey.from_private_bytes(bytes([1]) * 32)


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with importing(tmp_path) as made:
        yield made


async def conceded(house: House, **terms: Any) -> Match:
    """Return a game that seat 2, who has no key, has conceded; seat 1 has one."""
    match = await house.open(**terms)
    await match.join(1, public_key=KEY.public_key().public_bytes_raw())
    await match.join(2)
    await match.begin()
    await match.submit(2, Concede())
    return match


async def confirm(match: Match, seat: int, token: str = "", **fields: Any) -> pb.ResultSheet:
    """Confirm the result for a seat as the holder of a token."""
    named = {"digest": (await match.game()).head_digest} | fields
    request = pb.ConfirmResultRequest(game=match.id, seat=seat, **named)
    answer: pb.ConfirmResultResponse = await match.house.results.ConfirmResult(request, metadata=bearer(token))
    return answer.sheet


async def sheet(match: Match, token: str = "") -> pb.ResultSheet:
    """Return the result sheet."""
    request = pb.GetResultSheetRequest(game=match.id)
    answer: pb.GetResultSheetResponse = await match.house.results.GetResultSheet(request, metadata=bearer(token))
    return answer.sheet


async def signature(match: Match) -> bytes:
    """Return the signature of seat 1."""
    return KEY.sign(payload_of(sheet_of(await match.game())))


async def test_a_seat_confirms_by_its_key_whoever_brings_it_or_by_its_token_each_once(house: House) -> None:
    match = await conceded(house)
    bare, signed = await sheet(match), await signature(match)
    assert (bare.game, [*bare.result.winners], [*bare.confirmations]) == (match.id, [1], [])
    await confirm(match, 2, match.tokens[2])
    both = await confirm(match, 1, signature=signed)
    assert [(confirmation.seat, confirmation.signature) for confirmation in both.confirmations] == [
        (1, signed),
        (2, b""),
    ]
    assert both == await confirm(match, 1, signature=signed) == await confirm(match, 2, match.tokens[2])
    assert both == await sheet(match)


async def test_nobody_confirms_for_another_seat_or_another_result(house: House) -> None:
    match = await conceded(house)
    signed = await signature(match)
    for seat, token, fields, reason in (
        (1, "", {}, "SIGNATURE_MISSING"),
        (1, match.tokens[1], {}, "SIGNATURE_MISSING"),
        (1, "", {"signature": bytes(64)}, "SIGNATURE_INVALID"),
        (2, "", {"signature": signed}, "INVALID_FIELD"),
        (2, "", {}, "TOKEN_MISSING"),
        (2, match.tokens[1], {}, "ROLE_NEEDED"),
        (2, match.host, {}, "ROLE_NEEDED"),
        (2, new_token(), {}, "TOKEN_UNKNOWN"),
        (2, match.tokens[2], {"digest": bytes(32)}, "INVALID_FIELD"),
        (0, match.tokens[2], {}, "INVALID_FIELD"),
        (3, match.tokens[2], {}, "INVALID_FIELD"),
        (2, match.tokens[2], {"signature": bytes(65)}, "INVALID_FIELD"),
    ):
        assert (await failure(confirm(match, seat, token, **fields))).reason == reason, (seat, fields)
    assert [*(await sheet(match)).confirmations] == []


async def test_a_game_without_a_final_result_has_no_sheet(house: House) -> None:
    match = await house.start()
    for token in ("", match.tokens[1]):
        assert (await failure(sheet(match, token))).reason == "NO_RESULT"
    assert (await failure(confirm(match, 1, match.tokens[1]))).reason == "NO_RESULT"
    await match.abandon()
    assert (await failure(sheet(match))).reason == "NO_RESULT"
    secluded = await house.start(private=True)
    await secluded.abandon()
    assert (await failure(confirm(secluded, 1, signature=bytes(64)))).reason == "GAME_PRIVATE"


async def test_the_sheet_of_a_private_game_is_for_those_who_may_watch_it(house: House) -> None:
    match = await conceded(house, private=True)
    assert (await failure(sheet(match))).reason == "GAME_PRIVATE"
    signed = KEY.sign(payload_of(sheet_of(await match.game())))
    for seat, signature in ((1, b""), (1, bytes(64)), (2, signed), (0, signed), (3, signed)):
        assert (await failure(confirm(match, seat, signature=signature))).reason == "GAME_PRIVATE"
    await confirm(match, 1, signature=signed)
    assert len((await sheet(match, match.host)).confirmations) == 1


@pytest.mark.parametrize("lines", [False, True])
async def test_signatures_are_exported_with_the_record_and_imported_with_it(house: House, lines: bool) -> None:  # noqa: FBT001  # a parameter of the test
    match = await conceded(house)
    signed = await signature(match)
    await confirm(match, 1, signature=signed)
    await confirm(match, 2, match.tokens[2])
    file = await exported(house, match.id)
    header, entries = read(io.BytesIO(file))
    all_entries = [*entries]
    assert [(result_signature.seat, result_signature.signature) for result_signature in header.result_signatures] == [
        (1, signed)
    ]
    brought = "".join(as_lines(header, all_entries)).encode() if lines else file
    made = await bring(house, brought)
    there = await house.results.GetResultSheet(pb.GetResultSheetRequest(game=made.info.game))
    assert [(confirmation.seat, confirmation.signature) for confirmation in there.sheet.confirmations] == [(1, signed)]
    assert (there.sheet.game, there.sheet.digest) == (match.id, (await sheet(match)).digest)
    assert await exported(house, made.info.game) == file
    header.result_signatures[0].signature = bytes(64)
    altered = b"".join(map(delimited, (header, *all_entries)))
    refused = await failure(bring(house, altered, token=OPERATOR))
    assert refused.reason == "RECORD_REFUSED"
    assert "seat 1's signature on the result" in refused.facts["problem"]


async def test_a_signature_that_is_given_after_the_import_is_of_the_same_sheet(house: House) -> None:
    match = await conceded(house)
    signed = await signature(match)
    made = await bring(house, await exported(house, match.id))
    request = pb.ConfirmResultRequest(game=made.info.game, seat=1, digest=made.info.head_digest, signature=signed)
    answer = await house.results.ConfirmResult(request)
    assert [confirmation.seat for confirmation in answer.sheet.confirmations] == [1]
    header, _ = read(io.BytesIO(await exported(house, made.info.game)))
    assert [result_signature.seat for result_signature in header.result_signatures] == [1]


def test_confirmations_are_those_of_the_file_and_those_that_came_here_by_seat() -> None:
    header = FileHeader(result_signatures=[ResultSignature(seat=seat, signature=b"file") for seat in (3, 1)])
    provenance = Provenance(header=header).SerializeToString()
    opening = Opening(game="g", title="chess", secret=bytes(32), provenance=provenance)
    here = tuple(pb.ResultConfirmation(seat=seat, signature=b"here") for seat in (2, 3))
    both = confirmations(opening, Papers(confirmations=here))
    assert [(confirmation.seat, confirmation.signature) for confirmation in both] == [
        (1, b"file"),
        (2, b"here"),
        (3, b"here"),
    ]
    own = Opening(game="g", title="chess", secret=bytes(32))
    assert confirmations(own, Papers(confirmations=here)) == [*here]
    assert confirmations(own, Papers()) == []
