"""What seats, the dealer and the arbiter decide beside the rules is ordered by calls, and takes effect once."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import arbiter_pb2, audit_pb2, game_pb2, record_pb2
from gunbai_record.chain import command_payload, leaf_of
from lab.signed_orders import ARBITER, ARBITERS_KEY, SALT, SOLOMON, WALKOVER
from lab.toy import protos
from lab.toy_service import DEALER, House, Match, all_of, bearer, bids, failure, open_house
from referee.access.quotas import Limits
from referee.game.entries import packed

FOX, MOON = protos.DrawLanterns(lanterns=["fox", "moon"]), protos.DrawLanterns(lanterns=["moon", "wave"])
WITH_ARBITER: dict[str, Any] = {"arbiter": ARBITERS_KEY}


def signed(request: Any, key: Ed25519PrivateKey = ARBITER) -> Any:
    """Return a request with the signature of a key over its order."""
    name = request.command.type_url.rpartition("/")[2]
    payload = command_payload(request.game, request.expected_version, request.command_id, name, request.command.value)
    request.signature = key.sign(payload)
    return request


def deciding(match: Match, version: int, order: Message = SOLOMON, **changes: Any) -> arbiter_pb2.DecideGameRequest:
    """Return a decision that is not signed."""
    facts: dict[str, Any] = {
        "game": match.id,
        "expected_version": version,
        "command_id": "decision",
        "command": packed(order),
    }
    return arbiter_pb2.DecideGameRequest(**facts | changes)


def ruling(match: Match, version: int, table_json: str = "", **changes: Any) -> arbiter_pb2.RuleIrregularityRequest:
    """Return a ruling on an irregularity that is not signed, with the leaf of its position."""
    order = irregular.RuleIrregularity(clause="LN-1", done="a bid too high", remedy=irregular.REMEDY_CORRECTED)
    salt = SALT if table_json else b""
    if table_json:
        order.position = leaf_of(record.Item(open=packed(irregular.PositionSet(table_json=table_json)), salt=salt))
    facts: dict[str, Any] = {
        "game": match.id,
        "expected_version": version,
        "command_id": "ruling",
        "command": packed(order),
        "table_json": table_json,
        "salt": salt,
    }
    return arbiter_pb2.RuleIrregularityRequest(**facts | changes)


async def table_of(match: Match) -> str:
    """Return the table of a game in which nothing was hidden yet."""
    answer = await match.house.record.GetTable(record_pb2.GetTableRequest(game=match.id))
    text: str = answer.table_json
    return text


async def test_a_seat_concedes_once_and_the_other_has_won(house: House) -> None:
    match = await house.start()
    request = match.request(results.Concede(), (await match.view(2)).expected_version)
    adjudication = audit_pb2.AdjudicateRequest(
        game=match.id, actor=record.Actor(kind=record.ACTOR_KIND_SEAT, seat=2), command=request.command
    )
    would = await house.audit.Adjudicate(adjudication, metadata=bearer(match.tokens[2]))
    assert [event.type_url.rpartition(".")[2] for event in would.accepted.events] == ["SeatConceded"]
    assert all(not command.command.type_url.endswith("Concede") for command in (await match.legal(2)).commands)
    request.sentences = True
    ruling = await match.send(2, request)
    assert ruling.accepted.sentences[0].events == ["player 2 concedes."]
    info = await match.game()
    assert (info.status, [*info.result.winners]) == (game_pb2.GAME_STATUS_DECIDED, [1])
    assert (info.result.basis, [*info.left_seats]) == (results.RESULT_BASIS_CONCESSION, [2])
    again = (await match.send(2, request)).accepted
    assert (again.repeated_command, again.entries) == (True, ruling.accepted.entries)
    assert (await failure(house.audit.Adjudicate(adjudication, metadata=bearer(match.tokens[2])))).reason == "GAME_OVER"
    assert not (await match.verify()).problem


async def test_a_seat_that_has_left_is_told_so_while_the_game_goes_on(house: House) -> None:
    match = await house.start(seats=3)
    request = match.request(results.Concede(), (await match.view(2)).expected_version)
    ruling = await match.send(2, request)
    assert (await match.game()).status == game_pb2.GAME_STATUS_RUNNING
    refused = await failure(match.submit(2, protos.Bid(seat=2, light=1)))
    assert (refused.reason, refused.facts["seat"]) == ("SEAT_LEFT", "2")
    again = (await match.send(2, request)).accepted
    assert (again.repeated_command, again.entries[0]) == (True, ruling.accepted.entries[0])


async def test_seats_agree_on_a_result_and_nobody_agrees_for_them(house: House) -> None:
    match = await house.start()
    word, head = results.Agree(result=results.AgreedResult(winners=[1, 2])), (await match.game()).head
    assert (await match.send(1, match.request(word, head))).HasField("accepted")
    assert (await match.game()).status == game_pb2.GAME_STATUS_RUNNING
    wrong = match.request(results.Agree(result=results.AgreedResult(winners=[3])), head)
    assert (await failure(match.send(2, wrong))).reason == "INVALID_FIELD"
    assert (await match.send(2, match.request(word, head))).HasField("accepted")
    info = await match.game()
    assert (info.result.basis, [*info.result.winners]) == (results.RESULT_BASIS_AGREEMENT, [1, 2])


@pytest.mark.parametrize("field", ["clause", "done"])
@pytest.mark.parametrize("length", [0, 301])
async def test_what_an_arbiter_says_of_an_irregularity_is_neither_empty_nor_endless(
    house: House, field: str, length: int
) -> None:
    match = await house.start(**WITH_ARBITER)
    facts: dict[str, Any] = {"clause": "LN-1", "done": "a bid too high"} | {field: "x" * length}
    order = irregular.RuleIrregularity(**facts, remedy=irregular.REMEDY_STANDS)
    request = ruling(match, (await match.game()).head, command=packed(order))
    refused = await failure(house.arbiter.RuleIrregularity(signed(request)))
    assert (refused.reason, refused.field) == ("INVALID_FIELD", field)


async def test_a_reason_has_one_character_at_least(house: House) -> None:
    match = await house.start(**WITH_ARBITER)
    for reason in ("", "x"):
        order = results.DecideGame(basis=SOLOMON.basis, winners=SOLOMON.winners, reason=reason)
        call = house.arbiter.DecideGame(signed(deciding(match, (await match.game()).head, order)))
        if reason:
            assert (await call).info.result.winners == [1]
        else:
            refused = await failure(call)
            assert (refused.reason, refused.field) == ("INVALID_FIELD", "reason")


async def test_the_dealer_corrects_the_newest_outcome_once(house: House) -> None:
    match = await house.start(chance_source=DEALER)
    await match.play(*bids(1, 2), (0, FOX))
    version = (await match.game()).head
    request = match.request(MOON, version)
    request.corrects = version
    assert (await failure(match.send(1, request))).reason == "INVALID_FIELD"
    ruling = await match.send(0, request)
    assert ruling.accepted.entries[0].version == version + 1
    assert (await match.send(0, request)).accepted.repeated_command
    request.ClearField("corrects")
    assert (await failure(match.send(0, request))).reason == "COMMAND_ID_REUSED"
    late = match.request(FOX, version)
    late.corrects = version
    assert (await failure(match.send(0, late))).reason == "VERSION_CONFLICT"
    assert not (await match.verify()).problem


async def test_an_arbiter_decides_with_their_key_alone_and_once_whoever_sends_it(house: House) -> None:
    match = await house.start(**WITH_ARBITER)
    assert (await match.game()).arbiter == ARBITERS_KEY
    order = signed(deciding(match, (await match.game()).head, WALKOVER))
    first, *others = await all_of(*(house.arbiter.DecideGame(order) for _ in range(3)))
    assert (first.info.status, first.info.result.winners) == (game_pb2.GAME_STATUS_DECIDED, [1])
    assert [other.accepted.entries for other in others] == [first.accepted.entries] * 2
    assert sorted(answer.accepted.repeated_command for answer in (first, *others)) == [False, True, True]
    another = signed(deciding(match, order.expected_version, SOLOMON))
    assert (await failure(house.arbiter.DecideGame(another))).reason == "COMMAND_ID_REUSED"
    late = signed(deciding(match, order.expected_version, command_id="late"))
    assert (await failure(house.arbiter.DecideGame(late))).reason == "GAME_OVER"
    assert not (await match.verify()).problem


async def test_nothing_is_said_of_a_game_to_whom_the_signature_is_not_the_arbiters(house: House) -> None:
    match = await house.start(private=True, **WITH_ARBITER)
    eve = Ed25519PrivateKey.from_private_bytes(bytes(31) + b"e")
    head = (await match.game()).head
    for request in (deciding(match, 99), deciding(match, head)):
        assert (await failure(house.arbiter.DecideGame(request))).reason == "GAME_PRIVATE"
        assert (await failure(house.arbiter.DecideGame(signed(request, eve)))).reason == "GAME_PRIVATE"
        token = bearer(match.tokens[1])
        assert (await failure(house.arbiter.DecideGame(signed(request, eve), metadata=token))).reason == (
            "SIGNATURE_INVALID"
        )
    order = signed(deciding(match, head))
    moved = deciding(match, head + 1)
    moved.signature = order.signature
    assert (await failure(house.arbiter.DecideGame(moved))).reason == "GAME_PRIVATE"
    elsewhere = await house.start(**WITH_ARBITER)
    order.game = elsewhere.id
    assert (await failure(house.arbiter.DecideGame(order))).reason == "SIGNATURE_INVALID"
    assert (await elsewhere.game()).status == game_pb2.GAME_STATUS_RUNNING


async def test_the_dealer_rules_where_no_arbiter_is_named(house: House) -> None:
    match = await house.start(chance_source=DEALER)
    head = (await match.game()).head
    table = (await table_of(match)).replace('"purses":[5,5]', '"purses":[3,5]')
    request = ruling(match, head, table)
    assert (await failure(house.arbiter.RuleIrregularity(request))).reason == "ROLE_NEEDED"
    players = bearer(match.tokens[1])
    assert (await failure(house.arbiter.RuleIrregularity(request, metadata=players))).reason == "ROLE_NEEDED"
    dealers = bearer(match.dealer)
    answer = await house.arbiter.RuleIrregularity(request, metadata=dealers)
    assert (answer.info.head, answer.accepted.entries[0].version) == (head + 1, head + 1)
    assert (await house.arbiter.RuleIrregularity(request, metadata=dealers)).accepted.repeated_command
    assert (await match.submit(1, protos.Bid(seat=1, light=4))).HasField("refused")
    verification = await match.verify()
    assert [(entry.version, entry.clause) for entry in verification.irregular_entries] == [(head + 1, "LN-1")]
    nobody = await house.start()
    refused = await failure(house.arbiter.DecideGame(deciding(nobody, 4), metadata=bearer(nobody.host)))
    assert refused.reason == "ROLE_NEEDED"


async def test_an_appeal_rests_until_the_arbiter_rules_that_the_game_goes_on_as_it_is(house: House) -> None:
    match = await house.start(**WITH_ARBITER)
    appealed = results.DecideGame(basis=results.RESULT_BASIS_ADJUDICATION, reason="a dead lantern", appeal_pending=True)
    decided = await house.arbiter.DecideGame(signed(deciding(match, (await match.game()).head, appealed)))
    assert decided.info.status == game_pb2.GAME_STATUS_APPEALED
    assert (await failure(match.submit(1, protos.Bid(seat=1, light=1)))).reason == "GAME_OVER"
    ruled = await house.arbiter.RuleIrregularity(signed(ruling(match, decided.info.head)))
    assert (ruled.info.status, len(ruled.accepted.entries[0].events)) == (game_pb2.GAME_STATUS_RUNNING, 1)
    await match.play(*bids(1, 2))
    assert not (await match.verify()).problem


@pytest.mark.parametrize(
    ("change", "reason", "field"),
    [
        (lambda request, table: {"table_json": "{}"}, "INVALID_FIELD", "position"),
        (lambda request, table: {"table_json": ""}, "INVALID_FIELD", "table_json"),
        (lambda request, table: {"salt": b""}, "INVALID_FIELD", "salt"),
        (lambda request, table: {"salt": bytes(31)}, "INVALID_FIELD", "salt"),
        (lambda request, table: {"salt": bytes(33)}, "INVALID_FIELD", "salt"),
        (lambda request, table: {"command": packed(SOLOMON)}, "UNKNOWN_COMMAND", "command.type_url"),
        (lambda request, table: {"command_id": ""}, "INVALID_FIELD", "command_id"),
        (lambda request, table: {"signature": bytes(65)}, "INVALID_FIELD", "signature"),
        (lambda request, table: {"expected_version": 1}, "VERSION_CONFLICT", ""),
    ],
)
async def test_a_ruling_that_does_not_fit_is_refused(house: House, change: Any, reason: str, field: str) -> None:
    match = await house.start(chance_source=DEALER)
    request = ruling(match, (await match.game()).head, await table_of(match))
    changed = arbiter_pb2.RuleIrregularityRequest()
    changed.CopyFrom(request)
    for name, value in change(request, request.table_json).items():
        if isinstance(value, Message):
            getattr(changed, name).CopyFrom(value)
        else:
            setattr(changed, name, value)
    refusal = await failure(house.arbiter.RuleIrregularity(changed, metadata=bearer(match.dealer)))
    assert (refusal.reason, refusal.field) == (reason, field)


async def test_a_position_that_is_none_of_the_title_is_refused_with_what_is_wrong(house: House) -> None:
    match = await house.start(chance_source=DEALER)
    head, table = (await match.game()).head, await table_of(match)
    for wrong in ("{}", '"purses"', table.replace('"purses":[5,5]', '"purses":[5]'), table.replace(",", ", ", 1)):
        request = ruling(match, head, wrong)
        refusal = await failure(house.arbiter.RuleIrregularity(request, metadata=bearer(match.dealer)))
        assert (refusal.reason, refusal.field) == ("INVALID_FIELD", "table_json")
    assert (await match.game()).head == head


async def test_who_sends_wrong_signatures_pays_for_them(tmp_path: Any) -> None:
    async with open_house(tmp_path, limits=Limits(loopback=True, calls_per_second=0.5)) as house:
        match = await house.open(**WITH_ARBITER)
        request = deciding(match, 1)
        request.signature = bytes(64)
        reasons = [(await failure(house.arbiter.DecideGame(request))).reason for _ in range(6)]
        assert reasons[0] == "SIGNATURE_INVALID"
        assert reasons[-1] == "QUOTA_EXCEEDED"


async def test_a_ruling_has_a_salt_with_a_position_of_a_title_with_secrets_alone(house: House) -> None:
    match = await house.start(chance_source=DEALER)
    for size in (31, 32):
        stray = ruling(match, (await match.game()).head)
        stray.salt = bytes(size)
        refused = await failure(house.arbiter.RuleIrregularity(stray, metadata=bearer(match.dealer)))
        assert (refused.reason, refused.field) == ("INVALID_FIELD", "salt")
    duel = await house.start("infludance_duel", chance_source=DEALER)
    salted = ruling(duel, (await duel.game()).head, await table_of(duel))
    salted.salt = bytes(range(32))
    refused = await failure(house.arbiter.RuleIrregularity(salted, metadata=bearer(duel.dealer)))
    assert (refused.reason, refused.field) == ("INVALID_FIELD", "salt")
