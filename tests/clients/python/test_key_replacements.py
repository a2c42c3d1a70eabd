"""A service replaces the key of a player who has a seat in a public game, and proves that its log says so."""

from __future__ import annotations

import time

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.log_pb2 import KeyReplacement
from gunbai_client import Gunbai
from gunbai_client.errors import InvalidRequest
from gunbai_client.reasons import GamePrivate, TokenMissing
from gunbai_record.key_replacements import check_logged, replacement_text
from gunbai_record.note import VerifierKey


def replaced(old: Ed25519PrivateKey, new: Ed25519PrivateKey, seconds: int = 0, reason: str = "") -> KeyReplacement:
    """Return the replacement of a key some seconds ago, by its own word or for a reason."""
    keys = (key.public_key().public_bytes_raw() for key in (old, new))
    made = KeyReplacement(reason=reason, time_micros=time.time_ns() // 1000 - seconds * 1_000_000)
    made.old_key, made.new_key = keys
    made.new_signature = new.sign(replacement_text(made))
    made.old_signature = b"" if reason else old.sign(replacement_text(made))
    return made


@pytest.fixture
def key() -> Ed25519PrivateKey:
    """Return the key of a player."""
    return Ed25519PrivateKey.generate()


def seated(gunbai: Gunbai, key: Ed25519PrivateKey, *, private: bool = False) -> str:
    """Return a game in which a key has the first seat."""
    made = gunbai.create("infludance_duel", seats=2, chance="referee", private=private)
    reads = gunbai.holding(made.host_token)
    reads.join(made.info.game, "Ann", key=key, seat=1)
    return made.info.game


def test_the_log_of_the_service_says_so_and_says_it_again(gunbai: Gunbai, key: Ed25519PrivateKey) -> None:
    game, new = seated(gunbai, key), Ed25519PrivateKey.generate()
    made = replaced(key, new)
    logged = gunbai.log.replace_key(game, made)
    service = VerifierKey.parse(gunbai.log.checkpoint().key)
    check_logged(logged, [service])
    assert (logged.replacement, logged.game, logged.version) == (made, game, 2)
    again = gunbai.log.replace_key(game, made)
    assert (again.replacement, again.version) == (made, 2)
    listed = [replaced for replaced in gunbai.log.key_replacements() if replaced.game == game]
    assert [replaced.replacement for replaced in listed] == [made]
    check_logged(listed[0], [service])
    kinds = [leaf.kind for leaf in gunbai.log.inclusion(game).leaves]
    assert len(kinds) == 2


def test_what_is_not_a_replacement_of_now_by_who_may_is_refused(gunbai: Gunbai, key: Ed25519PrivateKey) -> None:
    game, new = seated(gunbai, key), Ed25519PrivateKey.generate()
    hidden = seated(gunbai, key, private=True)
    stranger = Ed25519PrivateKey.generate()
    unsigned = replaced(key, new)
    unsigned.old_signature = stranger.sign(replacement_text(unsigned))
    for where, made, why in (
        (game, replaced(key, new, seconds=600), "600 s off"),
        (game, replaced(stranger, new), "has no seat"),
        (game, unsigned, "the old key did not sign it"),
    ):
        with pytest.raises(InvalidRequest, match=why):
            gunbai.log.replace_key(where, made)
    with pytest.raises(GamePrivate):
        gunbai.log.replace_key(hidden, replaced(key, new))
    with pytest.raises(TokenMissing):
        gunbai.log.replace_key(game, replaced(key, new, reason="Mine."))
    assert game not in {listed.game for listed in gunbai.log.key_replacements()}


def test_a_key_is_replaced_once(gunbai: Gunbai, key: Ed25519PrivateKey) -> None:
    game, other = seated(gunbai, key), seated(gunbai, key)
    gunbai.log.replace_key(game, replaced(key, Ed25519PrivateKey.generate()))
    for where in (game, other):
        with pytest.raises(InvalidRequest, match="already been replaced"):
            gunbai.log.replace_key(where, replaced(key, Ed25519PrivateKey.generate()))
