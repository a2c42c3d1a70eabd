"""A game is loaded from the nearest position that is kept; without one, or with a forged one, from its first entry."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.referee.v1 import referee_pb2
from lab.toy import protos
from lab.toy_games import AT, NAME, SECRET, TITLES, bid, keep, started
from referee.errors import RecordDamaged
from referee.game.entries import packed
from referee.game.forks import fork_game
from referee.game.snapshot import snapshot
from referee.records.changes import Changes
from referee.records.games import Games
from referee.records.loading import EVERY, Loading, Span, check_own, named
from referee.records.milestones import Milestones
from referee.records.stored_entries import as_written, size_of, stored
from referee.records.summaries import summary_of
from referee.records.workers import Workers
from store.contract import Opening, Stored
from store.memory import MemoryStore
from store.position_cache import Position, Positions
from tests.referee.long_toy_games import long_night

LONG = 5 * EVERY
BRANCH, OTHER_SECRET = "branchbranchbran", bytes(range(32, 64))


class CountingStore(MemoryStore):
    """A store that counts the entries that were read."""

    def __init__(self) -> None:
        super().__init__()
        self.entries_read = 0

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        entries = await super().read(game, after, upto)
        self.entries_read += len(entries)
        return entries


async def long_game() -> CountingStore:
    """Return a store with a long game."""
    store = CountingStore()
    await keep(store, long_night(LONG))
    return store


async def test_the_head_of_a_long_game_is_folded_once_and_then_from_its_last_position() -> None:
    store, positions = await long_game(), Positions()
    first = await Games(store, TITLES, positions=positions).game(NAME)
    store.entries_read = 0
    assert await Games(store, TITLES, positions=positions).game(NAME) == first == long_night(LONG).game
    assert store.entries_read <= EVERY + 2


@pytest.mark.parametrize("version", [1, 2, 5, EVERY - 1, EVERY, EVERY + 1, 3 * EVERY + 77, LONG - 1])
async def test_a_past_position_costs_no_more_than_the_entries_since_one_that_is_kept(version: int) -> None:
    store, positions = await long_game(), Positions()
    changes = Changes(Games(store, TITLES, positions=positions))
    await changes.games.game(NAME)
    store.entries_read = 0
    game = await changes.games.position(NAME, version)
    assert store.entries_read <= 3 * EVERY
    anew = await Games(store, TITLES, positions=Positions()).position(NAME, version)
    assert game == anew
    assert game.digest == long_night(LONG).entries[version - 1].digest


async def test_a_position_is_kept_while_the_game_is_played() -> None:
    store, positions = CountingStore(), Positions()
    night = long_night(EVERY - 12)
    await keep(store, night)
    changes = Changes(Games(store, TITLES, positions=positions))
    while (await changes.games.game(NAME)).version < EVERY:
        game = await changes.games.game(NAME)
        seat = game.step.seats(game.table)[0]  # type: ignore[union-attr]  # a decision
        move = bid(seat, 0)[1] if type(game.step).__name__ == "LayBids" else protos.Withdraw()
        await changes.submit(
            seat,
            referee_pb2.SubmitRequest(
                game=NAME, expected_version=game.version, command_id=str(game.version), command=packed(move)
            ),
        )
    position = await positions.nearest(NAME, 0, 10 * EVERY)
    assert position is not None
    assert position.version == (await changes.games.game(NAME)).version
    assert await positions.nearest(NAME, 0, EVERY - 1) is None


@pytest.mark.parametrize("kind", ["noise", "another secret", "another table"])
async def test_a_forged_position_is_dropped_and_the_game_folded_anew(kind: str) -> None:
    store, positions = await long_game(), Positions()
    game = await Games(store, TITLES, positions=Positions()).position(NAME, 2 * EVERY)
    forged = {
        "noise": b"x" * 400,
        "another secret": snapshot(msgspec.structs.replace(game, secret=bytes(32))),
        "another table": snapshot(msgspec.structs.replace(game, table=game.table.but(purses=(99, 99)))),
    }[kind]
    positions.keep(NAME, Position(2 * EVERY, forged))
    assert await Games(store, TITLES, positions=positions).game(NAME) == long_night(LONG).game
    position = await positions.nearest(NAME, 0, 2 * EVERY)
    assert position is not None
    assert position.data != forged


async def test_an_altered_entry_before_a_position_is_noticed_when_it_is_read() -> None:
    store, positions = await long_game(), Positions()
    await Games(store, TITLES, positions=positions).game(NAME)
    altered = long_night(LONG).entries[40]
    log = store._logs[NAME].entries  # what a thief would do to the file
    log[40] = Stored(41, altered.command_id, altered.SerializeToString()[:-1] + b"!")
    changes = Changes(Games(store, TITLES, positions=positions))
    await changes.games.game(NAME)
    for call in (changes.games.position(NAME, 50), changes.games.entries(NAME, 40, 41)):
        with pytest.raises(RecordDamaged):
            await call


async def test_a_branch_is_folded_from_the_positions_of_its_parent() -> None:
    store, positions = await long_game(), Positions()
    changes = Changes(Games(store, TITLES, positions=positions))
    parent = await changes.games.position(NAME, 3 * EVERY + 5)
    added = fork_game(parent, life.ForkGame(parent=NAME), BRANCH, OTHER_SECRET, AT)
    opening = Opening(
        game=BRANCH, title="lantern_night", secret=OTHER_SECRET, parent=NAME, parent_version=parent.version
    )
    await store.create(opening, [stored(entry) for entry in added.entries], [], summary_of(added.game))
    store.entries_read = 0
    branch = await Games(store, TITLES, positions=positions).game(BRANCH)
    assert store.entries_read <= EVERY + 10
    assert branch == added.game
    assert (await changes.games.position(BRANCH, 3 * EVERY)).table == (
        await changes.games.position(NAME, 3 * EVERY)
    ).table


def loading_from(store: MemoryStore) -> Loading:
    return Loading(store, TITLES, Positions(), Workers("folding", threads=1, queue=1))


async def test_a_past_position_leaves_what_is_known_of_the_head_as_it_is() -> None:
    store, milestones = await long_game(), Milestones()
    for entry in long_night(LONG).entries:
        milestones.note(entry)

    async def read(game: str, after: int, upto: int) -> list[Entry]:
        return [as_written(game, row) for row in await store.read(game, after, upto)]

    before = milestones.upto(LONG), milestones.commands
    await loading_from(store).position(NAME, EVERY + 5, read, milestones)
    assert (milestones.upto(LONG), milestones.commands) == before


async def test_a_past_position_whose_entries_are_gone_is_refused() -> None:
    async def gone(*_: object) -> list[Entry]:
        return []

    with pytest.raises(RecordDamaged, match="it is missing") as damaged:
        await loading_from(await long_game()).position(NAME, EVERY, gone, Milestones())
    assert damaged.value.version == 1


async def test_a_game_that_goes_on_while_it_is_loaded_is_loaded_to_where_it_has_come() -> None:
    *entries, last = long_night(LONG).entries

    class GoingOn(MemoryStore):
        async def commands(self, game: str) -> list[str]:
            if (await self.head(game)).version < last.version:
                await self.append(game, last.version - 1, [stored(last)])
            return await super().commands(game)

    store = GoingOn()
    await keep(store, long_night(LONG)._replace(entries=tuple(entries)))
    assert (await loading_from(store).head(NAME)).game == long_night(LONG).game


def test_the_size_of_entries_is_that_of_what_is_kept_of_them_together_and_apart() -> None:
    rows = [Stored(1, "", b"12345", b"123"), Stored(2, "", b"1234")]
    assert size_of(rows) == 12


def test_a_position_has_the_name_of_the_youngest_game_whose_entries_it_reaches() -> None:
    game = started().play(bid(1, 2)).game
    line = (("youngest", "middle", game.version), ("middle", "oldest", game.version - 1), ("oldest", "", 0))
    spans = [
        Span(Opening(game=name, title="", secret=bytes(32), parent=parent), after, after + 9)
        for name, parent, after in line
    ]
    assert named(game, spans).id == "middle"
    assert named(game, spans[2:]).id == "oldest"


def test_a_record_without_an_entry_of_its_own_is_damaged() -> None:
    night = started()
    own = Opening(game=NAME, title="lantern_night", secret=SECRET)
    check_own(night.game, own)
    with pytest.raises(RecordDamaged, match="it has no entries of its own"):
        check_own(night.game, Opening(game="another", title="lantern_night", secret=SECRET))
    with pytest.raises(RecordDamaged, match="the secret does not match"):
        check_own(replace(night.game, secret=OTHER_SECRET), own)
