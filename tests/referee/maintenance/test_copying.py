"""`gunbai server copy`: all comes along, both ways; a copy that broke off goes on; what is no copy is refused."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from gunbai.referee.v1 import log_pb2
from lab.nats_backups import delete_stream
from lab.toy import protos
from lab.toy_service import all_of, bids, open_house
from referee.maintenance.copying import from_stream, into_stream
from referee.shared_stream import SharedStream, join, untold
from store.contract import StorageError
from store.jetstream import JetstreamStore
from store.jetstream.stream_mark import mark_of
from store.record_copies import Copied, NotCopied, compared
from store.sqlite import SqliteStore
from tests.referee.services.test_disputes import dispute, read
from tests.store.nats_servers import broker
from tests.store.store_values import make


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with broker(tmp_path_factory.mktemp("nats")) as address:
        yield address


def nothing(_what: str, _done: int, _total: int) -> None:
    """Show nothing."""


@pytest.fixture
def shared(address: str, tmp_path: Path) -> SharedStream:
    key = tmp_path / "stream.key"
    return SharedStream(servers=(address,), key=key, name=f"RECORD-{secrets.token_hex(8)}", replicas=1)


async def played(folder: Path) -> str:
    """Make a database with games of all kinds; return the checkpoint of its log."""
    async with open_house(folder) as house:
        match = await house.start()
        await match.play(*bids(1, 2))
        await all_of(match.submit(1, protos.Bid(light=9, seat=1)))
        await dispute(match, 1, version=(await match.game()).head)
        branch = await match.consented((await match.game()).head)
        for seat in (1, 2):
            await branch.enter(match.tokens[seat])
        over = await house.start("liars_dice")
        await over.abandon()
        assert (await read(match, 1, match.tokens[1])).dispute.number == 1
        checkpoint = (await house.log.GetCheckpoint(log_pb2.GetCheckpointRequest())).checkpoint
    return str(checkpoint.note)


async def test_a_record_comes_into_a_stream_and_back_whole(tmp_path: Path, shared: SharedStream) -> None:
    note = await played(tmp_path)
    async with await SqliteStore.open(tmp_path / "games.sqlite") as source:
        await source.note_presence(7)
    copied = await into_stream(tmp_path / "games.sqlite", shared, nothing)
    assert copied.games == 3
    assert copied.leaves >= 4
    again = await into_stream(tmp_path / "games.sqlite", shared, nothing)
    assert again == copied, "what is there is left as it is"
    back = tmp_path / "back"
    back.mkdir()
    shown = list[tuple[str, int, int]]()
    with pytest.raises(StorageError, match="no file here shows whether the stream lost acknowledged messages"):
        await from_stream(back / "games.sqlite", shared, nothing)
    marked = replace(shared, mark=tmp_path / "games.stream.mark")
    assert (await from_stream(back / "games.sqlite", marked, lambda *progress: shown.append(progress))).games == 3
    examined = [progress for progress in shown if progress[0] != "Reading the stream"]
    assert examined == [("Examining games", done, 3) for done in (1, 2, 3)]
    async with (
        await SqliteStore.open(tmp_path / "games.sqlite", elsewhere=True) as source,
        await SqliteStore.open(back / "games.sqlite") as copy,
    ):
        assert isinstance(await compared(source, copy, nothing), Copied)
        for game in await source.every_game():
            assert await copy.summary(game) == await source.summary(game)
            assert await copy.consents_of(game) == await source.consents_of(game)
        assert await copy.presence() == 7
    (tmp_path / "service.key").rename(back / "service.key")
    async with open_house(back) as house:
        assert (await house.log.GetCheckpoint(log_pb2.GetCheckpointRequest())).checkpoint.note == note


@pytest.mark.long
async def test_a_copy_that_broke_off_goes_on(
    tmp_path: Path, shared: SharedStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(tmp_path)
    calls = 0
    append = JetstreamStore.append

    async def breaking(self: JetstreamStore, *args: object, **named: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise ConnectionError
        await append(self, *args, **named)  # type: ignore[arg-type]  # as it came

    with monkeypatch.context() as broken:
        broken.setattr(JetstreamStore, "append", breaking)
        with pytest.raises(ConnectionError):
            await into_stream(tmp_path / "games.sqlite", shared, nothing)
    assert (await into_stream(tmp_path / "games.sqlite", shared, nothing)).games == 3


async def test_a_stream_that_is_another_record_is_left_alone(tmp_path: Path, shared: SharedStream) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        await played(tmp_path / name)
    await into_stream(tmp_path / "one" / "games.sqlite", shared, nothing)
    with pytest.raises(NotCopied, match="holds a different record"):
        await into_stream(tmp_path / "two" / "games.sqlite", shared, nothing)


@pytest.mark.long
async def test_a_difference_between_a_copy_and_its_source_is_found(tmp_path: Path, shared: SharedStream) -> None:
    await played(tmp_path)
    await into_stream(tmp_path / "games.sqlite", shared, nothing)
    (tmp_path / "other").mkdir()
    marked = replace(shared, mark=tmp_path / "games.stream.mark")
    await from_stream(tmp_path / "other" / "games.sqlite", marked, nothing)
    async with await SqliteStore.open(tmp_path / "games.sqlite", elsewhere=True) as source:
        await make(source, "further")
    async with (
        await SqliteStore.open(tmp_path / "games.sqlite", elsewhere=True) as source,
        await SqliteStore.open(tmp_path / "other" / "games.sqlite") as copy,
    ):
        with pytest.raises(NotCopied, match="the copy has different games"):
            await compared(source, copy, nothing)


async def test_what_was_copied_is_marked_as_moved_and_no_service_starts_on_it(
    tmp_path: Path, shared: SharedStream
) -> None:
    await played(tmp_path)
    await into_stream(tmp_path / "games.sqlite", shared, nothing)
    with pytest.raises(StorageError, match=rf"its record was moved to the stream {shared.name} at nats://"):
        await SqliteStore.open(tmp_path / "games.sqlite")
    marked = replace(shared, mark=tmp_path / "games.stream.mark")
    back = tmp_path / "back.sqlite"
    await from_stream(back, marked, nothing)
    with pytest.raises(StorageError, match=rf"the record of the stream {shared.name} was moved to the database {back}"):
        await join(tmp_path / "copy.sqlite", marked, 0, untold)
    async with await SqliteStore.open(back) as made:
        assert len(await made.every_game()) == 3


async def test_a_copy_of_a_lost_stream_becomes_a_stream_in_which_games_go_on(
    tmp_path: Path, shared: SharedStream
) -> None:
    note = await played(tmp_path)
    await into_stream(tmp_path / "games.sqlite", shared, nothing)
    copy = tmp_path / "one" / "games.sqlite"
    copy.parent.mkdir()
    mark = tmp_path / "one" / "games.stream.mark"
    mark.write_bytes((tmp_path / "games.stream.mark").read_bytes())
    async with await join(copy, shared, 0, untold) as referee:
        games = sorted(await referee.every_game())
    await delete_stream(shared.servers[0], shared.name)
    assert (await into_stream(copy, shared, nothing)).games == 3
    fresh = tmp_path / "two" / "games.sqlite"
    fresh.parent.mkdir()
    mark.rename(fresh.parent / mark.name)
    async with await join(fresh, shared, 0, untold) as referee:
        assert sorted(await referee.every_game()) == games
        assert [game for game in games if (await referee.head(game)).lost] == []
        assert (await referee.leaf_log()).name in note


async def test_with_the_word_running_games_of_a_copy_are_branched_and_not_played_on(
    tmp_path: Path, shared: SharedStream
) -> None:
    await played(tmp_path)
    await into_stream(tmp_path / "games.sqlite", shared, nothing)
    copy, mark = tmp_path / "one.sqlite", tmp_path / "games.stream.mark"
    async with await join(copy, replace(shared, mark=mark), 0, untold) as referee:
        games = sorted(await referee.every_game())
    await delete_stream(shared.servers[0], shared.name)
    await into_stream(copy, replace(shared, after_restore=True), nothing)
    async with await join(tmp_path / "two.sqlite", replace(shared, mark=mark_of(copy)), 0, untold) as referee:
        lost = [game for game in games if (await referee.head(game)).lost]
    assert len(lost) == 2, "the game that is over goes on as it is"
