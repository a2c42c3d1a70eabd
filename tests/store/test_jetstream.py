"""Records in a stream: several referees on one, copies made anew, losses that are named, names that are erased."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import nats
import pytest
import pytest_asyncio
from msgspec.structs import replace

from lab.patience import PATIENCE
from store.contract import (
    Conflict,
    Cosignature,
    DuplicateCommand,
    DuplicateToken,
    GameExists,
    Grant,
    LogBehind,
    Opening,
    StorageCorrupt,
    StorageError,
    StorageFull,
    Stored,
)
from store.jetstream import JetstreamStore, StorageUnanswered
from store.jetstream.operations import REMOVED
from store.jetstream.stream import Delivered
from tests.store.engines import Broker
from tests.store.store_values import SECRET, entries, entry, leaf, make, opening, papers, refusal, row_of, summary

pytestmark = pytest.mark.long

KEY = bytes(range(32))
NAME = "Wilhelmina Quetzalcoatl"


@pytest.fixture
def record() -> str:
    return f"RECORD-{secrets.token_hex(8)}"


class Referees:
    """Referees of one record, each with a copy of its own in a folder; all are closed at the end."""

    def __init__(self, record: str, folder: Path, open_now: AsyncExitStack) -> None:
        self.record, self._folder, self._open = record, folder, open_now

    async def join(self, copy: str, key: bytes = KEY, record: str = "") -> JetstreamStore:
        opening = JetstreamStore.open(
            [Broker.address], self._folder / copy, key, name=record or self.record, replicas=1
        )
        return await self._open.enter_async_context(await opening)


@pytest_asyncio.fixture
async def referees(address: str, record: str, tmp_path: Path) -> AsyncIterator[Referees]:
    del address
    async with AsyncExitStack() as opened:
        yield Referees(record, tmp_path, opened)


async def caught_up(store: JetstreamStore) -> None:
    await store._follower.reach(await store._stream.end())


async def lose(record: str, *sequences: int) -> None:
    """Take messages from a stream as no referee does."""
    connection = await nats.connect(Broker.address)
    for sequence in sequences:
        await connection.jetstream().delete_msg(record, sequence)
    await connection.close()


async def test_what_one_referee_writes_another_reads_and_follows(referees: Referees) -> None:
    one, two = await referees.join("1"), await referees.join("2")
    token = Grant(b"t" * 32, "g", "host")
    await one.create(opening("g"), entries(1, 2), [token], summary("g"), leaves=[leaf("g")])
    await caught_up(two)
    followed = two.follow("g", 2)
    await one.append("g", 2, [replace(entry(3, "c"), apart=b"Ann")])
    assert await asyncio.wait_for(anext(followed), PATIENCE) == replace(entry(3, "c"), apart=b"Ann")
    await followed.aclose()
    await two.add_papers("g", 0, papers("g", 1, 2))
    await two.add_refusal(refusal("g"))
    await two.cosign(Cosignature(1, "w", "line"))
    await caught_up(one)
    for store in (one, two):
        assert [stored.version for stored in await store.read("g")] == [1, 2, 3]
        assert await store.find("g", "c") == replace(entry(3, "c"), apart=b"Ann")
        assert await store.grant(token.token_hash) == token
        assert await store.papers("g") == papers("g", 1, 2)
        assert await store.leaves() == [leaf("g")]
        assert await store.cosignatures() == [Cosignature(1, "w", "line")]
        assert (await row_of(store, "g")).head == 3
    assert await one.refusals("g") == await two.refusals("g")
    assert await one.leaf_log() == await two.leaf_log()
    await one.note_presence(7)
    assert await two.presence() == 7


async def test_what_was_written_before_is_read_after_catching_up(referees: Referees) -> None:
    one, two = await referees.join("1"), await referees.join("2")
    await make(one)
    for version in range(1, 30):
        await one.append("g", version, [entry(version + 1)])
        await asyncio.gather(two.catch_up(), two.catch_up())
        assert two.newest("g") == version + 1
    await one.append("g", 30, [], grants=[Grant(b"t" * 32, "g", "host")])
    assert await two.grant(b"t" * 32, "g") == Grant(b"t" * 32, "g", "host")


async def test_of_rivals_at_two_referees_one_wins_and_both_say_who(referees: Referees) -> None:
    one, two = await referees.join("1"), await referees.join("2")
    await make(one)
    for version in range(1, 9):
        tries = [
            store.append("g", version, [Stored(version + 1, f"{version}", f"{name}".encode())])
            for name, store in enumerate((one, two, one, two))
        ]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["DuplicateCommand"] * 3 + ["NoneType"]
        winner = str(outcomes.index(None)).encode()
        await caught_up(one)
        await caught_up(two)
        assert (await one.read("g"))[-1].data == (await two.read("g"))[-1].data == winner


async def test_a_referee_that_has_not_heard_yet_refuses_as_one_that_has(referees: Referees) -> None:
    one, two = await referees.join("1"), await referees.join("2")
    await make(one, grants=[Grant(b"t" * 32, "g", "host")])
    with pytest.raises(GameExists):
        await make(two)
    await one.append("g", 1, [entry(2, "c")])
    with pytest.raises(DuplicateCommand):
        await two.append("g", 1, [entry(2, "c")])
    await one.append("g", 2, [entry(3)])
    with pytest.raises(Conflict) as conflict:
        await two.append("g", 2, [entry(3)])
    assert conflict.value.head == 3
    await two.append("g", 3, [entry(4)])
    with pytest.raises(DuplicateToken):
        await two.create(opening("h"), [], [Grant(b"t" * 32, "h", "host")], summary("h"))


async def test_one_token_is_granted_once_by_two_referees_at_the_same_moment(referees: Referees) -> None:
    one, two = await referees.join("1"), await referees.join("2")
    await make(one, "g")
    await make(two, "h")
    grants = [[Grant(b"t" * 32, game, "host")] for game in "gh"]
    tries = [one.append("g", 1, [entry(2)], grants=grants[0]), two.append("h", 1, [entry(2)], grants=grants[1])]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["DuplicateToken", "NoneType"]
    lost = "gh"[outcomes.index(None) ^ 1]
    for store in (one, two):
        await caught_up(store)
        assert await store.read(lost) == entries(1, 1)
    await two.append(lost, 1, [entry(2)])


async def test_leaves_of_two_referees_are_numbered_without_a_gap(referees: Referees) -> None:
    one, two = await referees.join("1"), await referees.join("2")
    games = [f"game {number}" for number in range(20)]
    makers = [(one, two)[number % 2] for number in range(20)]
    await asyncio.gather(
        *(
            store.create(opening(game), [], [], summary(game), leaves=[leaf(game)])
            for store, game in zip(makers, games, strict=True)
        )
    )
    await caught_up(one)
    await caught_up(two)
    assert [log_leaf.number for log_leaf in await one.leaves()] == [*range(20)]
    assert await one.leaves() == await two.leaves()


async def test_a_copy_is_made_anew_from_the_stream(referees: Referees) -> None:
    one = await referees.join("1")
    await make(one, grants=[Grant(b"t" * 32, "g", "host")])
    await one.append("g", 1, [replace(entry(2), apart=b"Ann")], summary=summary("g", players=("Ann", "Bob")))
    imported = Opening(game="i", title="titan_race", secret=SECRET, provenance=b"from elsewhere")
    await one.adopt(imported, iter(entries(1, 700)), [], summary("i", standing="attested"), size=100)
    for number in range(3):
        await one.add_refusal(refusal("g", data=b"%d" % number))
    two = await referees.join("new")
    for game in "gi":
        assert await two.read(game) == await one.read(game)
        assert await two.opening(game) == await one.opening(game)
        assert await row_of(two, game) == await row_of(one, game)
    assert await two.refusals("g") == await one.refusals("g")
    assert await two.inspect() == []


async def test_a_referee_that_comes_back_goes_on_where_it_was(referees: Referees) -> None:
    one, two = await referees.join("1"), await referees.join("2")
    await make(one)
    await one.add_refusal(refusal("g", data=b"first"))
    await one.append("g", 1, [], summary=summary("g", status="finished"))
    await one.close()
    await two.append("g", 1, [entry(2)])
    await two.add_refusal(refusal("g", data=b"second"))
    again = await referees.join("1")
    assert [move.data for move in await again.refusals("g")] == [b"first", b"second"]
    assert await again.read("g") == entries(1, 2)
    await again.append("g", 2, [entry(3)])


async def test_an_import_that_breaks_off_leaves_nothing_in_the_stream(referees: Referees) -> None:
    one = await referees.join("1")
    imported = Opening(game="i", title="titan_race", secret=SECRET, provenance=b"from elsewhere")
    with pytest.raises(ValueError, match="expected entry 701 without a command"):
        await one.adopt(imported, iter([*entries(1, 700), entry(900)]), [], summary("i"), size=100)
    state = (await one._stream._stream.stream_info(referees.record)).state
    assert state.messages == 2, "the key of its names, and the end of the import"
    await one.catch_up()
    assert await one.every_game() == []


async def test_an_import_that_cannot_be_writes_nothing(referees: Referees) -> None:
    one = await referees.join("1")
    await make(one, "i")
    end = await one._stream.end()
    imported = Opening(game="i", title="titan_race", secret=SECRET, provenance=b"from elsewhere")
    with pytest.raises(GameExists):
        await one.adopt(imported, iter(entries(1, 3)), [], summary("i"), size=100)
    assert await one._stream.end() == end


async def test_what_this_referees_copy_has_no_room_for_is_not_written_into_the_stream(referees: Referees) -> None:
    one = await referees.join("1")
    await make(one)
    end = await one._stream.end()
    space = one._copy._writer._space
    space.left = lambda: 0  # type: ignore[method-assign]  # a disk that is full
    imported = Opening(game="i", title="titan_race", secret=SECRET, provenance=b"from elsewhere")
    for call in (
        make(one, "h"),
        one.append("g", 1, [entry(2)]),
        one.adopt(imported, iter(entries(1, 3)), [], summary("i"), size=100),
        one.replace_apart("g", {1: b"rest"}, summary("g")),
        one.add_papers("g", 0, papers("g", 1, 1)),
        one.add_refusal(refusal("g")),
        one.cosign(Cosignature(1, "w", "line")),
    ):
        with pytest.raises(StorageFull):
            await call
    assert await one._stream.end() == end
    assert not one._follower._waiting
    await one.close()
    again = await referees.join("1")
    await again.append("g", 1, [entry(2)])


async def test_what_no_store_takes_is_not_written_into_the_stream(referees: Referees) -> None:
    one = await referees.join("1")
    await make(one)
    end = await one._stream.end()
    short = replace(leaf("g"), data=b"short")
    imported = Opening(game="i", title="titan_race", secret=SECRET, provenance=b"from elsewhere")
    for call in (
        one.create(replace(opening("h"), secret=b"short"), [], [], summary("h")),
        one.create(opening("h"), [], [], summary("h"), leaves=[leaf("g")]),
        one.append("g", 1, [entry(3)]),
        one.append("g", 1, [entry(2)], leaves=[short]),
        one.adopt(opening("i"), iter(entries(1, 3)), [], summary("i"), size=100),
        one.adopt(imported, iter(entries(1, 3)), [], summary("i"), size=100, leaves=[leaf("g")]),
        one.replace_apart("g", {1: b"rest"}, summary("h")),
        one.add_papers("g", 0, papers("g", 2, 2)),
        one.add_papers("g", 0, papers("g", 1, 1), leaves=[short]),
        one.cosign(Cosignature(-1, "w", "line")),
    ):
        with pytest.raises(ValueError, match=r"32 bytes|cannot follow|provenance|data of game|its witness"):
            await call
    assert await one._stream.end() == end


async def test_the_last_message_of_a_game_is_asked_for_once(
    referees: Referees, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await referees.join("1")
    await make(one)
    await one.close()
    again = await referees.join("1")
    calls, last, publish = list[str](), again._stream.last, again._stream.publish

    async def asking(subject: str) -> Delivered | None:
        calls.append(f"last {subject.partition('.')[0]}")
        return await last(subject)

    async def writing(subject: str, data: bytes, message_id: str = "", after: int | None = None) -> int:
        calls.append(f"publish {subject.partition('.')[0]}")
        return await publish(subject, data, message_id, after)

    monkeypatch.setattr(again._stream, "last", asking)
    monkeypatch.setattr(again._stream, "publish", writing)
    for version in range(1, 4):
        await again.append("g", version, [entry(version + 1)])
    assert calls == ["last game", "last names", *["publish game"] * 3]


async def test_the_end_of_a_stream_that_is_lost_is_named(referees: Referees) -> None:
    one = await referees.join("1")
    await make(one)
    await one.append("g", 1, [entry(2)])
    await make(one, "h")
    await one.close()
    again = await referees.join("1")
    end = await again._stream.end()
    await again.close()
    await lose(referees.record, end)
    with pytest.raises(StorageCorrupt, match="was read, but the stream now lacks it") as lost:
        await referees.join("1")
    assert lost.value.game == ""


async def test_entries_that_a_stream_lost_in_the_middle_are_missed_by_a_new_referee(referees: Referees) -> None:
    one = await referees.join("1")
    await make(one)
    await one.append("g", 1, [entry(2)])
    lost = await one._stream.end()
    await one.append("g", 2, [entry(3)])
    await make(one, "sound")
    await lose(referees.record, lost)
    two = await referees.join("2")
    with pytest.raises(LogBehind, match="version 3 was acknowledged, but it ends at version 1"):
        await two.read("g")
    assert await two.read("sound") == entries(1, 1)
    assert "lost entries of game 'g' before 3" in " ".join(await two.inspect())


async def test_what_another_wrote_into_the_stream_is_no_call(referees: Referees) -> None:
    one = await referees.join("1")
    await make(one)
    connection = await nats.connect(Broker.address)
    message = await connection.jetstream().get_msg(referees.record, await one._stream.end())
    for subject, data in ((str(message.subject), b"forged"), (f"{referees.record}.game.00", message.data or b"")):
        await connection.jetstream().publish(subject, data)
    await connection.close()
    await one.append("g", 1, [entry(2)])
    assert await one.read("g") == entries(1, 2)
    assert len(await one.inspect()) == 2


async def test_nobody_reads_the_stream_without_the_key(
    referees: Referees, tmp_path_factory: pytest.TempPathFactory
) -> None:
    one = await referees.join("1")
    secret = b"what nobody may know yet"
    await one.create(opening("g"), [entry(1, data=secret)], [], summary("g", players=(NAME, "")))
    files = [file for file in tmp_path_factory.getbasetemp().rglob("*.blk") if referees.record in str(file)]
    assert files
    for path in files:
        assert not any(text in path.read_bytes() for text in (secret, SECRET, NAME.encode()))
    with pytest.raises(StorageError, match="made with another key"):
        await referees.join("2", bytes(32))


async def test_a_copy_belongs_to_one_stream(referees: Referees) -> None:
    one = await referees.join("1")
    await make(one)
    await one.close()
    await referees.join("2", record=f"{referees.record}-other")
    with pytest.raises(StorageError, match="a different record"):
        await referees.join("1", record=f"{referees.record}-other")


async def test_a_name_that_was_removed_is_gone_for_every_referee(referees: Referees) -> None:
    one, two = await referees.join("1"), await referees.join("2")
    named = replace(entry(1), apart=NAME.encode())
    other = replace(entry(2), apart=b"Bob")
    await one.create(opening("g"), [named, other], [], summary("g", players=(NAME, "Bob")))
    await one.append("g", 2, [entry(3)], summary=summary("g", players=(NAME, "Bob")))
    await two.replace_apart("g", {1: b"rest"}, summary("g", players=("", "Bob")))
    await caught_up(one)
    log = [replace(named, apart=b"rest"), other, entry(3)]
    three = await referees.join("3")
    for store in (one, two, three):
        assert await store.read("g") == log
        assert (await row_of(store, "g")).players == ("", "Bob")
        assert await store.inspect() == []
    # The keys that are left open none of what was written before.
    _, key = await one._names.newest("g")
    assert key.generation >= 2, "one more for each try"
    first = await one._stream.message(2)
    assert first is not None
    message = one._sealing.message(first.subject, first.data)
    assert message.generation == 1
    assert await three._names.of(message) is None
    assert message.shown(None).entries[0].apart == REMOVED
    await one.append("g", 3, [replace(entry(4), apart=b"Eve")])
    await caught_up(three)
    assert (await three.read("g"))[-1].apart == b"Eve"


async def test_a_server_that_cannot_be_reached_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be reached"):
        await JetstreamStore.open(["nats://127.0.0.1:1"], tmp_path / "copy", KEY)


async def test_a_call_that_is_not_answered_takes_effect_later_as_a_whole(
    referees: Referees, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await referees.join("1")
    await make(one)
    answered, publish = asyncio.Event(), one._stream.publish

    async def unanswered(subject: str, data: bytes, message_id: str = "", after: int | None = None) -> int:
        await answered.wait()
        return await publish(subject, data, message_id, after)

    monkeypatch.setattr(one._stream, "publish", unanswered)
    monkeypatch.setattr(JetstreamStore._proposed, "__defaults__", (0.1,))
    with pytest.raises(StorageUnanswered) as unsettled:
        await one.append("g", 1, [entry(2, "c")])
    assert unsettled.value.game == "g"
    monkeypatch.undo()
    answered.set()
    with pytest.raises(DuplicateCommand):
        await one.append("g", 1, [entry(2, "c")])
    assert await one.read("g") == [entry(1), entry(2, "c")]


async def test_a_stream_that_does_not_answer_is_an_error_and_nothing_is_written(
    referees: Referees, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await referees.join("1")

    async def never() -> int:
        await asyncio.Event().wait()
        return 0

    monkeypatch.setattr(one._stream, "confirmed", never)
    monkeypatch.setattr("store.jetstream.PATIENCE_SECONDS", 0.1)
    with pytest.raises(StorageError, match="nothing was written"):
        await one.catch_up()
