"""The keys of names: one of each game, made once, renewed when a name is removed, and then erased with those before."""

from __future__ import annotations

from typing import cast

import pytest

from store.jetstream import name_keys as module
from store.jetstream.name_keys import Names
from store.jetstream.operations import Append
from store.jetstream.sealing import NO_KEY, Altered, Message, NameKey, Sealing, message_of, token_of
from store.jetstream.stream import Delivered, Overtaken, Stream
from tests.store.store_values import entry
from tests.store.store_values import summary as row

SUBJECT = f"names.{token_of('g')}"


class Keys:
    """A stream in memory, whose messages can be erased; `first` is what another referee writes before the next one."""

    def __init__(self) -> None:
        self.messages: list[Delivered] = []
        self.calls: list[str] = []
        self.first: list[tuple[str, bytes]] = []

    async def last(self, subject: str) -> Delivered | None:
        self.calls.append("last")
        return next((delivered for delivered in reversed(self.messages) if delivered.subject == subject), None)

    async def next(self, subject: str, sequence: int) -> Delivered | None:
        self.calls.append("next")
        return next(
            (
                delivered
                for delivered in self.messages
                if delivered.subject == subject and delivered.sequence >= sequence
            ),
            None,
        )

    async def publish(self, subject: str, data: bytes, message_id: str, after: int) -> int:
        assert len(message_id) >= 32, "so that no two messages are taken for one"
        while self.first:
            self.write(*self.first.pop())
        last = next((delivered for delivered in reversed(self.messages) if delivered.subject == subject), None)
        if after != (last.sequence if last is not None else 0):
            raise Overtaken
        return self.write(subject, data)

    async def erase(self, sequence: int) -> None:
        self.messages = [delivered for delivered in self.messages if delivered.sequence != sequence]

    def write(self, subject: str, data: bytes) -> int:
        sequence = self.messages[-1].sequence + 1 if self.messages else 1
        self.messages.append(Delivered(sequence, subject, data))
        return sequence


@pytest.fixture
def keys() -> Keys:
    return Keys()


def names_in(keys: Keys) -> Names:
    return Names(cast(Stream, keys), Sealing(bytes(32)))


def generations(keys: Keys) -> list[int]:
    """Return the generations of the keys that are there."""
    return [Sealing(bytes(32)).name_key(delivered.subject, delivered.data).generation for delivered in keys.messages]


def message(key: NameKey) -> Message:
    return message_of("id", Append("g", 1, (entry(2),), row("g"), (), ()), key)


async def test_a_game_has_no_key_before_it_has_names_and_then_one(keys: Keys) -> None:
    names = names_in(keys)
    assert await names.newest("g") == (0, NO_KEY)
    key = await names.made("g")
    assert (key.generation, len(key.key)) == (1, 32)
    assert await names.made("g") == key
    assert await names.newest("g") == (1, key)
    assert (generations(keys), keys.messages[0].subject) == ([1], SUBJECT)
    assert await names_in(keys).made("g") == key


async def test_of_two_referees_that_make_a_key_both_have_that_which_was_first(keys: Keys) -> None:
    other = NO_KEY.next()
    keys.first.append((SUBJECT, Sealing(bytes(32)).seal(SUBJECT, other)))
    assert await names_in(keys).made("g") == other
    assert generations(keys) == [1]


async def test_a_key_is_renewed_after_the_newest_that_there_is(keys: Keys) -> None:
    one, two = names_in(keys), names_in(keys)
    first = await one.made("g")
    second = await two.renewed("g")
    assert (first.generation, second.generation) == (1, 2)
    third = await one.renewed("g")
    assert (third.generation, generations(keys)) == (3, [1, 2, 3])
    assert await one.newest("g") == (3, third)
    assert len({first.key, second.key, third.key}) == 3


async def test_names_are_shown_by_the_key_under_which_they_were_written_while_it_is_there(keys: Keys) -> None:
    names = names_in(keys)
    first = await names.made("g")
    second = await names.renewed("g")
    for key in (second, first):
        assert await names.of(message(key)) == key
    assert await names_in(keys).of(message(first)) == first
    assert await names.of(message(NameKey(9, bytes(32)))) is None
    assert await names.of(Message("id", Append("g", 1, (), None, (), ()))) is None
    await names.erase("g", 2)
    assert generations(keys) == [2]
    assert await names_in(keys).of(message(first)) is None
    assert await names_in(keys).of(message(second)) == second


async def test_only_keys_of_the_game_that_came_before_are_erased(keys: Keys) -> None:
    names = names_in(keys)
    for _ in range(3):
        await names.renewed("g")
        await names.renewed("h")
    await names.erase("g", 3)
    assert sorted(generations(keys)) == [1, 2, 3, 3]
    keys.calls.clear()
    await names.erase("g", 2)
    assert keys.calls == ["next"], "those after it are not looked at"
    assert sorted(generations(keys)) == [1, 2, 3, 3]


async def test_a_key_that_comes_late_takes_not_the_place_of_a_newer_one(keys: Keys) -> None:
    names = names_in(keys)
    first = await names.made("g")
    second = await names.renewed("g")
    names.take(token_of("g"), keys.messages[0])
    assert await names.newest("g") == (2, second)
    names.take(token_of("g"), keys.messages[1])
    assert (await names.newest("g"))[1] != first
    with pytest.raises(Altered):
        names.take(token_of("g"), Delivered(3, SUBJECT, b"nothing of ours"))


async def test_the_keys_that_were_asked_for_last_are_remembered(keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_REMEMBERED", 2)
    names = names_in(keys)
    for game in "ab":
        await names.made(game)
    names.take(token_of("a"), keys.messages[0])
    await names.made("c")
    keys.calls.clear()
    for game in "ac":
        await names.newest(game)
    assert keys.calls == []
    await names.newest("b")
    assert keys.calls == ["last"]
