"""What follows a stream, without one: who waits is answered, and what is made twice is told from what is not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from store.contract import Cosignature, Grant, StorageError, StorageFull, StorageUnsettled
from store.jetstream import CHUNK_BYTES, CHUNK_ENTRIES, _chunk, following
from store.jetstream.calls import Append, Call, Cosign, Refuse
from store.jetstream.copy import Copy, Followed
from store.jetstream.following import Follower
from store.jetstream.names import Names
from store.jetstream.sealing import NO_KEY, Sealing, message_of
from store.jetstream.stream import Delivered, Stream
from tests.patience import PATIENCE
from tests.store.builders import entries, entry, refusal, versions

KEY = bytes(range(32))
APPEND = Append("g", 1, (entry(2),), None, (), ())


async def test_everybody_who_waits_hears_that_the_stream_is_not_followed_any_more() -> None:
    broken = asyncio.Event()

    async def batches(_after: int) -> AsyncGenerator[list[Delivered], None]:
        await broken.wait()
        if broken.is_set():
            raise OSError("gone")
        yield []

    stream = cast(Stream, SimpleNamespace(address="there", founding="founding", batches=batches))
    sealing = Sealing(KEY)
    copy = cast(Copy, SimpleNamespace())
    follower = Follower(stream, copy, sealing, Names(stream, sealing), Followed("founding", 0, b""))
    impatient, patient = follower.expect("impatient"), follower.expect("patient")
    reaching = asyncio.create_task(follower.reach(1))
    await asyncio.sleep(0)
    impatient.cancel()
    broken.set()
    for waiting in (patient, reaching):
        with pytest.raises(StorageError, match="not followed any more: OSError"):
            await asyncio.wait_for(waiting, PATIENCE)
    with pytest.raises(StorageError, match="not followed any more"):
        follower.expect("late")


@pytest.mark.parametrize(
    ("call", "game"), [(Cosign(Cosignature(1, "w", "line")), ""), (Refuse(refusal("g")), "g"), (APPEND, "g")]
)
async def test_what_the_copy_cannot_take_yet_is_not_settled_and_taken_later(
    monkeypatch: pytest.MonkeyPatch, call: Call, game: str
) -> None:
    monkeypatch.setattr(following, "_AGAIN_SECONDS", 0)
    sealing, written, made = Sealing(KEY), asyncio.Event(), list[Followed]()
    data = sealing.seal("subject", message_of("id", call, NO_KEY))

    async def batches(_after: int) -> AsyncGenerator[list[Delivered], None]:
        await written.wait()
        yield [Delivered(1, "subject", data)]
        await asyncio.Event().wait()

    async def perform(_call: object, followed: Followed) -> None:
        made.append(followed)
        if len(made) == 1:
            raise StorageFull("the copy", "no room")

    stream = cast(Stream, SimpleNamespace(address="there", founding="founding", batches=batches))
    copy = cast(Copy, SimpleNamespace(perform=perform))
    follower = Follower(stream, copy, sealing, Names(stream, sealing), Followed("founding", 0, b""))
    coming = follower.expect("id")
    written.set()
    outcome = await asyncio.wait_for(coming, PATIENCE)
    assert isinstance(outcome, StorageUnsettled)
    assert outcome.game == game
    await asyncio.wait_for(follower.reach(1), PATIENCE)
    first = Followed("founding", 1, sha256(data).digest()) if call.exact else Followed("founding", 0, b"")
    assert made == [first, first], "what is made once is noted with it, the other after it"
    assert follower.followed == Followed("founding", 1, sha256(data).digest())
    await follower.stop()


@pytest.mark.parametrize(
    ("append", "exact"),
    [
        (Append("g", 1, (), None, (), ()), True),
        (APPEND, False),
        (Append("g", 1, (), None, (Grant(b"t" * 32, "g", "host"),), ()), False),
    ],
)
def test_what_nothing_keeps_from_taking_effect_twice_is_made_exactly_once(append: Append, *, exact: bool) -> None:
    assert append.exact is exact


async def test_a_new_copy_has_followed_nothing(tmp_path: Path) -> None:
    copy = await Copy.open(tmp_path / "copy", 0)
    try:
        assert await copy.followed("founding") == Followed("founding", 0, b"")
        await copy.note(Followed("founding", 7, b"digest"))
        assert await copy.followed("founding") == Followed("founding", 7, b"digest")
        assert await copy.followed("other") == Followed("other", 0, b"")
    finally:
        await copy.close()


def test_a_message_has_so_many_entries_or_bytes_of_an_import() -> None:
    many = iter(entries(1, CHUNK_ENTRIES + 2))
    assert versions(_chunk("g", many, 0)) == [*range(1, CHUNK_ENTRIES + 1)]
    assert versions(_chunk("g", many, CHUNK_ENTRIES)) == [CHUNK_ENTRIES + 1, CHUNK_ENTRIES + 2]
    assert _chunk("g", many, CHUNK_ENTRIES + 2) == []
    large = iter([entry(version, data=bytes(CHUNK_BYTES // 2)) for version in range(1, 6)])
    assert versions(_chunk("g", large, 0)) == [1, 2, 3]
    assert versions(_chunk("g", large, 3)) == [4, 5]
