"""A stream that went back, was deleted, moved or made again from a copy: nothing that was acknowledged is replaced."""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from lab.nats_backups import delete_stream, restore_stream, snapshot_of
from store.contract import StorageCorrupt, StorageError, WentBack
from store.jetstream import JetstreamStore, StreamMissing, Terms, WentBackError
from store.jetstream.local_copy import Copy, Followed
from store.jetstream.past import succession
from store.jetstream.stream_mark import StreamMark, mark_of
from store.record_copies import into_stream
from tests.store.engines import Broker
from tests.store.store_values import entry, leaf, make, versions

pytestmark = pytest.mark.long

KEY = bytes(range(32))
AFTER = Terms(after_restore=True)


class Referees:
    """Referees of one record, each with its files in a folder; those that are left open are closed at the end."""

    def __init__(self, record: str, folder: Path, open_now: AsyncExitStack) -> None:
        self.record, self._folder, self._open = record, folder, open_now

    def copy(self, name: str) -> Path:
        """Return the file of a referee's copy."""
        return self._folder / name / "games.sqlite"

    async def join(self, name: str, terms: Terms = Terms(), record: str = "") -> JetstreamStore:  # noqa: B008  # a value
        """Open the record as a referee does."""
        self.copy(name).parent.mkdir(exist_ok=True)
        opening = JetstreamStore.open(
            [Broker.address], self.copy(name), KEY, name=record or self.record, replicas=1, terms=terms
        )
        return await self._open.enter_async_context(await opening)

    def drop(self, name: str, *, mark: bool = False) -> None:
        """Delete the copy of a referee, as the manual allows, and its mark, as it does not."""
        for file in self.copy(name).parent.glob("*"):
            if mark or file != mark_of(self.copy(name)):
                file.unlink()


@pytest_asyncio.fixture
async def referees(address: str, tmp_path: Path) -> AsyncIterator[Referees]:
    del address
    async with AsyncExitStack() as opened:
        yield Referees(f"RECORD-{secrets.token_hex(8)}", tmp_path, opened)


async def gone_back(referees: Referees) -> bytes:
    """Make a game of four entries, of which a stream restored from its backup has two; return the lost backup."""
    one = await referees.join("one")
    await make(one, "g")
    await one.append("g", 1, [entry(2)], leaves=[leaf("g")])
    backup = await snapshot_of(Broker.address, referees.record)
    await one.append("g", 2, [entry(3)])
    await one.append("g", 3, [entry(4)])
    await one.close()
    await restore_stream(Broker.address, referees.record, backup)
    return backup


async def test_a_restored_stream_is_not_written_by_a_referee_whose_copy_was_deleted(referees: Referees) -> None:
    await gone_back(referees)
    referees.drop("one")
    with pytest.raises(
        WentBackError, match=r"message \d+ was acknowledged, but the stream lacks it; .*--after-restore"
    ):
        await referees.join("one")


async def test_a_referee_with_its_copy_says_how_to_go_on(referees: Referees) -> None:
    await gone_back(referees)
    with pytest.raises(StorageCorrupt, match=r"the stream now lacks it\. Rebuild the stream from this copy"):
        await referees.join("one")
    with pytest.raises(StorageCorrupt, match="now lacks it"):
        await referees.join("one", AFTER)


async def test_without_mark_copy_or_other_referee_a_start_says_that_it_cannot_know(referees: Referees) -> None:
    await gone_back(referees)
    with pytest.raises(WentBackError, match="no file here shows whether the stream lost acknowledged messages"):
        await referees.join("new")
    referees.drop("one", mark=True)
    with pytest.raises(WentBackError, match="no file here shows"):
        await referees.join("one")
    looked = await referees.join("one", Terms(look=True))
    with pytest.raises(WentBackError):
        await looked.append("g", 2, [entry(3)])


async def test_after_the_word_running_games_go_on_as_branches_only_for_every_referee(referees: Referees) -> None:
    await gone_back(referees)
    shutil.copytree(referees.copy("one").parent, referees.copy("two").parent)
    for name in ("one", "two"):
        referees.drop(name)
    one = await referees.join("one", AFTER)
    name = (await one.leaf_log()).name
    with pytest.raises(WentBackError):
        await one.append("g", 2, [entry(3)])
    await one.go_on({"g": 0})
    with pytest.raises(WentBack):
        await one.append("g", 2, [entry(3)])
    assert versions(await one.read("g")) == [1, 2]
    await make(one, "later")
    assert (await one.leaf_log()).name != name, "no checkpoint that was signed before is contradicted"
    two = await referees.join("two")
    with pytest.raises(WentBack):
        await two.append("g", 2, [entry(3)])
    await two.append("later", 1, [entry(2)])
    assert await two.leaf_log() == await one.leaf_log()
    await one.close()
    again = await referees.join("one")
    with pytest.raises(WentBack):
        await again.append("g", 2, [entry(3)])


async def test_a_second_restore_is_noticed_after_a_first_that_was_accepted(referees: Referees) -> None:
    backup = await gone_back(referees)
    referees.drop("one")
    one = await referees.join("one", AFTER)
    await one.go_on({"g": 0})
    await make(one, "later")
    await one.close()
    await restore_stream(Broker.address, referees.record, backup)
    referees.drop("one")
    with pytest.raises(WentBackError, match="was acknowledged, but the stream lacks it"):
        await referees.join("one")
    one = await referees.join("one", AFTER)
    await one.go_on({"g": 0})
    await one.close()
    await (await referees.join("one")).close()


async def test_a_referee_that_may_lack_something_vouches_for_no_other(referees: Referees) -> None:
    await gone_back(referees)
    referees.drop("one")
    one = await referees.join("one", AFTER)
    looking = await referees.join("looking", Terms(look=True))
    with pytest.raises(WentBackError, match="no file here shows"):
        await referees.join("new")
    await looking.close()
    await one.go_on({"g": 0})
    new = await referees.join("new")
    with pytest.raises(WentBack):
        await new.append("g", 2, [entry(3)])


async def test_the_word_changes_nothing_where_the_stream_has_everything(referees: Referees) -> None:
    one = await referees.join("one")
    await make(one, "g")
    await one.close()
    referees.drop("one")
    one = await referees.join("one", AFTER)
    assert one.doubt == ""
    await one.append("g", 1, [entry(2)])


async def test_a_further_referee_is_vouched_for_by_one_that_is_there(referees: Referees) -> None:
    one = await referees.join("one")
    await make(one, "g")
    two = await referees.join("two")
    await two.append("g", 1, [entry(2)])


async def test_a_referee_whose_stream_goes_back_while_it_runs_says_so(referees: Referees) -> None:
    one = await referees.join("one")
    backup = await snapshot_of(Broker.address, referees.record)
    await make(one, "g")
    await restore_stream(Broker.address, referees.record, backup)
    with pytest.raises(StorageCorrupt, match="was read, but the stream now ends at"):
        await one.catch_up()


@pytest.mark.parametrize("left", ["everything", "the copy", "the mark", "the key alone"])
async def test_a_deleted_stream_is_not_made_again_where_anything_says_that_there_was_one(
    referees: Referees, left: str
) -> None:
    one = await referees.join("one")
    await make(one, "g")
    await one.close()
    await delete_stream(Broker.address, referees.record)
    if left == "the copy":
        mark_of(referees.copy("one")).unlink()
    if left in {"the mark", "the key alone"}:
        referees.drop("one", mark=left == "the key alone")
    with pytest.raises(
        StreamMissing, match=r"there is no stream .*\. Restore it, or rebuild it from the copy of a referee"
    ):
        await referees.join("one", Terms(make=left != "the key alone"))


async def test_a_referee_whose_stream_is_deleted_while_it_runs_names_it(referees: Referees) -> None:
    one = await referees.join("one")
    await make(one, "g")
    await delete_stream(Broker.address, referees.record)
    with pytest.raises(StorageError, match="was deleted; stop this referee"):
        await one.catch_up()
    with pytest.raises(StorageError):
        await one.append("g", 1, [entry(2)])


async def rebuilt(referees: Referees, name: str, record: str = "") -> JetstreamStore:
    """Make a stream from the copy of a referee; return it as it is then."""
    async with await Copy.open(referees.copy(name)) as source:
        former = await source.reached(None)
        assert former is not None
        made = await referees.join(f"{name}-scratch", Terms(succeeds=succession(former)), record)
        await into_stream(source, made, await source.log_name(), {}, lambda *_: None)
        return made


async def test_a_lost_stream_is_rebuilt_from_a_copy_and_referees_go_on_with_new_copies(referees: Referees) -> None:
    one, two = await referees.join("one"), await referees.join("two")
    await make(one, "g")
    await one.append("g", 1, [entry(2)], leaves=[leaf("g")])
    await two.catch_up()
    log = await one.leaf_log()
    await one.close()
    await two.close()
    await delete_stream(Broker.address, referees.record)
    await (await rebuilt(referees, "one")).close()
    with pytest.raises(StorageError, match=r"a copy of an earlier stream, which RECORD.*move it away"):
        await referees.join("two")
    referees.drop("two")
    two = await referees.join("two")
    assert versions(await two.read("g")) == [1, 2]
    assert await two.leaf_log() == log, "signed checkpoints hold"
    await two.append("g", 2, [entry(3)])


async def test_a_referee_that_acknowledged_more_than_the_rebuilt_stream_has_says_so(referees: Referees) -> None:
    one, two = await referees.join("one"), await referees.join("two")
    await make(one, "g")
    await two.catch_up()
    await two.close()
    await one.append("g", 1, [entry(2)])
    await one.close()
    await delete_stream(Broker.address, referees.record)
    await (await rebuilt(referees, "two")).close()
    referees.drop("one")
    with pytest.raises(WentBackError, match="was acknowledged here: make the stream from the copy of this referee"):
        await referees.join("one")


@pytest.mark.parametrize(("ahead", "has"), [(-1, 0), (0, 0), (256, 256), (257, 0)])
async def test_a_mark_tells_what_a_copy_had_when_it_was_killed_unless_it_is_that_of_another(
    tmp_path: Path, ahead: int, has: int
) -> None:
    async with await Copy.open(tmp_path / "games.sqlite") as copy:
        assert await copy.reached(None) is None, "a database that is no copy"
        await copy.note(Followed("founding", 300, b"noted"))
        mark = StreamMark("founding", 0, 300 + ahead, b"marked")
        assert await copy.reached(mark) == Followed("founding", 300 + has, b"marked" if has else b"noted")
        assert await copy.reached(mark._replace(stream="another")) == Followed("founding", 300, b"noted")


async def test_a_copy_into_a_stream_that_broke_off_is_not_served(referees: Referees) -> None:
    made = await referees.join("scratch", Terms(succeeds="database"))
    await make(made, "g")
    await made.close()
    with pytest.raises(StorageError, match="was interrupted; run `gunbai server copy` again"):
        await referees.join("one")


async def test_a_stream_whose_record_went_elsewhere_is_not_served(referees: Referees) -> None:
    one = await referees.join("one")
    await make(one, "g")
    await one.end_here("the database there.sqlite")
    await one.close()
    with pytest.raises(StorageError, match=r"was moved to the database there\.sqlite"):
        await referees.join("one")
    await (await referees.join("one", Terms(moved=True))).close()


async def test_marks_are_on_the_disk_before_anybody_is_answered(
    referees: Referees, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await referees.join("one")
    await make(one, "g")
    before = one.mark
    with monkeypatch.context() as failing:

        def full(*_: object) -> None:
            raise StorageError("mark", "no room")

        failing.setattr("store.jetstream.stream_mark.MarkFile.note", full)
        with pytest.raises(StorageError):
            await asyncio.wait_for(one.append("g", 1, [entry(2)]), 30)
        assert one.mark == before
    await one.append("g", 2, [entry(3)])
    assert one.mark is not None
    assert before is not None
    assert one.mark.sequence == before.sequence + 2
