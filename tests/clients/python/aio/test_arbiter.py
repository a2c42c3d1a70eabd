"""The arbiter of the client: orders that are signed, whose positions have their leaf and, if needed, a salt."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.entry_pb2 import Item
from gunbai.record.v1.irregularities_pb2 import REMEDY_STANDS, PositionSet, RuleIrregularity
from gunbai.record.v1.results_pb2 import RESULT_BASIS_ADJUDICATION, DecideGame
from gunbai.referee.v1 import lobby_pb2
from gunbai.referee.v1.game_pb2 import GAME_STATUS_APPEALED, GAME_STATUS_DECIDED, GAME_STATUS_RUNNING, GameInfo
from gunbai_client import aio, connect
from gunbai_record import chain
from gunbai_record.messages import packed, unpacked
from tests.clients.python.scripted import scripted

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
CLUB = RuleIrregularity(clause="the club's rule 3", done="The game was cut short.", remedy=REMEDY_STANDS)
LATE = DecideGame(basis=RESULT_BASIS_ADJUDICATION, winners=[1], reason="the club closes", appeal_pending=True)


async def test_an_arbiter_rules_and_decides_by_what_they_sign(address: str) -> None:
    async with aio.connect(address) as gunbai:
        public = KEY.public_key().public_bytes_raw()
        made = await gunbai.create("liars_dice", seats=2, arbiter=public, chance="referee")
        game = made.info.game
        start = await gunbai.table(game)
        for player in ("Ann", "Bob"):
            await gunbai.join(game, player)
        await gunbai.holding(made.host_token).start(game)
        arbiter = gunbai.arbiter(game, KEY)
        assert (await arbiter.decide(LATE)).info.status == GAME_STATUS_APPEALED
        ruled = await arbiter.rule(CLUB, command_id="on")
        assert (ruled.info.status, len(ruled.accepted.entries[0].events)) == (GAME_STATUS_RUNNING, 1)
        assert (await arbiter.rule(CLUB, command_id="on")).accepted.repeated_command
        position = (await arbiter.rule(CLUB, table=start)).accepted.entries[0].events[1]
        assert position.WhichOneof("content") == "sealed"
        LATE.appeal_pending = False
        assert (await arbiter.decide(LATE)).info.status == GAME_STATUS_DECIDED
        verification = await gunbai.verify(game)
        assert [entry.arbiter for entry in verification.irregular_entries] == [public, public]
        assert not verification.problem


def test_seats_decide_and_dealers_correct_without_coroutines(address: str) -> None:
    from gunbai.liars_dice.v1.commands_pb2 import ShakeCup
    from gunbai.record.v1.results_pb2 import Agree, AgreedResult

    with connect(address) as gunbai:
        made = gunbai.create("liars_dice", seats=2, chance="dealer")
        seats = [gunbai.join(made.info.game, player) for player in ("Ann", "Bob")]
        gunbai.holding(made.host_token).start(made.info.game)
        dealer = gunbai.holding(made.dealer_token).seat(made.info.game)
        version = dealer.submit(ShakeCup(seat=1, dice=[1, 2, 3, 4, 5])).accepted.entries[0].version
        corrected = dealer.correct(ShakeCup(seat=1, dice=[1, 2, 3, 4, 6]), version).accepted
        assert corrected.entries[0].version == version + 1
        word = Agree(result=AgreedResult(winners=[2]))
        assert [seat.agree(word).HasField("accepted") for seat in seats] == [True, True]
        assert gunbai.game(made.info.game).result.winners == [2]
        other = gunbai.create("liars_dice", seats=2, chance="referee")
        ann, _ = [gunbai.join(other.info.game, player) for player in ("Ann", "Bob")]
        gunbai.holding(other.host_token).start(other.info.game)
        assert ann.concede().accepted.sentences[0].events == ["Ann concedes."]


PLACED = {"name": "Žofie", "dice": [1, 2]}
TEXT = '{"name":"Žofie","dice":[1,2]}'


async def ruled(*, secret: bool, **given: Any) -> Any:
    """Return the request of a ruling with a table, in a title with or without secret messages."""
    game = lobby_pb2.GetGameResponse(info=GameInfo(game="g", title="liars_dice", rules_version=2, head=7))
    title = lobby_pb2.GetTitleResponse(secret_messages=secret)
    async with scripted(GetGame=[game] * 2, GetTitle=[title]) as (gunbai, script):
        await gunbai.arbiter("g", KEY).rule(CLUB, **given)
    assert lobby_pb2.GetTitleRequest(title="liars_dice", rules_version=2) in script.requests
    return script.requests[-1]


@pytest.mark.parametrize("table", [PLACED, TEXT])
@pytest.mark.parametrize(
    ("secret", "given", "lengths"), [(False, b"", {0}), (True, b"", {32}), (True, b"s" * 32, {32})]
)
async def test_a_position_is_signed_by_its_leaf_with_a_salt_where_the_title_has_secrets(
    table: Any, given: bytes, lengths: set[int], *, secret: bool
) -> None:
    request = await ruled(secret=secret, table=table, salt=given)
    assert request.table_json == TEXT
    assert {len(request.salt)} == lengths
    assert not given or request.salt == given
    expected = RuleIrregularity()
    expected.CopyFrom(CLUB)
    position = Item(open=packed(PositionSet(table_json=TEXT)), salt=request.salt)
    expected.position = chain.leaf_of(position)
    assert unpacked(request.command) == expected
    payload = chain.command_payload(
        "g", 7, request.command_id, "gunbai.record.v1.RuleIrregularity", request.command.value
    )
    KEY.public_key().verify(request.signature, payload)


async def test_no_two_positions_have_the_same_salt() -> None:
    salts = {(await ruled(secret=True, table=TEXT)).salt for _ in range(2)}
    assert len(salts) == 2
