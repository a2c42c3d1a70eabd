"""Of several reasons for which a call fails, the one that docs/errors.md lists first is given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2, disputes_pb2, lobby_pb2, record_pb2, referee_pb2
from gunbai_record.tokens import new_token
from lab.requests import calls
from lab.signed_orders import ARBITERS_KEY
from lab.toy_service import ALL_TITLES, Failure, House, Match, bearer, bids, creation, failure_of, open_house
from tools.pages.errors import HEAD

LONG = "x" * 600
"""Longer than any name, label or id."""
BY_SIGNATURE = {"ReissueToken", "RuleIrregularity", "DecideGame"}
"""Calls that need no token: a signature by the key of a seat or of the arbiter is in its place."""
RING = AnyMessage(type_url="type.googleapis.com/lantern_night.v1.Ring")
SEAT = record.Actor(kind=record.ACTOR_KIND_SEAT, seat=1)


CALLS = {call.name: call for call in calls() if "game" in call.input_type.fields_by_name}
"""The calls with a request that names a game."""


def wrong(call: MethodDescriptor, game: str) -> Message:
    """Return a request in which every text but the game is too long, and the client's own token is as it should be."""
    request: Message = GetMessageClass(call.input_type)()
    for name, field in call.input_type.fields_by_name.items():
        if field.type == field.TYPE_STRING and not field.is_repeated:
            setattr(request, name, LONG)
    if "token" in call.input_type.fields_by_name:
        request.token = new_token()  # type: ignore[attr-defined]  # it has this field
    if call.name == "JoinGame":
        request.ClearField("invitation")
    request.game = game  # type: ignore[attr-defined]  # it has this field
    return request


async def reason(house: House, call: MethodDescriptor, request: Message, token: str = "") -> str:
    """Return the reason for which a call fails, empty if it is answered."""
    failed = await error_of(house, call, request, token)
    return failed.reason if failed is not None else ""


async def error_of(house: House, call: MethodDescriptor, request: Message, token: str) -> Failure | None:
    """Return the error with which a call fails, None if it is answered."""
    path = f"/{call.containing_service.full_name}/{call.name}"
    parse = GetMessageClass(call.output_type).FromString
    kind: Any = house.channel.unary_stream if call.server_streaming else house.channel.unary_unary
    call_made = kind(path, type(request).SerializeToString, parse)(request, metadata=bearer(token))
    try:
        await (anext(aiter(call_made), None) if call.server_streaming else call_made)
    except grpc.aio.AioRpcError as error:
        return failure_of(error)
    finally:
        call_made.cancel()
    return None


@pytest.mark.parametrize("name", sorted(CALLS.keys() - BY_SIGNATURE))
async def test_who_calls_comes_first_then_the_game_then_the_fields(house: House, name: str) -> None:
    call, match, private = CALLS[name], await house.open(), await house.open(private=True)
    nowhere = wrong(call, "nosuchgamenosuch")
    assert await reason(house, call, nowhere, new_token()) == "TOKEN_UNKNOWN"
    assert await reason(house, call, nowhere, match.host) == "FOREIGN_TOKEN"
    role = await reason(house, call, nowhere)
    assert role in {"TOKEN_MISSING", "GAME_NOT_FOUND"}
    assert await reason(house, call, wrong(call, private.id)) == ("GAME_PRIVATE" if role == "GAME_NOT_FOUND" else role)


@pytest.mark.parametrize("name", sorted(BY_SIGNATURE))
async def test_the_game_comes_before_the_fields_where_a_signature_is_in_place_of_a_token(
    house: House, name: str
) -> None:
    match = await house.open(private=True)
    assert await reason(house, CALLS[name], wrong(CALLS[name], "nosuchgamenosuch")) == "GAME_NOT_FOUND"
    expected = "GAME_PRIVATE" if name == "ReissueToken" else "INVALID_FIELD"
    assert await reason(house, CALLS[name], wrong(CALLS[name], match.id)) == expected


class Fault(NamedTuple):
    """A fault of a request, with the reason that it gives, and what mends it: a token, or fields."""

    reason: str
    token: str = ""
    fields: dict[str, Any] = {}  # noqa: RUF012  # nobody writes to it


async def mended(house: House, name: str, request: Message, token: str, faults: Sequence[Fault]) -> list[str]:
    """Return the reasons that a request gives while its faults are mended in turn."""
    reasons = []
    for fault in faults:
        reasons.append(await reason(house, CALLS[name], request, token))
        token = fault.token or token
        for field, value in fault.fields.items():
            request.ClearField(field)
            request.MergeFrom(type(request)(**{field: value}))
    return reasons


@pytest.fixture
async def private(house: House) -> Match:
    """Return a private game in which one of two seats is taken."""
    match = await house.open(private=True, reissue_seconds=60)
    await match.join(1)
    return match


async def check(house: House, name: str, request: Message, token: str, faults: Sequence[Fault]) -> None:
    """Check that a request gives the reasons of its faults in this order, each once those before are mended."""
    assert await mended(house, name, request, token, faults) == [fault.reason for fault in faults]


async def test_who_joins_late_hears_who_they_are_what_is_wrong_and_then_that_it_is_late(
    house: House, private: Match
) -> None:
    await private.join(2)
    await private.begin()
    request = lobby_pb2.JoinGameRequest(game="nosuchgamenosuch", seat=1, player=LONG, token="short")
    faults = [
        Fault("INVALID_FIELD", fields={"token": new_token()}),
        Fault("TOKEN_UNKNOWN", token=private.spectator),
        Fault("FOREIGN_TOKEN", fields={"game": private.id}),
        Fault("INVALID_FIELD", fields={"player": "Ada"}),
        Fault("GAME_NOT_OPEN"),
    ]
    await check(house, "JoinGame", request, new_token(), faults)


async def test_a_seat_that_is_taken_comes_last(house: House, private: Match) -> None:
    request = lobby_pb2.JoinGameRequest(game=private.id, seat=1, token=new_token(), commitment=b"x")
    faults = [
        Fault("GAME_PRIVATE", fields={"invitation": "1-nobodys"}),
        Fault("INVITATION_INVALID", fields={"invitation": private.made.invitations[1].code}),
        Fault("INVALID_FIELD", fields={"seat": 0}),
        Fault("INVALID_FIELD", fields={"player": "Ada"}),
        Fault("INVALID_FIELD", fields={"commitment": b""}),
    ]
    await check(house, "JoinGame", request, "", faults)
    await private.join(2)
    assert await reason(house, CALLS["JoinGame"], request) == "SEAT_TAKEN"


async def test_a_command_is_read_before_the_game_says_that_it_does_not_run(house: House, private: Match) -> None:
    request = referee_pb2.SubmitRequest(game="nosuchgamenosuch", expected_version=99)
    faults = [
        Fault("TOKEN_MISSING", token=private.host),
        Fault("FOREIGN_TOKEN", fields={"game": private.id}),
        Fault("ROLE_NEEDED", token=private.tokens[1]),
        Fault("INVALID_FIELD", fields={"command_id": "c"}),
        Fault("INVALID_FIELD", fields={"command": AnyMessage(type_url="no.such.Command")}),
        Fault("UNKNOWN_COMMAND", fields={"command": AnyMessage(type_url=RING.type_url, value=b"\xff")}),
        Fault("UNPARSABLE_COMMAND", fields={"command": RING}),
        Fault("GAME_NOT_STARTED"),
    ]
    await check(house, "Submit", request, "", faults)
    await private.join(2)
    await private.begin()
    assert await reason(house, CALLS["Submit"], request, private.tokens[1]) == "VERSION_CONFLICT"


async def test_what_a_command_would_get_is_asked_in_the_same_order(house: House, private: Match) -> None:
    request = audit_pb2.AdjudicateRequest(game=private.id, version=99)
    faults = [
        Fault("GAME_PRIVATE", token=private.spectator),
        Fault("INVALID_FIELD", fields={"command": AnyMessage(type_url="no.such.Command")}),
        Fault("INVALID_FIELD", fields={"actor": SEAT}),
        Fault("VERSION_NOT_FOUND", fields={"version": 2}),
        Fault("UNKNOWN_COMMAND", fields={"command": RING}),
        Fault("GAME_NOT_STARTED"),
    ]
    await check(house, "Adjudicate", request, "", faults)


async def test_a_branch_asks_for_the_game_its_fields_and_its_version(house: House, private: Match) -> None:
    request = referee_pb2.ForkGameRequest(game="nosuchgamenosuch", label=LONG, version=99)
    faults = [
        Fault("GAME_NOT_FOUND", fields={"game": private.id}),
        Fault("GAME_PRIVATE", token=private.host),
        Fault("INVALID_FIELD", fields={"label": ""}),
        Fault("VERSION_NOT_FOUND", fields={"version": 2}),
        Fault("INVALID_FIELD", fields={"token": new_token(), "spectator_token": new_token()}),
        Fault("GAME_NOT_STARTED"),
    ]
    await check(house, "ForkGame", request, "", faults)


async def test_a_seat_is_freed_only_while_the_game_is_open_whichever_it_is(house: House, private: Match) -> None:
    request = lobby_pb2.FreeSeatRequest(game=private.id, seat=9)
    faults = [
        Fault("TOKEN_MISSING", token=private.tokens[1]),
        Fault("ROLE_NEEDED", token=private.host),
        Fault("INVALID_FIELD", fields={"request_id": "r"}),
        Fault("INVALID_FIELD", fields={"seat": 2}),
        Fault("SEAT_NOT_TAKEN"),
    ]
    await check(house, "FreeSeat", request, "", faults)
    await private.join(2)
    await private.begin()
    request.seat = 9
    assert await reason(house, CALLS["FreeSeat"], request, private.host) == "GAME_NOT_OPEN"


async def test_a_notice_asks_whether_the_game_goes_on_before_whether_it_allows_it(house: House) -> None:
    match = await house.open()
    await match.abandon()
    request = lobby_pb2.AnnounceReissueRequest(game=match.id, seat=9, request_id="r")
    assert await reason(house, CALLS["AnnounceReissue"], request, match.host) == "GAME_OVER"


async def test_a_token_that_was_used_comes_after_the_fields_and_before_the_rules(house: House, private: Match) -> None:
    create = next(call for call in calls() if call.name == "CreateGame")
    request = creation("go", 9, token=private.tokens[1], label=LONG)
    reasons = [await reason(house, create, request)]
    for field, value in (("label", ""), ("title", "lantern_night"), ("token", new_token())):
        setattr(request, field, value)
        reasons.append(await reason(house, create, request))
    assert reasons == ["INVALID_FIELD", "TITLE_NOT_FOUND", "TOKEN_USED", "BROKEN_CLAUSE"]


async def test_without_the_rules_no_version_is_looked_for_but_the_fields_are(tmp_path: Path) -> None:
    async with open_house(tmp_path) as served:
        match = await served.start()
    async with open_house(tmp_path, titles=type(ALL_TITLES)([])) as served:
        replay = record_pb2.ReplayGameRequest(game=match.id, to_version=99)
        faults = [Fault("INVALID_FIELD", fields={"views": True}), Fault("TITLE_NOT_SERVED")]
        await check(served, "ReplayGame", replay, "", faults)
        view = record_pb2.GetViewRequest(game=match.id, version=99)
        assert await reason(served, CALLS["GetView"], view) == "TITLE_NOT_SERVED"


async def test_a_seat_that_joined_gets_its_answer_again_whatever_came_since(house: House, private: Match) -> None:
    """Its token proves who calls, so neither the token for watching nor an open game is asked for."""
    request = lobby_pb2.JoinGameRequest(game=private.id, seat=1, player="player 1", token=private.tokens[1])
    await private.join(2)
    await private.begin()
    assert await reason(house, CALLS["JoinGame"], request) == ""


@pytest.mark.parametrize("stray", [{"request_id": "r"}, {"signature": b"x"}, {"expected_version": 3}])
async def test_what_only_a_consent_has_is_named_where_a_seat_sends_it_otherwise(
    house: House, stray: dict[str, Any]
) -> None:
    match = await house.open()
    request = lobby_pb2.JoinGameRequest(game=match.id, seat=1, player="Ada", token=new_token(), **stray)
    failed = await error_of(house, CALLS["JoinGame"], request, "")
    assert failed is not None
    assert (failed.reason, failed.field) == ("INVALID_FIELD", *stray)


async def test_a_share_of_another_size_is_wrong_in_a_game_without_shares_too(house: House) -> None:
    match = await house.start()
    request = referee_pb2.GiveShareRequest(game=match.id, outcome=1, share=bytes(31), next_commitment=bytes(31))
    faults = [
        Fault("INVALID_FIELD", fields={"share": bytes(32)}),
        Fault("INVALID_FIELD", fields={"next_commitment": bytes(32)}),
        Fault("SHARE_NOT_DUE"),
    ]
    await check(house, "GiveShare", request, match.tokens[1], faults)


async def test_a_takeback_asks_who_proposes_it_before_the_game(house: House, private: Match) -> None:
    request = referee_pb2.ForkGameRequest(game="nosuchgamenosuch", label=LONG, continues=True)
    faults = [
        Fault("TOKEN_MISSING", token=private.spectator),
        Fault("FOREIGN_TOKEN", fields={"game": private.id}),
        Fault("ROLE_NEEDED", token=private.tokens[1]),
        Fault("INVALID_FIELD", fields={"label": "", "version": 2}),
        Fault("INVALID_FIELD", fields={"token": new_token()}),
        Fault("INVALID_FIELD", fields={"spectator_token": new_token()}),
        Fault("GAME_NOT_STARTED"),
    ]
    await check(house, "ForkGame", request, "", faults)


async def test_a_bot_to_which_no_seat_went_has_no_commands_and_sends_none(house: House) -> None:
    terms = clocks.ClockTerms(decision_seconds=60, expiry=clocks.EXPIRY_RULE_BOT, bot_seconds=5)
    match = await house.start(clock=terms)
    for name, request in (
        ("ListLegalCommands", referee_pb2.ListLegalCommandsRequest(game=match.id)),
        ("Submit", referee_pb2.SubmitRequest(game=match.id, command_id=LONG)),
    ):
        assert await reason(house, CALLS[name], request, match.creation.bot_token) == "ROLE_NEEDED"


async def test_a_verdict_that_corrects_names_a_version_before_anybody_asks_who_signed_it(house: House) -> None:
    match = await house.start(arbiter=ARBITERS_KEY)
    await match.play(*bids(1))
    head = (await match.game()).head
    opened = disputes_pb2.OpenDisputeRequest(game=match.id, version=head, claim="It was wrong.", request_id="r")
    assert await reason(house, CALLS["OpenDispute"], opened, match.tokens[1]) == ""
    request = disputes_pb2.SettleDisputeRequest(
        game=match.id, dispute=1, reason="so", outcome=disputes_pb2.DISPUTE_OUTCOME_CORRECTED, signature=b"x"
    )
    faults = [Fault("INVALID_FIELD", fields={"correction_version": head}), Fault("SIGNATURE_INVALID")]
    await check(house, "SettleDispute", request, "", faults)


def test_the_page_lists_the_reasons_in_the_order_of_the_tests() -> None:
    order = [
        "UNPARSABLE_REQUEST", "TOKEN_UNKNOWN", "FOREIGN_TOKEN", "ROLE_NEEDED", "GAME_NOT_FOUND", "GAME_PRIVATE",
        "INVITATION_INVALID", "INVALID_FIELD", "TITLE_NOT_FOUND", "TOKEN_USED", "TITLE_NOT_SERVED", "VERSION_NOT_FOUND",
        "HIDDEN_FACTS", "UNKNOWN_COMMAND", "GAME_NOT_STARTED", "SEAT_TAKEN", "VERSION_CONFLICT",
    ]  # fmt: skip
    places = [HEAD.index(f"`{reason}`") for reason in order]
    assert places == sorted(places)


async def test_a_bad_page_comes_before_a_title_that_is_not_there(house: House) -> None:
    request = audit_pb2.ListClausesRequest(title="nosuchtitle")
    for page_token, expected in (("x", "BAD_PAGE_TOKEN"), ("", "TITLE_NOT_FOUND")):
        request.page_token = page_token
        assert await reason(house, next(call for call in calls() if call.name == "ListClauses"), request) == expected
