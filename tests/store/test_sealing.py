"""Messages at rest: whatever a call holds comes out as it went in, and fits no other game."""

from __future__ import annotations

import msgspec
import pytest

from store.contract import Grant, Role, Standing
from store.jetstream.calls import Create
from store.jetstream.sealing import NO_KEY, Altered, Message, NameKey, Sealing, _decoded, message_of
from tests.store.builders import entries, opening, summary

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


def test_what_was_sealed_with_the_key_and_is_nothing_of_ours_is_an_alteration() -> None:
    """The reason is that of the library that decodes."""
    with pytest.raises(Altered, match="Expected"):
        _decoded(msgspec.msgpack.encode([1, 2, 3]), NameKey)
    other = Sealing(KEY).seal("game.g", message_of("id", sealed()[0], NO_KEY.next()))
    with pytest.raises(Altered):
        Sealing(KEY).name_key("game.g", other)
