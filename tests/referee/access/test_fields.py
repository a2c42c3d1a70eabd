"""Fields of requests have lengths and forms, whatever the title."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai_record.limits import MAX_COMMAND, MAX_SET_UP
from referee.access.fields import (
    check_bytes,
    check_command_field,
    check_date,
    check_key,
    check_set_up,
    check_tags,
    check_text,
)
from referee.errors import InvalidField


def test_a_text_has_a_length_and_is_printable() -> None:
    check_text("label", "", 3)
    check_text("label", "Ád!", 3)
    for wrong in ("four", "a\nb", "\x1b[2J"):
        with pytest.raises(InvalidField):
            check_text("label", wrong, 3)
    with pytest.raises(InvalidField):
        check_text("player", "", 3, at_least=1)


def test_set_ups_and_bytes_have_a_greatest_length() -> None:
    assert MAX_COMMAND == MAX_SET_UP == 2**16
    check_set_up("table_json", "x" * MAX_SET_UP)
    check_bytes("signature", b"x" * 64, 64)
    with pytest.raises(InvalidField):
        check_set_up("table_json", "x" * (MAX_SET_UP + 1))
    with pytest.raises(InvalidField):
        check_bytes("signature", b"x" * 65, 64)


def test_a_command_that_is_not_there_is_the_field_at_fault() -> None:
    for absent in (AnyMessage(), AnyMessage(value=b"\x08\x01")):
        with pytest.raises(InvalidField, match="command: expected a command") as raised:
            check_command_field(absent)
        assert type(raised.value) is InvalidField


def test_a_public_key_is_one_that_a_private_key_can_have() -> None:
    check_key("public_key", b"")
    for seed in range(20):
        key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32).public_key().public_bytes_raw()
        check_key("public_key", key)
    for wrong in (b"short", bytes(32), b"\x01" + bytes(31), b"\xff" * 32, b"\x02" + bytes(31)):
        with pytest.raises(InvalidField) as refused:
            check_key("public_key", wrong)
        assert refused.value.field == "public_key"


@pytest.mark.parametrize("date", ["", "1972", "1972-07", "1972-07-11", "2000-02-29", "0001"])
def test_a_date_is_a_day_a_month_or_a_year(date: str) -> None:
    check_date("played_on", date)


@pytest.mark.parametrize(
    "date",
    [
        "197", "19720711", "1972-7-11", "1972-13", "1972-02-30", "1900-02-29", "0000", "1972-", "1972-07-",
        "1972-W28-2", "1972-W28", "72-07-11", "1972-07-11T00:00", " 1972", "yesterday", "१९७२", "x" * 5000,
    ],
)  # fmt: skip
def test_no_other_form_of_a_date_is_taken(date: str) -> None:
    with pytest.raises(InvalidField, match="a date such as"):
        check_date("played_on", date)


def test_tags_are_few_short_printable_and_different() -> None:
    check_tags("tags", [])
    check_tags("tags", [f"{number} " + "x" * 28 for number in range(10)])
    for wrong in ([""], ["x" * 31], ["a\n"], ["x"] * 2, ["Final", "fínal"], [str(number) for number in range(11)]):
        with pytest.raises(InvalidField):
            check_tags("tags", wrong)
