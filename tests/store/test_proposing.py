"""Calls of one referee without a server: what is asked of the stream first, waited for, and made of its answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from lab.patience import PATIENCE
from store.contract import (
    Cosignature,
    Grant,
    StorageCorrupt,
    StorageError,
    StorageFull,
    StorageLocked,
    StorageSilent,
    StoreClosed,
)
from store.jetstream import RECORD, JetstreamStore, StorageUnanswered, _subject_of
from store.jetstream.local_copy import Copy, Followed
from store.jetstream.operations import Append, Call, Cosign, Create, Refuse
from store.jetstream.sealing import NO_KEY, Sealing, token_of
from store.jetstream.stream import Delivered, Overtaken, Stream
from store.memory import MemoryStore
from tests.store.store_values import entry, leaf, make, opening, papers, refusal, row_of, summary
from tools import code

APPEND = Append("g", 1, (entry(2),), None, (), ())
GAME = f"game.{token_of('g')}"


class ScriptedStream:
    """A stream that tells what it is asked to tell, and what follows it."""

    founding, address, name = "founding", "there", "RECORD"

    def __init__(self, *answers: Delivered | int | Exception | None) -> None:
        self.answers = list(answers)
        self.calls: list[str] = []
        self.closed = False
        self.meanwhile: Callable[[], Awaitable[object]] | None = None
        """What others write before the end of the stream is told."""
        self.reached = 0
        self.last_of: dict[str, int] = {}

    async def last(self, subject: str) -> Any:
        self.calls.append(f"last {subject}")
        return self.answers.pop(0)

    async def publish(self, subject: str, data: bytes, message_id: str, after: int | None) -> Any:
        del data, message_id
        self.calls.append(f"publish {subject} after {after}")
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def confirmed(self) -> int:
        self.calls.append("confirmed")
        if self.meanwhile is not None:
            await self.meanwhile()
        return 7

    async def reach(self, sequence: int) -> None:
        self.reached = max(self.reached, sequence)

    async def close(self) -> None:
        self.closed = True


def referee(scripted: ScriptedStream, copy: object = None) -> JetstreamStore:
    """Return a referee of a stream, whose copy is any store."""
    store = object.__new__(JetstreamStore)
    store._stream, store._copy = cast(Stream, scripted), cast(Copy, copy)
    store._sealing, store._closed, store._asked, store._asked_next = Sealing(bytes(32)), False, None, None
    store._follower = cast(Any, SimpleNamespace(reach=scripted.reach, reached=scripted.reached, last=scripted.last_of))
    store._proposing, store.doubt = set(), ""
    store._marks = cast(Any, SimpleNamespace(close=lambda: None))
    return store


async def size_of_log(store: JetstreamStore) -> int:
    """Return how many leaves there are."""
    return (await store.leaf_log()).size


@pytest.mark.parametrize(
    ("change", "ask", "expected"),
    [
        (
            lambda copy: copy.append("g", 1, [], leaves=[leaf("g")]),
            size_of_log,
            1,
        ),
        (lambda copy: copy.add_papers("g", 0, papers("g", 1, 1)), lambda store: store.papers("g"), papers("g", 1, 1)),
        (lambda copy: make(copy, "h"), lambda store: row_of(store, "h"), replace(summary("h"), head=1)),
        (
            lambda copy: copy.append("g", 1, [], grants=[Grant(b"t", "g", "host")]),
            lambda store: store.grant(b"t", "g"),
            Grant(b"t", "g", "host"),
        ),
    ],
)
async def test_what_others_wrote_before_is_asked_for_before_it_is_read(
    change: Callable[[MemoryStore], Awaitable[object]],
    ask: Callable[[JetstreamStore], Awaitable[object]],
    expected: object,
) -> None:
    copy, scripted = MemoryStore(), ScriptedStream()
    await make(copy)
    scripted.meanwhile = lambda: change(copy)
    assert await ask(referee(scripted, copy)) == expected
    assert scripted.calls == ["confirmed"]
    assert scripted.reached == 7


async def test_refused_moves_of_others_are_asked_for_before_they_are_read() -> None:
    copy, scripted = MemoryStore(), ScriptedStream()
    await make(copy)
    scripted.meanwhile = lambda: copy.add_refusal(refusal("g"))
    assert [move.data for move in await referee(scripted, copy).refusals("g")] == [b"why"]


async def test_a_token_that_is_known_is_not_asked_for() -> None:
    copy, scripted = MemoryStore(), ScriptedStream()
    await make(copy, grants=[Grant(b"t", "g", "host")])
    assert await referee(scripted, copy).grant(b"t") == Grant(b"t", "g", "host")
    assert scripted.calls == []


async def test_who_asks_for_the_end_while_it_is_asked_for_shares_the_next_question() -> None:
    scripted, answered = ScriptedStream(), asyncio.Event()
    scripted.meanwhile = answered.wait
    store = referee(scripted)
    asking = [asyncio.create_task(store.catch_up())]
    for _ in range(2):
        for _ in range(9):
            await asyncio.sleep(0)
        assert scripted.calls == ["confirmed"]
        asking.append(asyncio.create_task(store.catch_up()))
    answered.set()
    await asyncio.wait_for(asyncio.gather(*asking), PATIENCE)
    assert scripted.calls == ["confirmed"] * 2
    assert await store.progress() == (0, 7)


async def test_a_question_that_has_no_answer_yet_ends_with_the_store() -> None:
    scripted, copy = ScriptedStream(), MemoryStore()
    scripted.meanwhile = asyncio.Event().wait
    store = referee(scripted, SimpleNamespace(close=copy.close, note=lambda _: copy.catch_up()))
    ended = SimpleNamespace(end=copy.catch_up, stop=copy.catch_up, reach=scripted.reach, reached=0, followed=None)
    store.shared_state, store._follower = cast(Any, ended), cast(Any, ended)
    asking = [asyncio.create_task(store.catch_up())]
    for _ in range(9):
        await asyncio.sleep(0)
    asking.append(asyncio.create_task(store.catch_up()))
    await asyncio.sleep(0)
    await asyncio.wait_for(store.close(), PATIENCE)
    for task in asking:
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, PATIENCE)
    assert scripted.closed
    with pytest.raises(StoreClosed):
        await store.catch_up()


async def test_a_stream_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.jetstream.PATIENCE_SECONDS", 0.01)
    scripted = ScriptedStream()
    scripted.meanwhile = asyncio.Event().wait
    store = referee(scripted)
    with pytest.raises(StorageSilent, match="there: the stream did not answer for 0 s; nothing was") as silent:
        await store.catch_up()
    assert silent.value.file == store.address == "there"


async def test_a_proposal_that_is_not_answered_goes_on_and_is_forgotten_when_it_has_ended() -> None:
    store, written, done = referee(ScriptedStream()), asyncio.Event(), list[str]()

    async def proposing() -> None:
        await written.wait()
        done.append("written")

    with pytest.raises(StorageUnanswered) as unanswered:
        await store._proposed("g", proposing(), 0.01)
    assert (unanswered.value.file, unanswered.value.game) == ("there", "g")
    (task,) = store._proposing
    written.set()
    await asyncio.wait_for(task, PATIENCE)
    await asyncio.sleep(0)
    assert (done, store._proposing) == (["written"], set())


@pytest.mark.parametrize(
    ("call", "game"), [(Cosign(Cosignature(1, "w", "line")), ""), (Refuse(refusal("g")), "g"), (APPEND, "g")]
)
def test_what_is_beside_a_log_has_a_subject_of_its_own(call: Call, game: str) -> None:
    kind = "game" if isinstance(call, Append) else "beside"
    assert _subject_of(call) == f"{kind}.{token_of(game)}"


async def test_the_last_message_of_a_game_is_known_once_it_was_asked_for() -> None:
    scripted = ScriptedStream(Delivered(5, GAME, b""))
    store = referee(scripted)
    assert [await store._after(APPEND) for _ in range(2)] == [5, 5]
    assert (scripted.calls, scripted.reached) == ([f"last {GAME}"], 5)
    scripted.last_of[GAME] = 9
    assert await store._after(APPEND) == 9


async def test_a_game_of_which_there_is_no_message_comes_after_none() -> None:
    assert await referee(ScriptedStream(None))._after(Create(opening("g"), (), (), None, (), ())) == 0


async def test_what_is_beside_a_log_comes_after_nothing() -> None:
    scripted = ScriptedStream()
    assert await referee(scripted)._after(Refuse(refusal("g"))) is None
    assert scripted.calls == []


async def test_a_message_that_came_while_the_last_was_asked_for_counts() -> None:
    scripted = ScriptedStream(Delivered(5, GAME, b""))
    scripted.last_of[GAME] = 6
    await referee(scripted)._catch_up(APPEND)
    assert scripted.last_of == {GAME: 6}


@pytest.mark.parametrize(("known", "kept"), [(2, {"0": 0, "1": 1, GAME: 5}), (3, {GAME: 5})])
async def test_last_messages_are_forgotten_when_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch, known: int, kept: dict[str, int]
) -> None:
    monkeypatch.setattr("store.jetstream._REMEMBERED", 2)
    scripted = ScriptedStream(Delivered(5, GAME, b""))
    scripted.last_of.update({str(number): number for number in range(known)})
    await referee(scripted)._catch_up(APPEND)
    assert scripted.last_of == kept


@pytest.mark.parametrize(
    ("written", "reached", "done", "lost"),
    [(8, 7, False, False), (7, 7, False, True), (5, 7, False, True), (5, 7, True, False)],
)
async def test_a_message_that_comes_before_what_was_followed_shows_that_the_stream_lost_some(
    written: int, reached: int, *, done: bool, lost: bool
) -> None:
    scripted = ScriptedStream(written)
    scripted.reached = reached
    coming = asyncio.get_running_loop().create_future()
    if done:
        coming.set_result(None)
    publishing = referee(scripted)._published("id", APPEND, NO_KEY, 3, coming)
    if lost:
        problem = f"message {reached} was read, but message {written} was written just now: the stream lost messages"
        with pytest.raises(StorageCorrupt, match=f"there: damaged at game 'g': {problem}") as corrupt:
            await publishing
        assert (corrupt.value.file, corrupt.value.game) == ("there", "g")
    else:
        assert await publishing
    assert scripted.calls == [f"publish {GAME} after 3"]


async def test_who_was_overtaken_waits_for_what_was_first() -> None:
    scripted = ScriptedStream(Overtaken(), Delivered(9, GAME, b""))
    coming = asyncio.get_running_loop().create_future()
    assert not await referee(scripted)._published("id", APPEND, NO_KEY, 3, coming)
    assert (scripted.reached, scripted.last_of) == (9, {GAME: 9})


class Trying:
    """A copy on which calls are tried, which fail or not in turn."""

    def __init__(self, *outcomes: Exception | None) -> None:
        self.outcomes = list(outcomes)

    async def rehearse(self, _: object) -> None:
        if (outcome := self.outcomes.pop(0)) is not None:
            raise outcome


async def test_what_a_copy_refuses_is_tried_again_at_the_end_of_the_stream_and_what_it_cannot_do_is_not() -> None:
    late = StorageCorrupt("copy", "g", "late")
    scripted = ScriptedStream()
    await referee(scripted, Trying(None))._rehearse(APPEND)
    assert scripted.calls == []
    for failing in (StorageFull("copy"), ValueError("no call")):
        with pytest.raises(type(failing)):
            await referee(scripted, Trying(failing))._rehearse(APPEND)
    assert scripted.calls == []
    copy = MemoryStore()
    await make(copy, "h")
    with pytest.raises(Exception, match="no game") as refused:
        await copy.read("g")
    await referee(scripted, Trying(refused.value, None))._rehearse(APPEND)
    assert (scripted.calls, scripted.reached) == (["confirmed"], 7)
    with pytest.raises(StorageCorrupt, match="late"):
        await referee(scripted, Trying(refused.value, late))._rehearse(APPEND)


@pytest.mark.parametrize("failing", ["the copy", "the comparison"])
async def test_a_referee_that_cannot_be_opened_leaves_nothing_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, failing: str
) -> None:
    scripted, opened = ScriptedStream(), list[Copy]()

    async def connecting(*_: object, **__: object) -> ScriptedStream:
        return scripted

    async def opening_copy(*given: Any, **named: Any) -> Copy:
        if failing == "the copy":
            raise StorageLocked("copy", 7)
        opened.append(await Copy.open(*given, **named))
        return opened[0]

    async def used(*_: object) -> None:
        """Find that the record is here."""

    async def differing(*_: object) -> Followed:
        raise StorageError("copy", "has another record")

    monkeypatch.setattr("store.jetstream.Stream", SimpleNamespace(open=connecting))
    monkeypatch.setattr("store.jetstream.Copy", SimpleNamespace(open=opening_copy))
    monkeypatch.setattr("store.jetstream.check_in_use", used)
    monkeypatch.setattr("store.jetstream.compared", differing)
    with pytest.raises(StorageError, match=r"in use by process 7|has another record"):
        await JetstreamStore.open(["there"], tmp_path / "copy", bytes(32))
    assert scripted.closed
    assert [copy._closed for copy in opened] == [True] * (failing == "the comparison")


def test_a_record_has_the_name_of_the_manual() -> None:
    assert f"`{RECORD}`" in (code.ROOT / "docs" / "several-referees.md").read_text("utf-8")
