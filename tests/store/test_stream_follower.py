"""What follows a stream, without one: who waits is answered, and what is made twice is told from what is not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from lab.patience import PATIENCE
from store.contract import (
    Cosignature,
    GameExists,
    Grant,
    LogBehind,
    StorageCorrupt,
    StorageError,
    StorageFull,
    StorageLocked,
    StorageUnsettled,
    StoreClosed,
    Stored,
)
from store.jetstream import CHUNK_BYTES, CHUNK_ENTRIES, _chunk, stream_follower
from store.jetstream.local_copy import Copy, Followed
from store.jetstream.name_keys import Names
from store.jetstream.operations import Adopt, Append, Call, Chunk, Cosign, Create, File, Refuse, ReplaceApart
from store.jetstream.past import compared
from store.jetstream.sealing import NO_KEY, Sealing, message_of, token_of
from store.jetstream.stream import Delivered, Stream
from store.jetstream.stream_follower import Follower
from store.sqlite import SqliteStore
from store.sqlite.sqlite_errors import Damage
from tests.store.store_values import entries, entry, make, opening, papers, refusal, summary, versions

KEY = bytes(range(32))
APPEND = Append("g", 1, (entry(2),), None, (), ())
KEYS_OF_G = f"names.{token_of('g')}"


def following_of(
    batches: Callable[[int], AsyncGenerator[list[Delivered], None]], copy: object, reached: int = 0
) -> Follower:
    """Return what follows a stream with these messages into a copy."""
    stream = cast(Stream, SimpleNamespace(address="there", founding="founding", batches=batches))
    sealing = Sealing(KEY)
    return Follower(stream, cast(Copy, copy), sealing, Names(stream, sealing), Followed("founding", reached, b""))


async def test_everybody_who_waits_hears_that_the_stream_is_not_followed_any_more() -> None:
    broken = asyncio.Event()

    async def batches(_after: int) -> AsyncGenerator[list[Delivered], None]:
        await broken.wait()
        if broken.is_set():
            raise OSError("gone")
        yield []

    follower = following_of(batches, SimpleNamespace())
    impatient, patient = follower.expect("impatient"), follower.expect("patient")
    reaching = asyncio.create_task(follower.reach(1))
    await asyncio.sleep(0)
    impatient.cancel()
    broken.set()
    for waiting in (patient, reaching):
        with pytest.raises(StorageError, match="there: this referee no longer reads the stream: OSError") as raised:
            await asyncio.wait_for(waiting, PATIENCE)
        assert raised.value.file == "there"
    with pytest.raises(StorageError, match="no longer reads the stream"):
        follower.expect("late")


async def test_who_waits_for_a_later_message_waits_on_when_an_earlier_one_is_there() -> None:
    arrived: asyncio.Queue[int] = asyncio.Queue()

    async def batches(after: int) -> AsyncGenerator[list[Delivered], None]:
        assert after == 4
        while True:
            yield [Delivered(await arrived.get(), "game.g", b"nothing of ours")]

    follower = following_of(batches, SimpleNamespace(), 4)
    await asyncio.wait_for(follower.reach(4), PATIENCE)
    waiting = [asyncio.create_task(follower.reach(sequence)) for sequence in (5, 6, 7)]
    impatient = asyncio.create_task(follower.reach(6))
    await asyncio.sleep(0)
    impatient.cancel()
    for sequence, done in ((6, [True, True, False]), (7, [True, True, True])):
        arrived.put_nowait(sequence)
        await asyncio.wait_for(follower.reach(sequence), PATIENCE)
        await asyncio.sleep(0)
        assert [task.done() for task in waiting] == done
        assert [until for until, _ in follower._reaching] == [7] * (sequence < 7)
        assert follower.reached == sequence
    assert follower.faults == [f"message {number} of the stream was altered" for number in (6, 7)]
    late = asyncio.create_task(follower.reach(8))
    await asyncio.sleep(0)
    await follower.stop()
    for waiter in (late, follower.reach(9)):
        with pytest.raises(StoreClosed):
            await waiter
    with pytest.raises(StoreClosed):
        follower.expect("late")
    await follower.reach(7)


async def endless(_after: int) -> AsyncGenerator[list[Delivered], None]:
    await asyncio.Event().wait()
    yield []


@pytest.mark.parametrize(
    ("delivered", "problem"),
    [
        (None, "part of its import is missing from the stream"),
        (Delivered(3, "import.id", b"forged"), "part of its import was altered"),
    ],
)
async def test_an_import_of_which_a_part_is_gone_is_damage_of_its_game(
    delivered: Delivered | None, problem: str
) -> None:
    follower = following_of(endless, SimpleNamespace())

    async def following(subject: str, sequence: int) -> Delivered | None:
        assert (subject, sequence) == ("import.id", 3)
        return delivered

    follower._stream = cast(Stream, SimpleNamespace(address="there", next=following))
    imported = Adopt(opening("g"), (), None, (), 9, "id", 1)
    with pytest.raises(StorageCorrupt, match=f"there: damaged at game 'g': {problem}") as damaged:
        await follower._chunk(imported, 3)
    assert (damaged.value.file, damaged.value.game) == ("there", "g")
    await follower.stop()


async def test_the_chunks_of_an_import_are_read_one_after_the_other() -> None:
    follower, sealing = following_of(endless, SimpleNamespace()), Sealing(KEY)
    chunks = [Chunk("g", (entry(1), entry(2))), Chunk("g", (entry(3),))]
    data = [sealing.seal("import.id", message_of("", chunk, NO_KEY)) for chunk in chunks]

    async def following(_subject: str, sequence: int) -> Delivered:
        place = 4 if sequence <= 4 else 9
        return Delivered(place, "import.id", data[place == 9])

    follower._stream = cast(Stream, SimpleNamespace(address="there", next=following))
    for count, expected in ((2, entries(1, 3)), (1, entries(1, 2)), (0, [])):
        imported = Adopt(opening("g"), (), None, (), 9, "id", count)
        assert await asyncio.to_thread(list, follower._imported(imported)) == expected
    await follower.stop()


@pytest.mark.parametrize(
    ("outcome", "again"),
    [
        (None, False),
        (StorageError("copy", "why"), True),
        (StorageFull("copy"), True),
        (StorageLocked("copy", 0), True),
        (StorageCorrupt("copy", "g", "why"), False),
        (StorageUnsettled("copy", "g"), False),
        (GameExists("g"), False),
        (ValueError("why"), False),
    ],
)
def test_what_failed_by_the_medium_alone_is_made_again(outcome: Exception | None, *, again: bool) -> None:
    assert stream_follower._to_be_repeated(cast(stream_follower.Outcome, outcome)) is again


async def test_of_a_proposal_that_is_forgotten_nothing_is_kept() -> None:
    follower = following_of(endless, SimpleNamespace())
    _, second = (follower.expect(proposal) for proposal in ("first", "second"))
    for _ in range(2):
        follower.forget("first")
        assert [*follower._waiting] == ["second"]
    await follower.stop()
    with pytest.raises(StoreClosed):
        await second


@pytest.mark.parametrize(
    ("call", "game"), [(Cosign(Cosignature(1, "w", "line")), ""), (Refuse(refusal("g")), "g"), (APPEND, "g")]
)
async def test_what_the_copy_cannot_take_yet_is_not_settled_and_taken_later(
    monkeypatch: pytest.MonkeyPatch, call: Call, game: str
) -> None:
    monkeypatch.setattr(stream_follower, "_AGAIN_SECONDS", 0)
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

    follower = following_of(batches, SimpleNamespace(perform=perform))
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
    ("call", "exact"),
    [
        (Append("g", 1, (), None, (), ()), True),
        (APPEND, False),
        (Append("g", 1, (), None, (Grant(b"t" * 32, "g", "host"),), ()), False),
        (Create(opening("g"), (), (), None, (), ()), False),
        (Adopt(opening("g"), (), None, (), 9, "id", 1), False),
        (ReplaceApart("g", (), None), False),
        (File("g", 0, (), ()), True),
        (File("g", 0, tuple(papers("g", 1, 1)), ()), False),
        (Refuse(refusal("g")), True),
        (Cosign(Cosignature(1, "w", "line")), True),
    ],
)
def test_what_nothing_keeps_from_taking_effect_twice_is_made_exactly_once(call: Call, *, exact: bool) -> None:
    assert call.exact is exact


async def test_what_is_made_together_is_noted_after_it_and_what_is_made_once_with_it() -> None:
    sealing, made = Sealing(KEY), list[tuple[str, Followed]]()
    calls: list[Call] = [APPEND, Refuse(refusal("g")), replace(APPEND, game="h"), replace(APPEND, game="i")]
    data = [sealing.seal("game.x", message_of("id", call, NO_KEY)) for call in calls]
    batch = [Delivered(number, "game.x", content) for number, content in zip((1, 3, 4, 6), data, strict=True)]
    for number in (2, 5):
        batch.insert(number - 1, Delivered(number, "game.x", b"forged"))

    async def batches(_after: int) -> AsyncGenerator[list[Delivered], None]:
        yield batch
        await asyncio.Event().wait()

    async def perform(call: Callable[[Any], Awaitable[None]], followed: Followed) -> None:
        made.append((cast(Any, call).__self__.game, followed))

    follower = following_of(batches, SimpleNamespace(perform=perform))
    await asyncio.wait_for(follower.reach(6), PATIENCE)
    begun, refused = Followed("founding", 0, b""), Followed("founding", 3, sha256(data[1]).digest())
    assert made == [("g", begun), ("g", refused), ("h", refused), ("i", refused)]
    assert follower.followed == Followed("founding", 6, sha256(data[3]).digest())
    assert follower.faults == [f"message {number} of the stream was altered" for number in (2, 5)]
    assert follower.last == {"game.x": 6}
    await follower.stop()


@pytest.mark.parametrize(("there", "missed"), [([entry(2)], False), ([], True), ([entry(2, data=b"another")], True)])
async def test_an_entry_that_is_not_the_next_is_there_already_or_shows_that_others_are_lost(
    there: list[Stored], *, missed: bool
) -> None:
    misses: list[tuple[object, ...]] = []

    async def read(*span: object) -> list[Stored]:
        misses.append(span)
        return there

    async def miss(*told: object) -> None:
        misses.append(told)

    follower = following_of(endless, SimpleNamespace(read=read, miss=miss))
    await follower._compare(APPEND)
    assert misses == [("g", 1, 2)] + [("g", 1, APPEND.entries)] * missed
    assert follower.faults == ["the stream lost entries of game 'g' before 2"] * missed
    await follower.stop()


async def test_a_name_whose_removal_the_copy_took_late_is_erased_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_follower, "_AGAIN_SECONDS", 0)
    sealing, tried, done = Sealing(KEY), list[Followed](), list[str]()
    key = NO_KEY.next().next()
    data = sealing.seal("game.g", message_of("id", ReplaceApart("g", (), summary("g")), key))
    kept = sealing.seal(KEYS_OF_G, key)

    async def batches(_after: int) -> AsyncGenerator[list[Delivered], None]:
        yield [Delivered(8, KEYS_OF_G, kept), Delivered(9, "game.g", data)]
        await asyncio.Event().wait()

    async def perform(_call: object, followed: Followed) -> None:
        tried.append(followed)
        if len(tried) == 1:
            raise StorageFull("the copy")

    async def next_(_subject: str, sequence: int) -> Delivered | None:
        return next(
            (
                delivered
                for delivered in (Delivered(3, KEYS_OF_G, old), Delivered(8, KEYS_OF_G, kept))
                if delivered[0] >= sequence
            ),
            None,
        )

    async def erase(sequence: int) -> None:
        done.append(f"erased {sequence}")

    async def replaced(game: str) -> None:
        done.append(f"replaced {game}")

    old = sealing.seal(KEYS_OF_G, NO_KEY.next())
    # Nothing has to ask for the newest key: it came with the messages.
    stream = cast(
        Stream, SimpleNamespace(address="there", founding="founding", batches=batches, next=next_, erase=erase)
    )
    copy = cast(Copy, SimpleNamespace(perform=perform))
    begun = Followed("founding", 0, b"")
    follower = Follower(stream, copy, sealing, Names(stream, sealing), begun, replaced=replaced)
    await asyncio.wait_for(follower.reach(9), PATIENCE)
    assert (tried, done) == ([begun, begun], ["erased 3", "replaced g"])
    await follower.stop()


async def test_entries_that_a_log_should_have_are_missed_from_then_on(tmp_path: Path) -> None:
    copy = await Copy.open(tmp_path / "copy", 0)
    try:
        await make(copy, "g")
        await copy.miss("g", 3, (entry(4), entry(5)))
        with pytest.raises(LogBehind, match="version 5 was acknowledged, but it ends at version 1"):
            await copy.read("g")
    finally:
        await copy.close()


async def test_damage_of_what_was_followed_is_of_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> None:
        raise Damage("it is altered")

    copy = await Copy.open(tmp_path / "copy", 0)
    try:
        monkeypatch.setattr("store.sqlite.queries.followed", damaged)
        monkeypatch.setattr("store.sqlite.queries.streams", damaged)
        for asking in (copy.followed("founding"), copy.streams()):
            with pytest.raises(StorageCorrupt, match="it is altered") as corrupt:
                await asking
            assert (corrupt.value.file, corrupt.value.game) == (copy.file, "")
    finally:
        await copy.close()


async def test_a_new_copy_has_followed_nothing(tmp_path: Path) -> None:
    copy = await Copy.open(tmp_path / "copy", 0)
    try:
        assert await copy.followed("founding") == Followed("founding", 0, b"")
        await copy.note(Followed("founding", 7, b"digest"))
        assert await copy.followed("founding") == Followed("founding", 7, b"digest")
        assert await copy.followed("other") == Followed("other", 0, b"")
    finally:
        await copy.close()


async def test_a_call_that_is_rehearsed_is_undone_and_the_next_one_is_made(tmp_path: Path) -> None:
    copy = await Copy.open(tmp_path / "copy", 0)
    try:
        for _ in range(2):
            await copy.rehearse(lambda store: make(store, "g"))
            assert await copy.every_game() == []
        await make(copy, "g")
        assert await copy.every_game() == ["g"]
        with pytest.raises(GameExists):
            await copy.rehearse(lambda store: make(store, "g"))
        followed = Followed("founding", 7, b"digest")
        await copy.perform(APPEND.on, followed)
        assert await copy.followed("founding") == followed
        await copy.append("g", 2, [entry(3)])
        assert await copy.followed("founding") == followed, "what follows nothing is not noted"
        assert await copy.streams() == ["founding"]
    finally:
        await copy.close()


async def test_a_copy_in_which_nothing_was_followed_is_noted_as_none(tmp_path: Path) -> None:
    copy = await Copy.open(tmp_path / "copy", 0)
    try:
        await copy.note(Followed("founding", 0, b""))
        assert await copy.streams() == []
    finally:
        await copy.close()


async def test_the_copy_of_a_stream_is_opened_as_no_database_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "copy"
    copy = await Copy.open(file, 0)
    await copy.note(Followed("founding", 7, b"digest"))
    await copy.close()
    with pytest.raises(
        StorageError, match="this is the copy of a record in a stream, which only a referee can write"
    ) as raised:
        await SqliteStore.open(file)
    assert raised.value.file == str(file)
    again = await Copy.open(file, 0)
    assert await again.followed("founding") == Followed("founding", 7, b"digest")
    await again.close()


def delivering(delivered: Delivered | None) -> Stream:
    """Return a stream in which one message is found."""

    async def message(sequence: int) -> Delivered | None:
        assert sequence == 7
        return delivered

    async def last(_subject: str) -> None:
        """Return nothing: the stream has one era."""

    return cast(
        Stream,
        SimpleNamespace(name="RECORD", address="there", founding="founding", succeeds=None, message=message, last=last),
    )


async def test_a_copy_that_stopped_before_its_first_note_goes_on_from_the_beginning(tmp_path: Path) -> None:
    begun = Followed("founding", 0, b"")
    copy = await Copy.open(tmp_path / "copy", 0)
    await copy.perform(lambda store: make(store, "g"), begun)
    await copy.close()
    again = await Copy.open(tmp_path / "copy", 0)
    try:
        assert await compared(delivering(None), again, Sealing(KEY)) == begun
        assert await again.every_game() == ["g"]
    finally:
        await again.close()


async def test_a_copy_is_of_a_stream_that_still_has_the_message_which_it_followed(tmp_path: Path) -> None:
    copy = await Copy.open(tmp_path / "copy", 0)
    try:
        assert await compared(delivering(None), copy, Sealing(KEY)) == Followed("founding", 0, b"")
        await make(copy, "g")
        with pytest.raises(
            StorageError, match=r"does not hold the record of the stream RECORD\. .* rebuild a stream from the copy"
        ) as other:
            await compared(delivering(None), copy, Sealing(KEY))
        assert other.value.file == copy.file
        followed = Followed("founding", 7, sha256(b"message").digest())
        await copy.note(followed)
        assert await compared(delivering(Delivered(7, "game.g", b"message")), copy, Sealing(KEY)) == followed
        for delivered in (None, Delivered(7, "game.g", b"another")):
            with pytest.raises(
                StorageCorrupt, match="message 7 of RECORD was read, but the stream now lacks it"
            ) as lost:
                await compared(delivering(delivered), copy, Sealing(KEY))
            assert (lost.value.file, lost.value.game) == ("there", "")
            assert str(lost.value).endswith(f"the copy still has the content of the message: {copy.file}")
        await copy.note(Followed("another", 1, b""))
        with pytest.raises(StorageError, match="does not hold the record"):
            await compared(delivering(Delivered(7, "game.g", b"message")), copy, Sealing(KEY))
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
    half = bytes(CHUNK_BYTES // 2)
    named = iter([Stored(version, "", half[1:], b"xx") for version in range(1, 6)])
    assert versions(_chunk("g", named, 0)) == [1, 2], "what is apart is a part of a message too"
