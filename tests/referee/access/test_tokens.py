"""A client makes its tokens: 256 random bits in one form, of which the service stores the hash alone."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256

import pytest

from gunbai_client.tokens import hash_of, new_token
from referee.access.tokens import bearer, check_token, grant, same
from referee.errors import InvalidField, TokenUnknown


def written(raw: bytes) -> str:
    """Return bytes as a token is written."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


def test_only_the_hash_of_a_token_is_granted() -> None:
    token = new_token()
    given = grant(token, "game", "seat", 3)
    assert (given.token_hash, given.seat) == (sha256(token.encode()).digest(), 3)
    assert token not in repr(given)


def test_a_token_is_taken_that_a_client_made_at_random() -> None:
    for _ in range(100):
        check_token("token", new_token())
    check_token("token", written(bytes(range(16)) * 2))


@pytest.mark.parametrize(
    "token",
    [
        "",
        "correct horse battery staple",
        written(bytes(range(31))),
        written(bytes(range(33))),
        written(bytes(range(32))) + "=",
        written(bytes(range(32)))[:-1] + "9",  # the same bytes, written in another way
        "ä" * 43,
        written(bytes(32)),
        written(bytes(range(15)) * 2 + b"\x00\x01"),
        written(b"password" * 4),
    ],
)
def test_a_token_that_can_be_guessed_or_has_another_form_is_refused_and_not_quoted(token: str) -> None:
    with pytest.raises(InvalidField) as refused:
        check_token("dealer_token", token)
    assert refused.value.field == "dealer_token"
    assert not token or token not in str(refused.value)


def test_hashes_are_compared_whole() -> None:
    assert same(hash_of("a"), hash_of("a"))
    assert not same(hash_of("a"), hash_of("b"))
    assert not same(hash_of("a"), hash_of("a")[:-1])


def test_a_call_has_one_bearer_token_or_none() -> None:
    assert bearer(None) == ""
    assert bearer((("user-agent", "x"),)) == ""
    assert bearer((("authorization", "Bearer abc"),)) == bearer((("authorization", "bearer abc"),)) == "abc"
    for wrong in (
        (("authorization", "Basic abc"),),
        (("authorization", "Bearer "),),
        (("authorization", "Bearer a"), ("authorization", "Bearer b")),
    ):
        with pytest.raises(TokenUnknown):
            bearer(wrong)
