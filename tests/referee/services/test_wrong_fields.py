"""Each field of every call is made wrong by itself: the error names it, in its place of the order in docs/errors.md."""

from __future__ import annotations

import re
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai_record.tokens import new_token
from lab.requests import calls
from lab.toy_service import Failure, House, Match
from tests.referee.services.test_precedence import CALLS, error_of
from tools.pages.errors import HEAD

LONG = 2_000
"""More characters or bytes than any field takes."""
ANSWERED = 99
STEPS = {
    reason: int(step)
    for step, text in reversed(re.findall(r"^(\d)\. (.*?)(?=^\d\. |^A player)", HEAD, re.MULTILINE | re.DOTALL))
    for reason in re.findall(r"`([A-Z_]+)`", text)
}
"""The place of each reason on the page; of one that is at two places the first."""
ROLES = ("nobody", "host", "seat", "bot")
BY_DISPUTE = {"InspectDispute", "SettleDispute"}
"""Calls that look for the dispute before the fields."""
BY_STATE = {("JoinGame", "commitment")}
"""Texts and bytes that the state of the game judges."""
OWN = {("ListLegalCommands", "seat")}
"""Fields that say whether a token is needed."""


def wrong(field: FieldDescriptor) -> Any:
    """Return a value that a field does not take, None if there is none."""
    kinds = {field.TYPE_STRING: "x" * LONG, field.TYPE_BYTES: b"x" * LONG}
    numbers = {field.TYPE_UINT32, field.TYPE_UINT64, field.TYPE_ENUM}
    return kinds.get(field.type) or (2**31 - 1 if field.type in numbers else None)


def request(call: MethodDescriptor, game: str = "") -> Any:
    """Return a request with ids and tokens, and otherwise empty."""
    message: Any = GetMessageClass(call.input_type)()
    filled = {"game": game, "token": new_token(), "request_id": "id", "command_id": "id", "player": "Ada"}
    for name, value in filled.items():
        if name in call.input_type.fields_by_name:
            setattr(message, name, value)
    return message


def spoiled(call: MethodDescriptor, field: FieldDescriptor, game: str = "") -> Message | None:
    """Return a request with a field that is wrong, None for one that takes any value."""
    made, value = request(call, game), wrong(field)
    if field.name == "game" or value is None:
        return None
    if field.is_repeated:
        getattr(made, field.name).append(value)
    else:
        setattr(made, field.name, value)
    message: Message = made
    return message


def step_of(failed: Failure | None) -> int:
    """Return the place of a reason, after all for a call that is answered."""
    return STEPS.get(failed.reason, ANSWERED) if failed is not None else ANSWERED


def token_of(match: Match, role: str) -> str:
    """Return the token of a role in a game."""
    return {"nobody": "", "host": match.host, "seat": match.tokens[1], "bot": match.creation.bot_token}[role]


@pytest.mark.parametrize("role", ROLES)
async def test_a_field_that_is_wrong_is_named_in_its_place_of_the_order(house: House, role: str) -> None:
    terms = clocks.ClockTerms(decision_seconds=60, expiry=clocks.EXPIRY_RULE_BOT, bot_seconds=5)
    for call in (call for call in CALLS.values() if not call.client_streaming):
        match = await house.start(clock=terms, reissue_seconds=60)
        token = token_of(match, role)
        failed_by_field = {
            field: await error_of(house, call, message, token)
            for field in call.input_type.fields
            if (message := spoiled(call, field, match.id)) is not None
        }
        usual = await error_of(house, call, request(call, match.id), token)
        missing = usual.field if usual is not None else ""
        for field, failed in failed_by_field.items():
            place = (call.name, field.name, failed)
            if field.name != missing and (call.name, field.name) not in OWN:
                assert step_of(failed) <= step_of(usual), place
            if failed is not None and failed.reason == "INVALID_FIELD":
                assert failed.field in {field.name, missing} - {""}, place
            texts = field.type in {field.TYPE_STRING, field.TYPE_BYTES} and call.name not in BY_DISPUTE
            if texts and step_of(usual) > STEPS["INVALID_FIELD"] and place[:2] not in BY_STATE:
                assert step_of(failed) <= STEPS["VERSION_NOT_FOUND"], place


async def test_a_field_that_is_wrong_is_named_by_calls_about_no_game(house: House) -> None:
    for call in (call for call in calls() if call.name not in CALLS and not call.client_streaming):
        usual = await error_of(house, call, request(call), "")
        for field in call.input_type.fields:
            message = spoiled(call, field)
            if message is None:
                continue
            failed = await error_of(house, call, message, "")
            assert step_of(failed) <= step_of(usual), (call.name, field.name, failed)
            if failed is not None and failed.reason == "INVALID_FIELD":
                assert failed.field in {field.name, usual.field if usual else ""}, (call.name, failed)
