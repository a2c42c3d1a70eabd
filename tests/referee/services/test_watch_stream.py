"""A watcher receives the stored entries, a mark of having caught up, and then new entries until the end of the game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.clocks_pb2 import EXPIRY_RULE_LOSES, ClockTerms
from gunbai.referee.v1 import audit_pb2, record_pb2
from gunbai_record.chain import checked
from gunbai_record.heads import Head, attested, head_of
from gunbai_record.note import VerifierKey
from lab.patience import PATIENCE
from lab.share_games import asking
from lab.toy import protos
from lab.toy_games import NAME, TITLES, started, store_with
from lab.toy_service import House, bids, failure, open_house
from referee.access.callers import Caller
from referee.records.games import Games
from referee.services.watch_stream import GameStream
from referee.services.watchers import Message, WatcherPlace, messages, reminders
from tests.referee.long_toy_games import long_night


def kinds(received: list[record_pb2.WatchGameResponse]) -> list[str]:
    """Return the kinds of message that a watcher received."""
    return [response.WhichOneof("message") or "" for response in received]


def entries_in(received: Iterable[record_pb2.WatchGameResponse]) -> list[record.Entry]:
    """Return the entries that a watcher received, in order."""
    return [entry for response in received for entry in response.entries.entries]


async def test_history_then_caught_up_then_live_until_the_end(house: House) -> None:
    match = await house.start()
    watch = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id))
    received = [await watch.read() for _ in range(2)]
    assert kinds(received) == ["entries", "caught_up"]
    assert received[-1].caught_up.version == len(entries_in(received)) == 4
    await match.finish()
    while (response := await watch.read()) is not grpc.aio.EOF:
        received.append(response)
    assert set(kinds(received[2:])) == {"entries"}
    watched = entries_in(received)
    assert [entry.version for entry in checked(watched)] == list(range(1, len(watched) + 1))
    assert watched[-1].digest == (await match.game()).head_digest


async def test_a_long_history_comes_in_messages_of_64_entries_at_most() -> None:
    night = long_night(150)
    games = Games(await store_with(night), TITLES)
    watching = GameStream(games, await games.game(night.game.id), Caller("a reader"), 0)
    received = [message async for message in watching._history(150)]
    assert [(message.first, message.last) for message in received] == [(1, 64), (65, 128), (129, 150)]


async def test_a_watch_resumes_after_a_version(house: House) -> None:
    match = await house.start()
    watch = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, after_version=3))
    received = [await watch.read(), await watch.read()]
    assert [entries_in(received)[0].version, received[1].caught_up.version] == [4, 4]
    at_head = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, after_version=4))
    assert (await at_head.read()).caught_up.version == 4
    await match.play((1, protos.Ring()))
    assert [entry.version for entry in entries_in([await at_head.read()])] == [5]
    beyond = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, after_version=9))
    assert (await failure(beyond.read()))[:2] == ("NOT_FOUND", "VERSION_NOT_FOUND")


async def test_a_game_that_is_over_is_shown_as_such_and_the_stream_ends(house: House) -> None:
    match = await house.start()
    await match.finish()
    head = (await match.game()).head
    watch = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id))
    responses = [response async for response in watch]
    assert [entry.version for entry in entries_in(responses)] == list(range(1, head + 1))
    assert kinds(responses)[-1] == "caught_up"
    late = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, after_version=head))
    assert kinds([response async for response in late]) == ["caught_up"]


async def test_a_quiet_game_shows_signs_of_life_with_its_head(tmp_path: Path) -> None:
    async with open_house(tmp_path, heartbeat_seconds=0.05) as house:
        match = await house.start()
        watch = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, after_version=4))
        assert (await watch.read()).HasField("caught_up")
        beat = (await watch.read()).heartbeat
        assert (beat.head, beat.head_digest) == (4, (await match.game()).head_digest)
        watch.cancel()


async def test_every_one_of_many_watchers_hears_of_an_entry(house: House) -> None:
    match = await house.start()
    request = record_pb2.WatchGameRequest(game=match.id, after_version=4)
    crowd = [House(house.address, [("grpc.use_local_subchannel_pool", 1)]) for _ in range(2)]
    watches = [watcher.record.WatchGame(request) for watcher in crowd for _ in range(50)]
    assert all([(await watch.read()).HasField("caught_up") for watch in watches])
    await match.play(*bids(1))
    received = await asyncio.wait_for(asyncio.gather(*(watch.read() for watch in watches)), PATIENCE)
    assert [entry.version for entry in entries_in(received)] == [5] * len(watches)
    for watch in watches:
        watch.cancel()
    for watcher in crowd:
        await watcher.channel.close()


async def test_entries_are_read_from_a_version_to_a_version(house: House) -> None:
    match = await house.start()
    await match.finish()

    async def versions(**bounds: Any) -> list[int]:
        stream = house.record.ReadEntries(record_pb2.ReadEntriesRequest(game=match.id, **bounds))
        return [response.entry.version async for response in stream]

    head = (await match.game()).head
    assert await versions() == list(range(1, head + 1))
    assert await versions(after_version=2, up_to_version=5) == [3, 4, 5]
    assert await versions(after_version=head - 1, up_to_version=10_000) == [head]
    assert await versions(after_version=2**64 - 1) == []


async def test_positions_are_viewed_and_drawn_at_any_version(house: House) -> None:
    match = await house.start()
    await match.finish()
    first = await match.view("", version=4)
    assert (first.version, first.waiting.step, first.expected_version) == (4, "LayBids", 0)
    drawing = await house.record.DrawPosition(record_pb2.DrawPositionRequest(game=match.id, version=4))
    assert "<desc>Lantern Night at 4: 5 lanterns, player 1, player 2 to act, last nothing</desc>" in drawing.svg
    assert (await failure(match.view("", version=999)))[:2] == ("NOT_FOUND", "VERSION_NOT_FOUND")


async def test_a_head_of_any_version_is_signed_by_the_service(house: House) -> None:
    match = await house.start()
    entries = await match.entries()
    for version in (0, 1, 3, 4):
        answer = await house.audit.GetHead(audit_pb2.GetHeadRequest(game=match.id, version=version))
        signed = answer.signed_head
        expected = Head(match.id, version or 4, entries[version - 1].digest)
        assert attested(signed, [VerifierKey.parse(signed.key)]) == expected
    later = house.audit.GetHead(audit_pb2.GetHeadRequest(game=match.id, version=5))
    assert (await failure(later))[:2] == ("NOT_FOUND", "VERSION_NOT_FOUND")


async def test_a_head_of_a_branch_where_it_shares_its_entries_is_that_of_the_shared_entry(house: House) -> None:
    match = await house.start()
    await match.finish()
    branch = await match.fork(6)
    answer = await house.audit.GetHead(audit_pb2.GetHeadRequest(game=branch.id, version=5))
    assert head_of(answer.signed_head) == Head(branch.id, 5, (await match.entries())[4].digest)


LONG = 152


class StubWatchers:
    """Watchers whose next place begins at a version, and in which messages wait."""

    def __init__(self, begins: int, *waiting: Message) -> None:
        self.begins, self.waiting = begins, waiting

    @contextmanager
    def place(self, *_: object) -> Iterator[tuple[WatcherPlace, int]]:
        """Give a place in which the messages wait."""
        place = WatcherPlace(Caller("a reader"))
        place.put(self.waiting)
        yield place, self.begins


@pytest.mark.parametrize(
    ("known", "begins", "first"), [(100, 100, 101), (100, 140, 141), (100, 140, 120), (LONG, LONG, 0)]
)
async def test_what_comes_while_a_watcher_is_on_the_way_is_sent_once(known: int, begins: int, first: int) -> None:
    """The game goes on after its head was read, after the place was given, and in messages that say it again."""
    night, reader = long_night(LONG), Caller("a reader")
    games = Games(await store_with(night), TITLES)
    waiting = [*messages(night.game, night.entries[first - 1 :], reader, frozenset(), None)] if first else []
    watching: Any = GameStream(games, await games.position(NAME, known), reader, 90)
    decoded: list[record_pb2.WatchGameResponse] = []
    async with aclosing(watching.responses(StubWatchers(begins, *waiting))) as responses:
        async for data in responses:
            decoded.append(record_pb2.WatchGameResponse.FromString(data))
            if [entry.version for entry in entries_in(decoded)][-1:] == [LONG]:
                break
    assert [entry.version for entry in entries_in(decoded)] == list(range(91, LONG + 1))
    assert [response.caught_up.version for response in decoded if response.HasField("caught_up")] == [known][
        : known < LONG
    ]


async def test_what_a_watcher_is_told_beside_the_entries_has_no_version() -> None:
    timed = started(clock=ClockTerms(bank_seconds=60, expiry=EXPIRY_RULE_LOSES))
    (clocks,) = reminders(Games(await store_with(timed), TITLES), timed.game, Caller("peer", "seat", 1))
    assert (clocks.first, clocks.last) == (0, 0)
    assert record_pb2.WatchGameResponse.FromString(clocks.data).HasField("clocks")
    waits = asking()
    games = Games(await store_with(waits), TITLES)
    (due,) = reminders(games, waits.game, Caller("peer", "seat", 1))
    assert (due.first, due.last) == (0, 0)
    assert 1 in record_pb2.WatchGameResponse.FromString(due.data).share_due.seats
    assert [*reminders(games, waits.game, Caller("peer"))] == []
