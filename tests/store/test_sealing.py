"""Messages at rest: whatever a call holds comes out as it went in, and fits no other game."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from store.contract import Grant, Role, Standing, Stored
from store.jetstream.operations import REMOVED, Append, Create
from store.jetstream.sealing import NO_KEY, Altered, Message, NameKey, Sealing, _decoded, message_of, token_of
from tests.store.store_values import entries, opening, summary

KEY = bytes(range(32))
ROLES: tuple[Role, ...] = ("seat", "host", "dealer", "spectator", "bot")
STANDINGS: tuple[Standing, ...] = ("refereed", "attested", "consistent", "unverified")


def sealed(role: Role = "host", standing: Standing = "refereed") -> tuple[Create, Message]:
    """Return a call, and what comes out of the message with it."""
    row = summary("g", standing=standing)
    call = Create(opening("g"), tuple(entries(1, 2)), (Grant(b"t" * 32, "g", role),), row, (), ())
    key, sealing = NO_KEY.next(), Sealing(KEY)
    message = sealing.message("game.g", sealing.seal("game.g", message_of("id", call, key)))
    assert message.shown(key) == call
    return call, message


@pytest.mark.parametrize("role", ROLES)
def test_a_token_of_every_role_comes_out_of_a_message(role: Role) -> None:
    call, message = sealed(role=role)
    assert isinstance(message.call, Create)
    assert message.call.grants == call.grants


@pytest.mark.parametrize("standing", STANDINGS)
def test_a_row_of_every_standing_comes_out_of_a_message(standing: Standing) -> None:
    _, message = sealed(standing=standing)
    assert message.call.summary is None, "it is among what can be removed"


def test_the_first_key_of_a_games_names_is_followed_by_others() -> None:
    first = NO_KEY.next()
    assert [first.generation, first.next().generation] == [1, 2]
    assert len({first.key, first.next().key, first.next().key}) == 3


def test_a_message_fits_no_other_game_and_no_other_key() -> None:
    sealing = Sealing(KEY)
    data = sealing.seal("game.g", NO_KEY.next())
    assert sealing.name_key("game.g", data).generation == 1
    for other, subject, changed in (
        (sealing, "game.h", data),
        (Sealing(bytes(32)), "game.g", data),
        (sealing, "game.g", data[:-1]),
        (sealing, "game.g", b"short"),
    ):
        with pytest.raises(Altered):
            other.name_key(subject, changed)


FIRST = NameKey(1, bytes(range(32, 64)))
AT_REST = bytes.fromhex(
    "a2d4b4c4da32fcd7757322428fde57c9a3ff95c299708ca3f9dce8a4469d18c4455d33b10f1f8d621a3499a4d0555599ae0f210cc4ec725801"
    "e6249c8c319b5b2e77394e51156a05d74221ac961e493601bc454931a7b1c8290ba43b9ccc828e8d26e9a3aeaca239576c4c109c184c786d45"
    "89870834cab5e1414f2ea870ace7c8a08a22eee9aa9f5b9e352c2aeb00a15ebc41845e27dbd5e7e61e2eeaba52a3a55f55b26739d08aaed19c"
    "92fc1c9d4b3359bef697397e5a5bb3f72fd055acc8ec62c6e2576f23caec22ad18f0ce3a9be7b91f94a1a350cf8f4ec74afb9e0c1c3e657744"
    "ba2538203cec924e6437ce815697ca493251ecf989caba61c5"
)
KEY_AT_REST = bytes.fromhex(
    "2f28cdc1557e4c71982b0185e9a7cd31118e262afb22334481cb65d4759f3f88cdb3b969f01fb6d8e76d57606a6c3be58d2d9fa92e14410c26"
    "dbacf46662bcda30feea7cdc4b20aa0b4bf8294aea70c440e9735611b4d8b994dc3d"
)
LOCKED = bytes.fromhex("b3341f4886606760f9cabdffd20fc03389b739c48cda919ae03122c937837d179deb58d7dd6cd4f1c9dfef489e")


def test_what_a_record_has_at_rest_is_opened_ever_after() -> None:
    """Bytes that were written with this key: whoever cannot read them cannot read the streams that there are."""
    sealing = Sealing(KEY)
    assert sealing.fingerprint == "5cc2fe29501f9d2f6c71be2716b71ecd"
    assert sealing.name_key("names.g", KEY_AT_REST) == FIRST
    assert sealing.unlock("held.g.1", LOCKED) == b"share"
    message = sealing.message("game.g", AT_REST)
    assert (message.id, message.generation) == ("id", 1)
    assert message.shown(FIRST) == Append("g", 1, (Stored(2, "c", b"entry 2", b"Ann"),), None, (), ())
    assert message.shown(None) == Append("g", 1, (Stored(2, "c", b"entry 2", REMOVED),), None, (), ())
    with pytest.raises(Altered):
        message.shown(replace(FIRST, key=bytes(32)))


def test_a_game_has_the_same_subject_ever_after() -> None:
    assert token_of("g") == "147de5ec1b7678499874683df22ab9e5"
    assert token_of("日本") == "f1ce8b3b662c4ad195390fde84f6fd79"


def test_what_has_no_names_is_under_no_key() -> None:
    call = Append("g", 1, (Stored(2, "c", b"entry 2"),), None, (), ())
    message = message_of("id", call, FIRST)
    assert message == Message("id", call, generation=0, names=b"")
    assert message.shown(None) is message.shown(FIRST) is call


def test_nothing_is_sealed_twice_alike() -> None:
    sealing = Sealing(KEY)
    assert len({sealing.lock("held.g.1", b"share") for _ in range(9)}) == 9


def test_what_was_sealed_with_the_key_and_is_nothing_of_ours_is_an_alteration() -> None:
    """The reason is that of the library that decodes."""
    with pytest.raises(Altered, match="Expected"):
        _decoded(msgspec.msgpack.encode([1, 2, 3]), NameKey)
    other = Sealing(KEY).seal("game.g", message_of("id", sealed()[0], NO_KEY.next()))
    with pytest.raises(Altered):
        Sealing(KEY).name_key("game.g", other)
