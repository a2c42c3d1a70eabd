"""What the referees of a record know of each other: which of them are there, and the key by which all of them sign."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from hashlib import blake2b
from time import time
from typing import cast

import msgspec
import pytest

from lab.patience import PATIENCE
from store.contract import StorageError
from store.jetstream.referees import Referees, introduce, referee_at
from store.jetstream.sealing import Sealing, token_of
from store.jetstream.stream import Delivered, Overtaken, Stream

KEY = bytes(range(32))


class Written:
    """A stream in memory, of which only the last message of a subject can be asked for."""

    address = "here"

    def __init__(self) -> None:
        self.messages: list[Delivered] = []
        self._arrived = asyncio.Condition()

    async def end(self) -> int:
        return len(self.messages)

    async def last(self, subject: str) -> Delivered | None:
        return next((message for message in reversed(self.messages) if message.subject == subject), None)

    async def publish(self, subject: str, data: bytes, after: int | None = None) -> int:
        last = await self.last(subject)
        if after is not None and after != (last.sequence if last is not None else 0):
            raise Overtaken
        async with self._arrived:
            self.messages.append(Delivered(len(self.messages) + 1, subject, data))
            self._arrived.notify_all()
        return len(self.messages)

    async def batches(self, after: int) -> AsyncGenerator[list[Delivered], None]:
        while True:
            async with self._arrived:
                while len(self.messages) == after:
                    await self._arrived.wait()
            yield self.messages[after:]
            after = len(self.messages)


class Raced(Written):
    """A stream in which another referee is first, once."""

    async def publish(self, subject: str, data: bytes, after: int | None = None) -> int:
        if not self.messages:
            await super().publish(subject, b"the other's")
        return await super().publish(subject, data, after=after)


def as_stream(written: Written) -> Stream:
    return cast(Stream, written)


async def introduced(written: Written, verifier: str, *former: str) -> None:
    await asyncio.wait_for(introduce(as_stream(written), verifier, former), PATIENCE)


async def test_the_first_referee_notes_its_key_and_the_others_have_the_same() -> None:
    written = Written()
    await introduced(written, "first")
    assert [message.data for message in written.messages] == [b"first"]
    await introduced(written, "first")
    assert len(written.messages) == 1, "what is known is not written again"
    with pytest.raises(
        StorageError, match="it is signed with the key first, but this key is second; restore the key files"
    ):
        await introduced(written, "second", "zeroth")
    assert len(written.messages) == 1


async def test_a_new_key_takes_the_place_of_a_former_one() -> None:
    written = Written()
    await introduced(written, "first")
    await introduced(written, "second", "first")
    assert [message.data for message in written.messages] == [b"first", b"second"]
    with pytest.raises(StorageError, match="signed with the key second"):
        await introduced(written, "first")


async def test_of_two_referees_that_come_first_the_second_hears_of_the_others_key() -> None:
    with pytest.raises(StorageError, match="signed with the key the other's"):
        await introduced(Raced(), "mine")


def referees(written: Written, name: str = "one") -> Referees:
    return Referees(as_stream(written), Sealing(KEY), name)


@pytest.mark.parametrize(("ago", "attended"), [(0.0, True), (14.0, True), (15.1, False)])
async def test_a_referee_that_noted_nothing_for_fifteen_seconds_is_gone(ago: float, *, attended: bool) -> None:
    one = referees(Written())
    one._take(Delivered(1, "here.two", str(time() - ago).encode()))
    assert await one.attended() is attended
    one._take(Delivered(2, "here.one", str(time()).encode()))
    assert await one.attended() is attended
    one._take(Delivered(3, "here.two", b""))
    assert not await one.attended()


async def test_what_nobody_of_the_record_wrote_is_passed_over() -> None:
    one, sealing = referees(Written()), Sealing(KEY)
    for data in (b"forged", sealing.lock("held.h.1", b"of another subject"), sealing.lock("held.g.1", b"\xc1")):
        one._take(Delivered(1, "held.g.1", data))
    one._take(Delivered(2, "here.two", b"soon"))
    assert one.held("g") == {}
    assert not await one.attended()


async def test_what_is_held_is_here_when_the_call_returns_and_is_nobody_elses_to_read() -> None:
    written = Written()
    one = referees(written)
    async with asyncio.timeout(PATIENCE):
        await one.listen()
        one.begin()
        await one.hold("g", 3, b"share of chance")
        assert one.held("g") == {3: b"share of chance"}
        (held,) = [message for message in written.messages if message.subject.startswith("held")]
        assert held.subject == f"held.{token_of('g')}.3"
        assert b"share of chance" not in held.data
        await one.end()
    assert [message.data for message in written.messages if message.subject == "here.one"][-1] == b""


async def test_what_was_held_before_a_referee_came_is_here_once_it_has_begun() -> None:
    written = Written()
    subject = f"held.{token_of('g')}.3"
    await written.publish(subject, Sealing(KEY).lock(subject, msgspec.msgpack.encode(("g", 3, b"share"))))
    one = referees(written)
    async with asyncio.timeout(PATIENCE):
        await one.listen()
        one.begin()
        assert one.held("g") == {3: b"share"}
        await one.end()


async def test_a_referee_that_nobody_hears_goes_all_the_same() -> None:
    class Deaf(Written):
        async def publish(self, subject: str, data: bytes, after: int | None = None) -> int:
            raise StorageError("here", "no answer")

    one = referees(Deaf())
    async with asyncio.timeout(PATIENCE):
        await one.listen()
        one.begin()
        await asyncio.sleep(0)
        assert [task.done() for task in one._tasks] == [False, False]
        await one.end()
    assert all(task.done() for task in one._tasks)


def test_a_referee_has_the_name_of_its_copy_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uuid.getnode", lambda: 7)
    assert referee_at("/srv/copy") == blake2b(b"7 /srv/copy", digest_size=8).hexdigest()
    assert referee_at("/srv/copy") != referee_at("/srv/other")


async def test_a_referee_is_attended_while_another_notes_that_it_is_there() -> None:
    written = Written()
    one, two = (Referees(as_stream(written), Sealing(KEY), name) for name in ("one", "two"))
    async with asyncio.timeout(PATIENCE):
        await one.listen()
        one.begin()
        await one.hold("g", 1, b"share")
        assert not await one.attended(), "no referee counts itself"
        await two.listen()
        two.begin()
        await two.hold("g", 2, b"other share")
        for referee in (one, two):
            await referee._reach(await written.end())
            assert referee.shared
            assert await referee.attended()
            assert referee.held("g") == {1: b"share", 2: b"other share"}
        one.release("g", 1)
        assert (one.held("g"), two.held("g")) == ({2: b"other share"}, {1: b"share", 2: b"other share"})
        await two.end()
        await one._reach(await written.end())
        assert not await one.attended()
        await one.end()
