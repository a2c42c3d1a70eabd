"""A client makes its tokens itself, and knows the id of its game before it is answered."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

import pytest

from gunbai_record.tokens import as_kept, game_id, hash_of, kept_in, new_token, seat_of, token_bytes


def test_a_token_has_256_bits_of_its_own() -> None:
    token = new_token()
    assert token_bytes(token) == urlsafe_b64decode(token + "=")
    assert len(token_bytes(token)) == 32
    assert len({new_token() for _ in range(100)}) == 100


def test_a_text_of_another_form_is_no_token() -> None:
    for wrong in ("", "short", new_token() + "=", new_token()[:-1], new_token()[:-1] + "!", "ä" * 43):
        assert token_bytes(wrong) == b""


def test_a_text_of_another_length_is_no_token() -> None:
    for length in (29, 35):
        assert token_bytes(urlsafe_b64encode(bytes(length)).decode().rstrip("=")) == b""


def test_a_token_that_is_kept_is_read_again_and_a_damaged_one_is_not() -> None:
    token, other = new_token(), new_token()
    assert kept_in(as_kept(token)) == token
    assert [kept_in(text) for text in ("", token, f"{token}\n", as_kept("short"))] == [""] * 4
    assert kept_in(as_kept(token).replace(token, other)) == ""


def test_the_id_of_a_game_is_the_documented_one() -> None:
    page = Path("docs/record-format.md").read_text(encoding="utf-8")
    (vector,) = re.findall(r"```json game\n(.*?)```", page, re.DOTALL)
    expected = json.loads(vector)
    assert hash_of(expected["token"]).hex() == expected["token_hash"]
    assert game_id(expected["token"], expected["request_id"]) == expected["game"]


@pytest.mark.parametrize(
    ("invitation", "seat"), [("2-abc", 2), ("12-a-b", 12), ("", 0), ("abc", 0), ("-2", 0), ("x2-abc", 0), ("3", 3)]
)
def test_an_invitation_is_to_the_seat_with_which_it_begins(invitation: str, seat: int) -> None:
    assert seat_of(invitation) == seat
