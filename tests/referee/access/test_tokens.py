"""Tokens are 256 random bits, of which only the hash is stored."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from hashlib import sha256

import pytest

from referee.access.tokens import bearer, grant, hash_of, new_token, same
from referee.errors import TokenUnknown


def test_a_token_has_256_bits_and_only_its_hash_is_granted() -> None:
    token = new_token()
    assert len(urlsafe_b64decode(token + "=")) == 32
    assert token != new_token()
    given = grant(token, "game", "seat", 3)
    assert (given.token_hash, given.seat) == (sha256(token.encode()).digest(), 3)
    assert token not in repr(given)


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
