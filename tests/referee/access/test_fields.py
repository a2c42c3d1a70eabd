"""Fields of requests have lengths and forms, whatever the title."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.access.fields import (
    MAX_COMMAND,
    MAX_SET_UP,
    check_bytes,
    check_key,
    check_set_up,
    check_text,
    page_size,
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


def test_a_public_key_is_one_that_a_private_key_can_have() -> None:
    check_key("public_key", b"")
    for seed in range(20):
        key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32).public_key().public_bytes_raw()
        check_key("public_key", key)
    for wrong in (b"short", bytes(32), b"\x01" + bytes(31), b"\xff" * 32, b"\x02" + bytes(31)):
        with pytest.raises(InvalidField) as refused:
            check_key("public_key", wrong)
        assert refused.value.field == "public_key"


def test_a_page_has_fifty_rows_unless_asked_otherwise() -> None:
    assert [page_size(0), page_size(1), page_size(200)] == [50, 1, 200]
    with pytest.raises(InvalidField):
        page_size(201)
