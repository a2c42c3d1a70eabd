"""A client makes its tokens: 256 random bits in one form, of which the service stores the hash alone."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from gunbai_record.tokens import as_kept, hash_of, kept_in, new_token
from referee.access.tokens import bearer, check_token, grant, kept_token, same
from referee.errors import InvalidField, TokenUnknown

TOKEN = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"


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


def test_the_operators_token_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.operator"
    token = kept_token(file)
    check_token("token", token)
    assert kept_token(file) == token
    assert file.stat().st_mode & 0o777 == 0o600


def test_no_bit_of_a_kept_token_makes_another_token_of_it() -> None:
    text = as_kept(new_token()).encode()
    for bit in range(8 * len(text)):
        damaged = bytearray(text)
        damaged[bit // 8] ^= 1 << bit % 8
        assert kept_in(damaged.decode("ascii", "replace")) == ""


@pytest.mark.parametrize(
    "content",
    ["", TOKEN, f"{TOKEN}\n", as_kept("guess"), as_kept(TOKEN)[:-2]],
    ids=["nothing", "bare", "a line", "no token", "cut"],
)
def test_a_file_without_a_token_and_its_digest_stops_the_start(tmp_path: Path, content: str) -> None:
    file = tmp_path / "games.operator"
    file.write_text(content, encoding="ascii")
    with pytest.raises(ValueError, match="no token with its digest; restore the file"):
        kept_token(file)
