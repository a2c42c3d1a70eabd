"""Watching: entries come once and in order, whatever the connection does, and each is checked against the chain."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, TypeAlias

import grpc
import pytest
from google.protobuf.message import Message

from gunbai.record.v1.entry_pb2 import ACTOR_KIND_HOST, Actor, Entry, Item
from gunbai.record.v1.lifecycle_pb2 import AbandonGame, ContinuationEnded, GameAbandoned
from gunbai.record.v1.results_pb2 import GameDecided
from gunbai.referee.v1.game_pb2 import Clocks, SeatClock
from gunbai.referee.v1.record_pb2 import (
    CaughtUp,
    Drained,
    Entries,
    Heartbeat,
    ReadEntriesRequest,
    ReadEntriesResponse,
    WatchGameRequest,
    WatchGameResponse,
)
from gunbai.referee.v1.record_pb2_grpc import RecordServicer, add_RecordServicer_to_server
from gunbai.referee.v1.ruling_pb2 import EntrySentences
from gunbai_client import NotFound, Unreachable, aio, blocking, channel
from gunbai_client.aio import Update, packed, watch_stream
from gunbai_client.aio.watch_stream import Said, _Reader
from gunbai_client.blocking import watch_stream as blocking_stream
from gunbai_client.errors import Silence
from gunbai_record import chain
from gunbai_record.errors import BrokenRecord
from tests.clients.python.scripted import pauses_in, scripted

Script: TypeAlias = "list[Sequence[WatchGameResponse | grpc.StatusCode]]"


def history(length: int, end: Message | None = None) -> list[Entry]:
    """Return the record of a game that is over in its last entry: abandoned, unless it has another end."""
    entries: list[Entry] = []
    for version in range(1, length + 1):
        entry = Entry(game="g", version=version, actor=Actor(kind=ACTOR_KIND_HOST), at_micros=version)
        entry.command.CopyFrom(Item(open=packed(AbandonGame(reason=str(version)))))
        if version == length:
            entry.events.append(Item(open=packed(end or GameAbandoned())))
        entry.previous = entries[-1].digest if entries else chain.ORIGIN
        entry.digest = chain.digest_of(entry)
        entries.append(entry)
    return entries


def secret_history() -> tuple[list[Entry], list[Entry]]:
    """Return the record of a game with a secret in entry 2: as it is, and as others see it during the game."""
    entries = history(3)
    entries[1].command.salt = bytes(range(32))
    for before, after in itertools.pairwise(entries):
        before.digest = chain.digest_of(before)
        after.previous = before.digest
    entries[2].digest = chain.digest_of(entries[2])
    seen = [Entry.FromString(entry.SerializeToString()) for entry in entries]
    seen[1].command.CopyFrom(chain.sealed(entries[1].command))
    return entries, seen


class Scripted(RecordServicer):
    """A service that follows a script, stream after stream, and is then gone; after the end it has `opened`."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.after_versions: list[int] = []
        self.opened: list[Entry] = []

    async def ReadEntries(self, request: ReadEntriesRequest, context: Any) -> AsyncIterator[ReadEntriesResponse]:
        for entry in self.opened:
            if request.after_version < entry.version <= request.up_to_version:
                yield ReadEntriesResponse(entry=entry)

    async def WatchGame(self, request: WatchGameRequest, context: Any) -> AsyncIterator[WatchGameResponse]:
        self.after_versions.append(request.after_version)
        if not self.script:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "gone")
        for response in self.script.pop(0):
            if isinstance(response, grpc.StatusCode):
                await context.abort(response, "so it is")
            else:
                yield response


@pytest.fixture
async def watching() -> AsyncIterator[Callable[[Script], Any]]:
    """Serve a script; returns the client and the servicer."""
    opened: list[tuple[grpc.aio.Server, aio.Gunbai]] = []

    async def serve(script: Script) -> tuple[aio.Gunbai, Scripted]:
        server = grpc.aio.server()
        servicer = Scripted(script)  # type: ignore[abstract]  # what is not scripted is not implemented
        add_RecordServicer_to_server(servicer, server)
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        opened.append((server, aio.connect(f"127.0.0.1:{port}")))
        return opened[-1][1], servicer

    yield serve
    for server, gunbai in opened:
        await gunbai.close()
        await server.stop(None)


def entry(opened_entry: Entry) -> WatchGameResponse:
    return WatchGameResponse(entries=Entries(entries=[opened_entry]))


def caught_up(version: int) -> WatchGameResponse:
    return WatchGameResponse(caught_up=CaughtUp(version=version))


def drained(version: int) -> WatchGameResponse:
    return WatchGameResponse(drained=Drained(resume_after_version=version))


async def versions(updates: AsyncIterator[Update]) -> list[int | str]:
    """Return the versions of the entries, and where the watcher has caught up."""
    return [update.version if isinstance(update, Said) else "caught up" async for update in updates]


@pytest.mark.parametrize("end", [GameDecided(), ContinuationEnded()])
async def test_a_watch_ends_with_the_game_however_that_ends(watching: Any, end: Message) -> None:
    one, two = map(entry, history(2, end))
    gunbai, _ = await watching([[one, caught_up(1), two, grpc.StatusCode.UNAVAILABLE]])
    assert await versions(gunbai.updates("g", patience=0)) == [1, "caught up", 2]


async def test_the_clocks_come_after_the_entries_that_changed_them(watching: Any) -> None:
    one, two, three = map(entry, history(3))
    before, after = (Clocks(seats=[SeatClock(seat=1, bot=bot)]) for bot in (False, True))
    clocks_sent = [WatchGameResponse(clocks=clocks) for clocks in (before, after)]
    gunbai, _ = await watching([[one, caught_up(1), clocks_sent[0], two, clocks_sent[1], three]] * 2)
    seen: list[Any] = []
    told_at = [(update.version, len(seen)) async for update in gunbai.updates("g", on_clocks=seen.append)]
    assert told_at == [(1, 0), (1, 0), (2, 1), (3, 2)]
    assert seen == [before, after]
    assert await versions(gunbai.updates("g")) == [1, "caught up", 2, 3]


async def test_a_lost_connection_is_resumed_after_a_pause_without_gaps_or_doubles(
    watching: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused = pauses_in(watch_stream, monkeypatch)
    one, two, three, four = map(entry, history(4))
    script: Script = [
        [one, caught_up(1), two, grpc.StatusCode.UNAVAILABLE],
        [grpc.StatusCode.UNAVAILABLE],
        [two, caught_up(2), three, drained(3)],
        [caught_up(3), four],
    ]
    gunbai, servicer = await watching(script)
    assert await versions(gunbai.updates("g")) == [1, "caught up", 2, 3, 4]
    assert servicer.after_versions == [0, 2, 2, 3]
    assert paused == [0.2] * 3


async def test_a_stream_that_ends_in_peace_is_not_opened_again(watching: Any) -> None:
    gunbai, servicer = await watching([[caught_up(4)]])
    assert await versions(gunbai.updates("g", after=4)) == ["caught up"]
    assert servicer.after_versions == [4]


async def test_an_entry_that_was_changed_is_named(watching: Any) -> None:
    entries = history(4)
    entries[2].at_micros += 1
    gunbai, _ = await watching([list(map(entry, entries))])
    with pytest.raises(BrokenRecord, match="damaged at entry 3: its digest does not match its content") as broken:
        await versions(gunbai.updates("g"))
    assert broken.value.version == 3


async def test_an_entry_that_is_left_out_is_named(watching: Any) -> None:
    one, _, three, _ = map(entry, history(4))
    gunbai, _ = await watching([[one, three]])
    with pytest.raises(BrokenRecord, match="entry 2: entry 3 came instead"):
        await versions(gunbai.updates("g", verify=False))


async def test_a_record_that_was_replaced_while_the_connection_was_lost_is_found_out(watching: Any) -> None:
    mine, other = history(3), history(3)
    other[0].at_micros = 99
    for before, after in itertools.pairwise(other):
        before.digest = chain.digest_of(before)
        after.previous = before.digest
    other[2].digest = chain.digest_of(other[2])
    gunbai, _ = await watching([[entry(mine[0]), grpc.StatusCode.UNAVAILABLE], [entry(other[1])]])
    with pytest.raises(BrokenRecord, match="entry 2: it does not follow the previous entry"):
        await versions(gunbai.updates("g"))


async def test_a_heartbeat_that_tells_another_head_is_found_out(watching: Any) -> None:
    beat = WatchGameResponse(heartbeat=Heartbeat(head=1, head_digest=bytes(32)))
    gunbai, _ = await watching([[entry(history(2)[0]), beat]])
    with pytest.raises(BrokenRecord, match="entry 1: the service now gives a different digest"):
        await versions(gunbai.updates("g"))


async def test_the_end_of_the_game_is_the_end_of_the_watch(watching: Any) -> None:
    gunbai, servicer = await watching([[*map(entry, history(2)), caught_up(2), grpc.StatusCode.UNAVAILABLE]])
    assert await versions(gunbai.updates("g")) == [1, 2, "caught up"]
    assert servicer.after_versions == [0]


async def test_what_is_opened_after_the_end_is_held_against_what_was_sealed(watching: Any) -> None:
    opened, seen = secret_history()
    gunbai, servicer = await watching([[*map(entry, seen), caught_up(3)]])
    servicer.opened = opened
    assert await versions(gunbai.updates("g")) == [1, 2, 3, "caught up"]


async def test_something_else_that_is_opened_is_named(watching: Any) -> None:
    opened, seen = secret_history()
    opened[1].command.open.CopyFrom(packed(AbandonGame(reason="something else")))
    gunbai, servicer = await watching([[*map(entry, seen), caught_up(3)]])
    servicer.opened = opened
    with pytest.raises(BrokenRecord, match="entry 2: the opened content differs from the sealed content"):
        await versions(gunbai.updates("g"))


async def test_what_was_sealed_is_read_again_from_the_first_such_entry_to_the_last_and_by_nobody_else() -> None:
    opened, seen = secret_history()
    for entries, again in ((seen, [ReadEntriesRequest(game="g", after_version=1, up_to_version=2)]), (opened, [])):
        shown = [*map(entry, entries), caught_up(3)]
        reads = [[ReadEntriesResponse(entry=entry) for entry in opened[1:2]]]
        async with scripted(WatchGame=[shown], ReadEntries=reads) as (gunbai, script):
            assert await versions(gunbai.updates("g")) == [1, 2, 3, "caught up"]
        assert script.requests == [WatchGameRequest(game="g"), *again]


async def test_entries_come_with_their_words_where_these_are_asked_for() -> None:
    words = [EntrySentences(version=version, command=f"Command {version}.") for version in (1, 2)]
    with_words = WatchGameResponse(entries=Entries(entries=history(2), sentences=words))
    async with scripted(WatchGame=[[with_words, caught_up(2)]] * 2) as (gunbai, _):
        updates = [update async for update in gunbai.updates("g", sentences=True)]
        plain = [entry async for entry in gunbai.watch("g")]
    assert updates == [*map(Said, history(2), words), CaughtUp(version=2)]
    assert plain == history(2)
    assert [entry.version for entry in updates] == [1, 2, 2]


async def test_the_words_of_an_entry_that_comes_twice_stay_with_the_next_one() -> None:
    words = [EntrySentences(version=version) for version in (1, 2)]
    first, both = (Entries(entries=history(2)[:count], sentences=words[:count]) for count in (1, 2))
    shown = [WatchGameResponse(entries=entries) for entries in (first, both)]
    async with scripted(WatchGame=[[*shown, caught_up(2)]]) as (gunbai, _):
        updates = [update async for update in gunbai.updates("g", sentences=True) if isinstance(update, Said)]
    assert [entry.sentences.version for entry in updates] == [1, 2]


async def test_what_is_no_lost_connection_is_raised(watching: Any) -> None:
    gunbai, _ = await watching([[grpc.StatusCode.NOT_FOUND]])
    with pytest.raises(NotFound, match="so it is"):
        await versions(gunbai.updates("g"))


@pytest.mark.parametrize("module", ["aio", "blocking"])
async def test_a_stream_on_which_nothing_comes_is_opened_again(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    for stream in (watch_stream, blocking_stream):
        monkeypatch.setattr(stream, "SILENCE", 0.4)
    one, two = map(entry, history(2))
    async with silent_after(one, then=(two, caught_up(2))) as (address, after_versions):
        if module == "aio":
            async with aio.connect(address) as gunbai:
                seen = await versions(gunbai.updates("g"))
        else:
            with blocking.connect(address) as client:
                seen = await asyncio.to_thread(lambda: [entry.version for entry in client.watch("g")])
    assert seen == ([1, 2, "caught up"] if module == "aio" else [1, 2])
    assert after_versions == [0, 1]


@asynccontextmanager
async def silent_after(
    first: WatchGameResponse, *, streams: int = 1, then: Sequence[WatchGameResponse] = ()
) -> AsyncIterator[Any]:
    """Serve streams that fall silent after a message, then one that does not; yield the address and the calls."""
    after_versions: list[int] = []

    async def answer(request: WatchGameRequest, _: Any) -> AsyncIterator[WatchGameResponse]:
        after_versions.append(request.after_version)
        if len(after_versions) > streams:
            for response in then:
                yield response
            return
        yield first
        await asyncio.Event().wait()

    server = grpc.aio.server()
    method = grpc.unary_stream_rpc_method_handler(
        answer, WatchGameRequest.FromString, WatchGameResponse.SerializeToString
    )
    handlers = grpc.method_handlers_generic_handler("gunbai.referee.v1.Record", {"WatchGame": method})
    server.add_generic_rpc_handlers((handlers,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}", after_versions
    finally:
        await server.stop(None)


async def test_a_service_that_is_gone_behind_a_proxy_that_answers_for_it_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch_stream, "SILENCE", 0.1)
    async with silent_after(caught_up(0), streams=20) as (address, after_versions), aio.connect(address) as gunbai:
        with pytest.raises(Silence):
            await versions(gunbai.updates("g", patience=0.5))
    assert 1 < len(after_versions) < 20


async def test_patience_counts_from_the_first_failure(watching: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses_in(watch_stream, monkeypatch)
    now = [0.0]
    monkeypatch.setattr(channel, "time", SimpleNamespace(monotonic=lambda: now[0]))
    one, two = map(entry, history(2))
    gunbai, _ = await watching([[one, grpc.StatusCode.UNAVAILABLE], [two, caught_up(2)]])
    seen: list[int] = []
    async for entry_seen in gunbai.watch("g", patience=1):
        seen.append(entry_seen.version)
        now[0] += 100  # A long silence before the connection is found to be lost.
    assert seen == [1, 2]


async def test_patience_ends(watching: Any) -> None:
    gunbai, _ = await watching([])
    with pytest.raises(Unreachable):
        await versions(gunbai.updates("g", patience=0.5))


def reader(*, verify: bool = True) -> _Reader:
    """Return the reader of a watch that has seen two entries, the second of them sealed."""
    seen = _Reader("g", 0, verify=verify)
    seen.version, seen._previous, seen._sealed = 2, b"two", {2: b"two"}
    return seen


def test_what_was_sealed_is_read_again_after_the_end_alone_and_only_to_verify() -> None:
    for verify in (True, False):
        assert reader(verify=verify).sealed() == ()
        ended = reader(verify=verify)
        ended._over = True
        assert ended.sealed() == ((2,) if verify else ())


def test_only_a_heartbeat_of_the_version_that_was_read_last_is_compared() -> None:
    reader()._compare(Heartbeat(head=2, head_digest=b"two"))
    reader()._compare(Heartbeat(head=2))
    reader()._compare(Heartbeat(head=3, head_digest=b"three"))
    reader(verify=False)._compare(Heartbeat(head=2, head_digest=b"other"))
    _Reader("g", 2, verify=True)._compare(Heartbeat(head=2, head_digest=b"other"))
    with pytest.raises(BrokenRecord, match="a different digest"):
        reader()._compare(Heartbeat(head=2, head_digest=b"other"))


def taken(reader: _Reader, entries: Sequence[Entry]) -> list[int]:
    """Return the versions that a reader yields of some entries."""
    return [watched.entry.version for watched in reader.take(WatchGameResponse(entries=Entries(entries=entries)))]  # type: ignore[union-attr]  # entries come with words


def test_who_does_not_verify_reads_what_is_not_linked() -> None:
    entries = history(2)
    entries[1].previous = bytes(32)
    assert taken(_Reader("g", 0, verify=False), entries) == [1, 2]
    with pytest.raises(BrokenRecord):
        taken(_Reader("g", 0, verify=True), entries)


def test_only_entries_with_something_sealed_are_read_again_after_the_end() -> None:
    _, seen = secret_history()
    reader = _Reader("g", 0, verify=True)
    taken(reader, seen)
    assert reader.sealed() == (2,)
