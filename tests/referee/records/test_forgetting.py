"""Names are removed from the log, the catalogue, positions and memory, by seat or by name, and nothing else is."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import leaf_of
from gunbai_record.player_names import Name
from lab.toy_games import AT, NAME, TITLES, Night, created, keep, named, started, store_with
from referee.errors import RecordDamaged
from referee.game.leaving import leave_seat
from referee.game.lifecycle import take_seat
from referee.records.changes import Changes
from referee.records.forgetting import Removed, player_forgotten, seat_forgotten
from referee.records.games import Games
from referee.records.loading import EVERY
from referee.records.stored_entries import as_written, remove_names, stored
from store.contract import Stored
from store.memory import MemoryStore
from store.position_cache import Positions
from tests.referee.long_toy_games import long_night
from tests.store.store_values import row_of

OTHER = "nightnightnight3"


async def names_of(changes: Changes, game: str) -> list[str]:
    """Return the names that the log of a game has, empty where one was removed."""
    rows = await changes.games.store.read(game)
    taken = [as_written(game, row).events[1] for row in rows if row.version in TAKEN]
    return [Name.of(item).player for item in taken]


TAKEN = (2, 3)


async def test_the_game_in_memory_the_log_and_the_catalogue_are_without_it() -> None:
    changes = Changes(Games(await store_with(started()), TITLES))
    before = await changes.games.game(NAME)
    after = await changes.without_names(NAME, {2})
    assert [sitting.player for sitting in after.sittings] == ["", "player 2"]
    assert replace(after, sittings=before.sittings) == before
    assert await changes.games.game(NAME) is after
    assert await names_of(changes, NAME) == ["", "player 2"]
    assert (await row_of(changes.games.store, NAME)).players == ("", "player 2")
    assert await changes.without_names(NAME, {2, 5, 77}) == after


async def test_positions_that_are_kept_are_dropped() -> None:
    store, positions = await store_with(long_night(3 * EVERY)), Positions()
    changes = Changes(Games(store, TITLES, positions=positions))
    await changes.games.game(NAME)
    assert await positions.nearest(NAME, 0, 10 * EVERY) is not None
    before = await positions.nearest(NAME, 0, EVERY)
    assert before is not None
    await changes.without_names(NAME, {2})
    again = Games(store, TITLES, positions=positions)
    for version in (EVERY, EVERY + 3, 0):
        assert (await again.position(NAME, version)).sittings[0].player == ""
    after = await positions.nearest(NAME, 0, EVERY)
    assert after != before


class Slow(MemoryStore):
    """A store that hands out what it has read when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.reads: asyncio.Event | None = None
        self.goes_on = asyncio.Event()

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        read_entries = await super().read(game, after, upto)
        if self.reads is not None:
            self.reads.set()
            self.reads = None
            await self.goes_on.wait()
        return read_entries


async def test_a_position_that_is_made_meanwhile_is_not_kept() -> None:
    store, positions, night = Slow(), Positions(), long_night(3 * EVERY)
    await keep(store, night)
    changes = Changes(Games(store, TITLES, positions=positions))
    await changes.games.game(NAME)
    await positions.forget(NAME)
    store.reads = reads = asyncio.Event()
    folding = asyncio.create_task(changes.games.position(NAME, EVERY + 1))
    await reads.wait()
    await remove_names(changes.games.store, await row_of(store, NAME), {2})
    await changes.games.loading.forget(NAME)
    store.goes_on.set()
    assert (await folding).sittings[0].player == "player 1", "it was read before"
    assert await positions.nearest(NAME, 0, 10 * EVERY) is None


def came_and_went() -> Night:
    """Return a game whose first seat was left by Ann and taken by Bob, and whose second Ann took."""
    night = created(game=OTHER)
    for seat, player in ((1, "Ann"), (2, "Ann")):
        taken = life.TakeSeat(seat=seat, entropy=bytes([seat]))
        night = night.then(take_seat(night.game, taken, named(player), AT))
    night = night.then(leave_seat(night.game, 1, "left", AT))
    return night.then(take_seat(night.game, life.TakeSeat(seat=1), named("Bob"), AT))


async def test_all_who_ever_took_a_seat_are_forgotten_and_nobody_else() -> None:
    changes = Changes(Games(await store_with(came_and_went(), await store_with(started())), TITLES))
    assert await seat_forgotten(changes, OTHER, 1) == Removed(((OTHER, 1), (OTHER, 1)), ())
    assert [sitting.player for sitting in (await changes.games.game(OTHER)).sittings] == ["", "Ann"]
    assert await seat_forgotten(changes, OTHER, 1) == Removed((), ())
    assert await names_of(changes, NAME) == ["player 1", "player 2"]


async def test_a_name_is_forgotten_in_all_games_exactly_as_it_is_written() -> None:
    changes = Changes(Games(await store_with(came_and_went(), await store_with(started())), TITLES))
    steps: list[tuple[int, int]] = []
    removed = await player_forgotten(changes, "Ann", lambda done, total: steps.append((done, total)))
    assert (sorted(removed.names), removed.unread) == ([(OTHER, 1), (OTHER, 2)], ())
    assert steps == [(1, 2), (2, 2)]
    assert [sitting.player for sitting in (await changes.games.game(OTHER)).sittings] == ["Bob", ""]
    for other in ("ann", "An", "player", ""):
        assert (await player_forgotten(changes, other, lambda *_: None)).names == ()
    assert await names_of(changes, NAME) == ["player 1", "player 2"]


async def test_where_no_name_is_left_nothing_is_written() -> None:
    store = await store_with(came_and_went(), await store_with(started()))
    changes = Changes(Games(store, TITLES))
    await seat_forgotten(changes, OTHER, 1)

    async def never(*_: object) -> None:
        raise AssertionError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(changes, "without_names", never)
        assert await seat_forgotten(changes, OTHER, 1) == Removed((), ())


async def test_an_entry_that_only_looks_as_if_a_seat_were_taken_names_nobody() -> None:
    changes = Changes(Games(await store_with(created(label="type.googleapis.com/gunbai.record.v1.TakeSeat")), TITLES))
    assert await player_forgotten(changes, "Ann", lambda *_: None) == Removed((), ())


async def test_a_name_that_was_lost_is_not_taken_for_one_that_was_removed() -> None:
    """Else it would be reported as removed, and come back when the disk gives it back."""
    store = await store_with(came_and_went(), await store_with(started()))
    log = store._logs[NAME]
    log.entries = [replace(entry, apart=b"") if entry.version == 3 else entry for entry in log.entries]
    changes = Changes(Games(store, TITLES))
    with pytest.raises(RecordDamaged, match="damaged at version 3: the name of the player is missing"):
        await changes.games.game(NAME)
    with pytest.raises(RecordDamaged):
        await seat_forgotten(changes, NAME, 2)
    with pytest.raises(RecordDamaged):
        await remove_names(store, await row_of(store, NAME), {2, 3})
    assert log.entries[1].apart != b""
    assert (await player_forgotten(changes, "Ann", lambda *_: None)).unread == (NAME,)


async def test_a_game_that_is_damaged_is_named() -> None:
    store = await store_with(came_and_went(), await store_with(started()))
    log = store._logs[NAME]
    log.entries = [replace(entry, data=b"\xff") if entry.apart else entry for entry in log.entries]
    removed = await player_forgotten(Changes(Games(store, TITLES)), "Ann", lambda *_: None)
    assert removed == Removed(((OTHER, 1), (OTHER, 2)), (NAME,))


def test_a_name_without_content_is_read_as_it_was_imported_and_one_that_is_missing_is_damage() -> None:
    empty, taken = record.Entry(), record.Entry()
    taken.CopyFrom(started().entries[1])
    empty.CopyFrom(taken)
    empty.events[1].Clear()
    assert (stored(empty).apart, as_written(NAME, stored(empty))) == (b"", empty)
    for whole in (taken, started().entries[0]):
        assert as_written(NAME, Stored(whole.version, "", whole.SerializeToString())) == whole
    with pytest.raises(RecordDamaged, match="missing, although nobody removed it"):
        as_written(NAME, replace(stored(taken), apart=b""))


def test_a_name_that_is_not_the_one_of_its_entry_is_damage() -> None:
    first, second = (stored(entry) for entry in started().entries[1:3])
    assert as_written(NAME, first) == started().entries[1]
    leaf = leaf_of(started().entries[1].events[1])
    other = replace(first, data=first.data.replace(leaf, bytes([leaf[0] ^ 1]) + leaf[1:]))
    for changed in (other, replace(first, apart=second.apart)):
        with pytest.raises(RecordDamaged, match="was changed after it was written"):
            as_written(NAME, changed)
