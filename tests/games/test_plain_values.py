"""The plain values of commands and events are their messages, byte by byte."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from google.protobuf.message import Message

from gunbai.liars_dice.v1 import events as ev
from gunbai_record.plain import UnfitValueError, as_message, as_plain, decoded, full_name, plain_type, set_fields
from titles.catalogue import TITLES, newest
from titles.checks.scribbles import scribble
from titles.checks.walk import set_up, walk


def kinds(name: str) -> list[type[Message]]:
    commands, events, _, _ = newest(name).rules.protos
    return [getattr(stubs, kind) for stubs in (commands, events) for kind in stubs.DESCRIPTOR.message_types_by_name]


@pytest.mark.parametrize("name", TITLES)
def test_a_message_that_became_a_value_becomes_the_same_message(name: str) -> None:
    source = random.Random(1)
    for kind in kinds(name):
        for message in (kind(), *(scribble(source, kind()) for _ in range(20))):
            value = as_plain(message)
            assert type(value) is plain_type(kind.DESCRIPTOR)
            assert full_name(type(value)) == kind.DESCRIPTOR.full_name
            assert as_message(value).SerializeToString(deterministic=True) == message.SerializeToString()
            assert decoded(type(value), message.SerializeToString()) == value
            assert [field for field, _ in set_fields(value)] == [field.name for field, _ in message.ListFields()]


@pytest.mark.parametrize("name", TITLES)
def test_what_the_rules_make_is_immutable_through_and_through(name: str) -> None:
    title = newest(name)
    for turn in islice(walk(title, set_up(title, title.rules.seats[0]).table, seed=5), 200):
        for value in (turn.move, *turn.legal, *turn.accepted.events):
            again = as_plain(as_message(value))
            assert again == value
            assert hash(again) == hash(value)


def test_a_value_cannot_be_changed() -> None:
    value: Any = as_plain(kinds("liars_dice")[0]())
    with pytest.raises(AttributeError):
        value.seat = 2


@pytest.mark.parametrize(
    ("value", "field", "problem"),
    [
        (ev.BidMade(seat=1, quantity=2**32), "quantity", "BidMade: the uint32 quantity cannot be 4294967296"),
        (ev.BidMade(seat=-1), "seat", "BidMade: the uint32 seat cannot be -1"),
        (ev.BidMade(face="six"), "face", "BidMade: the uint32 face cannot be six"),  # type: ignore[arg-type]  # wrong
        (ev.CupsLifted(hands=(ev.Hand(seat=1), ev.Hand(dice=(6, -6)))), "dice", "Hand: the uint32 dice cannot be -6"),
        (ev.CupsLifted(hands=(ev.CupsLifted(),)), "hands", "CupsLifted: the message hands cannot be CupsLifted("),  # type: ignore[arg-type]  # wrong
    ],
)
def test_a_value_that_its_message_cannot_hold_is_named_with_its_field(value: Any, field: str, problem: str) -> None:
    with pytest.raises(UnfitValueError) as error:
        as_message(value)
    assert error.value.field == field
    assert str(error.value).startswith(f"gunbai.liars_dice.v1.{problem}")
